import { shape } from "../electronics/parts.ts";
import { type Direction, type Paint, roundRect } from "../paint.ts";
import { mix, type Tones } from "../tone.ts";
import { folds, mirrored, raised, seam, symmetric } from "./cloth.ts";

/** The measures of a garment worn by nobody: half outline, left of x = 500. */
export type Cut = {
  neckX: number;
  neckY: number;
  /** How far the front neckline falls below `neckY`. */
  depth: number;
  shoulderX: number;
  shoulderY: number;
  armpitX: number;
  armpitY: number;
  waistX: number;
  waistY: number;
  hemX: number;
  hemY: number;
};

/** The cut of a plain top; other garments change some of its measures. */
export const plainCut: Cut = {
  neckX: 424,
  neckY: 196,
  depth: 62,
  shoulderX: 304,
  shoulderY: 246,
  armpitX: 324,
  armpitY: 432,
  waistX: 332,
  waistY: 600,
  hemX: 320,
  hemY: 784,
};

/** A piece of clothing cloth: as `paint.solid`, but a woven one shows its threads only faintly, as fine cloth does. */
export function cloth(
  paint: Paint,
  d: string,
  tones: Tones,
  options: { bevel: number; direction?: Direction },
): string {
  if (paint.material !== "fabric") return paint.solid(d, { ...options, tones });
  return (
    shape(d, paint.fill(tones, "fabric", options.direction)) +
    shape(d, paint.texture("fabric", tones), 0.4) +
    paint.bevel(d, options.bevel)
  );
}

/** The outline of the body of a garment, with the neckline cut out. */
export function torso(cut: Cut): string {
  const { neckX, neckY, depth, shoulderX, shoulderY, armpitX, armpitY, waistX, waistY, hemX, hemY } = cut;
  return symmetric(500, neckY + depth, [
    [500 - (500 - neckX) * 0.62, neckY + depth, neckX + 6, neckY + depth * 0.55, neckX, neckY],
    [shoulderX + 40, shoulderY - 26, shoulderX, shoulderY],
    [shoulderX + 2, shoulderY + 70, armpitX - 8, armpitY - 70, armpitX, armpitY],
    [waistX, (armpitY + waistY) / 2, waistX, waistY],
    [waistX, (waistY + hemY) / 2, hemX, hemY],
    [390, hemY + 16, 500, hemY + 16],
  ]);
}

/** The outline of the left sleeve: long with a cuff at about (168..252, 720), or short. */
export function sleeve(cut: Cut, length: "long" | "short", width = 0): string {
  const { shoulderX: x, shoulderY: y, armpitX, armpitY } = cut;
  const inner = `L${armpitX + 12} ${armpitY - 8}L${x + 30} ${y + 20}Z`;
  if (length === "short") {
    return `M${x + 6} ${y - 3}C${x - 46} ${y + 16} ${x - 84} ${y + 90} ${x - 112 - width} ${y + 172}Q${x - 70} ${y + 214} ${x - 12 + width} ${y + 220}C${x + 2} ${y + 208} ${x + 12} ${y + 198} ${armpitX} ${armpitY}${inner}`;
  }
  return (
    `M${x + 6} ${y - 3}C${x - 44} ${y + 12} ${x - 66 - width} ${y + 60} ${x - 80 - width} ${y + 128}` +
    `C${x - 98 - width} ${y + 226} ${x - 118 - width} ${y + 350} ${x - 132} ${y + 474}Q${x - 92} ${y + 496} ${x - 50 + width * 0.4} ${y + 490}` +
    `C${x - 32 + width} ${y + 394} ${x - 10 + width} ${y + 290} ${armpitX + 4} ${armpitY + 18}${inner}`
  );
}

/** The inside of the back, seen through the neckline, with its woven label. */
export function insideBack(paint: Paint, cut: Cut, tones: Tones, label: Tones, rise = 16): string {
  const { neckX, neckY, depth } = cut;
  const far = 1000 - neckX;
  const d = `M${neckX - 4} ${neckY + 4}C${neckX + 30} ${neckY - rise} ${far - 30} ${neckY - rise} ${far + 4} ${neckY + 4}L${far} ${neckY + depth + 30}L${neckX} ${neckY + depth + 30}Z`;
  const width = Math.min(54, (500 - neckX) * 0.8);
  return (
    shape(
      d,
      paint.linear([
        [0, mix(tones.base, tones.dark, 0.6)],
        [0.35, tones.deep],
        [1, mix(tones.deep, "#000000", 0.5)],
      ]),
    ) +
    shape(
      roundRect(500 - width / 2, neckY + 4, width, Math.min(24, depth * 0.5), 3),
      paint.linear([
        [0, label.light],
        [1, label.dark],
      ]),
      0.92,
    )
  );
}

/** Both sleeves with their elbow folds, shaded where they pass behind the body. */
export function sleeves(paint: Paint, left: string, tones: Tones, length: "long" | "short"): string {
  const right = mirrored(left);
  const long = length === "long";
  const draw = (d: string, side: 1 | -1): string => {
    const x = (value: number): number => (side === 1 ? value : 1000 - value);
    return (
      cloth(paint, d, tones, { bevel: 24, direction: side === 1 ? "diagonal" : "down" }) +
      folds(
        paint,
        d,
        long
          ? [
              [x(316), 300, x(292), 420, x(260), 640, 18],
              [x(310), 440, x(270), 452, x(226), 430, 9],
              [x(296), 486, x(250), 516, x(208), 500, 10],
              [x(282), 540, x(250), 560, x(200), 540, 7],
              [x(190), 640, x(220), 668, x(262), 650, 8],
            ]
          : [
              [x(316), 300, x(300), 360, x(290), 470, 18],
              [x(310), 400, x(270), 420, x(226), 400, 9],
            ],
        long
          ? [
              [x(268), 290, x(232), 400, x(204), 560, 14],
              [x(296), 464, x(250), 480, x(216), 468, 6],
              [x(196), 560, x(190), 640, x(182), 700, 8],
            ]
          : [[x(270), 290, x(244), 330, x(220), 400, 14]],
        { tones },
      ) +
      (side === -1 ? shape(d, "#060812", 0.14) : "")
    );
  };
  return draw(left, 1) + draw(right, -1);
}

/** The body of the garment above its sleeves, with the hang of the cloth. */
export function bodice(paint: Paint, d: string, tones: Tones, strength = 0.75): string {
  return (
    raised(d, cloth(paint, d, tones, { bevel: 30 }), 12, 0.4) +
    folds(
      paint,
      d,
      [
        [340, 424, 400, 470, 470, 480, 12],
        [664, 420, 600, 480, 540, 500, 12],
        [352, 470, 400, 540, 380, 640, 12],
        [650, 470, 610, 560, 640, 680, 14],
        [420, 600, 440, 700, 424, 796, 12],
        [566, 560, 560, 690, 580, 796, 13],
        [346, 690, 400, 720, 470, 716, 8],
        [656, 640, 610, 690, 540, 700, 8],
        [330, 300, 350, 360, 340, 430, 12],
        [676, 300, 650, 360, 664, 430, 12],
      ],
      [
        [380, 280, 392, 400, 372, 520, 22],
        [396, 560, 380, 660, 390, 780, 14],
        [536, 520, 520, 640, 536, 780, 16],
        [600, 300, 580, 360, 590, 440, 16],
        [360, 446, 420, 496, 480, 500, 6],
      ],
      { tones, strength },
    )
  );
}

/** The armhole seams of a body, both sides. */
export function armholes(cut: Cut, tones: Tones): string {
  const { shoulderX, shoulderY, armpitX, armpitY } = cut;
  const left = `M${shoulderX} ${shoulderY}C${shoulderX + 2} ${shoulderY + 70} ${armpitX - 8} ${armpitY - 70} ${armpitX} ${armpitY}`;
  return seam(left, tones, 2.4) + seam(mirrored(left), tones, 2.4);
}

/** A sewn-on part with its cast shadow. */
export const part = (paint: Paint, d: string, tones: Tones, bevel = 10, drop = 6): string =>
  raised(d, cloth(paint, d, tones, { bevel }), drop, 0.42);

/** The same part on both sides. */
export const bothSides = (d: string, draw: (d: string) => string): string => draw(d) + draw(mirrored(d));

/** A thick soft piece that lies over others. */
export const lay = (paint: Paint, d: string, tones: Tones, bevel = 22, drop = 12): string =>
  raised(d, cloth(paint, d, tones, { bevel }), drop, 0.5);
