import { clamp, noise, smooth } from "./scene.ts";

/** Lights flat drawn cloth again: it hangs in soft folds and its edges are not those of cut paper. */
export function drape(source: Uint8Array, w: number, seed: number, satin = false): Uint8Array {
  const unit = 1000 / w;
  const height = new Float32Array(w * w);
  const fold = (x: number, y: number): number => {
    // Sleeves and skirts spread from the shoulders, and so do their folds.
    const lean = clamp((x - 500) / 420, -1, 1) * 0.34 * smooth(100, 800, y);
    const drift = 34 * noise(x / 210 + seed, y / 260, seed * 3.1) + 10 * noise(x / 70, y / 120, seed + 9);
    const across = x - lean * (y - 120) + drift;
    const along = y + 22 * noise(x / 160, y / 190, seed + 4);
    const ridge = (f: number, g: number, z: number): number => {
      const n = noise(across / f, along / g, z + seed * 7.7);
      return 1 - Math.sqrt(n * n + 0.012);
    };
    const deep = smooth(120, 520, y);
    const pull = noise((across + along * 0.55) / 66, (along - across * 0.55) / 230, seed + 21);
    const push = noise((across - along * 0.55) / 66, (along + across * 0.55) / 230, seed + 33);
    return (
      26 * deep * ridge(92, 620, 2) +
      12 * (0.35 + 0.65 * deep) * ridge(56, 380, 5) +
      12 * (1 - deep * 0.6) * (1 - Math.sqrt(pull * pull + 0.02)) +
      11 * (1 - deep * 0.6) * (1 - Math.sqrt(push * push + 0.02)) +
      18 * noise(x / 120, y / 150, seed + 50) +
      1.2 * noise(x / 24, y / 38, seed + 70)
    );
  };
  // Folds are broad: a coarse grid holds them, and what lies between is blended.
  const cells = 420;
  const gridOf = (value: (x: number, y: number) => number): ((x: number, y: number) => number) => {
    const grid = new Float32Array((cells + 2) * (cells + 2));
    for (let j = 0; j <= cells + 1; j += 1)
      for (let i = 0; i <= cells + 1; i += 1) grid[j * (cells + 2) + i] = value((i * 1000) / cells, (j * 1000) / cells);
    return (x, y) => {
      const [gx, gy] = [(x * cells) / 1000, (y * cells) / 1000];
      const [i, j] = [Math.floor(gx), Math.floor(gy)];
      const [a, b] = [gx - i, gy - j];
      const k = j * (cells + 2) + i;
      const [p, q, r, s] = [grid[k] ?? 0, grid[k + 1] ?? 0, grid[k + cells + 2] ?? 0, grid[k + cells + 3] ?? 0];
      return (p + (q - p) * a) * (1 - b) + (r + (s - r) * a) * b;
    };
  };
  const raised = gridOf(fold);
  for (let y = 0; y < w; y += 1) for (let x = 0; x < w; x += 1) height[y * w + x] = raised(x * unit, y * unit);
  const slideX = gridOf((ux, uy) => 5.5 * noise(ux / 85, uy / 70, seed + 80) + 2 * noise(ux / 30, uy / 34, seed + 81));
  const slideY = gridOf((ux, uy) => 4 * noise(ux / 80, uy / 90, seed + 90) + 1.6 * noise(ux / 28, uy / 30, seed + 91));
  // The cloth goes round a body: what is near its outline turns away from the lamp.
  const full = new Float32Array(w * w);
  for (let k = 0; k < w * w; k += 1) full[k] = (source[k * 4 + 3] ?? 0) / 255;
  const round = blurred(blurred(full, w, Math.round(26 / unit)), w, Math.round(26 / unit));
  const out = new Uint8Array(w * w * 4);
  const pick = (x: number, y: number, c: number): number => source[(y * w + x) * 4 + c] ?? 0;
  for (let y = 0; y < w; y += 1)
    for (let x = 0; x < w; x += 1) {
      const [ux, uy] = [x * unit, y * unit];
      const ground = smooth(800, 770, uy);
      const dx = (slideX(ux, uy) * ground) / unit;
      const dy = (slideY(ux, uy) * ground) / unit;
      const sx = clamp(x + dx, 0, w - 1.001);
      const sy = clamp(y + dy, 0, w - 1.001);
      const [ix, iy] = [Math.floor(sx), Math.floor(sy)];
      const [fx, fy] = [sx - ix, sy - iy];
      const weights = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
      const spots = [0, 1, 2, 3].map((i) => [ix + (i & 1), iy + (i >> 1)] as const);
      if (pick(ix, iy, 3) + pick(Math.min(w - 1, ix + 1), Math.min(w - 1, iy + 1), 3) === 0) continue;
      let alpha = 0;
      const rgb = [0, 0, 0];
      spots.forEach(([px, py], i) => {
        const a = (pick(px, py, 3) / 255) * (weights[i] ?? 0);
        alpha += a;
        for (const c of [0, 1, 2]) rgb[c] = (rgb[c] ?? 0) + a * (pick(px, py, c) / 255) ** 2.2;
      });
      if (alpha <= 0.002) continue;
      const k = y * w + x;
      const step = Math.max(1, Math.round(2.6 / unit));
      const at = (i: number): number => height[clamp(i, 0, w * w - 1)] ?? 0;
      const bulge = (i: number): number => (round[clamp(i, 0, w * w - 1)] ?? 0) * 46;
      const gx = (at(k + step) - at(k - step) + bulge(k + step) - bulge(k - step)) / (2 * step * unit);
      const gy =
        (at(k + step * w) - at(k - step * w) + (bulge(k + step * w) - bulge(k - step * w)) * 0.6) / (2 * step * unit);
      const length = Math.hypot(gx, gy, 1);
      const [nx, ny, nz] = [-gx / length, -gy / length, 1 / length];
      const light = (nx * -0.58 + ny * -0.5 + nz * 0.65) / 0.65;
      const shade = clamp(0.3 + 0.7 * light, 0.22, 1.5) * clamp(1 + (at(k) - 22) * 0.006, 0.78, 1.12);
      const shine = satin ? 0.5 * Math.max(0, nx * -0.5 + ny * -0.45 + nz * 0.74) ** 14 : 0;
      for (const c of [0, 1, 2]) {
        const value = ((rgb[c] ?? 0) / alpha) * shade * (1 + shine);
        out[k * 4 + c] = Math.round(255 * clamp(value) ** (1 / 2.2));
      }
      out[k * 4 + 3] = Math.round(alpha * 255);
    }
  return out;
}

/** A box blur, both ways. */
function blurred(source: Float32Array, w: number, r: number): Float32Array {
  const pass = (from: Float32Array, step: number, line: number): Float32Array => {
    const to = new Float32Array(from.length);
    for (let j = 0; j < w; j += 1) {
      let sum = 0;
      for (let i = -r; i < w; i += 1) {
        if (i + r < w) sum += from[(i + r) * step + j * line] ?? 0;
        if (i - r - 1 >= 0) sum -= from[(i - r - 1) * step + j * line] ?? 0;
        if (i >= 0) to[i * step + j * line] = sum / (2 * r + 1);
      }
    }
    return to;
  };
  return pass(pass(source, 1, w), w, 1);
}
