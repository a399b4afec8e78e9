import type { Material } from "../look.ts";
import type { Direction, Stop } from "./paint.ts";
import { mix, type Tones } from "./tone.ts";

export type Fill =
  | { kind: "linear"; direction: Direction; stops: readonly Stop[] }
  | { kind: "radial"; stops: readonly Stop[] };

type Curve = (tones: Tones) => readonly Stop[];

const faces: Record<Material, Curve> = {
  matte: (t) => [
    [0, mix(t.light, t.highlight, 0.2)],
    [0.4, t.base],
    [1, t.dark],
  ],
  gloss: (t) => [
    [0, t.highlight],
    [0.22, t.light],
    [0.46, t.base],
    [0.5, mix(t.base, t.dark, 0.6)],
    [0.86, t.dark],
    [1, t.base],
  ],
  metal: (t) => [
    [0, t.light],
    [0.14, t.highlight],
    [0.34, t.base],
    [0.52, t.dark],
    [0.68, t.light],
    [0.84, t.base],
    [1, t.dark],
  ],
  leather: (t) => [
    [0, t.light],
    [0.25, mix(t.light, t.base, 0.6)],
    [0.6, t.base],
    [1, mix(t.dark, t.deep, 0.35)],
  ],
  fabric: (t) => [
    [0, t.light],
    [0.45, t.base],
    [1, t.dark],
  ],
  knit: (t) => [
    [0, t.light],
    [0.5, t.base],
    [1, t.dark],
  ],
  denim: (t) => [
    [0, t.light],
    [0.3, mix(t.light, t.base, 0.5)],
    [0.55, t.base],
    [1, t.dark],
  ],
  glass: (t) => [
    [0, t.highlight, 0.8],
    [0.3, t.light, 0.5],
    [0.6, t.base, 0.55],
    [1, t.dark, 0.8],
  ],
};

const tubes: Record<Material, Curve> = {
  matte: (t) => [
    [0, t.dark],
    [0.3, t.light],
    [0.55, t.base],
    [1, t.deep],
  ],
  gloss: (t) => [
    [0, t.dark],
    [0.16, t.light],
    [0.24, t.highlight],
    [0.34, t.light],
    [0.5, t.base],
    [0.86, t.deep],
    [1, t.base],
  ],
  metal: (t) => [
    [0, t.deep],
    [0.14, t.base],
    [0.28, t.highlight],
    [0.42, t.light],
    [0.6, t.dark],
    [0.78, t.base],
    [0.88, t.light],
    [1, t.deep],
  ],
  leather: (t) => [
    [0, t.dark],
    [0.32, t.light],
    [0.6, t.base],
    [1, t.deep],
  ],
  fabric: (t) => [
    [0, t.dark],
    [0.35, t.light],
    [0.6, t.base],
    [1, t.deep],
  ],
  knit: (t) => [
    [0, t.dark],
    [0.35, t.light],
    [0.6, t.base],
    [1, t.deep],
  ],
  denim: (t) => [
    [0, t.dark],
    [0.35, t.light],
    [0.6, t.base],
    [1, t.deep],
  ],
  glass: (t) => [
    [0, t.dark, 0.8],
    [0.2, t.highlight, 0.75],
    [0.4, t.light, 0.4],
    [0.7, t.base, 0.5],
    [0.9, t.highlight, 0.5],
    [1, t.dark, 0.85],
  ],
};

const balls: Record<Material, Curve> = {
  matte: (t) => [
    [0, mix(t.light, t.highlight, 0.35)],
    [0.4, t.base],
    [0.8, t.dark],
    [1, t.deep],
  ],
  gloss: (t) => [
    [0, t.highlight],
    [0.16, t.light],
    [0.42, t.base],
    [0.85, t.deep],
    [1, t.dark],
  ],
  metal: (t) => [
    [0, t.highlight],
    [0.25, t.light],
    [0.5, t.dark],
    [0.7, t.base],
    [0.85, t.deep],
    [1, t.light],
  ],
  leather: (t) => [
    [0, t.light],
    [0.45, t.base],
    [0.85, t.dark],
    [1, t.deep],
  ],
  fabric: (t) => [
    [0, t.light],
    [0.5, t.base],
    [1, t.deep],
  ],
  knit: (t) => [
    [0, t.light],
    [0.5, t.base],
    [1, t.deep],
  ],
  denim: (t) => [
    [0, t.light],
    [0.5, t.base],
    [1, t.deep],
  ],
  glass: (t) => [
    [0, t.highlight, 0.85],
    [0.35, t.light, 0.45],
    [0.75, t.base, 0.55],
    [1, t.deep, 0.85],
  ],
};

/** How light falls on a material: the stops of its gradient in a direction. */
export function materialFill(tones: Tones, material: Material, direction: Direction): Fill {
  if (direction === "ball") return { kind: "radial", stops: balls[material](tones) };
  const curves = direction === "tube" || direction === "pipe" ? tubes : faces;
  return { kind: "linear", direction, stops: curves[material](tones) };
}

/** Tiles are large on purpose: the renderer pays for every repeat, not for what a tile holds. */
const pattern = (id: string, width: number, height: number, content: string): string =>
  `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${content}</pattern>`;

const repeat = (columns: number, rows: number, piece: (column: number, row: number) => string): string => {
  const pieces: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) pieces.push(piece(column, row));
  }
  return pieces.join("");
};

/** A fixed scatter in 0..1, so that a picture is the same in every run. */
const scatter = (column: number, row: number, salt: number): number => {
  const value = Math.sin(column * 127.1 + row * 311.7 + salt * 74.7) * 43758.5453;
  return value - Math.floor(value);
};

const round = (value: number): number => Math.round(value * 10) / 10;

const grain = (tones: Tones) => (id: string) => {
  const cells = 14;
  const step = 150 / cells;
  // Cells one beyond each edge repeat those on the far side, so that no seam shows.
  const at = (column: number, row: number): { x: number; y: number; rx: number; ry: number } => {
    const [i, j] = [(column + cells - 1) % cells, (row + cells - 1) % cells];
    return {
      x: round((column - 0.5 + 0.55 * scatter(i, j, 1) + (row % 2) / 2 - 0.5) * step),
      y: round((row - 0.5 + 0.5 * scatter(i, j, 2) - 0.25) * step),
      rx: round(step * (0.42 + 0.22 * scatter(i, j, 3))),
      ry: round(step * (0.36 + 0.2 * scatter(i, j, 4))),
    };
  };
  const shade = repeat(cells + 2, cells + 2, (column, row) => {
    const { x, y, rx, ry } = at(column, row);
    return `M${round(x - rx)} ${y}a${rx} ${ry} 0 0 0 ${round(2 * rx)} 0`;
  });
  const shine = repeat(cells + 2, cells + 2, (column, row) => {
    const { x, y, rx, ry } = at(column, row);
    return `M${round(x - rx)} ${y}a${rx} ${ry} 0 0 1 ${rx} ${round(-ry)}`;
  });
  return pattern(
    id,
    150,
    150,
    `<g fill="none" stroke-linecap="round"><path d="${shade}" stroke="${tones.deep}" stroke-opacity="0.24" stroke-width="1.7"/>` +
      `<path d="${shine}" stroke="${tones.highlight}" stroke-opacity="0.13" stroke-width="1.5"/></g>`,
  );
};

const weave = (tones: Tones) => (id: string) => {
  const across = repeat(10, 10, (column, row) => `M${column * 10 + (row % 2) * 5} ${row * 10 + 2}h4.5m-7 5h4.5`);
  const along = repeat(10, 10, (column, row) => `M${column * 10 + 7.5 - (row % 2) * 5} ${row * 10}v4.5m-5 .5v4.5`);
  return pattern(
    id,
    100,
    100,
    `<g stroke-width="1.6" fill="none"><path d="${along}" stroke="${tones.deep}" stroke-opacity="0.34"/>` +
      `<path d="${across}" stroke="${tones.highlight}" stroke-opacity="0.26"/></g>`,
  );
};

const stitches = (tones: Tones) => (id: string) => {
  const height = 100 / 7;
  const leaf = (x: number, y: number, way: number): string =>
    `M${round(x)} ${round(y - 3)}c${way * 7} 1 ${way * 10} 7 ${way * 9} 15c${-way * 7} -2 ${-way * 10} -7 ${-way * 9} -15z`;
  const leaves = repeat(5, 9, (column, row) => {
    const y = (row - 1) * height;
    return leaf(column * 20 + 0.6, y, 1) + leaf(column * 20 + 19.4, y, -1);
  });
  const shine = repeat(5, 9, (column, row) => {
    const y = round((row - 1) * height);
    return `M${column * 20 + 2.5} ${y}q4.5 2 5.5 8M${column * 20 + 17.5} ${y}q-4.5 2 -5.5 8`;
  });
  return pattern(
    id,
    100,
    100,
    `<g stroke-linecap="round"><rect width="100" height="100" fill="${tones.deep}" fill-opacity="0.34"/>` +
      `<path d="${leaves}" fill="${tones.base}" fill-opacity="0.5" stroke="${tones.deep}" stroke-opacity="0.32" stroke-width="1.1"/>` +
      `<path d="${shine}" fill="none" stroke="${tones.highlight}" stroke-opacity="0.3" stroke-width="2"/></g>`,
  );
};

const twill = (tones: Tones) => (id: string) => {
  const lines = repeat(26, 1, (column) => `M${column * 6.25 - 56} -2l52 104`);
  const flecks = repeat(26, 6, (column, row) => {
    const y = round(row * 17 + 12 * scatter(column % 16, row, 5));
    return `M${round(column * 6.25 - 53 + y / 2)} ${y}l3 6`;
  });
  return pattern(
    id,
    100,
    100,
    `<g stroke-width="1.5"><path d="${lines}" stroke="${tones.deep}" stroke-opacity="0.42"/>` +
      `<path d="${flecks}" stroke="${tones.highlight}" stroke-opacity="0.2"/></g>`,
  );
};

const brushed = (tones: Tones) => (id: string) => {
  const strokes = (salt: number): string =>
    repeat(3, 34, (column, row) => {
      const x = Math.round(column * 90 + 70 * scatter(column, row, salt));
      return `M${x} ${round(row * 3 + salt)}h${Math.round(30 + 90 * scatter(column, row, salt + 3))}`;
    });
  return pattern(
    id,
    300,
    102,
    `<g stroke-width="0.9"><path d="${strokes(0.8)}" stroke="${tones.highlight}" stroke-opacity="0.09"/>` +
      `<path d="${strokes(2.1)}" stroke="${tones.deep}" stroke-opacity="0.09"/></g>`,
  );
};

/** The texture of a material as a pattern maker, or nothing for smooth ones. */
export function materialTexture(material: Material, tones: Tones): ((id: string) => string) | undefined {
  switch (material) {
    case "leather":
      return grain(tones);
    case "fabric":
      return weave(tones);
    case "knit":
      return stitches(tones);
    case "denim":
      return twill(tones);
    case "metal":
      return brushed(tones);
    case "matte":
    case "gloss":
    case "glass":
      return undefined;
  }
}
