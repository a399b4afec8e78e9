import { cable, line, shape } from "../electronics/parts.ts";
import { ellipse, type Paint } from "../paint.ts";
import { mix, type Tones, tonesOf } from "../tone.ts";

export const brass: Tones = tonesOf("#c9a050");
/** The stone of plinths: neutral, so that it suits every piece. */
export const slate: Tones = tonesOf("#5a6070");
/** The dark cloth of busts and cushions. */
export const velvet: Tones = tonesOf("#2b2e3a");

export type Point = readonly [x: number, y: number];
/** A place on a line with the direction the line runs there, in degrees. */
export type Place = { x: number; y: number; turn: number };

const tidy = (value: number): number => Math.round(value * 10) / 10;

/** An ellipse with an elliptic hole. */
export function annulus(cx: number, cy: number, rx: number, ry: number, width: number, lower = width): string {
  const [ix, iy] = [rx - width, ry - lower];
  return `${ellipse(cx, cy, rx, ry)}M${cx - ix} ${cy}a${ix} ${iy} 0 1 0 ${2 * ix} 0a${ix} ${iy} 0 1 0 ${-2 * ix} 0z`;
}

/** A closed outline through points. */
export const polygon = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${tidy(x)} ${tidy(y)}`).join("L")}z`;

/** A colour from the five tones: 0 is the deepest, 1 the highlight. */
export function toneAt(tones: Tones, share: number): string {
  const steps = [tones.deep, tones.dark, tones.base, tones.light, tones.highlight];
  const place = Math.min(0.999, Math.max(0, share)) * 4;
  const index = Math.floor(place);
  return mix(steps[index] ?? tones.base, steps[index + 1] ?? tones.highlight, place - index);
}

/** Places at even steps along a cubic curve. */
export function along(curve: readonly number[], step: number): Place[] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = curve;
  const at = (t: number): Point => {
    const s = 1 - t;
    const mixOf = (a: number, b: number, c: number, d: number): number =>
      s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    return [mixOf(x0, x1, x2, x3), mixOf(y0, y1, y2, y3)];
  };
  const places: Place[] = [];
  let [px, py] = at(0);
  let walked = step / 2;
  for (let index = 1; index <= 400; index += 1) {
    const [x, y] = at(index / 400);
    walked += Math.hypot(x - px, y - py);
    if (walked >= step) {
      places.push({ x: tidy(x), y: tidy(y), turn: tidy((Math.atan2(y - py, x - px) * 180) / Math.PI) });
      walked -= step;
    }
    [px, py] = [x, y];
  }
  return places;
}

/** A cable chain: open links alternating with links seen from the edge. */
export function chain(curve: readonly number[], size: number, tones: Tones): string {
  const links = along(curve, size * 0.82)
    .map(({ x, y, turn }, index) => {
      const angle = (turn * Math.PI) / 180;
      const [dx, dy] = [tidy(Math.cos(angle) * size * 0.6), tidy(Math.sin(angle) * size * 0.6)];
      if (index % 2 === 1) return `M${tidy(x - dx)} ${tidy(y - dy)}l${dx * 2} ${dy * 2}`;
      const arc = `A${tidy(size * 0.6)} ${tidy(size * 0.36)} ${turn} 1 1`;
      return `M${tidy(x - dx)} ${tidy(y - dy)}${arc} ${tidy(x + dx)} ${tidy(y + dy)}${arc} ${tidy(x - dx)} ${tidy(y - dy)}`;
    })
    .join("");
  return `<g transform="translate(4 7)">${line(links, "#04060c", size * 0.34, 0.3)}</g>${cable(links, tones, size * 0.3)}`;
}

/** A pearl: lustre, a soft dark edge and the floor's light coming back from below. */
export function pearl(paint: Paint, cx: number, cy: number, r: number, tones: Tones): string {
  const lustre = paint.radial(
    [
      [0, tones.highlight],
      [0.3, mix(tones.light, tones.highlight, 0.5)],
      [0.62, tones.base],
      [0.86, tones.dark],
      [1, mix(tones.dark, tones.light, 0.5)],
    ],
    0.36,
    0.3,
    0.76,
  );
  return (
    shape(ellipse(cx, cy, r), lustre) +
    shape(ellipse(tidy(cx - r * 0.34), tidy(cy - r * 0.4), tidy(r * 0.2), tidy(r * 0.15)), "#fff", 0.9) +
    line(
      `M${tidy(cx - r * 0.3)} ${tidy(cy + r * 0.8)}A${r * 0.86} ${r * 0.86} 0 0 0 ${tidy(cx + r * 0.74)} ${tidy(cy + r * 0.4)}`,
      "#fff",
      r * 0.09,
      0.32,
    )
  );
}

type GemOptions = { sides?: number; table?: number; start?: number };

/** A cut stone seen from the front: crown facets around a flat table that shows the pavilion through it. */
export function gem(
  paint: Paint,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  tones: Tones,
  options: GemOptions = {},
): string {
  const { sides = 12, table = 0.56, start = 0 } = options;
  const corner = (share: number, index: number): Point => {
    const angle = ((index + start) / sides) * 2 * Math.PI - Math.PI / 2;
    return [cx + Math.cos(angle) * rx * share, cy + Math.sin(angle) * ry * share];
  };
  const light = (index: number): number => {
    const angle = ((index + start) / sides) * 2 * Math.PI - Math.PI / 2;
    return Math.cos(angle + Math.PI * 0.75);
  };
  const facet = (points: readonly Point[], share: number): string => shape(polygon(points), toneAt(tones, share));
  const crown: string[] = [];
  const star: string[] = [];
  for (let index = 0; index < sides; index += 1) {
    const flicker = ((index * 5) % 7) / 7 - 0.43;
    crown.push(
      facet(
        [corner(1, index), corner(1, index + 1), corner(table * 1.04, index + 0.5)],
        0.5 + 0.34 * light(index + 0.5) + flicker * 0.3,
      ),
      facet(
        [corner(1, index), corner(table, index - 0.5), corner(table, index + 0.5)],
        0.52 + 0.42 * light(index) - flicker * 0.35,
      ),
    );
    star.push(
      facet(
        [[cx, cy], corner(table, index - 0.5), corner(table, index + 0.5)],
        0.44 - 0.36 * light(index) + flicker * 0.5,
      ),
      facet(
        [[cx, cy], corner(table * 0.52, index), corner(table * 0.52, index + 0.5)],
        0.7 - 0.2 * light(index) - flicker * 0.7,
      ),
    );
  }
  const sheen = paint.linear(
    [
      [0, "#fff", 0.7],
      [0.4, "#fff", 0.12],
      [0.7, "#fff", 0],
    ],
    "diagonal",
  );
  const rim = polygon(Array.from({ length: sides }, (_, index) => corner(1, index)));
  const top = polygon(Array.from({ length: sides }, (_, index) => corner(table, index + 0.5)));
  return (
    shape(rim, tones.dark) +
    crown.join("") +
    star.join("") +
    shape(top, sheen) +
    line(top, tones.highlight, Math.max(1, rx * 0.02), 0.7) +
    line(rim, tones.deep, Math.max(1.2, rx * 0.025), 0.6)
  );
}

/** A brilliant seen from the side, its girdle at `y`, `w` half its width; it ends in a point below. */
export function brilliant(paint: Paint, cx: number, y: number, w: number, tones: Tones): string {
  const at = ([x, dy]: Point): Point => [cx + x * w, y + dy * w];
  const facet = (share: number, ...points: Point[]): string => shape(polygon(points.map(at)), toneAt(tones, share));
  const girdle: readonly Point[] = [
    [-1, 0],
    [-0.62, 0.05],
    [-0.2, 0.08],
    [0.2, 0.08],
    [0.62, 0.05],
    [1, 0],
  ];
  const table: readonly Point[] = [
    [-0.6, -0.34],
    [-0.36, -0.3],
    [0, -0.28],
    [0.36, -0.3],
    [0.6, -0.34],
  ];
  const tones1 = [0.95, 0.5, 0.78, 0.3, 0.6];
  const tones2 = [0.62, 0.9, 0.42, 0.7];
  const crown = girdle
    .slice(0, 5)
    .map((left, index) => facet(tones1[index] ?? 0.5, left, girdle[index + 1] ?? left, table[index] ?? left));
  const between = table
    .slice(0, 4)
    .map((left, index) => facet(tones2[index] ?? 0.5, left, table[index + 1] ?? left, girdle[index + 1] ?? left));
  const pavilion = girdle.slice(0, 5).map((left, index) => {
    const right = girdle[index + 1] ?? left;
    const middle: Point = [(left[0] + right[0]) * 0.29, 0.46];
    return (
      facet([0.72, 0.36, 0.85, 0.22, 0.5][index] ?? 0.5, left, right, middle) +
      facet([0.3, 0.7, 0.45, 0.62, 0.16][index] ?? 0.5, left, middle, [0, 1]) +
      facet([0.55, 0.25, 0.95, 0.4, 0.34][index] ?? 0.5, right, middle, [0, 1])
    );
  });
  const outline = polygon(
    [
      [-0.6, -0.34],
      [0, -0.4],
      [0.6, -0.34],
      [1, 0],
      [0, 1],
      [-1, 0],
    ].map(([x = 0, dy = 0]) => at([x, dy])),
  );
  return (
    shape(outline, tones.base) +
    pavilion.join("") +
    crown.join("") +
    between.join("") +
    facet(0.98, [-0.6, -0.34], [0, -0.4], [0.6, -0.34], [0.36, -0.3], [0, -0.28], [-0.36, -0.3]) +
    line(polygon(girdle.map(at)), tones.highlight, 1.6, 0.5) +
    paint.glow(cx - w * 0.5, y - w * 0.1, w * 0.42, w * 0.3, 0.7)
  );
}

/** A four-pointed glint. */
export const glint = (x: number, y: number, r: number): string =>
  shape(
    `M${x} ${y - r}Q${x + r * 0.07} ${y - r * 0.07} ${x + r} ${y}Q${x + r * 0.07} ${y + r * 0.07} ${x} ${y + r}Q${x - r * 0.07} ${y + r * 0.07} ${x - r} ${y}Q${x - r * 0.07} ${y - r * 0.07} ${x} ${y - r}z`,
    "#fff",
    0.9,
  );

/** A round stone plinth on the floor, its top disc at `top`. */
export function plinth(paint: Paint, cx: number, top: number, rx: number, tones: Tones = slate): string {
  const ry = Math.round(rx * 0.16);
  const foot = 800 - Math.round(ry * 0.55);
  return (
    paint.shadow(cx + 12, 796, rx * 1.22, 34, 0.9) +
    paint.solid(`M${cx - rx} ${top}V${foot}A${rx} ${ry} 0 0 0 ${cx + rx} ${foot}V${top}z`, {
      tones,
      material: "matte",
      direction: "tube",
      bevel: 0,
    }) +
    paint.solid(ellipse(cx, top, rx, ry), { tones, material: "matte", bevel: 8 })
  );
}

/** A T-shaped jewellery stand: round foot, post, and a bar at `y` between `x1` and `x2`. */
export function tBar(paint: Paint, y: number, x1: number, x2: number, tones: Tones = slate): string {
  const bar = `M${x1} ${y - 15}H${x2}a15 15 0 0 1 0 30H${x1}a15 15 0 0 1 0 -30z`;
  return (
    plinth(paint, 500, 764, 170, tones) +
    paint.shadow(506, 766, 60, 12, 0.8) +
    paint.solid(`M488 ${y}V766Q500 772 512 766V${y}z`, {
      tones: brass,
      material: "metal",
      direction: "tube",
      texture: false,
      bevel: 0,
    }) +
    paint.solid(bar, { tones, material: "matte", direction: "pipe", bevel: 0 }) +
    paint.solid(ellipse(x2 + 1, y, 10, 15), { tones, material: "matte", bevel: 3 })
  );
}

/** A stand with an arm; `hung` hangs from its hook at (460, `y`). */
export function hookStand(paint: Paint, y: number, hung: string, tones: Tones = slate): string {
  const arm = `M720 764V${y + 10}C720 ${y - 40} 690 ${y - 44} 650 ${y - 44}H486C456 ${y - 44} 446 ${y - 20} 460 ${y - 4}`;
  const hook = `M452 ${y - 20}C450 ${y + 6} 474 ${y + 8} 478 ${y - 14}`;
  return (
    plinth(paint, 690, 768, 150, tones) +
    paint.shadow(440, 800, 170, 16, 0.5) +
    paint.shadow(724, 768, 50, 11, 0.8) +
    cable(arm, brass, 20) +
    hung +
    cable(hook, brass, 17)
  );
}
