import {
  add,
  blend,
  clamp,
  type Look3,
  noise,
  pebbles,
  type Spot,
  type Surface,
  smooth,
  through,
  times,
  tube,
  type Vec,
} from "./scene.ts";

/** The form a shoe is made on: lines over the toe and up the heel, as [x along the foot, y up], in centimetres. */
export type Last = {
  front: readonly (readonly [number, number])[];
  back: readonly (readonly [number, number])[];
  /** Half widths of the sole at x = -14, -9, -3, 4, 9, 12.5, 14. */
  widths: readonly number[];
  /** How wide a contour is, from the sole (0) to the top (1). */
  girth: readonly number[];
  /** How far the top line falls at the sides. */
  dip: number;
  /** How far the heel stands above the floor, beneath the sole. */
  lift: number;
  /** Thickness of the sole. */
  sole: number;
  spring?: number;
};

const stations = [-14, -9, -3, 4, 9, 12.5, 14];

const at1 = (xs: readonly number[], ys: readonly number[], x: number): number => {
  let i = 0;
  while (i < xs.length - 2 && x > (xs[i + 1] ?? 0)) i += 1;
  const [x0, x1] = [xs[i] ?? 0, xs[i + 1] ?? 1];
  return blend(ys[i] ?? 0, ys[i + 1] ?? 0, smooth(x0, x1, x));
};

export type Form = {
  local: (u: number, v: number) => Vec;
  lift: (x: number) => number;
  raise: (p: Vec) => Vec;
  over: (x: number, z: number, out?: number) => Vec;
  sole: (u: number, grow: number) => Vec;
  width: (x: number) => number;
};

/** The surfaces of a last; u goes round from the toe, v up from the sole. */
export function formOf(last: Last): Form {
  const front = through(last.front.map(([x, y]) => [x, y, 0] as const));
  const back = through(last.back.map(([x, y]) => [x, y, 0] as const));
  const width = (x: number): number => at1(stations, last.widths, clamp(x, -14, 14));
  const girths = last.girth.map((_, i) => i / (last.girth.length - 1));
  const girth = (v: number): number => at1(girths, last.girth, v);
  const lift = (x: number): number =>
    last.sole + last.lift * smooth(5, -7, x) + (last.spring ?? 0.5) * smooth(6, 15, x) ** 1.6;
  const local = (u: number, v: number): Vec => {
    const [f, b] = [front(v), back(v)];
    const a = u * 2 * Math.PI;
    const c = Math.cos(a);
    const s = Math.sin(a);
    const round = Math.sign(s) * Math.abs(s) ** blend(0.72, 0.96, smooth(0, 0.5, v));
    const x = blend(b[0], f[0], (1 + c) / 2);
    const y = blend(b[1], f[1], (1 + c) / 2) - last.dip * s * s * smooth(0.35, 1, v);
    const bend = 0.35 * Math.sin(((x + 14) / 28) * Math.PI);
    return [x, y, round * width(x) * girth(v) + bend];
  };
  const raise = (p: Vec): Vec => [p[0], p[1] + lift(p[0]), p[2]];
  const over = (x: number, z: number, out = 0): Vec => {
    let [low, high] = [0, 1];
    let p: Vec = [x, 0, z];
    for (let i = 0; i < 26; i += 1) {
      const v = (low + high) / 2;
      const [f, b] = [front(v)[0], back(v)[0]];
      const c = (2 * (x - b)) / (f - b) - 1;
      if (c >= 1) {
        high = v;
        continue;
      }
      const u = Math.acos(clamp(c, -1, 1)) / (2 * Math.PI);
      p = local(z >= 0 ? u : 1 - u, v);
      if (Math.abs(p[2]) > Math.abs(z)) low = v;
      else high = v;
    }
    return raise([x, p[1] + out, z]);
  };
  const sole = (u: number, grow: number): Vec => {
    const p = local(u, 0);
    const q = local(u + 0.002, 0);
    const [tx, tz] = [q[0] - p[0], q[2] - p[2]];
    const length = Math.hypot(tx, tz) || 1;
    return [p[0] + (tz / length) * grow, 0, p[2] - (tx / length) * grow];
  };
  return { local, lift, raise, over, sole, width };
}

export type Place = { x: number; y: number; z: number; u: number; v: number };

/** A piece sewn on: how far inside it a place lies, its colour and thickness, and its rows of stitches. */
export type Patch = {
  inside: (at: Place) => number;
  color: Vec;
  skin?: Skin;
  thick?: number;
  stitch?: readonly number[];
  thread?: Vec;
  relief?: (at: Place) => number;
};

/** What a material adds: roughness, relief and the variation of its colour. */
export type Skin = (at: Place) => { rough: number; relief: number; shade: number; sheen?: number; coat?: number };

export const leather: Skin = ({ x, y, z }) => {
  const cell = pebbles(x * 4.2, y * 4.2, z * 4.2);
  const creases = noise(x * 0.7, y * 0.9, z * 0.6);
  return {
    rough: 0.5,
    relief: 0.009 * (1 - smooth(0.25, 0.75, cell)) + 0.035 * creases,
    shade: 1 + 0.05 * noise(x * 0.5, y * 0.5, z * 0.5) - 0.05 * smooth(0.5, 0.9, cell),
    coat: 0.16,
  };
};
export const polished: Skin = ({ x, y, z }) => ({
  rough: 0.22,
  relief: 0.022 * noise(x * 0.5, y * 0.6, z * 0.5) + 0.002 * noise(x * 7, y * 7, z * 7),
  shade: 1 + 0.04 * noise(x * 0.4, y * 0.4, z * 0.4),
  coat: 0.75,
});
export const suede: Skin = ({ x, y, z }) => ({
  rough: 0.95,
  relief: 0.008 * noise(x * 16, y * 16, z * 16) + 0.03 * noise(x * 0.6, y * 0.8, z * 0.5),
  shade: 1 + 0.13 * noise(x * 1.1, y * 1.3, z * 0.9) + 0.09 * noise(x * 13, y * 13, z * 13),
  sheen: 0.5,
});
export const canvas: Skin = ({ x, y, z }) => {
  const s = 44;
  const warp = Math.sin(x * s) * Math.sin((y + z * 0.6) * s);
  return {
    rough: 0.92,
    relief: 0.006 * warp + 0.05 * noise(x * 0.5, y * 0.8, z * 0.5),
    shade: 1 + 0.08 * warp + 0.06 * noise(x * 2, y * 2, z * 2),
    sheen: 0.2,
  };
};
export const mesh: Skin = ({ x, y, z }) => {
  const s = 17;
  const q = Math.sin(x * s + Math.sin(y * s) * 0.7) * Math.sin((y + 0.4 * z) * s);
  return {
    rough: 0.85,
    relief: 0.014 * q + 0.03 * noise(x * 0.5, y * 0.7, z * 0.5),
    shade: 1 + 0.16 * q + 0.05 * noise(x, y, z),
    sheen: 0.25,
  };
};
export const rubber: Skin = ({ x, y, z }) => ({
  rough: 0.62,
  relief: 0.002 * noise(x * 22, y * 22, z * 22),
  shade: 1 + 0.03 * noise(x * 0.8, y * 2, z * 0.8),
});

/** The look of a body with pieces sewn onto it. */
export function sewn(form: Form, base: { color: Vec; skin: Skin }, patches: readonly Patch[]): Surface["look"] {
  return ({ u, v }: Spot): Look3 => {
    const [x, y, z] = form.local(u, v);
    const here: Place = { x, y, z, u, v };
    let [color, skin, raised] = [base.color, base.skin, 0];
    let dark = 1;
    let relief = 0;
    for (const patch of patches) {
      const d = patch.inside(here);
      const thick = patch.thick ?? 0.09;
      if (d > 0) {
        [color, skin] = [patch.color, patch.skin ?? skin];
        dark = 1;
        relief = patch.relief?.(here) ?? 0;
      } else if (d > -0.16 && thick > 0) dark = Math.min(dark, blend(1, 0.55, smooth(-0.16, 0, d)));
      raised += thick * smooth(-0.03, 0.06, d);
      for (const row of patch.stitch ?? []) {
        const off = Math.abs(d - row);
        if (off > 0.09) continue;
        const dash = ((((x + y * 0.9 + Math.abs(z) * 0.9) * 3.1) % 1) + 1) % 1;
        if (off < 0.042 && dash > 0.26) {
          color = patch.thread ?? color;
          relief = 0.03;
        } else relief = Math.min(relief, -0.02);
      }
    }
    const s = skin(here);
    return {
      color: times(color, s.shade * dark),
      rough: s.rough,
      height: raised + relief + s.relief,
      sheen: s.sheen ?? 0,
      coat: s.coat ?? 0,
    };
  };
}

/** How far inside a polygon of [x, y] a place lies; negative outside. */
export function insideOf(corners: readonly (readonly [number, number])[]): (at: { x: number; y: number }) => number {
  let points = corners;
  // Cutting corners thrice makes a hand-cut curve of straight pieces.
  for (let round = 0; round < 2; round += 1)
    points = points.flatMap(([x, y], i): (readonly [number, number])[] => {
      const [nx, ny] = points[(i + 1) % points.length] ?? [x, y];
      const cut = round === 0 ? 0.18 : 0.25;
      return [
        [blend(x, nx, cut), blend(y, ny, cut)],
        [blend(x, nx, 1 - cut), blend(y, ny, 1 - cut)],
      ];
    });
  return ({ x, y }) => {
    let best = 1e9;
    let sign = -1;
    for (let i = 0, j = points.length - 1; i < points.length; j = i, i += 1) {
      const [ax, ay] = points[j] ?? [0, 0];
      const [bx, by] = points[i] ?? [0, 0];
      const [ex, ey] = [bx - ax, by - ay];
      const t = clamp(((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey || 1));
      best = Math.min(best, Math.hypot(x - ax - ex * t, y - ay - ey * t));
      if (ay > y !== by > y && x < (ex * (y - ay)) / (ey || 1e-9) + ax) sign = -sign;
    }
    return best * sign;
  };
}

const plain =
  (color: Vec, skin: Skin): Surface["look"] =>
  ({ p, u, v }) => {
    const s = skin({ x: p[0], y: p[1], z: p[2], u, v });
    return { color: times(color, s.shade), rough: s.rough, height: s.relief, sheen: s.sheen ?? 0, coat: s.coat ?? 0 };
  };

export const made = plain;

/** Upper, lining, rolled top line and insole. */
export function upperOf(
  form: Form,
  look: Surface["look"],
  lining: Vec,
  options: { rim?: number; rimColor?: Vec; rimSkin?: Skin; hole?: (at: Place) => boolean } = {},
): Surface[] {
  const { rim = 0.22, rimColor = lining, rimSkin = suede } = options;
  const inner = (u: number, v: number): Vec => {
    const p = form.local(u, 0.25 + v * 0.75);
    const q: Vec = [blend(p[0], -3, 0.03), p[1] - 0.05, p[2] * 0.95];
    return form.raise(q);
  };
  const hole = options.hole;
  return [
    {
      nu: 220,
      nv: 150,
      loop: true,
      at: (u, v) => form.raise(form.local(u, v)),
      look,
      ...(hole
        ? {
            hole: ({ u, v }: Spot) => {
              const [x, y, z] = form.local(u, v);
              return hole({ x, y, z, u, v });
            },
          }
        : {}),
    },
    { nu: 90, nv: 40, loop: true, at: inner, look: plain(times(lining, 0.75), suede) },
    tube(
      (t) => add(form.raise(form.local(t % 1, 1)), [0, -0.02, 0]),
      (t) => (rim > 0.3 ? 0.06 + (rim - 0.06) * smooth(0.04, 0.2, Math.min(t, 1 - t)) : rim),
      plain(rimColor, rimSkin),
      {
        steps: 200,
        sides: 12,
      },
    ),
    {
      nu: 40,
      nv: 12,
      loop: true,
      at: (u, v) => {
        const p = form.local(u, 0.04);
        return form.raise([blend(-1, p[0], v), 0.7, p[2] * v]);
      },
      look: plain(times(lining, 0.6), suede),
    },
  ];
}

/** A sole along the outline; the profile gives offset and share of the height, from the floor up. */
export function soleOf(
  form: Form,
  profile: readonly (readonly [number, number])[],
  look: Surface["look"],
  heights: { top: (x: number) => number; bottom: (x: number) => number },
): Surface {
  const curve = through(profile.map(([x, y]) => [x, y, 0] as const));
  return {
    nu: 260,
    nv: 40,
    loop: true,
    look,
    at: (u, v) => {
      const [grow, share] = curve(v);
      const p = form.sole(u, grow);
      return [p[0], blend(heights.bottom(p[0]), heights.top(p[0]), share), p[2]];
    },
  };
}

/** A heel block under the back of a shoe. */
export function heelOf(
  form: Form,
  options: {
    from: number;
    to: number;
    top: (x: number) => number;
    taper?: number;
    look: Surface["look"];
    tilt?: number;
  },
): Surface {
  const { from, to, top, taper = 0.96, look, tilt = 0 } = options;
  const mid = (from + to) / 2;
  let [low, high] = [0, 0.5];
  for (let i = 0; i < 24; i += 1) {
    const half = (low + high) / 2;
    if (form.sole(half, 0.2)[0] > to) low = half;
    else high = half;
  }
  const outline = (u: number): Vec => {
    if (u <= 0.84) return form.sole(blend(low, 1 - low, u / 0.84), 0.2);
    const [a, b] = [form.sole(1 - low, 0.2), form.sole(low, 0.2)];
    return [to + 0.25 * Math.sin(((u - 0.84) / 0.16) * Math.PI), 0, blend(a[2], b[2], (u - 0.84) / 0.16)];
  };
  return {
    nu: 120,
    nv: 24,
    loop: true,
    look,
    at: (u, v) => {
      const shrink = v < 0.08 ? blend(0.9, 1, v / 0.08) * taper : blend(taper, 1, ((v - 0.08) / 0.92) ** 1.8);
      const p = outline(u);
      const x = mid + (p[0] - mid) * shrink + tilt * (1 - v);
      return [x, v < 0.04 ? 0.02 : top(p[0]) * v + 0.02, 0.2 + (p[2] - 0.2) * shrink];
    },
  };
}

/** A flat lace or strap laid over the instep at x, from z1 to z2. */
export function across(
  form: Form,
  from: readonly [number, number],
  to: readonly [number, number],
  width: number,
  look: Surface["look"],
  options: { out?: number; flat?: number } = {},
): Surface {
  const { out = 0.18, flat = 0.34 } = options;
  return tube(
    (t) => form.over(blend(from[0], to[0], t), blend(from[1], to[1], t), out * (0.35 + 0.65 * Math.sin(t * Math.PI))),
    width,
    look,
    { steps: 36, flat },
  );
}

/** A line round the shoe at a height. */
export function girdle(form: Form, height: (x: number) => number, out: number): (t: number) => Vec {
  return (t) => {
    let [low, high] = [0.02, 1];
    let p: Vec = [0, 0, 0];
    for (let i = 0; i < 22; i += 1) {
      const v = (low + high) / 2;
      p = form.local(t % 1, v);
      if (p[1] < height(p[0])) low = v;
      else high = v;
    }
    return form.raise([p[0] * (1 + out * 0.006) + out * 0.05, p[1], 0.2 + (p[2] - 0.2) * (1 + out * 0.03)]);
  };
}

/** A tongue that rises from below the throat, rounded over the instep. */
export function tongueOf(
  form: Form,
  path: readonly (readonly [number, number])[],
  half: number,
  look: Surface["look"],
): Surface[] {
  const line = through(path.map(([x, y]) => form.raise([x, y, 0.25])));
  const sheet = (back: number): Surface => ({
    nu: 40,
    nv: 40,
    look,
    at: (u, v) => {
      const p = line(v);
      const q = u * 2 - 1;
      const wide = half * blend(0.9, 1.08, v) * (v > 0.85 ? Math.sqrt(1 - ((v - 0.85) / 0.15) ** 2 * 0.5) : 1);
      const lens = (1 - q * q) * Math.sin(Math.min(1, (1 - v) * 5) * 1.5708);
      return [p[0] - q * q * half * 0.42 - back * lens, p[1] - q * q * 0.35 - back * 0.3 * lens, p[2] + q * wide];
    },
  });
  return [sheet(-0.12), sheet(0.4)];
}
