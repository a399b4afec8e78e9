import { line, shape } from "../electronics/parts.ts";
import type { Paint } from "../paint.ts";
import type { Tones } from "../tone.ts";

/** A drawn shoe and the outline that darkens it when it stands behind. */
export type Shoe = { outline: string; art: string };

/** Without weave and grain: they make up half the cost of a picture and vanish in the half dark. */
const smooth = (paint: Paint): Paint => ({
  ...paint,
  texture: () => "none",
  solid: (d, options) => paint.solid(d, { ...options, texture: false }),
});

type Stand = {
  /** Lowers or raises the silhouette. Default 1. */
  height?: number;
  /** Enlarges both shoes. Default 1. */
  size?: number;
};

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** A pair: the second shoe stands behind, to the right, in the half dark. */
export function pair(paint: Paint, draw: (paint: Paint) => Shoe, { height = 1, size = 1 }: Stand = {}): string {
  const scaled = (scale: number, middle: number, floor: number): string =>
    `translate(${rounded(middle - 500 * scale)} ${rounded(floor - 800 * scale * height)}) scale(${rounded(scale)} ${rounded(scale * height)})`;
  // A larger pair stands closer together, one further behind the other, to stay inside the picture.
  const spread = size - 1;
  const back = draw(smooth(paint));
  return (
    paint.shadow(570, 746, 350, 30, 0.6) +
    `<g transform="${scaled(0.94 * size, 592 - 200 * spread, 744 - 200 * spread)}">${back.art}${shape(back.outline, "#070a14", 0.45)}</g>` +
    paint.shadow(470, 804, 390, 24, 0.9) +
    `<g transform="${scaled(1.04 * size, 450 + 140 * spread, 802)}">${draw(paint).art}</g>`
  );
}

/** Laces crossing an instep from the toe end to the top: each row one rounded band with its shadow. */
export function laces(rows: readonly (readonly [number, number, number, number])[], tones: Tones, width = 15): string {
  const band = (x1: number, y1: number, x2: number, y2: number): string =>
    `M${x1} ${y1}Q${(x1 + x2) / 2 - 6} ${(y1 + y2) / 2 - 12} ${x2} ${y2}`;
  return rows
    .map(([x1, y1, x2, y2]) => {
      const d = band(x1, y1, x2, y2);
      return (
        `<g transform="translate(3 6)">${line(d, "#05070c", width + 2, 0.4)}</g>` +
        line(d, tones.dark, width) +
        `<g transform="translate(-1 -1.5)">${line(d, tones.light, width * 0.72)}${line(d, tones.highlight, width * 0.24, 0.8)}</g>`
      );
    })
    .join("");
}

/** The rings that laces run through. */
export function eyelets(points: readonly (readonly [number, number])[], tones: Tones): string {
  return points
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="7.5" fill="${tones.deep}"/><circle cx="${x}" cy="${y}" r="7.5" fill="none" stroke="${tones.light}" stroke-width="2.4" stroke-opacity="0.8"/>`,
    )
    .join("");
}

/** White rubber and undyed canvas. */
export const cream: Tones = {
  highlight: "#fdfbf5",
  light: "#f4f0e6",
  base: "#e4dfd2",
  dark: "#b3ad9f",
  deep: "#6f6a60",
};

/** Eyelets, buckles and bits. */
export const brass: Tones = {
  highlight: "#fbeec6",
  light: "#e2c47f",
  base: "#bb9450",
  dark: "#80602f",
  deep: "#473416",
};
