import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { mix } from "../tone.ts";
import { graphite, lens, line, shape, silver } from "./parts.ts";

/** A short upright dial on the top plate. */
function dial(paint: Paint, x: number, y: number, width: number, height: number, tones = silver): string {
  const rx = width / 2;
  const ry = width * 0.11;
  const side = `M${x - rx} ${y}V${y + height}A${rx} ${ry} 0 0 0 ${x + rx} ${y + height}V${y}z`;
  return (
    paint.solid(side, { tones, material: "metal", direction: "tube", texture: false, bevel: 0 }) +
    `<g clip-path="${paint.clip(side)}"><path d="M${x - rx} ${y + height / 2 + ry / 2}A${rx} ${ry} 0 0 0 ${x + rx} ${y + height / 2 + ry / 2}" fill="none" stroke="${tones.deep}" stroke-opacity="0.5" stroke-width="${height * 0.8}" stroke-dasharray="3 5"/></g>` +
    paint.solid(ellipse(x, y, rx, ry), { tones, material: "metal", texture: false, bevel: 3 })
  );
}

const window = (paint: Paint, x: number, y: number, width: number, height: number): string =>
  paint.solid(roundRect(x - 8, y - 8, width + 16, height + 16, 12), { tones: graphite, material: "gloss", bevel: 5 }) +
  shape(
    roundRect(x, y, width, height, 7),
    paint.linear(
      [
        [0, "#5a6b8f"],
        [0.45, "#151b2b"],
        [1, "#2c2350"],
      ],
      "diagonal",
    ),
  ) +
  shape(`M${x + 5} ${y + 5}h${width * 0.4}l${-width * 0.24} ${height - 10}h${-width * 0.16}z`, "#fff", 0.28);

function rangefinder(paint: Paint): string {
  const body = roundRect(118, 372, 764, 416, 74);
  const plate =
    "M118 452V420Q118 350 190 346H330Q350 344 354 324Q360 300 392 300H690Q720 300 724 324Q728 346 748 346H810Q882 350 882 420V452z";
  return (
    paint.shadow(500, 795, 410, 24, 1) +
    dial(paint, 236, 306, 104, 42) +
    dial(paint, 806, 316, 84, 34) +
    dial(paint, 620, 270, 64, 34, graphite) +
    paint.solid(body, { material: paint.material === "metal" ? "leather" : paint.material, bevel: 26 }) +
    paint.solid(plate, { tones: silver, material: "metal", bevel: 12 }) +
    line("M120 454H880", "#000", 5, 0.4) +
    paint.solid("M118 736H882Q874 788 808 788H192Q126 788 118 736z", { tones: silver, material: "metal", bevel: 8 }) +
    window(paint, 640, 364, 96, 58) +
    window(paint, 420, 378, 44, 34) +
    shape(ellipse(180, 400, 15), paint.accent.base) +
    line(ellipse(180, 400, 15), paint.accent.highlight, 2, 0.7) +
    paint.shadow(520, 628, 212, 200, 0.85) +
    lens(paint, 496, 594, 186, silver) +
    paint.solid(roundRect(148, 520, 30, 150, 15), {
      tones: paint.accent,
      material: "leather",
      direction: "tube",
      bevel: 5,
    })
  );
}

function reflex(paint: Paint): string {
  const body =
    "M112 470Q112 410 172 404L330 396C366 392 378 350 398 286Q408 250 446 250H594Q632 250 642 286C662 350 674 392 700 396L824 402Q888 408 888 470V726Q888 790 824 790H190Q112 790 112 716z";
  const grip = "M112 470Q112 414 168 412Q256 410 268 470C284 560 280 650 262 790H190Q112 790 112 716z";
  return (
    paint.shadow(500, 797, 416, 24, 1) +
    dial(paint, 770, 352, 112, 46, graphite) +
    dial(paint, 212, 376, 66, 28, paint.accent) +
    paint.solid(roundRect(470, 222, 100, 34, 8), { tones: silver, material: "metal", bevel: 5 }) +
    paint.solid(body, { bevel: 28 }) +
    paint.solid("M398 300Q410 262 446 262H594Q630 262 642 300L652 340H388z", {
      tones: paint.body,
      material: "gloss",
      bevel: 10,
    }) +
    paint.solid(grip, { tones: graphite, material: "leather", direction: "tube", bevel: 20 }) +
    paint.solid(roundRect(300, 470, 540, 290, 36), { tones: graphite, material: "leather", bevel: 14 }) +
    line("M120 452Q200 434 300 440", paint.accent.base, 7, 0.95) +
    paint.shadow(552, 620, 228, 210, 0.85) +
    lens(paint, 524, 576, 204) +
    line(ellipse(524, 576, 201), paint.accent.base, 5, 0.9) +
    paint.solid(ellipse(812, 506, 22), { tones: silver, material: "metal", bevel: 5 }) +
    shape(ellipse(300, 436, 10), "#ff8a5c", 0.85)
  );
}

function mirrorless(paint: Paint): string {
  const body =
    "M150 440Q150 386 206 384H560Q580 384 584 362Q590 340 616 340H794Q852 340 852 398V726Q852 786 792 786H210Q150 786 150 726z";
  const strap = "M166 432C84 470 72 560 92 640S132 760 96 784";
  return (
    paint.shadow(500, 795, 420, 24, 1) +
    line(strap, paint.accent.deep, 34) +
    line(strap, paint.accent.base, 27) +
    `<g transform="translate(-4 -2)">${line(strap, paint.accent.highlight, 5, 0.55)}</g>` +
    paint.solid(ellipse(160, 430, 20), { tones: silver, material: "metal", bevel: 5 }) +
    dial(paint, 258, 346, 100, 40, silver) +
    dial(paint, 388, 354, 76, 30, silver) +
    paint.solid(roundRect(474, 362, 62, 28, 12), { tones: paint.accent, material: "metal", bevel: 5 }) +
    paint.solid(body, { bevel: 26, direction: "down" }) +
    paint.solid("M152 470H850V690H152z", { tones: graphite, material: "leather", bevel: 10 }) +
    line("M152 470H850M152 690H850", mix(paint.body.highlight, "#ffffff", 0.3), 3, 0.4) +
    window(paint, 668, 372, 138, 66) +
    paint.shadow(440, 624, 236, 214, 0.9) +
    paint.solid(ellipse(414, 586, 218), { tones: silver, material: "metal", texture: false, bevel: 10 }) +
    lens(paint, 414, 586, 200) +
    line(ellipse(414, 586, 209), paint.accent.light, 3, 0.8) +
    paint.solid(roundRect(752, 496, 38, 156, 18), { tones: silver, material: "metal", direction: "tube", bevel: 5 }) +
    paint.glow(230, 430, 60, 24, 0.3)
  );
}

/** Cameras: a rangefinder with metal top, a reflex with prism and grip, a compact with window and strap. */
export const camera: Drawing = (paint) => [rangefinder, reflex, mirrorless][paint.design]?.(paint) ?? "";

const flash = (paint: Paint, d: string, box: readonly [number, number, number, number]): string => {
  const [x, y, width, height] = box;
  const ribs = Array.from({ length: 9 }, (_, index) => `M${x + (width * (index + 0.5)) / 9} ${y}v${height}`).join("");
  return (
    paint.solid(d, { tones: silver, material: "gloss", bevel: 8 }) +
    `<g clip-path="${paint.clip(d)}">${line(ribs, "#5a6270", 3, 0.4)}</g>` +
    paint.glow(x + width * 0.35, y + height * 0.35, width * 0.4, height * 0.4, 0.85)
  );
};

/** A fresh print: white frame and a small landscape. */
function print(paint: Paint, x: number, y: number, width: number, height: number): string {
  const frame = `M${x} ${y}h${width}v${height}h${-width}z`;
  const inset = width * 0.07;
  const [px, py, pw, ph] = [x + inset, y + inset, width - 2 * inset, height - inset * 2.4];
  const picture = `M${px} ${py}h${pw}v${ph}h${-pw}z`;
  return (
    shape(
      frame,
      paint.linear([
        [0, "#cfd0d2"],
        [0.2, "#f4f2ec"],
        [1, "#dedad0"],
      ]),
    ) +
    shape(
      picture,
      paint.linear([
        [0, mix(paint.accent.light, "#31407a", 0.5)],
        [0.6, "#f2b98b"],
        [1, "#d9785c"],
      ]),
    ) +
    shape(ellipse(px + pw * 0.66, py + ph * 0.52, Math.min(pw, ph) * 0.14), "#fff1cf", 0.95) +
    shape(
      `M${px} ${py + ph}V${py + ph * 0.72}q${pw * 0.26} ${-ph * 0.3} ${pw * 0.5} ${-ph * 0.02}t${pw * 0.5} ${-ph * 0.04}V${py + ph}z`,
      paint.accent.deep,
      0.85,
    )
  );
}

function rounded(paint: Paint): string {
  const body =
    "M170 380C170 250 250 196 500 196C750 196 830 250 830 380V610C830 730 760 764 500 764C240 764 170 730 170 610z";
  return (
    paint.shadow(500, 790, 360, 26, 1) +
    paint.solid("M236 720H764L790 784Q792 798 776 798H224Q208 798 210 784z", {
      tones: graphite,
      material: "matte",
      direction: "down",
      bevel: 8,
    }) +
    paint.solid(body, { bevel: 40 }) +
    paint.solid("M176 560Q500 620 824 560V610C824 730 756 760 500 760C244 760 176 730 176 610z", {
      tones: paint.accent,
      bevel: 20,
    }) +
    paint.shadow(512, 512, 230, 220, 0.75) +
    paint.solid(ellipse(500, 486, 212), { tones: paint.accent, material: "gloss", bevel: 14 }) +
    lens(paint, 500, 486, 176) +
    flash(paint, roundRect(232, 268, 138, 82, 30), [232, 268, 138, 82]) +
    paint.solid(ellipse(714, 308, 46), { tones: graphite, material: "gloss", bevel: 8 }) +
    shape(
      ellipse(714, 308, 28),
      paint.linear(
        [
          [0, "#6d80a8"],
          [0.5, "#141a2a"],
          [1, "#332a5c"],
        ],
        "diagonal",
      ),
    ) +
    paint.solid(ellipse(262, 520, 32), { tones: silver, material: "metal", direction: "ball", bevel: 6 }) +
    paint.glow(330, 224, 120, 22, 0.5)
  );
}

function boxy(paint: Paint): string {
  const head = "M206 330Q210 220 300 216H700Q790 220 794 330L806 520H194z";
  const jaw = "M186 512H814Q846 512 850 548L866 700Q868 744 824 744H176Q132 744 134 700L150 548Q154 512 186 512z";
  return (
    paint.shadow(500, 795, 400, 26, 1) +
    [210, 710]
      .map((x) => paint.solid(roundRect(x, 730, 80, 68, 12), { tones: graphite, material: "matte", bevel: 6 }))
      .join("") +
    paint.solid(head, { bevel: 26 }) +
    paint.shadow(500, 512, 330, 22, 0.7) +
    paint.solid(jaw, { bevel: 28, direction: "down" }) +
    paint.solid(roundRect(310, 634, 380, 48, 10), { tones: paint.accent, material: "leather", bevel: 6 }) +
    shape(roundRect(246, 706, 508, 16, 8), "#04060a", 0.9) +
    line("M250 723H750", paint.body.highlight, 2.5, 0.6) +
    paint.shadow(512, 452, 200, 190, 0.8) +
    lens(paint, 500, 424, 164) +
    flash(paint, roundRect(240, 252, 120, 84, 12), [240, 252, 120, 84]) +
    window(paint, 678, 262, 74, 62) +
    paint.solid(ellipse(236, 590, 34), { tones: paint.accent, material: "gloss", direction: "ball", bevel: 7 })
  );
}

function wide(paint: Paint): string {
  const body = roundRect(124, 378, 752, 410, 110);
  return (
    paint.shadow(500, 796, 400, 26, 1) +
    print(paint, 330, 176, 330, 260) +
    paint.shadow(500, 392, 220, 22, 0.5) +
    dial(paint, 222, 362, 84, 34, silver) +
    paint.solid(body, { bevel: 36, material: paint.material }) +
    paint.solid("M128 520H872V660H128z", { tones: paint.accent, material: "leather", bevel: 10 }) +
    shape(roundRect(316, 384, 358, 14, 7), "#04060a", 0.9) +
    paint.shadow(512, 620, 216, 204, 0.85) +
    paint.solid(ellipse(500, 588, 190), { tones: silver, material: "metal", texture: false, bevel: 10 }) +
    lens(paint, 500, 588, 168) +
    flash(paint, roundRect(702, 426, 116, 70, 18), [702, 426, 116, 70]) +
    window(paint, 196, 436, 82, 46) +
    paint.solid(ellipse(226, 590, 30), { tones: silver, material: "metal", direction: "ball", bevel: 6 })
  );
}

/** Instant cameras: a rounded one, a boxy one with the print below, a wide one with the print above. */
export const instantCamera: Drawing = (paint) => [rounded, boxy, wide][paint.design]?.(paint) ?? "";
