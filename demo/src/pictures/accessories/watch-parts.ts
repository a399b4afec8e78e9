import type { Material } from "../../look.ts";
import { line, shape } from "../electronics/parts.ts";
import { raised } from "../fashion/cloth.ts";
import { ellipse, type Paint, roundRect } from "../paint.ts";
import { mix, type Tones, tonesOf } from "../tone.ts";

/** The middle of the dial. */
export const cx = 500;
export const cy = 470;
export const ivory = tonesOf("#efe7d8");

/** The material of a case: cases are never made of cloth. */
export const hard = ({ material }: Paint): Material =>
  material === "gloss" || material === "matte" || material === "glass" ? material : "metal";

/** Something drawn `count` times around the dial, with its turn in degrees. */
export const around = (count: number, draw: (turn: number, index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw((index / count) * 360, index)).join("");

/** Turns a part about the middle of the dial. */
export const spun = (turn: number, content: string, x = cx, y = cy): string =>
  `<g transform="rotate(${Math.round(turn * 10) / 10} ${x} ${y})">${content}</g>`;

/** A hand with one bright and one shaded slope, and its shadow on the dial. */
export function hand(turn: number, length: number, width: number, tones: Tones): string {
  const tip = cy - length;
  const left = `M${cx} ${tip}L${cx - width} ${tip + 26}L${cx - width * 0.55} ${cy + 26}H${cx}z`;
  const right = `M${cx} ${tip}L${cx + width} ${tip + 26}L${cx + width * 0.55} ${cy + 26}H${cx}z`;
  return (
    `<g transform="translate(4 7)">${spun(turn, shape(left + right, "#04060c", 0.4))}</g>` +
    spun(turn, shape(left, tones.highlight) + shape(right, mix(tones.base, tones.dark, 0.4)))
  );
}

/** A thin seconds hand with a counterweight. */
export const sweep = (turn: number, length: number, color: string): string =>
  `<g transform="translate(4 7)">${spun(turn, line(`M${cx} ${cy + 44}V${cy - length}`, "#04060c", 4, 0.35))}</g>` +
  spun(turn, line(`M${cx} ${cy + 44}V${cy - length}`, color, 4) + line(`M${cx} ${cy + 50}V${cy + 26}`, color, 10));

/** The pin that holds the hands. */
export const cap = (paint: Paint, tones: Tones, r = 11): string =>
  paint.solid(ellipse(cx, cy, r), { tones, material: "metal", texture: false, direction: "ball", bevel: 2 });

/** Light that fans out over a brushed dial. */
export function sunburst(d: string, paint: Paint): string {
  const wedge = (turn: number, half: number): string => {
    const at = (degrees: number): string => {
      const angle = (degrees * Math.PI) / 180;
      return `${Math.round(cx + Math.cos(angle) * 260)} ${Math.round(cy + Math.sin(angle) * 260)}`;
    };
    return `M${cx} ${cy}L${at(turn - half)}L${at(turn + half)}z`;
  };
  const fan = (turn: number, color: string, opacity: number): string =>
    [34, 26, 18, 11, 5].map((half) => shape(wedge(turn, half), color, opacity)).join("");
  return `<g clip-path="${paint.clip(d)}">${fan(-128, "#fff", 0.07)}${fan(52, "#fff", 0.05)}${fan(-38, "#000", 0.07)}${fan(142, "#000", 0.07)}</g>`;
}

/** A round sapphire over the dial: one broad glare and a bright edge. */
export const sapphire = (paint: Paint, r: number): string => {
  const d = ellipse(cx, cy, r);
  const glare = `M${cx - r} ${cy - r}H${cx + r * 0.35}C${cx - r * 0.1} ${cy - r * 0.4} ${cx - r * 0.55} ${cy + r * 0.1} ${cx - r * 0.62} ${cy + r}H${cx - r}z`;
  return `<g clip-path="${paint.clip(d)}">${shape(
    glare,
    paint.linear(
      [
        [0, "#fff", 0.3],
        [1, "#fff", 0.02],
      ],
      "diagonal",
    ),
  )}${paint.glow(cx + r * 0.5, cy + r * 0.72, r * 0.5, r * 0.24, 0.16)}</g>${line(d, "#fff", 2, 0.4)}`;
};

/** A raised rehaut: a dark groove, then a slope lit from the other side than the case. */
export const inset = (paint: Paint, r: number, tones: Tones): string =>
  shape(
    ellipse(cx, cy, r + 12),
    paint.linear(
      [
        [0, tones.deep],
        [0.5, tones.base],
        [1, tones.highlight],
      ],
      "diagonal",
    ),
  ) + shape(ellipse(cx, cy, r + 3), "#05070c", 0.85);

/** Darkens a strap where it turns away at both ends. */
export const turnedEnds = (paint: Paint, d: string): string =>
  `<g clip-path="${paint.clip(d)}">${shape(
    "M200 100h600v150h-600z",
    paint.linear([
      [0, "#04060c", 0.8],
      [0.5, "#04060c", 0.25],
      [1, "#04060c", 0],
    ]),
  )}` +
  `${shape(
    "M200 680h600v140h-600z",
    paint.linear([
      [0, "#04060c", 0],
      [0.5, "#04060c", 0.25],
      [1, "#04060c", 0.82],
    ]),
  )}</g>`;

/** A fluted crown. */
export const crown = (paint: Paint, x: number, y: number, width: number, height: number, tones: Tones): string => {
  const d = roundRect(x, y, width, height, 9);
  const flutes = Array.from(
    { length: Math.floor(height / 8) },
    (_, index) => `M${x + 12} ${y + 5 + index * 8}H${x + width - 3}`,
  ).join("");
  return raised(
    d,
    paint.solid(d, { tones, material: "metal", direction: "pipe", texture: false, bevel: 3 }) +
      line(flutes, tones.deep, 3, 0.5),
    5,
    0.4,
  );
};
