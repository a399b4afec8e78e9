import {
  add,
  blend,
  clamp,
  cross,
  dot,
  type Look3,
  type Surface,
  size,
  smooth,
  sub,
  times,
  unit,
  type Vec,
} from "./scene.ts";

/** `fit` is the share of the frame that the object takes, and where its middle lies. */
export type Camera = {
  target: Vec;
  azimuth: number;
  elevation: number;
  distance: number;
  fov?: number;
  fit?: { width: number; height: number; x: number; y: number };
};

export type Shot = { surfaces: readonly Surface[]; camera: Camera; pixels: number; contact?: number };

type Eye = { from: Vec; right: Vec; up: Vec; forward: Vec; focal: number; shift: number; slide: number };

function eyeOf({ target, azimuth, elevation, distance, fov = 20 }: Camera): Eye {
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  const out: Vec = [Math.sin(a) * Math.cos(e), Math.sin(e), Math.cos(a) * Math.cos(e)];
  const forward = times(out, -1);
  const right = unit(cross(forward, [0, 1, 0]));
  return {
    from: add(target, times(out, distance)),
    right,
    up: cross(right, forward),
    forward,
    focal: 0.5 / Math.tan((fov * Math.PI) / 360),
    shift: 0,
    slide: 0,
  };
}

/** Zooms and slides an eye until everything takes its share of the frame. */
function fitted(eye: Eye, grids: readonly Grid[], fit: NonNullable<Camera["fit"]>): Eye {
  const [low, high]: [[number, number], [number, number]] = [
    [1e9, 1e9],
    [-1e9, -1e9],
  ];
  for (const { pos } of grids)
    for (let k = 0; k < pos.length; k += 3) {
      const d = sub([pos[k] ?? 0, pos[k + 1] ?? 0, pos[k + 2] ?? 0], eye.from);
      const z = dot(d, eye.forward);
      const [x, y] = [dot(d, eye.right) / z, dot(d, eye.up) / z];
      low[0] = Math.min(low[0], x);
      high[0] = Math.max(high[0], x);
      low[1] = Math.min(low[1], y);
      high[1] = Math.max(high[1], y);
    }
  const focal = Math.min(fit.width / (high[0] - low[0]), fit.height / (high[1] - low[1]));
  return {
    ...eye,
    focal,
    slide: fit.x - 0.5 - ((low[0] + high[0]) / 2) * focal,
    shift: fit.y - 0.5 + ((low[1] + high[1]) / 2) * focal,
  };
}

const key = unit([-0.55, 0.95, 0.5]);
const rim = unit([0.75, 0.5, -0.7]);
const fill = unit([0.35, 0.35, 0.95]);

/** The studio as a polished surface mirrors it; roughness blurs the edges of its lamps. */
function studio(d: Vec, rough: number): Vec {
  const soft = 0.03 + rough * 0.9;
  const box = (axis: Vec, wide: number, high: number, tall: Vec): number => {
    const facing = dot(d, axis);
    if (facing <= 0) return 0;
    const side = unit(cross(tall, axis));
    const up = cross(axis, side);
    const x = Math.abs(dot(d, side) / facing);
    const y = Math.abs(dot(d, up) / facing);
    return smooth(wide + soft, wide - soft, x) * smooth(high + soft, high - soft, y) * smooth(0, 0.2, facing);
  };
  const spread = 1 / (1 + rough * 1.6);
  const upper = box(unit([-0.75, 0.75, 0.65]), 0.5, 0.75, [0, 1, 0]) * 3.4 * spread;
  const strip = box(unit([0.95, 0.35, 0.1]), 0.16, 1.1, [0, 1, 0]) * 2.6 * spread;
  const top = box(unit([0.1, 1, -0.25]), 0.9, 0.35, [0, 0, 1]) * 1.7 * spread;
  const front = box(unit([0.3, 0.2, 1]), 0.22, 0.5, [0, 1, 0]) * 0.7 * spread;
  const ground = smooth(0.15, -0.5, d[1]);
  const base = blend(0.16 + 0.2 * smooth(-0.2, 0.9, d[1]), 0.3, ground * 0.7);
  const sum = base + upper + strip + top + front;
  return [sum * 1.0, sum * 0.99, sum * 0.98 + 0.012];
}

type Buffer = {
  w: number;
  depth: Float32Array;
  id: Int16Array;
  data: Float32Array;
};
const stride = 8;

type Grid = { pos: Float64Array; nor: Float64Array };

function gridOf(surface: Surface): Grid {
  const { nu, nv, loop } = surface;
  const pos = new Float64Array((nu + 1) * (nv + 1) * 3);
  const nor = new Float64Array(pos.length);
  for (let j = 0; j <= nv; j += 1)
    for (let i = 0; i <= nu; i += 1) pos.set(surface.at(i / nu, j / nv), (j * (nu + 1) + i) * 3);
  const get = (i: number, j: number): Vec => {
    const k = (j * (nu + 1) + i) * 3;
    return [pos[k] ?? 0, pos[k + 1] ?? 0, pos[k + 2] ?? 0];
  };
  for (let j = 0; j <= nv; j += 1) {
    for (let i = 0; i <= nu; i += 1) {
      const left = i > 0 ? i - 1 : loop ? nu - 1 : 0;
      const right = i < nu ? i + 1 : loop ? 1 : nu;
      const du = sub(get(right, j), get(left, j));
      const dv = sub(get(i, Math.min(nv, j + 1)), get(i, Math.max(0, j - 1)));
      let n = cross(dv, du);
      if (size(n) < 1e-12) {
        const near = j === 0 ? 1 : j === nv ? nv - 1 : j;
        n = cross(
          sub(get(i, Math.min(nv, near + 1)), get(i, Math.max(0, near - 1))),
          sub(get(right, near), get(left, near)),
        );
      }
      nor.set(unit(n), (j * (nu + 1) + i) * 3);
    }
  }
  return { pos, nor };
}

function raster(shot: Shot, grids: readonly Grid[], eye: Eye, w: number): Buffer {
  const buffer: Buffer = {
    w,
    depth: new Float32Array(w * w).fill(1e9),
    id: new Int16Array(w * w).fill(-1),
    data: new Float32Array(w * w * stride),
  };
  shot.surfaces.forEach((surface, id) => {
    const grid = grids[id];
    if (grid === undefined || surface.ghost === true) return;
    const { nu, nv } = surface;
    const count = (nu + 1) * (nv + 1);
    const sx = new Float64Array(count);
    const sy = new Float64Array(count);
    const sz = new Float64Array(count);
    for (let k = 0; k < count; k += 1) {
      const d = sub([grid.pos[k * 3] ?? 0, grid.pos[k * 3 + 1] ?? 0, grid.pos[k * 3 + 2] ?? 0], eye.from);
      const z = dot(d, eye.forward);
      sx[k] = (0.5 + (dot(d, eye.right) / z) * eye.focal + eye.slide) * w;
      sy[k] = (0.5 - (dot(d, eye.up) / z) * eye.focal + eye.shift) * w;
      sz[k] = z;
    }
    for (let j = 0; j < nv; j += 1)
      for (let i = 0; i < nu; i += 1) {
        const a = j * (nu + 1) + i;
        const quad = [a, a + 1, a + nu + 2, a + nu + 1] as const;
        triangle(surface, grid, id, buffer, sx, sy, sz, quad[0], quad[1], quad[2], nu, nv);
        triangle(surface, grid, id, buffer, sx, sy, sz, quad[0], quad[2], quad[3], nu, nv);
      }
  });
  return buffer;
}

function triangle(
  surface: Surface,
  grid: Grid,
  id: number,
  buffer: Buffer,
  sx: Float64Array,
  sy: Float64Array,
  sz: Float64Array,
  a: number,
  b: number,
  c: number,
  nu: number,
  nv: number,
): void {
  const { w, depth, data } = buffer;
  const [ax, ay, bx, by, cx, cy] = [sx[a] ?? 0, sy[a] ?? 0, sx[b] ?? 0, sy[b] ?? 0, sx[c] ?? 0, sy[c] ?? 0];
  const [az, bz, cz] = [sz[a] ?? 1, sz[b] ?? 1, sz[c] ?? 1];
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (Math.abs(area) < 1e-9) return;
  const x0 = Math.max(0, Math.floor(Math.min(ax, bx, cx) - 0.5));
  const x1 = Math.min(w - 1, Math.ceil(Math.max(ax, bx, cx)));
  const y0 = Math.max(0, Math.floor(Math.min(ay, by, cy) - 0.5));
  const y1 = Math.min(w - 1, Math.ceil(Math.max(ay, by, cy)));
  if (x1 < x0 || y1 < y0) return;
  const { pos, nor } = grid;
  const row = nu + 1;
  const uv = (k: number): readonly [number, number] => [(k % row) / nu, Math.floor(k / row) / nv];
  const [ua, ub, uc] = [uv(a), uv(b), uv(c)];
  let flatN: Vec | undefined;
  if (surface.flat === true) {
    const at = (k: number): Vec => [pos[k * 3] ?? 0, pos[k * 3 + 1] ?? 0, pos[k * 3 + 2] ?? 0];
    flatN = unit(cross(sub(at(c), at(a)), sub(at(b), at(a))));
  }
  for (let y = y0; y <= y1; y += 1)
    for (let x = x0; x <= x1; x += 1) {
      const [px, py] = [x + 0.5, y + 0.5];
      const wb = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area;
      const wc = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area;
      const wa = 1 - wb - wc;
      if (wa < -1e-7 || wb < -1e-7 || wc < -1e-7) continue;
      const iz = wa / az + wb / bz + wc / cz;
      const z = 1 / iz;
      const k = y * w + x;
      if (z >= (depth[k] ?? 0)) continue;
      const [pa, pb, pc] = [(wa / az) * z, (wb / bz) * z, (wc / cz) * z];
      const mixOf = (list: Float64Array, axis: number): number =>
        (list[a * 3 + axis] ?? 0) * pa + (list[b * 3 + axis] ?? 0) * pb + (list[c * 3 + axis] ?? 0) * pc;
      const u = ua[0] * pa + ub[0] * pb + uc[0] * pc;
      const v = ua[1] * pa + ub[1] * pb + uc[1] * pc;
      const p: Vec = [mixOf(pos, 0), mixOf(pos, 1), mixOf(pos, 2)];
      if (surface.hole?.({ u, v, p, n: [0, 1, 0] }) === true) continue;
      depth[k] = z;
      buffer.id[k] = id;
      const o = k * stride;
      data[o] = u;
      data[o + 1] = v;
      data[o + 2] = p[0];
      data[o + 3] = p[1];
      data[o + 4] = p[2];
      data[o + 5] = flatN ? flatN[0] : mixOf(nor, 0);
      data[o + 6] = flatN ? flatN[1] : mixOf(nor, 1);
      data[o + 7] = flatN ? flatN[2] : mixOf(nor, 2);
    }
}

type ShadowMap = { towards: Vec; w: number; depth: Float32Array; right: Vec; up: Vec; scale: number; centre: Vec };

function shadowOf(shot: Shot, grids: readonly Grid[], towards: Vec): ShadowMap {
  const w = 1400;
  const right = unit(cross(towards[1] > 0.99 ? [0, 0, -1] : [0, 1, 0], towards));
  const up = cross(towards, right);
  let reach = 0.1;
  const low: [number, number, number] = [1e9, 1e9, 1e9];
  const high: [number, number, number] = [-1e9, -1e9, -1e9];
  for (const { pos } of grids)
    for (let k = 0; k < pos.length; k += 3)
      for (const axis of [0, 1, 2] as const) {
        low[axis] = Math.min(low[axis], pos[k + axis] ?? 0);
        high[axis] = Math.max(high[axis], pos[k + axis] ?? 0);
      }
  const centre = times(add(low, high), 0.5);
  reach = size(sub(high, low)) * 0.55;
  const depth = new Float32Array(w * w).fill(-1e9);
  const scale = w / 2 / reach;
  shot.surfaces.forEach((surface, id) => {
    const grid = grids[id];
    if (grid === undefined || surface.glass !== undefined) return;
    const { nu, nv } = surface;
    const row = nu + 1;
    // Points dense enough to leave no gap stand in for triangles.
    for (let j = 0; j < nv; j += 1)
      for (let i = 0; i < nu; i += 1) {
        const at = (k: number): Vec =>
          sub([grid.pos[k * 3] ?? 0, grid.pos[k * 3 + 1] ?? 0, grid.pos[k * 3 + 2] ?? 0], centre);
        const a = at(j * row + i);
        const b = at(j * row + i + 1);
        const c = at((j + 1) * row + i);
        const d = at((j + 1) * row + i + 1);
        const steps = Math.min(60, Math.ceil(Math.max(size(sub(a, d)), size(sub(b, c))) * scale * 0.8) + 1);
        for (let s = 0; s <= steps; s += 1)
          for (let t = 0; t <= steps; t += 1) {
            const [f, g] = [s / steps, t / steps];
            const p: Vec = [
              blend(blend(a[0], b[0], f), blend(c[0], d[0], f), g),
              blend(blend(a[1], b[1], f), blend(c[1], d[1], f), g),
              blend(blend(a[2], b[2], f), blend(c[2], d[2], f), g),
            ];
            if (surface.hole?.({ u: (i + f) / nu, v: (j + g) / nv, p: add(p, centre), n: [0, 1, 0] }) === true)
              continue;
            const x = Math.floor(w / 2 + dot(p, right) * scale);
            const y = Math.floor(w / 2 + dot(p, up) * scale);
            if (x < 0 || y < 0 || x >= w || y >= w) continue;
            const z = dot(p, towards);
            if (z > (depth[y * w + x] ?? 0)) depth[y * w + x] = z;
          }
      }
  });
  return { towards, w, depth, right, up, scale, centre };
}

const spiral = Array.from({ length: 24 }, (_, i) => {
  const [r, a] = [Math.sqrt((i + 0.5) / 24), i * 2.39996];
  return [r * Math.cos(a), r * Math.sin(a)] as const;
});

const sparse = spiral.filter((_, i) => i % 2 === 1);

/** The share of the key light that reaches a place; `spread` in centimetres is the softness. */
function lit(map: ShadowMap, p: Vec, spread: number, bias: number, turn: number): number {
  const d = sub(p, map.centre);
  const x = map.w / 2 + dot(d, map.right) * map.scale;
  const y = map.w / 2 + dot(d, map.up) * map.scale;
  const z = dot(d, map.towards) + bias;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  let open = 0;
  for (const [i, j] of sparse) {
    const xx = Math.floor(x + (i * c - j * s) * spread * map.scale);
    const yy = Math.floor(y + (i * s + j * c) * spread * map.scale);
    const there = xx < 0 || yy < 0 || xx >= map.w || yy >= map.w ? -1e9 : (map.depth[yy * map.w + xx] ?? 0);
    if (there <= z) open += 1;
  }
  return open / sparse.length;
}

/** How much of the sky each place sees, from the depth of its neighbours. */
function occlusion(buffer: Buffer, eye: Eye, reach: number): Float32Array {
  const { w, id, data, depth } = buffer;
  const raw = new Float32Array(w * w).fill(1);
  for (let y = 0; y < w; y += 1)
    for (let x = 0; x < w; x += 1) {
      const k = y * w + x;
      if ((id[k] ?? -1) < 0) continue;
      const o = k * stride;
      const [px, py, pz] = [data[o + 2] ?? 0, data[o + 3] ?? 0, data[o + 4] ?? 0];
      let [nx, ny, nz] = [data[o + 5] ?? 0, data[o + 6] ?? 0, data[o + 7] ?? 0];
      if (nx * (eye.from[0] - px) + ny * (eye.from[1] - py) + nz * (eye.from[2] - pz) < 0)
        [nx, ny, nz] = [-nx, -ny, -nz];
      const r = (reach * eye.focal * w) / (depth[k] ?? 1);
      const turn = ((x & 3) * 4 + (y & 3)) * 0.3927;
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      let dark = 0;
      for (let i = 1; i < 24; i += 2) {
        const [a, b] = spiral[i] ?? [0, 0];
        const xx = Math.round(x + (a * c - b * s) * r);
        const yy = Math.round(y + (a * s + b * c) * r);
        if (xx < 0 || yy < 0 || xx >= w || yy >= w) continue;
        const kk = yy * w + xx;
        if ((id[kk] ?? -1) < 0) continue;
        const oo = kk * stride;
        const [dx, dy, dz] = [(data[oo + 2] ?? 0) - px, (data[oo + 3] ?? 0) - py, (data[oo + 4] ?? 0) - pz];
        const length = Math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-6;
        const facing = (dx * nx + dy * ny + dz * nz) / length - 0.12;
        if (facing > 0) dark += facing / (1 + (length / reach) ** 2 * 1.5);
      }
      raw[k] = clamp(1 - dark / 7);
    }
  return softened(raw, buffer);
}

function softened(raw: Float32Array, { w, id }: Buffer): Float32Array {
  const out = new Float32Array(raw.length);
  for (let y = 0; y < w; y += 1)
    for (let x = 0; x < w; x += 1) {
      const k = y * w + x;
      const own = id[k] ?? -1;
      if (own < 0) continue;
      let [sum, n] = [0, 0];
      for (let j = -2; j < 2; j += 1)
        for (let i = -2; i < 2; i += 1) {
          const [xx, yy] = [x + i, y + j];
          if (xx < 0 || yy < 0 || xx >= w || yy >= w || id[yy * w + xx] !== own) continue;
          sum += raw[yy * w + xx] ?? 1;
          n += 1;
        }
      out[k] = n > 0 ? sum / n : 1;
    }
  return out;
}

const reflect = (d: Vec, n: Vec): Vec => sub(d, times(n, 2 * dot(d, n)));

function refract(d: Vec, n: Vec, eta: number): Vec | undefined {
  const c = -dot(d, n);
  const k = 1 - eta * eta * (1 - c * c);
  if (k < 0) return undefined;
  return unit(add(times(d, eta), times(n, eta * c - Math.sqrt(k))));
}

/** Follows light through a cut stone: in at one face, mirrored inside until it leaves. */
function throughGlass(glass: NonNullable<Surface["glass"]>, p: Vec, d: Vec, n: Vec): Vec {
  const bounce = 0.06 + 0.94 * (1 - Math.max(0, -dot(d, n))) ** 5;
  const outside = studio(reflect(d, n), 0.02);
  let ray = refract(d, n, 1 / glass.index) ?? d;
  let at = p;
  let path = 0;
  let got: Vec = [0.25, 0.25, 0.25];
  for (let step = 0; step < 6; step += 1) {
    let best = 1e9;
    let face: Vec = n;
    for (const plane of glass.planes) {
      const speed = dot(ray, plane.n);
      if (speed <= 1e-6) continue;
      const t = (plane.d - dot(at, plane.n)) / speed;
      if (t > 1e-5 && t < best) [best, face] = [t, plane.n];
    }
    if (best > 1e8) break;
    at = add(at, times(ray, best));
    path += best;
    const out = refract(ray, times(face, -1), glass.index);
    if (out !== undefined) {
      got = studio(out, 0.06);
      break;
    }
    ray = reflect(ray, face);
  }
  const tint: Vec = [glass.tint[0] ** (path + 0.4), glass.tint[1] ** (path + 0.4), glass.tint[2] ** (path + 0.4)];
  const inner: Vec = [got[0] * tint[0] * 1.5, got[1] * tint[1] * 1.5, got[2] * tint[2] * 1.5];
  return add(times(inner, 1 - bounce), times(outside, bounce));
}

function shade(look: Look3, n: Vec, d: Vec, p: Vec, sky: number, sun: number): Vec {
  const { color, rough, metal = 0, sheen = 0, coat = 0 } = look;
  const nd = Math.max(0, -dot(n, d));
  const edge = (1 - nd) ** 5;
  const hemi = 0.5 + 0.5 * n[1];
  const ground = smooth(3, 0, p[1]) * 0.1;
  const wrap = Math.max(0, (dot(n, key) + 0.12) / 1.12);
  const back = Math.max(0, dot(n, rim)) * 0.38;
  const front = Math.max(0, dot(n, fill)) * 0.36;
  const light = wrap * 1.06 * sun + (0.035 + 0.15 * hemi + front * 0.5 + ground) * sky + back * (0.2 + 0.5 * sky);
  const diffuse = times(color, light * (1 - metal));
  const mirror = studio(reflect(d, n), rough);
  const shut = 0.35 + 0.65 * sky;
  const f0 = blend(0.04, 1, metal);
  const gloss = (f0 + (1 - f0) * edge * (1 - rough * 0.8)) * shut * (metal > 0 ? 1 : 1 - rough * 0.55);
  const tone: Vec = metal > 0 ? color : [1, 1, 1];
  const spec: Vec = [mirror[0] * gloss * tone[0], mirror[1] * gloss * tone[1], mirror[2] * gloss * tone[2]];
  const haze = sheen * (1 - nd) ** 2.2 * sky * (0.5 + sun);
  let total = add(add(diffuse, spec), times(color, haze));
  if (coat > 0) {
    const polish = studio(reflect(d, n), 0.06);
    total = add(total, times(polish, coat * (0.04 + 0.9 * edge) * shut));
  }
  return total;
}

const film = (x: number): number => {
  const y = Math.max(0, x);
  // Straight up to two thirds, then a soft shoulder.
  const s = y < 0.6 ? y : 0.6 + 0.4 * (1 - Math.exp(-(y - 0.6) / 0.4));
  return s <= 0.0031308 ? 12.92 * s : 1.055 * s ** (1 / 2.4) - 0.055;
};

/** The object with its shadow on the floor, as RGBA bytes with straight alpha. */
export function render(shot: Shot): Uint8Array {
  const w = shot.pixels;
  const grids = shot.surfaces.map(gridOf);
  const first = eyeOf(shot.camera);
  const eye = shot.camera.fit === undefined ? first : fitted(first, grids, shot.camera.fit);
  const buffer = raster(shot, grids, eye, w);
  const map = shadowOf(shot, grids, key);
  const above = shadowOf(shot, grids, [0, 1, 0]);
  const scale = 1 / map.scale;
  const reachAll = map.w / 2 / map.scale;
  const sky = occlusion(buffer, eye, reachAll * 0.09);
  const skyNear = occlusion(buffer, eye, reachAll * 0.022);
  const { data, id } = buffer;
  const looks: (Look3 | undefined)[] = new Array(w * w);
  const height = new Float32Array(w * w);
  for (let k = 0; k < w * w; k += 1) {
    const surface = shot.surfaces[id[k] ?? -1];
    if (surface === undefined) continue;
    const o = k * stride;
    const look = surface.look({
      u: data[o] ?? 0,
      v: data[o + 1] ?? 0,
      p: [data[o + 2] ?? 0, data[o + 3] ?? 0, data[o + 4] ?? 0],
      n: [data[o + 5] ?? 0, data[o + 6] ?? 0, data[o + 7] ?? 0],
    });
    looks[k] = look;
    height[k] = look.height ?? 0;
  }
  const out = new Uint8Array(w * w * 4);
  // Shadows on the floor are soft: every fourth place holds them, and what lies between is blended.
  const every = 4;
  const across = Math.ceil(w / every) + 2;
  const floor = new Float32Array(across * across);
  const rayOf = (x: number, y: number): Vec =>
    unit(
      add(
        add(eye.forward, times(eye.right, ((x + 0.5) / w - 0.5 - eye.slide) / eye.focal)),
        times(eye.up, (0.5 - (y + 0.5) / w + eye.shift) / eye.focal),
      ),
    );
  if (shot.contact !== 0)
    for (let j = 0; j < across; j += 1)
      for (let i = 0; i < across; i += 1) {
        const d = rayOf(i * every, j * every);
        if (d[1] >= -0.001) continue;
        const p = add(eye.from, times(d, -eye.from[1] / d[1]));
        const share = (m: ShadowMap, spread: number): number =>
          1 -
          (lit(m, p, reachAll * spread, scale * 2, i * 1.7 + j * 2.9) +
            lit(m, p, reachAll * spread * 0.8, scale * 2, i + j * 3.7 + 1)) /
            2;
        const shade = 1 - (share(map, 0.16) * 0.36 + share(map, 0.05) * 0.26);
        floor[j * across + i] = clamp(1 - shade * (1 - share(above, 0.035) * 0.5) * (1 - share(above, 0.11) * 0.3));
      }
  const floorAt = (x: number, y: number): number => {
    const [i, j] = [Math.floor(x / every), Math.floor(y / every)];
    const [a, b] = [x / every - i, y / every - j];
    const k = j * across + i;
    const [p, q, r, t] = [floor[k] ?? 0, floor[k + 1] ?? 0, floor[k + across] ?? 0, floor[k + across + 1] ?? 0];
    return (p + (q - p) * a) * (1 - b) + (r + (t - r) * a) * b;
  };
  const place = (k: number): Vec => [data[k * stride + 2] ?? 0, data[k * stride + 3] ?? 0, data[k * stride + 4] ?? 0];
  for (let y = 0; y < w; y += 1)
    for (let x = 0; x < w; x += 1) {
      const k = y * w + x;
      if ((id[k] ?? -1) < 0 && shot.contact === 0) continue;
      const d = rayOf(x, y);
      const turn = ((x & 3) * 4 + (y & 3)) * 0.3927;
      const look = looks[k];
      const surface = shot.surfaces[id[k] ?? -1];
      if (look === undefined || surface === undefined) {
        if (d[1] >= -0.001 || shot.contact === 0) continue;
        out[k * 4 + 3] = Math.round(255 * floorAt(x, y));
        continue;
      }
      const p = place(k);
      const o = k * stride;
      let n: Vec = unit([data[o + 5] ?? 0, data[o + 6] ?? 0, data[o + 7] ?? 0]);
      if (dot(n, d) > 0) n = times(n, -1);
      if (surface.glass !== undefined) {
        let nearest = 1e9;
        for (const plane of surface.glass.planes) {
          const off = Math.abs(plane.d - dot(p, plane.n));
          if (off < nearest) [nearest, n] = [off, plane.n];
        }
        const c = throughGlass(surface.glass, p, d, n);
        for (const axis of [0, 1, 2] as const) out[k * 4 + axis] = Math.round(255 * film(c[axis]));
        out[k * 4 + 3] = 255;
        continue;
      }
      const [kx, ky] = [x + 1 < w ? k + 1 : k - 1, y + 1 < w ? k + w : k - w];
      if (id[kx] === id[k] && id[ky] === id[k]) {
        const dx = sub(place(kx), p);
        const dy = sub(place(ky), p);
        const r1 = cross(dy, n);
        const r2 = cross(n, dx);
        const det = dot(dx, r1);
        const gx = (height[kx] ?? 0) - (height[k] ?? 0);
        const gy = (height[ky] ?? 0) - (height[k] ?? 0);
        if ((gx !== 0 || gy !== 0) && Math.abs(det) > 1e-14) {
          const bump = times(add(times(r1, gx), times(r2, gy)), 1 / det);
          const steep = size(bump);
          n = unit(sub(n, times(bump, steep > 1.6 ? 1.6 / steep : 1)));
        }
      }
      const far = lit(map, add(p, times(n, reachAll * 0.008)), reachAll * 0.03, scale * 2.5, turn);
      const ao = (0.25 + 0.75 * (sky[k] ?? 1)) * (0.35 + 0.65 * (skyNear[k] ?? 1));
      const c = shade(look, n, d, p, ao, far);
      for (const axis of [0, 1, 2] as const) out[k * 4 + axis] = Math.round(255 * film(c[axis]));
      out[k * 4 + 3] = 255;
    }
  return out;
}
