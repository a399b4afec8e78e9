import { graphite, line, shape, silver } from "../electronics/parts.ts";
import { folds, raised, stitch } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../studio.ts";
import { type Tones, tonesOf } from "../tone.ts";

const gold = tonesOf("#c8a25c");

const around = (count: number, draw: (angle: number, index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw((index / count) * 360, index)).join("");

/** A hand of a watch: pointed bar from the middle, with its shadow on the dial. */
const hand = (angle: number, length: number, width: number, tones: Tones): string => {
  const d = `M${500 - width} 470L${500 - width * 0.7} ${470 - length + 14}L500 ${470 - length}L${500 + width * 0.7} ${470 - length + 14}L${500 + width} 470L${500 + width * 0.6} 498L${500 - width * 0.6} 498Z`;
  return (
    `<g transform="translate(4 7) rotate(${angle} 500 470)">${shape(d, "#04060c", 0.45)}</g>` +
    `<g transform="rotate(${angle} 500 470)">${shape(d, tones.light)}${shape(`M500 ${470 - length}L${500 + width * 0.7} ${470 - length + 14}L${500 + width} 470L${500 + width * 0.6} 498L500 498Z`, tones.base)}</g>`
  );
};

/** The glass over a dial: one broad glare from the upper left. */
const crystal = (paint: Paint, d: string, glare: string): string =>
  `<g clip-path="${paint.clip(d)}">${shape(glare, paint.linear([[0, "#ffffff", 0.34], [1, "#ffffff", 0.02]], "diagonal"))}</g>` + line(d, "#fff", 2.4, 0.35);

const dialFill = (paint: Paint, tones: Tones): string => paint.radial([[0, tones.light], [0.55, tones.base], [1, tones.deep]], 0.4, 0.34, 0.75);

function leatherStrap(paint: Paint, half: number): string {
  const { body, accent } = paint;
  const upper = `M${500 - half} 330C${510 - half} 240 ${520 - half} 180 ${526 - half} 132C${540 - half} 108 ${460 + half} 108 ${474 + half} 132C${480 + half} 180 ${490 + half} 240 ${500 + half} 330Z`;
  const lower = `M${500 - half} 610C${510 - half} 690 ${518 - half} 730 ${522 - half} 776C${540 - half} 804 ${460 + half} 804 ${478 + half} 776C${482 + half} 730 ${490 + half} 690 ${500 + half} 610Z`;
  return (
    raised(upper, paint.solid(upper, { bevel: 26, direction: "down" }), 8, 0.4) + raised(lower, paint.solid(lower, { bevel: 26, direction: "down" }), 8, 0.4) +
    shape(upper, paint.linear([[0, "#04060c", 0.75], [0.4, "#04060c", 0.1], [0.75, "#ffffff", 0.08], [1, "#04060c", 0.3]])) + shape(lower, paint.linear([[0, "#04060c", 0.3], [0.3, "#ffffff", 0.08], [0.6, "#04060c", 0.16], [1, "#04060c", 0.8]])) +
    stitch(`M${514 - half} 330C${524 - half} 240 ${534 - half} 190 ${539 - half} 144M${486 + half} 330C${476 + half} 240 ${466 + half} 190 ${461 + half} 144M${514 - half} 610C${524 - half} 690 ${532 - half} 730 ${536 - half} 770M${486 + half} 610C${476 + half} 690 ${468 + half} 730 ${464 + half} 770`, accent.light, 3, "10 7") +
    folds(paint, lower, [[510 - half, 690, 500, 704, 490 + half, 688, 5], [514 - half, 736, 500, 748, 486 + half, 734, 5]], [])
  );
}

function dressWatch(paint: Paint): string {
  const { accent } = paint;
  const lug = (x: number, y: number, down: number): string => raised(roundRect(x, y, 34, 92, 12), shape(roundRect(x, y, 34, 92, 12), paint.fill(gold, "metal", "tube")), 5, 0.4) + (down > 0 ? "" : "");
  const face = ellipse(500, 470, 176);
  const small = ellipse(500, 556, 44);
  return (
    leatherStrap(paint, 92) + [[384, 256], [582, 256], [384, 592], [582, 592]].map(([x, y]) => lug(x ?? 0, y ?? 0, 0)).join("") +
    raised(roundRect(702, 446, 40, 48, 9), shape(roundRect(702, 446, 40, 48, 9), paint.fill(gold, "metal", "pipe")) + line("M716 450V490M726 450V490", gold.deep, 3, 0.7), 5, 0.4) +
    raised(ellipse(500, 470, 212), shape(ellipse(500, 470, 212), paint.fill(gold, "metal", "diagonal")), 14, 0.5) + shape(ellipse(500, 470, 198), paint.linear([[0, gold.deep], [0.5, gold.light], [1, gold.highlight]], "diagonal")) + shape(ellipse(500, 470, 184), gold.deep) +
    shape(face, dialFill(paint, accent)) + around(60, (angle, index) => (index % 5 === 0 ? "" : `<path d="M500 306v8" stroke="${accent.highlight}" stroke-opacity="0.6" stroke-width="2.4" transform="rotate(${angle} 500 470)"/>`)) +
    around(12, (angle, index) => `<g transform="rotate(${angle} 500 470)">${shape(roundRect(index % 3 === 0 ? 490 : 495, 308, index % 3 === 0 ? 20 : 10, 44, 2), paint.fill(gold, "metal", "tube"))}</g>`) +
    shape(small, accent.dark, 0.7) + line(small, gold.light, 2.4, 0.8) + line("M500 556L526 536", gold.light, 3) + hand(-56, 104, 9, gold) + hand(52, 146, 7, gold) + shape(ellipse(500, 470, 11), paint.fill(gold, "metal", "ball")) +
    crystal(paint, face, "M324 470C324 372 404 294 500 294C560 294 600 320 600 320C500 350 400 440 372 600C340 560 324 520 324 470Z")
  );
}

function diver(paint: Paint): string {
  const { body, accent } = paint;
  const links = (top: number, step: number): string =>
    Array.from({ length: 6 }, (_, index) => {
      const y = top + index * step;
      const half = 104 - index * 7;
      const tall = 40 - index * 2.6;
      const from = step > 0 ? y : y - tall + 40;
      const shade = 0.06 + index * 0.13;
      const piece = (x: number, width: number, tones: Tones): string => shape(roundRect(x, from, width, tall, 7), paint.fill(tones, "metal", "pipe")) + line(roundRect(x + 1, from + 1, width - 2, tall - 2, 6), tones.highlight, 1.6, 0.4);
      return piece(500 - half, half * 0.62, body) + piece(500 + half * 0.38, half * 0.62, body) + piece(500 - half * 0.36, half * 0.72, body) + shape(roundRect(500 - half, from, half * 2, tall, 7), "#04060c", shade);
    })
      .reverse()
      .join("");
  const face = ellipse(500, 470, 158);
  const bezel = ellipse(500, 470, 214);
  return (
    links(288, -36) + links(612, 34) + ["M372 330L404 262L596 262L628 330Z", "M372 610L404 678L596 678L628 610Z"].map((d) => raised(d, shape(d, paint.fill(body, "metal", "tube")) + paint.bevel(d, 10), 6, 0.4)).join("") +
    raised(roundRect(702, 442, 50, 56, 10), shape(roundRect(702, 442, 50, 56, 10), paint.fill(body, "metal", "pipe")) + line("M718 446V494M730 446V494M742 448V492", body.deep, 3, 0.7), 5, 0.4) +
    around(48, (angle) => `<path d="M496 246h8v18h-8z" fill="${body.dark}" transform="rotate(${angle} 500 470)"/>`) + raised(bezel, shape(bezel, paint.fill(body, "metal", "diagonal")), 12, 0.5) + shape(ellipse(500, 470, 202), paint.fill(accent, "gloss", "ball")) +
    around(12, (angle, index) => `<g transform="rotate(${angle} 500 470)">${shape(index === 0 ? "M486 278L514 278L500 302Z" : roundRect(496, 280, 8, index % 3 === 0 ? 26 : 18, 3), "#f3f0e6", 0.95)}</g>`) + shape(ellipse(500, 470, 168), paint.fill(body, "metal", "diagonal")) +
    shape(face, dialFill(paint, graphite)) + around(60, (angle) => `<path d="M500 318v8" stroke="#fff" stroke-opacity="0.6" stroke-width="2.2" transform="rotate(${angle} 500 470)"/>`) +
    around(12, (angle, index) => `<g transform="rotate(${angle} 500 470)">${index % 3 === 0 ? shape(roundRect(491, 332, 18, 36, 4), "#eef3e2") : shape(ellipse(500, 348, 11), "#eef3e2")}${line(index % 3 === 0 ? roundRect(491, 332, 18, 36, 4) : ellipse(500, 348, 11), silver.base, 2.4)}</g>`) +
    hand(-58, 88, 14, silver) + hand(48, 128, 10, silver) + `<g transform="rotate(200 500 470)">${line("M500 500V340", accent.light, 4)}</g>` + shape(ellipse(500, 470, 13), paint.fill(silver, "metal", "ball")) + crystal(paint, face, "M342 470C342 382 412 312 500 312C560 312 590 336 590 336C500 360 410 440 384 580C356 546 342 510 342 470Z")
  );
}

function squareWatch(paint: Paint): string {
  const { accent } = paint;
  const outer = roundRect(322, 268, 356, 404, 50);
  const face = roundRect(356, 302, 288, 336, 24);
  const indices = around(12, (angle) => {
    const turn = (angle * Math.PI) / 180;
    const reach = Math.min(122 / Math.max(0.001, Math.abs(Math.sin(turn))), 146 / Math.max(0.001, Math.abs(Math.cos(turn))));
    const [x, y] = [500 + Math.sin(turn) * (reach - 16), 470 - Math.cos(turn) * (reach - 16)];
    return `<g transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${angle})">${shape(roundRect(-4.5, -17, 9, 34, 2), paint.fill(silver, "metal", "tube"))}</g>`;
  });
  return (
    leatherStrap(paint, 112) + raised(roundRect(668, 448, 46, 44, 12), shape(roundRect(668, 448, 46, 44, 12), paint.fill(silver, "metal", "pipe")) + shape(ellipse(706, 470, 13, 15), paint.fill(accent, "gloss", "ball")), 5, 0.4) +
    raised(outer, shape(outer, paint.fill(silver, "metal", "diagonal")) + paint.bevel(outer, 18), 14, 0.5) + shape(roundRect(340, 286, 320, 368, 36), paint.linear([[0, silver.dark], [0.5, silver.light], [1, silver.highlight]], "diagonal")) + shape(roundRect(350, 296, 300, 348, 28), silver.deep) + shape(face, dialFill(paint, accent)) +
    line(roundRect(402, 356, 196, 228, 12), accent.highlight, 2, 0.5) + shape(roundRect(402, 356, 196, 228, 12), accent.dark, 0.35) + indices + hand(-58, 84, 9, silver) + hand(62, 104, 7, silver) + shape(ellipse(500, 470, 10), paint.fill(silver, "metal", "ball")) + crystal(paint, face, "M356 302L600 302C470 360 390 470 376 638L356 638Z")
  );
}

/** A watch: gold dress watch, diver on a steel bracelet, or square case; body is the strap, accent the dial. */
export const watch: Drawing = (paint) => paint.shadow(500, 804, 170, 22, 0.85) + ([dressWatch, diver, squareWatch][paint.design]?.(paint) ?? dressWatch(paint));
