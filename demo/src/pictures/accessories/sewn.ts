import { graphite, line, shape, silver } from "../electronics/parts.ts";
import { raised } from "../fashion/cloth.ts";
import { type Paint, roundRect } from "../paint.ts";
import type { Tones } from "../tone.ts";

type Options = { tones?: Tones; bevel?: number; drop?: number; leather?: boolean };

/** A sewn part with its cast shadow. */
export function piece(
  paint: Paint,
  d: string,
  { tones = paint.body, bevel = 18, drop = 8, leather = false }: Options = {},
): string {
  return raised(d, paint.solid(d, leather ? { tones, bevel, material: "leather" } : { tones, bevel }), drop, 0.45);
}

/** A band of webbing or leather along a line: edge, face, ridge and two rows of stitches. */
export function strap(d: string, tones: Tones, width: number): string {
  return (
    `<g transform="translate(4 8)">${line(d, "#04060c", width + 4, 0.35)}</g>` +
    line(d, tones.deep, width) +
    line(d, tones.dark, width - 3) +
    line(d, tones.base, width * 0.72) +
    `<g transform="translate(${-width * 0.1} ${-width * 0.12})">${line(d, tones.light, width * 0.3, 0.8)}</g>`
  );
}

/** A rectangular buckle frame or slide. */
export function frame(
  paint: Paint,
  x: number,
  y: number,
  width: number,
  height: number,
  metal: Tones,
  turn = 0,
): string {
  return (
    `<g transform="rotate(${turn} ${x + width / 2} ${y + height / 2})"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="none" stroke="#05070c" stroke-opacity="0.5" stroke-width="10" transform="translate(2 4)"/>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="none" stroke="${paint.fill(metal, "metal", "diagonal")}" stroke-width="9"/></g>`
  );
}

/** A zip along a curve. */
export const zipLine = (d: string, tones: Tones): string =>
  line(d, tones.deep, 16) +
  line(d, graphite.deep, 9) +
  `<path d="${d}" fill="none" stroke="${silver.light}" stroke-width="6" stroke-dasharray="3 3.4"/>`;

/** A zip slider with its leather pull. */
export const puller = (paint: Paint, x: number, y: number, tones: Tones): string =>
  shape(roundRect(x - 9, y - 7, 18, 16, 5), paint.fill(silver, "metal", "tube")) +
  raised(
    roundRect(x - 6, y + 4, 12, 46, 5),
    paint.solid(roundRect(x - 6, y + 4, 12, 46, 5), { tones, material: "leather", bevel: 3 }),
    4,
    0.4,
  );
