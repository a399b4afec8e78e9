import { line, shape } from "../electronics/parts.ts";
import { type Drawing, roundRect } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { type Crease, folds, mirrored, raised, rivet, seam, stitch, symmetric } from "./cloth.ts";
import { cloth } from "./garment.ts";

const copper: Tones = { highlight: "#fde3c8", light: "#dfa878", base: "#b27444", dark: "#774525", deep: "#3f2211" };

type Leg = { outline: string; folds: readonly Crease[]; lights: readonly Crease[]; hem: string };

/** A trouser leg from hip to hem: half waist, hip, knee and hem places of the left side. */
function leg(hipX: number, kneeX: number, hemX: number, hemInner: number, kneeInner: number): Leg {
  const outline =
    `M404 150C396 220 ${hipX + 6} 260 ${hipX} 330C${hipX - 6} 420 ${kneeX} 480 ${kneeX} 560C${kneeX} 640 ${hemX} 720 ${hemX} 792` +
    `Q${(hemX + hemInner) / 2} 808 ${hemInner} 796C${hemInner} 700 ${kneeInner} 620 ${kneeInner} 560C${kneeInner + 6} 480 492 430 502 372L504 150Z`;
  return {
    outline,
    folds: [
      [500, 372, 440, 380, 386, 352, 11],
      [498, 392, 450, 420, 396, 420, 9],
      [kneeInner - 2, 540, kneeInner - 40, 560, kneeX + 16, 544, 9],
      [kneeX + 4, 580, kneeX + 50, 600, kneeInner - 4, 588, 8],
      [kneeInner, 480, kneeInner - 30, 640, hemInner - 6, 780, 12],
      [hemX + 4, 740, hemX + 46, 762, hemInner - 6, 744, 8],
      [hemX + 4, 776, hemX + 40, 784, hemInner - 10, 770, 6],
    ],
    lights: [
      [hipX + 40, 300, kneeX + 34, 460, kneeX + 40, 620, 22],
      [kneeX + 44, 640, hemX + 40, 700, hemX + 42, 760, 16],
      [430, 400, 450, 398, 486, 390, 6],
    ],
    hem: `M${hemX} 778Q${(hemX + hemInner) / 2} 794 ${hemInner} 782`,
  };
}

/** Jeans: straight with turned-up hems, slim with a faded thigh, or high and wide. */
export const jeans: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const cut = { 0: leg(352, 352, 352, 474, 484), 1: leg(358, 376, 392, 474, 484), 2: leg(342, 318, 276, 478, 488) }[
    design
  ];
  const thread = accent.light;
  const right = mirrored(cut.outline);
  const flip = (list: readonly Crease[]): Crease[] =>
    list.map(([x1, y1, cx, cy, x2, y2, width]) => [1000 - x1, y1, 1000 - cx, cy + 8, 1000 - x2, y2, width]);
  const legOf = (d: string, dark: readonly Crease[], light: readonly Crease[], shade: number): string =>
    raised(d, cloth(paint, d, body, { bevel: 22 }), 8, 0.35) +
    folds(paint, d, dark, light, { strength: 0.9 }) +
    shape(d, "#060812", shade);
  const waist = symmetric(500, 158, [
    [450, 158, 420, 152, 402, 142],
    [398, 186],
    [430, 200, 500, 202],
  ]);
  const inside = symmetric(500, 122, [
    [450, 122, 416, 128, 402, 142],
    [430, 158, 500, 160],
  ]);
  const top = "M402 140L598 140L660 372L500 400L340 372Z";
  const pocket = "M402 196C404 240 386 262 366 272";
  const coin = "M384 252L384 222C396 216 404 206 410 198";
  const fly = "M500 204V372M500 372C524 362 536 340 538 300L538 206";
  const loop = (x: number): string => {
    const d = roundRect(x, 138, 16, 70, 3);
    return raised(d, cloth(paint, d, body, { bevel: 4 }), 4, 0.4);
  };
  const fade =
    design === 1
      ? [0, 1]
          .map(
            (side) =>
              paint.glow(side === 0 ? 424 : 576, 440, 46, 130, 0.3, body.highlight) +
              line(
                `M${side === 0 ? 396 : 548} 560q28 10 52 0M${side === 0 ? 398 : 550} 576q26 8 48 2M${side === 0 ? 400 : 552} 590q24 8 44 0`,
                body.highlight,
                3.4,
                0.8,
              ),
          )
          .join("")
      : "";
  const turnUp = "M346 738Q410 756 480 742L478 800Q410 814 344 796Z";
  const hems =
    design === 0
      ? raised(
          turnUp,
          paint.solid(turnUp, {
            tones: { ...body, base: body.light, light: body.highlight, dark: body.base, deep: body.dark },
            bevel: 8,
          }),
          6,
          0.45,
        ) +
        raised(
          mirrored(turnUp),
          paint.solid(mirrored(turnUp), {
            tones: { ...body, base: body.light, light: body.highlight, dark: body.base, deep: body.dark },
            bevel: 8,
          }),
          6,
          0.45,
        ) +
        stitch("M348 750Q410 768 478 754M522 754Q590 768 652 750", thread, 2.2)
      : stitch(cut.hem, thread, 2.2) + stitch(mirrored(cut.hem), thread, 2.2);
  const outer = cut.outline.slice(0, cut.outline.indexOf("Q"));
  return (
    paint.shadow(500, 806, design === 2 ? 280 : 200, 20, 0.8) +
    `<g transform="translate(500 800) scale(1.08 1.02) translate(-500 -800)">` +
    shape(
      inside,
      paint.linear([
        [0, body.dark],
        [1, body.deep],
      ]),
    ) +
    shape(roundRect(476, 128, 48, 22, 3), paint.fill(accent, "leather", "down")) +
    legOf(right, flip(cut.folds), flip(cut.lights), 0.12) +
    legOf(cut.outline, cut.folds, cut.lights, 0) +
    fade +
    `<g clip-path="${paint.clip(cut.outline + right)}">` +
    `<g transform="translate(8 0)">${stitch(outer, thread, 2.2)}</g><g transform="translate(-8 0)">${stitch(mirrored(outer), thread, 2.2)}</g></g>` +
    folds(
      paint,
      top,
      [
        [420, 240, 456, 300, 486, 366, 8],
        [590, 240, 548, 320, 506, 384, 9],
        [440, 350, 480, 372, 500, 392, 6],
      ],
      [[430, 220, 460, 280, 470, 340, 10]],
      {},
    ) +
    seam(pocket, body, 3) +
    seam(mirrored(pocket), body, 3) +
    stitch("M410 200C412 246 392 270 368 282M590 200C588 246 608 270 632 282", thread, 2.2) +
    stitch(coin, thread, 2.2) +
    [
      [400, 204],
      [368, 268],
      [600, 204],
      [632, 268],
    ]
      .map(([x, y]) => rivet(paint, x ?? 0, y ?? 0, 5.5, copper))
      .join("") +
    seam(fly, body, 2.6) +
    stitch("M508 366C528 354 538 334 540 298L540 206M516 372C536 360 547 338 548 300L548 206", thread, 2.2) +
    seam("M500 372C490 400 486 420 486 440", body, 2) +
    raised(waist, cloth(paint, waist, body, { bevel: 8 }), 5, 0.4) +
    stitch("M406 152C430 162 570 162 594 152M402 180C430 192 570 192 598 180", thread, 2.2) +
    loop(424) +
    loop(560) +
    rivet(paint, 500, 179, 12, copper) +
    hems +
    "</g>"
  );
};
