import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { mix } from "../tone.ts";
import { graphite, line, shape, silver } from "./parts.ts";

/** A progress ring: a dim full circle and a bright arc of `share` of it. */
function ring(cx: number, cy: number, r: number, width: number, share: number, color: string): string {
  const round = 2 * Math.PI * r;
  return (
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${color}" stroke-opacity="0.22" stroke-width="${width}"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-dasharray="${Math.round(round * share)} ${Math.round(round)}" transform="rotate(-90 ${cx} ${cy})"/>`
  );
}

const hand = (cx: number, cy: number, length: number, degrees: number, width: number, color: string): string =>
  `<g transform="rotate(${degrees} ${cx} ${cy})">${line(`M${cx} ${cy + length * 0.16}V${cy - length}`, color, width)}</g>`;

const glare = (paint: Paint, d: string, cut: string): string =>
  `<g clip-path="${paint.clip(d)}">${shape(
    cut,
    paint.linear(
      [
        [0, "#fff", 0.3],
        [1, "#fff", 0.02],
      ],
      "diagonal",
    ),
  )}</g>`;

/** Shades both ends of a strap of half-width `half`, where it turns away to the back. */
const turnedEnds = (paint: Paint, half: number): string =>
  shape(
    roundRect(500 - half, 144, 2 * half, 90, 14),
    paint.linear([
      [0, "#000", 0.62],
      [0.3, "#000", 0.3],
      [1, "#000", 0],
    ]),
  ) +
  shape(
    roundRect(500 - half, 708, 2 * half, 90, 14),
    paint.linear([
      [0, "#000", 0],
      [0.7, "#000", 0.3],
      [1, "#000", 0.66],
    ]),
  );

function squircle(paint: Paint): string {
  const upper = "M346 330C350 250 366 190 376 160Q380 146 396 146H604Q620 146 624 160C634 190 650 250 654 330z";
  const lower = "M346 620C350 700 366 750 376 784Q380 798 396 798H604Q620 798 624 784C634 750 650 700 654 620z";
  const face = roundRect(312, 290, 376, 370, 104);
  const holes = [700, 728, 756].map((y) => ellipse(500, y, 9, 6)).join("");
  return (
    paint.shadow(500, 796, 190, 22, 1) +
    paint.solid(upper, { tones: paint.accent, material: "matte", direction: "tube", bevel: 12 }) +
    paint.solid(lower, { tones: paint.accent, material: "matte", direction: "tube", bevel: 12 }) +
    `<g clip-path="${paint.clip(upper + lower)}">${turnedEnds(paint, 160)}</g>` +
    shape(holes, paint.accent.deep) +
    paint.shadow(506, 668, 190, 34, 0.8) +
    paint.solid(roundRect(704, 402, 34, 84, 14), { tones: silver, material: "metal", direction: "pipe", bevel: 5 }) +
    line("M712 414H732M712 428H732M712 444H732M712 460H732M712 474H732", "#2a2f39", 3, 0.6) +
    paint.solid(roundRect(704, 524, 20, 84, 9), { material: "metal", bevel: 4 }) +
    paint.solid(roundRect(284, 262, 432, 426, 130), { bevel: 18 }) +
    shape(face, "#05070b") +
    shape(
      roundRect(324, 302, 352, 346, 94),
      paint.radial(
        [
          [0, mix(paint.accent.deep, "#0a1124", 0.4)],
          [1, "#04060b"],
        ],
        0.5,
        0.45,
        0.7,
      ),
    ) +
    ring(500, 475, 130, 18, 0.72, paint.accent.light) +
    line("M424 484H460L478 446L506 524L528 464L538 484H576", "#f4f6fb", 9) +
    glare(paint, face, "M300 280H560L380 680H300z")
  );
}

function round(paint: Paint): string {
  const links = (from: number, to: number, way: 1 | -1): string =>
    Array.from({ length: 5 }, (_, index) => {
      const y = from + ((to - from) * index) / 5;
      const half = 112 - index * 8;
      const height = Math.abs(to - from) / 5 - 5;
      const top = way === 1 ? y : y - height;
      return (
        paint.solid(roundRect(500 - half, top, half * 2, height, 9), {
          tones: silver,
          material: "metal",
          direction: "tube",
          texture: false,
          bevel: 4,
        }) +
        paint.solid(roundRect(500 - half * 0.42, top, half * 0.84, height, 6), {
          tones: paint.accent,
          material: "metal",
          direction: "tube",
          texture: false,
          bevel: 3,
        })
      );
    }).join("");
  const marks = Array.from(
    { length: 12 },
    (_, index) =>
      `<g transform="rotate(${index * 30} 500 475)">${line("M500 332V352", index % 3 === 0 ? paint.accent.highlight : "#cdd5e4", index % 3 === 0 ? 8 : 4, 0.9)}</g>`,
  ).join("");
  const face = ellipse(500, 475, 168);
  return (
    paint.shadow(500, 796, 170, 22, 1) +
    links(300, 146, -1) +
    links(650, 796, 1) +
    turnedEnds(paint, 82) +
    paint.solid("M384 330L400 268H600L616 330zM384 620L400 690H600L616 620z", { material: "metal", bevel: 8 }) +
    paint.solid(roundRect(700, 436, 46, 28, 9), {
      tones: paint.accent,
      material: "metal",
      direction: "pipe",
      bevel: 4,
    }) +
    paint.solid(roundRect(692, 540, 36, 26, 9), { tones: silver, material: "metal", direction: "pipe", bevel: 4 }) +
    paint.solid(ellipse(500, 475, 218), { bevel: 16, material: paint.material }) +
    paint.solid(ellipse(500, 475, 192), { tones: graphite, material: "metal", texture: false, bevel: 8 }) +
    shape(
      face,
      paint.radial(
        [
          [0, mix(paint.accent.deep, "#16204a", 0.5)],
          [1, "#04060b"],
        ],
        0.5,
        0.4,
        0.7,
      ),
    ) +
    marks +
    ring(500, 556, 34, 9, 0.7, paint.accent.light) +
    ring(428, 470, 28, 7, 0.4, mix(paint.accent.light, "#7ae3c3", 0.7)) +
    hand(500, 475, 84, -52, 13, "#eef2fa") +
    hand(500, 475, 122, 46, 9, "#eef2fa") +
    hand(500, 475, 128, 160, 3.5, paint.accent.light) +
    shape(ellipse(500, 475, 11), paint.accent.light) +
    glare(paint, face, "M320 300H560L420 650H320z")
  );
}

function band(paint: Paint): string {
  const loop = "M396 150Q500 118 604 150L622 330V620L604 786Q500 812 396 786L378 620V330z";
  const inside = "M404 172Q500 146 596 172L600 210Q500 190 400 210z";
  const slots = [708, 734, 760].map((y) => roundRect(486, y, 28, 11, 5)).join("");
  return (
    paint.shadow(500, 797, 180, 22, 1) +
    paint.solid(loop, {
      tones: paint.accent,
      material: paint.material === "leather" ? "leather" : "matte",
      direction: "tube",
      bevel: 16,
    }) +
    shape(inside, paint.accent.deep, 0.9) +
    shape(slots, paint.accent.deep, 0.9) +
    paint.shadow(506, 690, 140, 30, 0.7) +
    paint.solid(roundRect(372, 226, 256, 462, 116), {
      bevel: 18,
      material: paint.material === "leather" ? "metal" : paint.material,
    }) +
    shape(roundRect(394, 248, 212, 418, 96), "#05070b") +
    shape(
      roundRect(402, 256, 196, 402, 90),
      paint.linear([
        [0, mix(paint.accent.dark, "#1b2560", 0.5)],
        [0.6, "#080c18"],
        [1, "#04060b"],
      ]),
    ) +
    ring(500, 362, 66, 17, 0.72, paint.accent.light) +
    shape(
      "M500 392C470 372 466 340 486 338Q496 338 500 348Q504 338 514 338C534 340 530 372 500 392z",
      mix(paint.accent.light, "#ff6f7d", 0.6),
    ) +
    line("M430 530H456L470 494L492 562L508 516L520 530H570", mix(paint.accent.highlight, "#7ae3c3", 0.5), 7, 0.95) +
    [452, 500, 548]
      .map((x, index) =>
        shape(roundRect(x - 10, 616 - index * 8, 20, 20 + index * 8, 6), paint.accent.light, 0.5 + index * 0.2),
      )
      .join("") +
    glare(paint, roundRect(394, 248, 212, 418, 96), "M380 230H540L420 680H380z")
  );
}

/** Smartwatches: a rounded square with sport strap, a round one on links, a slim fitness band. */
export const smartwatch: Drawing = (paint) => [squircle, round, band][paint.design]?.(paint) ?? "";
