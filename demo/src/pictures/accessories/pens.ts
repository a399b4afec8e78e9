import { graphite, line, shape, silver } from "../electronics/parts.ts";
import { folds, raised, stitch } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { mix, type Tones } from "../tone.ts";
import { slate } from "./jewels.ts";

/** A round part of a pen lying along the x axis: half-width `a` at `x1` and `b` at `x2`. */
const turnedPart = (
  paint: Paint,
  x1: number,
  x2: number,
  a: number,
  b: number,
  tones: Tones,
  material: Paint["material"],
): string =>
  paint.solid(`M${x1} ${-a}L${x2} ${-b}Q${x2 + b * 0.18} 0 ${x2} ${b}L${x1} ${a}Q${x1 + a * 0.18} 0 ${x1} ${-a}z`, {
    tones,
    material,
    direction: "pipe",
    texture: material === "leather",
    bevel: 0,
  });

const band = (paint: Paint, x: number, width: number, half: number, tones: Tones): string =>
  turnedPart(paint, x, x + width, half, half, tones, "metal");

/** Places a pen drawn along the x axis, its tip at (x, y). */
const leaning = (x: number, y: number, degrees: number, content: string, scale = 1): string =>
  `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${scale})">${content}</g>`;

/** A stone block to lean on. */
const block = (paint: Paint, x: number, y: number, width: number): string =>
  paint.shadow(x + width / 2 + 20, 798, width * 0.72, 24, 0.95) +
  paint.solid(`M${x} ${y}H${x + width}V800H${x}z`, { tones: slate, material: "matte", bevel: 8 }) +
  shape(
    `M${x} ${y}l34 -26h${width - 14}l-20 26z`,
    paint.linear(
      [
        [0, slate.light],
        [1, slate.base],
      ],
      "right",
    ),
  ) +
  shape(
    `M${x + width} ${y}l20 -26v${800 - y + 8}l-20 18z`,
    paint.linear([
      [0, slate.dark],
      [1, slate.deep],
    ]),
  );

const sheen = (d: string, width: number, strength: number): string => line(d, "#fff", width, strength);

function fountain(paint: Paint): string {
  const { body, accent, material } = paint;
  const nib = "M0 0C50 -6 96 -20 132 -30Q150 -34 168 -30V30Q150 34 132 30C96 20 50 6 0 0z";
  const inner = "M30 0C70 -6 104 -14 132 -21L140 -10L120 0L140 10L132 21C104 14 70 6 30 0z";
  const pen =
    turnedPart(paint, 60, 180, 10, 28, graphite, "matte") +
    paint.solid(nib, { tones: accent, material: "metal", direction: "pipe", texture: false, bevel: 0 }) +
    shape(
      inner,
      paint.linear([
        [0, silver.highlight],
        [0.5, silver.base],
        [1, silver.dark],
      ]),
    ) +
    line("M2 0H104", graphite.deep, 2.6) +
    shape(ellipse(108, 0, 7), graphite.deep) +
    line("M132 -26Q150 -30 164 -27", "#fff", 3, 0.7) +
    turnedPart(paint, 166, 272, 30, 40, body, material) +
    sheen("M178 -17L262 -24", 7, 0.5) +
    band(paint, 166, 10, 31, accent) +
    band(paint, 268, 10, 43, accent) +
    band(paint, 284, 4, 44, accent) +
    turnedPart(paint, 290, 660, 45, 36, body, material) +
    paint.solid("M660 -36Q720 -32 742 -18Q752 0 742 18Q720 32 660 36Q667 0 660 -36z", {
      direction: "pipe",
      texture: false,
      bevel: 0,
    }) +
    band(paint, 654, 9, 37, accent) +
    sheen("M306 -27L640 -22", 9, 0.55) +
    sheen("M676 -20L724 -13", 6, 0.5) +
    line("M300 26L648 21", body.light, 5, 0.3);
  const cap =
    paint.solid("M-44 0V-184Q-44 -216 -20 -226Q0 -232 20 -226Q44 -216 44 -184V0Q0 14 -44 0z", {
      direction: "tube",
      texture: false,
      bevel: 0,
    }) +
    sheen("M-24 -184V-44", 8, 0.55) +
    paint.solid("M-46 -54Q0 -42 46 -54V-22Q0 -8 -46 -22z", {
      tones: accent,
      material: "metal",
      direction: "tube",
      texture: false,
      bevel: 0,
    }) +
    line("M-46 -38Q0 -24 46 -38", accent.deep, 2.4, 0.6) +
    paint.solid("M-30 -222Q0 -212 30 -222L18 -236Q0 -242 -18 -236z", {
      tones: accent,
      material: "metal",
      direction: "tube",
      texture: false,
      bevel: 0,
    }) +
    raised(
      "M2 -206Q16 -208 18 -194L14 -72Q8 -56 2 -72z",
      paint.solid("M2 -206Q16 -208 18 -194L14 -72Q8 -56 2 -72z", {
        tones: accent,
        material: "metal",
        direction: "tube",
        texture: false,
        bevel: 0,
      }),
      7,
      0.5,
    ) +
    paint.solid(ellipse(8, -74, 11), { tones: accent, material: "metal", texture: false, direction: "ball", bevel: 2 });
  return (
    block(paint, 520, 566, 250) +
    paint.shadow(300, 800, 130, 14, 0.9) +
    shape("M520 640L640 566H720L520 700z", "#05070c", 0.35) +
    leaning(214, 796, -44, pen, 1.06) +
    paint.shadow(716, 798, 74, 14, 0.95) +
    `<g transform="translate(706 796) scale(1.02)">${cap}</g>`
  );
}

function stub(paint: Paint): string {
  const { body, accent, material } = paint;
  const pouch =
    "M470 330Q560 316 770 330Q790 560 780 782Q780 800 760 802Q620 810 490 802Q470 800 470 782Q458 560 470 330z";
  const mouth = "M470 330Q560 316 770 330Q690 352 600 352Q520 352 470 330z";
  const flap = "M476 470Q620 500 778 470L776 520Q620 552 474 520z";
  const pen =
    paint.solid("M0 -7Q-8 0 0 7L26 12V-12z", {
      tones: silver,
      material: "metal",
      direction: "pipe",
      texture: false,
      bevel: 0,
    }) +
    turnedPart(paint, 24, 120, 12, 44, body, material) +
    line("M56 -22Q62 0 56 22M74 -28Q80 0 74 28M92 -34Q98 0 92 34", body.deep, 3, 0.5) +
    shape(
      "M120 -46H520V-22H120z",
      paint.linear([
        [0, body.light],
        [0.5, body.highlight],
        [1, body.light],
      ]),
    ) +
    shape(
      "M120 -23H520V23H120z",
      paint.linear([
        [0, body.base],
        [0.3, mix(body.base, body.light, 0.5)],
        [1, mix(body.base, body.dark, 0.5)],
      ]),
    ) +
    shape(
      "M120 22H520V46H120z",
      paint.linear([
        [0, body.dark],
        [0.7, body.deep],
        [1, body.dark],
      ]),
    ) +
    line("M120 -23H520", body.highlight, 3, 0.8) +
    line("M120 22H520", body.deep, 2, 0.5) +
    sheen("M140 -35H440", 6, 0.7) +
    (material === "metal" ? shape("M120 -46H520V46H120z", paint.texture("metal", body)) : "") +
    turnedPart(paint, 516, 544, 46, 30, body, "metal") +
    band(paint, 110, 12, 47, body) +
    band(paint, 500, 8, 47, accent) +
    turnedPart(paint, 544, 596, 17, 17, body, "metal") +
    paint.solid("M596 -17Q610 0 596 17L590 17Q600 0 590 -17z", {
      tones: body,
      material: "metal",
      direction: "pipe",
      texture: false,
      bevel: 0,
    }) +
    raised(
      "M318 -11Q308 0 318 11H520V-11z",
      paint.solid("M318 -11Q308 0 318 11H520V-11z", {
        tones: body,
        material: "metal",
        direction: "pipe",
        texture: false,
        bevel: 0,
      }),
      7,
      0.5,
    ) +
    shape(ellipse(330, 0, 6), body.deep, 0.5);
  return (
    paint.shadow(640, 804, 220, 24, 1) +
    paint.solid(pouch, { tones: accent, material: "fabric", bevel: 30 }) +
    shape(
      mouth,
      paint.linear([
        [0, accent.dark],
        [1, accent.deep],
      ]),
    ) +
    folds(
      paint,
      pouch,
      [
        [500, 780, 540, 600, 520, 380, 18],
        [760, 780, 720, 600, 740, 380, 18],
      ],
      [[560, 380, 580, 560, 560, 780, 26]],
      { tones: accent },
    ) +
    stitch(
      "M486 366Q478 560 486 772Q488 786 500 787Q620 794 750 787Q764 786 765 772Q774 560 756 364",
      accent.highlight,
      2.6,
      "9 6",
    ) +
    raised(flap, paint.solid(flap, { tones: accent, material: "leather", bevel: 8 }), 6, 0.4) +
    stitch("M482 482Q620 512 774 482M480 508Q620 540 772 508", accent.light, 2.2) +
    paint.shadow(270, 802, 110, 14, 0.95) +
    `<g transform="translate(16 22)" opacity="0.3">${leaning(222, 790, -49, shape("M100 -46H520V46H100z", "#05070c"), 1.16)}</g>` +
    leaning(222, 792, -49, pen, 1.16)
  );
}

function deskSet(paint: Paint): string {
  const { body, accent, material } = paint;
  const base = "M216 726Q216 700 250 700H750Q784 700 784 726V772Q784 800 752 800H248Q216 800 216 772z";
  const top = "M234 708Q236 660 268 656H732Q764 660 766 708Q700 722 500 722Q300 722 234 708z";
  const pen =
    turnedPart(paint, 40, 250, 42, 46, body, material) +
    sheen("M60 -26L240 -28", 9, 0.55) +
    band(paint, 244, 14, 49, accent) +
    band(paint, 264, 5, 48, accent) +
    turnedPart(paint, 272, 560, 45, 26, body, material) +
    sheen("M286 -26L550 -16", 8, 0.55) +
    line("M286 26L552 15", body.light, 4, 0.3) +
    band(paint, 556, 8, 27, accent) +
    paint.solid("M564 -25Q604 -20 618 -10Q626 0 618 10Q604 20 564 25z", {
      direction: "pipe",
      texture: false,
      bevel: 0,
    }) +
    raised(
      "M86 -13Q78 0 86 11L244 10V-10z",
      paint.solid("M86 -13Q78 0 86 11L244 10V-10z", {
        tones: accent,
        material: "metal",
        direction: "pipe",
        texture: false,
        bevel: 0,
      }),
      6,
      0.5,
    ) +
    paint.solid(ellipse(92, -1, 15), { tones: accent, material: "metal", texture: false, direction: "ball", bevel: 2 });
  return (
    paint.shadow(506, 800, 350, 26, 1) +
    paint.solid(base, { tones: slate, material: "gloss", direction: "down", bevel: 10 }) +
    paint.solid(top, { tones: slate, material: "matte", bevel: 8 }) +
    line("M218 716H782", accent.base, 7) +
    line("M218 714H782", accent.highlight, 2, 0.7) +
    paint.solid(roundRect(620, 672, 96, 22, 6), { tones: accent, material: "metal", bevel: 4 }) +
    paint.shadow(520, 690, 120, 20, 0.85) +
    paint.solid("M430 684A66 14 0 0 0 562 684L544 648H448z", {
      tones: accent,
      material: "metal",
      direction: "tube",
      texture: false,
      bevel: 0,
    }) +
    leaning(
      484,
      668,
      -64,
      paint.solid("M-20 -36Q-12 0 -20 36L70 58Q82 0 70 -58z", {
        tones: accent,
        material: "metal",
        direction: "pipe",
        texture: false,
        bevel: 0,
      }) + shape("M70 -58Q82 0 70 58Q58 0 70 -58z", accent.deep),
    ) +
    leaning(500, 640, -64, pen, 0.98)
  );
}

/** A pen: fountain pen with its cap, brass ballpoint with its pouch, or desk set. */
export const pen: Drawing = (paint) => [fountain, stub, deskSet][paint.design]?.(paint) ?? fountain(paint);
