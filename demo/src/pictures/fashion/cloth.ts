import { ellipse, type Paint, roundRect } from "../paint.ts";
import type { Tones } from "../tone.ts";

/** A tapered fold: it starts in a point, swells to `width` around the control point and ends in a point. */
export type Crease = readonly [x1: number, y1: number, cx: number, cy: number, x2: number, y2: number, width: number];

const tidy = (value: number): number => Math.round(value * 10) / 10;

/** The outline of one fold. */
export function crease([x1, y1, cx, cy, x2, y2, width]: Crease): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const nx = (-(y2 - y1) / length) * width;
  const ny = ((x2 - x1) / length) * width;
  return (
    `M${x1} ${y1}Q${tidy(cx + nx)} ${tidy(cy + ny)} ${x2} ${y2}` + `Q${tidy(cx - nx)} ${tidy(cy - ny)} ${x1} ${y1}Z`
  );
}

/** Nested leaves of rising strength stand in for a blur: as soft to the eye, at a tenth of the time. */
function leaves(creases: readonly Crease[], color: string, opacity: number, spread: number): string {
  return [1, 0.78, 0.57, 0.38, 0.2]
    .map((share) => {
      const d = creases.map(([x1, y1, cx, cy, x2, y2, width]) =>
        crease([x1, y1, cx, cy, x2, y2, tidy(width * share * spread)]),
      );
      return `<path d="${d.join("")}" fill="${color}" fill-opacity="${Math.round(opacity * 100) / 100}"/>`;
    })
    .join("");
}

/** Soft folds inside an outline: `dark` ones sink, `light` ones catch the lamp. */
export function folds(
  paint: Paint,
  outline: string,
  dark: readonly Crease[],
  light: readonly Crease[],
  options: { tones?: Tones; strength?: number } = {},
): string {
  const tones = options.tones ?? paint.body;
  const strength = (options.strength ?? 1) * paint.folding;
  return (
    `<g clip-path="${paint.clip(outline)}">${leaves(dark, tones.deep, 0.17 * strength, 2.1)}` +
    `${leaves(light, tones.highlight, 0.08 * strength, 2)}</g>`
  );
}

/** A row of sewing: thread with its small shadow. */
export function stitch(d: string, color: string, width = 2.6, dash = "8 5"): string {
  return (
    `<g fill="none" stroke-linecap="round"><path d="${d}" stroke="#05060a" stroke-opacity="0.42" stroke-width="${width + 1.4}" transform="translate(0.8 1.4)"/>` +
    `<path d="${d}" stroke="${color}" stroke-width="${width}" stroke-dasharray="${dash}"/></g>`
  );
}

/** A seam where two pieces of cloth meet: a dark groove with a lit lower lip. */
export function seam(d: string, tones: Tones, width = 3): string {
  return (
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${d}" stroke="${tones.deep}" stroke-opacity="0.22" stroke-width="${width * 3.2}"/>` +
    `<path d="${d}" stroke="${tones.deep}" stroke-opacity="0.85" stroke-width="${width}"/>` +
    `<path d="${d}" stroke="${tones.highlight}" stroke-opacity="0.3" stroke-width="${tidy(width * 0.6)}" transform="translate(1.4 2.4)"/></g>`
  );
}

/** A part that lies on top of others: its soft cast shadow first, then the part itself. */
export function raised(d: string, part: string, drop = 10, strength = 0.5): string {
  const rings = [1.6, 1, 0.5].map(
    (share) =>
      `<path d="${d}" stroke="#04060c" stroke-opacity="${tidy(strength * 10) / 34}" stroke-width="${tidy(drop * share)}"/>`,
  );
  return (
    `<g transform="translate(${tidy(drop * 0.3)} ${tidy(drop * 0.6)})" fill="#04060c" fill-opacity="${strength * 0.4}" stroke-linejoin="round">${rings.join("")}</g>` +
    part
  );
}

type Segment = readonly number[];
const at = (list: Segment, index: number): number => list[index] ?? 0;

/**
 * A closed outline that is the same on both sides of x = 500. The segments walk the left half from the top middle to
 * the bottom middle: two numbers make a line, four a quadratic curve, six a cubic one.
 */
export function symmetric(startX: number, startY: number, segments: readonly Segment[]): string {
  const letter = (segment: Segment): string => (segment.length === 2 ? "L" : segment.length === 4 ? "Q" : "C");
  const left = segments.map((segment) => letter(segment) + segment.join(" "));
  const right: string[] = [];
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const segment = segments[index] ?? [];
    const before = segments[index - 1];
    const target = before === undefined ? [startX, startY] : before.slice(-2);
    const controls: number[] = [];
    for (let place = segment.length - 4; place >= 0; place -= 2)
      controls.push(at(segment, place), at(segment, place + 1));
    const points = [...controls, ...target].map((value, place) => (place % 2 === 0 ? 1000 - value : value));
    right.push(letter(segment) + points.join(" "));
  }
  const end = segments.at(-1)?.slice(-2) ?? [startX, startY];
  const bridge = at(end, 0) === 500 ? "" : `L${1000 - at(end, 0)} ${at(end, 1)}`;
  return `M${startX} ${startY}${left.join("")}${bridge}${right.join("")}Z`;
}

/** The mirror image of a path at x = 500. Only absolute M, L, C, Q, S, T and Z. */
export function mirrored(d: string): string {
  return d.replace(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g, (_pair, x: string, y: string) => `${tidy(1000 - Number(x))} ${y}`);
}

/** Knitted ribs between an upper and a lower edge, each given as x1, y1, x2, y2, inside an outline. */
export function ribs(
  paint: Paint,
  outline: string,
  upper: readonly [number, number, number, number],
  lower: readonly [number, number, number, number],
  count: number,
  tones: Tones,
): string {
  const dark: string[] = [];
  const light: string[] = [];
  for (let index = 0; index <= count; index += 1) {
    const share = index / count;
    const x1 = tidy(upper[0] + (upper[2] - upper[0]) * share);
    const y1 = tidy(upper[1] + (upper[3] - upper[1]) * share);
    const x2 = tidy(lower[0] + (lower[2] - lower[0]) * share);
    const y2 = tidy(lower[1] + (lower[3] - lower[1]) * share);
    dark.push(`M${x1} ${y1}L${x2} ${y2}`);
    light.push(`M${tidy(x1 + 3.4)} ${y1}L${tidy(x2 + 3.4)} ${y2}`);
  }
  return (
    `<g clip-path="${paint.clip(outline)}" fill="none"><path d="${dark.join("")}" stroke="${tones.deep}" stroke-opacity="0.6" stroke-width="3.4"/>` +
    `<path d="${light.join("")}" stroke="${tones.highlight}" stroke-opacity="0.3" stroke-width="2.6"/></g>`
  );
}

/** A sewn-on button with four holes, a rim and a small shadow. */
export function button(paint: Paint, cx: number, cy: number, r: number, tones: Tones): string {
  const hole = (dx: number, dy: number): string =>
    ellipse(tidy(cx + dx * r * 0.26), tidy(cy + dy * r * 0.26), tidy(r * 0.12));
  return (
    paint.shadow(cx + r * 0.2, cy + r * 0.4, r * 1.4, r * 1.35, 0.6) +
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${paint.fill(tones, "gloss", "ball")}"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${tidy(r * 0.66)}" fill="none" stroke="${tones.deep}" stroke-opacity="0.55" stroke-width="${tidy(r * 0.12)}"/>` +
    `<path d="${hole(-1, -1)}${hole(1, -1)}${hole(-1, 1)}${hole(1, 1)}" fill="${tones.deep}"/>`
  );
}

/** A plain label without any sign, sewn on all round. */
export function label(paint: Paint, x: number, y: number, width: number, height: number, tones: Tones): string {
  const d = roundRect(x, y, width, height, 6);
  return (
    raised(d, paint.solid(d, { tones, material: "leather", bevel: 6 }), 5, 0.45) +
    stitch(roundRect(x + 7, y + 7, width - 14, height - 14, 3), tones.highlight, 2, "6 4")
  );
}

/** A metal snap, rivet or jeans button. */
export function rivet(paint: Paint, cx: number, cy: number, r: number, tones: Tones): string {
  return (
    paint.shadow(cx + r * 0.2, cy + r * 0.4, r * 1.5, r * 1.4, 0.6) +
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${paint.fill(tones, "metal", "ball")}"/>` +
    `<circle cx="${cx}" cy="${cy}" r="${tidy(r * 0.6)}" fill="${paint.fill(tones, "metal", "diagonal")}" stroke="${tones.deep}" stroke-opacity="0.5" stroke-width="1"/>` +
    `<circle cx="${tidy(cx - r * 0.3)}" cy="${tidy(cy - r * 0.35)}" r="${tidy(r * 0.2)}" fill="#fff" fill-opacity="0.7"/>`
  );
}

/** A straight zip from (x, y1) to (x, y2) with its tape, teeth and puller. */
export function zip(
  paint: Paint,
  x: number,
  y1: number,
  y2: number,
  tape: Tones,
  metal: Tones,
  puller = y1 + 14,
): string {
  const teeth: string[] = [];
  for (let y = y1 + 3; y < y2 - 2; y += 8) teeth.push(`M${x - 6} ${y}h7M${x - 1} ${y + 4}h7`);
  return (
    `<rect x="${x - 15}" y="${y1}" width="30" height="${y2 - y1}" fill="${tape.deep}"/>` +
    `<rect x="${x - 15}" y="${y1}" width="9" height="${y2 - y1}" fill="${tape.dark}"/><rect x="${x + 6}" y="${y1}" width="9" height="${y2 - y1}" fill="${tape.dark}"/>` +
    `<path d="${teeth.join("")}" stroke="${metal.light}" stroke-width="2.8"/>` +
    `<path d="M${x - 9} ${puller}h18l-3 20h-12z" fill="${paint.fill(metal, "metal", "tube")}"/>` +
    `<rect x="${x - 5}" y="${puller + 14}" width="10" height="34" rx="4" fill="${paint.fill(metal, "metal", "tube")}" stroke="${metal.deep}" stroke-opacity="0.6"/>`
  );
}
