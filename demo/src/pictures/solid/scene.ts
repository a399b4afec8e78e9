/** A small renderer of curved surfaces: what a side view cannot show, such as shoes and jewels, is modelled and lit. */

export type Vec = readonly [number, number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec, f: number): Vec => [a[0] * f, a[1] * f, a[2] * f];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const size = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
export const unit = (a: Vec): Vec => times(a, 1 / (size(a) || 1));
export const blend = (a: number, b: number, t: number): number => a + (b - a) * t;
export const blendVec = (a: Vec, b: Vec, t: number): Vec => [
  blend(a[0], b[0], t),
  blend(a[1], b[1], t),
  blend(a[2], b[2], t),
];
export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));
export const smooth = (from: number, to: number, x: number): number => {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
};

/** A place on a surface. */
export type Spot = { u: number; v: number; p: Vec; n: Vec };

/** How a surface looks at a place; `height` in centimetres raises threads, grain and edges. */
export type Look3 = { color: Vec; rough: number; metal?: number; height?: number; sheen?: number; coat?: number };

export type Surface = {
  at: (u: number, v: number) => Vec;
  nu: number;
  nv: number;
  /** Whether the surface closes on itself along u. */
  loop?: boolean;
  look: (spot: Spot) => Look3;
  /** Whether there is nothing at a place. */
  hole?: (spot: Spot) => boolean;
  /** Faces with hard edges keep the normal of each cell. */
  flat?: boolean;
  /** Only its shadow is seen. */
  ghost?: boolean;
  glass?: { planes: readonly { n: Vec; d: number }[]; tint: Vec; index: number };
};

export const linear = (hex: string): Vec => {
  const at = (i: number): number => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
};

const hash = (x: number, y: number, z: number): number => {
  let h = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(z, 2147483647)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
};

/** Smooth noise, -1 to 1. */
export function noise(x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const [a, b, c] = [ease(x - i), ease(y - j), ease(z - k)];
  const row = (jj: number, kk: number): number => blend(hash(i, jj, kk), hash(i + 1, jj, kk), a);
  return blend(blend(row(j, k), row(j + 1, k), b), blend(row(j, k + 1), row(j + 1, k + 1), b), c) * 2 - 1;
}

/** Distance to the nearest of scattered points: pebbles, as leather grain. */
export function pebbles(x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  let best = 9;
  for (let a = -1; a <= 1; a += 1)
    for (let b = -1; b <= 1; b += 1)
      for (let c = -1; c <= 1; c += 1) {
        const [px, py, pz] = [i + a, j + b, k + c];
        const dx = px + hash(px, py, pz) - x;
        const dy = py + hash(py, pz, px + 7) - y;
        const dz = pz + hash(pz, px + 3, py) - z;
        best = Math.min(best, dx * dx + dy * dy + dz * dz);
      }
  return Math.sqrt(best);
}

/** A smooth curve through points. */
export function through(points: readonly Vec[], closed = false): (t: number) => Vec {
  const n = points.length;
  const at = (i: number): Vec => {
    const index = closed ? ((i % n) + n) % n : Math.min(n - 1, Math.max(0, i));
    return points[index] ?? [0, 0, 0];
  };
  return (t) => {
    const x = clamp(t, 0, 1) * (closed ? n : n - 1);
    const i = Math.min(Math.floor(x), closed ? n - 1 : n - 2);
    const f = x - i;
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const axis = (k: 0 | 1 | 2): number =>
      0.5 *
      (2 * b[k] +
        (c[k] - a[k]) * f +
        (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * f * f +
        (3 * b[k] - a[k] - 3 * c[k] + d[k]) * f * f * f);
    return [axis(0), axis(1), axis(2)];
  };
}

/** A tube along a curve; `flat` squeezes it into a band that lies on `up`. */
export function tube(
  curve: (t: number) => Vec,
  radius: number | ((t: number) => number),
  look: Surface["look"],
  options: { steps?: number; flat?: number; up?: (t: number) => Vec; sides?: number } = {},
): Surface {
  const { steps = 80, flat = 1, sides = 14 } = options;
  const r = typeof radius === "number" ? () => radius : radius;
  const closed = size(sub(curve(0), curve(1))) < 1e-6;
  const frame = (t: number): { p: Vec; a: Vec; b: Vec } => {
    const p = curve(t);
    const h = 0.004;
    const tangent = unit(sub(curve(Math.min(1, t + h)), curve(Math.max(0, t - h))));
    const given = options.up?.(t) ?? (Math.abs(tangent[1]) > 0.9 ? ([0, 0, 1] as const) : ([0, 1, 0] as const));
    const a = unit(cross(tangent, given));
    return { p, a, b: cross(a, tangent) };
  };
  return {
    nu: sides,
    nv: steps,
    loop: true,
    look,
    at: (u, v) => {
      const { p, a, b } = frame(v);
      const angle = u * 2 * Math.PI;
      // Round ends.
      const end = closed ? 1 : Math.min(1, Math.sqrt(Math.max(0.0001, Math.min(v, 1 - v) * steps * 0.5)));
      const w = r(v) * end;
      return add(p, add(times(a, -Math.cos(angle) * w), times(b, Math.sin(angle) * w * flat)));
    },
  };
}

export function ball(c: Vec, r: number | Vec, look: Surface["look"], detail = 40): Surface {
  const [rx, ry, rz] = typeof r === "number" ? [r, r, r] : r;
  return {
    nu: detail,
    nv: Math.round(detail / 2),
    loop: true,
    look,
    at: (u, v) => {
      const [a, b] = [u * 2 * Math.PI, v * Math.PI];
      return [c[0] + Math.sin(b) * Math.cos(a) * rx, c[1] + Math.cos(b) * ry, c[2] - Math.sin(b) * Math.sin(a) * rz];
    },
  };
}

/** Turns a profile of radius and height round an upright axis. */
export function turned(c: Vec, profile: readonly (readonly [r: number, y: number])[], look: Surface["look"]): Surface {
  const curve = through(profile.map(([r, y]) => [r, y, 0] as const));
  return {
    nu: 96,
    nv: 120,
    loop: true,
    look,
    at: (u, v) => {
      const [r, y] = curve(1 - v);
      const a = u * 2 * Math.PI;
      return [c[0] + Math.cos(a) * r, c[1] + y, c[2] - Math.sin(a) * r];
    },
  };
}

/** Moves what a surface is made of. */
export const moved = (surface: Surface, move: (p: Vec) => Vec): Surface => ({
  ...surface,
  at: (u, v) => move(surface.at(u, v)),
});

export const turnY = (p: Vec, degrees: number): Vec => {
  const a = (degrees * Math.PI) / 180;
  return [p[0] * Math.cos(a) + p[2] * Math.sin(a), p[1], -p[0] * Math.sin(a) + p[2] * Math.cos(a)];
};
export const turnX = (p: Vec, degrees: number): Vec => {
  const a = (degrees * Math.PI) / 180;
  return [p[0], p[1] * Math.cos(a) - p[2] * Math.sin(a), p[1] * Math.sin(a) + p[2] * Math.cos(a)];
};
export const turnZ = (p: Vec, degrees: number): Vec => {
  const a = (degrees * Math.PI) / 180;
  return [p[0] * Math.cos(a) - p[1] * Math.sin(a), p[0] * Math.sin(a) + p[1] * Math.cos(a), p[2]];
};
