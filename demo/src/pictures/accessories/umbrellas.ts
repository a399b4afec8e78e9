import { cable, line, shape, silver } from "../electronics/parts.ts";
import { type Crease, folds, raised, stitch } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint } from "../paint.ts";
import { brass, type Point, toneAt } from "./jewels.ts";

type Canopy = {
  apex: number;
  rim: number;
  rx: number;
  ry: number;
  panels: number;
  /** How high the cloth hangs up between two ribs. */
  lift: number;
  /** Where a rib's two control points lie: share of the way out, and y. */
  bend: readonly [number, number, number, number];
  /** Where the bright streak runs on a glossy canopy. */
  gleam: string;
};

/** An open canopy seen from slightly above: ribs over the front half, cloth hung between them, the dark inside behind. */
function canopy(paint: Paint, { apex, rim, rx, ry, panels, lift, bend, gleam }: Canopy): string {
  const { body, accent } = paint;
  const foot = (index: number): Point => {
    const angle = (index / panels) * Math.PI;
    return [Math.round(500 - rx * Math.cos(angle)), Math.round(rim + ry * Math.sin(angle))];
  };
  const [s1, y1, s2, y2] = bend;
  const out = (x: number, share: number): number => Math.round(500 + (x - 500) * share);
  const down = ([x]: Point): string => `C${out(x, s1)} ${y1} ${out(x, s2)} ${y2} `;
  const up = ([x]: Point): string => `C${out(x, s2)} ${y2} ${out(x, s1)} ${y1} 500 ${apex}`;
  const hem = (from: Point, to: Point): string =>
    `Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 - lift} ${to[0]} ${to[1]}`;
  const pieces = Array.from({ length: panels }, (_, index) => {
    const [a, b] = [foot(index), foot(index + 1)];
    const d = `M500 ${apex}${down(a)}${a[0]} ${a[1]}${hem(a, b)}${up(b)}z`;
    const middle = (index + 0.5) / panels;
    const lit = 0.86 - Math.abs(middle - 0.3) * 0.8;
    const fill = paint.linear(
      [
        [0, toneAt(body, lit - 0.16)],
        [0.35, toneAt(body, lit + 0.1)],
        [1, toneAt(body, lit - 0.12)],
      ],
      "right",
    );
    const sag: Crease[] = [
      [a[0] + 6, a[1] - 4, (a[0] + b[0]) / 2, a[1] - lift - 20, out((a[0] + b[0]) / 2, 0.72), (y2 + apex) / 2, 9],
    ];
    return (
      shape(d, fill) +
      (paint.material === "fabric" ? shape(d, paint.texture("fabric", body), 0.4) : "") +
      folds(paint, d, sag, [], { strength: 0.7 })
    );
  });
  const ribs = Array.from({ length: panels - 1 }, (_, index) => {
    const at = foot(index + 1);
    return `M500 ${apex}${down(at)}${at[0]} ${at[1]}`;
  }).join("");
  const edge = Array.from({ length: panels }, (_, index) => hem(foot(index), foot(index + 1))).join("");
  const [start, end] = [foot(0), foot(panels)];
  const outline = `M500 ${apex}${down(start)}${start[0]} ${start[1]}${edge}${up(end)}z`;
  const tips = Array.from({ length: panels + 1 }, (_, index) => foot(index));
  const shade = paint.linear(
    [
      [0, "#fff", 0.16],
      [0.4, "#fff", 0],
      [0.7, "#000", 0.06],
      [1, "#000", 0.34],
    ],
    "diagonal",
  );
  return (
    shape(
      ellipse(500, rim, rx - 4, ry * 0.9),
      paint.linear([
        [0, body.deep],
        [1, toneAt(body, 0.1)],
      ]),
    ) +
    pieces.join("") +
    shape(outline, shade) +
    line(ribs, body.deep, 4, 0.5) +
    `<g transform="translate(-3 0)">${line(ribs, body.highlight, 2, 0.45)}</g>` +
    line(`M${start[0]} ${start[1]}${edge}`, body.deep, 3, 0.7) +
    `<g transform="translate(0 -14)">${line(`M${start[0]} ${start[1]}${edge}`, accent.base, 5, 0.9)}</g>` +
    `<g clip-path="${paint.clip(outline)}">${paint.material === "gloss" ? line(gleam, "#fff", 13, 0.5) : line(gleam, body.highlight, 16, 0.16)}</g>` +
    tips.map(([x, y]) => shape(ellipse(x, y + 3, 5, 8), accent.light)).join("")
  );
}

/** The rods between the runner on the shaft and the ribs. */
const stretchers = (runner: number, rim: number, reach: number): string =>
  [-1, -0.62, -0.24, 0.24, 0.62, 1]
    .map((share) => cable(`M500 ${runner}L${500 + reach * share} ${rim}`, silver, 6))
    .join("");

const shaft = (paint: Paint, top: number, bottom: number): string =>
  shape(`M492 ${top}H508V${bottom}H492z`, paint.fill(silver, "metal", "tube"));

const finial = (paint: Paint, y: number, height: number): string =>
  paint.solid(`M490 ${y}L495 ${y - height}Q500 ${y - height - 8} 505 ${y - height}L510 ${y}Q500 ${y + 6} 490 ${y}z`, {
    tones: paint.accent,
    material: "gloss",
    direction: "tube",
    bevel: 0,
  });

function dome(paint: Paint): string {
  const { body, accent } = paint;
  const grip = "M478 650Q478 636 492 636H508Q522 636 522 650L530 772Q530 800 500 800Q470 800 470 772z";
  const button = "M490 668h20v30h-20z";
  return (
    paint.shadow(560, 802, 130, 20, 0.95) +
    paint.shadow(520, 806, 360, 26, 0.4) +
    `<g transform="rotate(9 520 800)">` +
    shaft(paint, 200, 640) +
    stretchers(520, 400, 230) +
    paint.solid("M482 500h36v46h-36z", { tones: accent, material: "matte", direction: "tube", bevel: 0 }) +
    paint.solid(grip, { tones: accent, material: "matte", direction: "tube", bevel: 0 }) +
    line("M476 712Q500 720 524 712M474 730Q500 738 526 730M472 748Q500 756 528 748", "#000", 4, 0.4) +
    paint.solid(button, { tones: body, material: "gloss", bevel: 4 }) +
    line("M500 800C486 822 470 826 462 812C456 800 466 790 478 796", accent.light, 6) +
    finial(paint, 148, 24) +
    canopy(paint, {
      apex: 142,
      rim: 404,
      rx: 392,
      ry: 54,
      panels: 6,
      lift: 46,
      bend: [0.52, 146, 0.98, 232],
      gleam: "M180 286C216 232 276 196 350 180",
    }) +
    paint.solid("M478 154Q500 132 522 154Q500 162 478 154z", { tones: accent, material: "gloss", bevel: 3 }) +
    "</g>"
  );
}

/** A bent wooden handle that ends at the right of the shaft. */
const crook = (paint: Paint, top: number, bottom: number): string => {
  const d = `M500 ${top}V${bottom - 54}C500 ${bottom + 18} 590 ${bottom + 18} 590 ${bottom - 50}`;
  const { accent } = paint;
  return (
    line(d, accent.deep, 36) +
    line(d, accent.dark, 32) +
    line(d, accent.base, 23) +
    `<g transform="translate(-5 -3)">${line(d, accent.light, 9, 0.85)}${line(d, accent.highlight, 3, 0.7)}</g>` +
    paint.solid(`M480 ${top - 6}h40v22h-40z`, {
      tones: brass,
      material: "metal",
      direction: "tube",
      texture: false,
      bevel: 0,
    })
  );
};

function pagoda(paint: Paint): string {
  return (
    paint.shadow(552, 803, 110, 18, 0.95) +
    paint.shadow(510, 806, 340, 26, 0.4) +
    shaft(paint, 160, 640) +
    stretchers(560, 440, 220) +
    paint.solid("M484 540h32v40h-32z", {
      tones: brass,
      material: "metal",
      direction: "tube",
      texture: false,
      bevel: 0,
    }) +
    crook(paint, 626, 784) +
    finial(paint, 130, 44) +
    canopy(paint, {
      apex: 124,
      rim: 446,
      rx: 378,
      ry: 50,
      panels: 8,
      lift: 34,
      bend: [0.16, 236, 0.8, 180],
      gleam: "M196 380C236 320 310 276 384 244",
    }) +
    paint.solid("M482 146Q494 118 500 112Q506 118 518 146Q500 156 482 146z", {
      tones: brass,
      material: "metal",
      texture: false,
      bevel: 3,
    })
  );
}

function furled(paint: Paint): string {
  const { body, accent } = paint;
  const cloth =
    "M500 772C478 700 440 540 422 380C416 330 420 300 432 272L456 304L474 256L500 296L526 254L544 302L568 270C580 300 584 334 578 380C560 540 522 700 500 772z";
  const pleats: Crease[] = [
    [434, 290, 446, 520, 496, 752, 13],
    [476, 270, 476, 520, 498, 752, 12],
    [526, 270, 520, 520, 502, 752, 12],
    [564, 290, 556, 520, 504, 752, 14],
  ];
  const shine: Crease[] = [
    [452, 360, 458, 520, 496, 720, 9],
    [496, 350, 494, 520, 500, 720, 7],
    [540, 356, 534, 500, 504, 700, 6],
  ];
  const wrap = "M431 452C470 478 534 478 571 450L567 488C532 514 474 514 437 490z";
  const flap =
    "M500 296L526 254L544 302L568 270C580 300 584 334 578 380C564 500 534 650 504 752C522 620 518 440 500 296z";
  return (
    paint.shadow(372, 800, 90, 16, 0.95) +
    paint.shadow(500, 806, 220, 20, 0.35) +
    `<g transform="translate(-134 0) rotate(13 500 800)">` +
    shaft(paint, 190, 800) +
    paint.solid("M491 742L496 806Q500 812 504 806L509 742z", {
      tones: silver,
      material: "metal",
      direction: "tube",
      texture: false,
      bevel: 0,
    }) +
    `<g transform="translate(0 1000) scale(1 -1)">${crook(paint, 800, 930)}</g>` +
    paint.solid(cloth, { direction: "tube", bevel: 18 }) +
    folds(paint, cloth, pleats, shine, { strength: 1.3 }) +
    raised(flap, paint.solid(flap, { direction: "tube", bevel: 10 }), 6, 0.4) +
    folds(paint, flap, [[556, 300, 550, 520, 508, 740, 8]], [[532, 300, 536, 500, 510, 700, 9]]) +
    raised(wrap, paint.solid(wrap, { tones: accent, material: "leather", bevel: 6 }), 6, 0.5) +
    stitch("M438 462C474 486 534 486 566 460", accent.highlight, 2, "6 4") +
    paint.solid(ellipse(544, 482, 12), {
      tones: brass,
      material: "metal",
      texture: false,
      direction: "ball",
      bevel: 3,
    }) +
    line("M432 272L456 304L474 256L500 296L526 254L544 302L568 270", body.highlight, 3, 0.6) +
    "</g>"
  );
}

/** An umbrella: an open dome, an open pagoda with a crook handle, or a furled stick umbrella. */
export const umbrella: Drawing = (paint) => [dome, pagoda, furled][paint.design]?.(paint) ?? dome(paint);
