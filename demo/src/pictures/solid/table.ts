import type { Camera } from "./render.ts";
import {
  add,
  blend,
  clamp,
  linear,
  noise,
  type Surface,
  smooth,
  through,
  times,
  tube,
  turned,
  turnY,
  type Vec,
} from "./scene.ts";

const wood =
  (light: Vec): Surface["look"] =>
  ({ p }) => {
    const [x, y, z] = p;
    const plank = Math.floor((z + 200) / 9);
    const shift = plank * 37.7;
    const rings = Math.sin(
      (z * 1.1 + 2.4 * noise(x * 0.035 + shift, z * 0.2, plank)) * 3.2 + 3 * noise(x * 0.02, plank * 3.3, z * 0.3),
    );
    const pore = noise(x * 0.7 + shift, z * 9, plank);
    const gap = Math.abs((((z + 200) % 9) + 9) % 9);
    const seam = smooth(0.12, 0.03, Math.min(gap, 9 - gap));
    const tone = 0.86 + 0.1 * rings * 0.6 + 0.07 * pore + 0.09 * noise(plank * 5.1, 0.5, 0.5);
    return {
      color: times(light, tone * (1 - 0.6 * seam)),
      rough: 0.55,
      height: 0.006 * pore - 0.05 * seam + y * 0,
      coat: 0.25,
    };
  };

const glaze =
  (color: Vec): Surface["look"] =>
  ({ p }) => ({ color: times(color, 1 + 0.04 * noise(p[0], p[1] * 2, p[2])), rough: 0.35, coat: 0.7 });

function mug(at: Vec, color: Vec, turn: number): Surface[] {
  const look = glaze(color);
  return [
    turned(
      at,
      [
        [0.1, 0.1],
        [3.2, 0],
        [3.7, 0.3],
        [3.95, 1.6],
        [4.1, 5],
        [4.15, 9],
        [4.05, 9.3],
        [3.85, 9.1],
        [3.75, 6],
        [3.7, 5.4],
      ],
      look,
    ),
    turned(
      at,
      [
        [3.74, 8],
        [2, 8.02],
        [0.02, 8.03],
      ],
      () => ({ color: linear("#2b1a10"), rough: 0.15 }),
    ),
    tube(
      (t) => {
        const a = blend(-1.25, 1.25, t);
        return add(at, turnY([3.7 + 2.6 * Math.cos(a), 5 + 2.9 * Math.sin(a), 0], turn));
      },
      0.5,
      look,
      { up: () => turnY([0, 0, 1], turn) },
    ),
  ];
}

function box(at: Vec, half: Vec, turn: number, look: Surface["look"], ghost = false): Surface {
  return {
    nu: 160,
    nv: 40,
    loop: true,
    look,
    ...(ghost ? { ghost } : {}),
    at: (u, v) => {
      const a = u * 2 * Math.PI;
      const q = (c: number): number => Math.sign(c) * Math.abs(c) ** 0.12;
      const shrink = v < 0.12 ? v / 0.12 : v > 0.88 ? (1 - v) / 0.12 : 1;
      const y = clamp((v - 0.14) / 0.72) * 2 - 1;
      const edge = v > 0.12 && v < 0.88 ? 1 : shrink * 0.985;
      return add(at, turnY([q(Math.cos(a)) * half[0] * edge, y * half[1], q(Math.sin(a)) * half[2] * edge], turn));
    },
  };
}

function books(at: Vec, colors: readonly Vec[], turn: number): Surface[] {
  let y = 0;
  return colors.flatMap((color, i) => {
    const [high, long, deep] = [1.1 + 0.35 * ((i * 7) % 3), 10.5 - i * 0.7, 7.4 - i * 0.4];
    const lean = turn + ([0, 7, -5][i % 3] ?? 0);
    const centre = add(at, [0, y + high, 0]);
    y += high * 2;
    const cover: Surface["look"] = ({ p }) => ({
      color: times(color, 1 + 0.06 * noise(p[0] * 9, p[1] * 9, p[2] * 9)),
      rough: 0.8,
      height: 0.004 * noise(p[0] * 14, p[1] * 14, p[2] * 14),
    });
    const paper: Surface["look"] = ({ p }) => ({
      color: times(linear("#e8dfcc"), 0.92 + 0.08 * Math.sin(p[1] * 60)),
      rough: 0.9,
    });
    return [
      box(centre, [long - 0.25, high - 0.16, deep - 0.25], lean, paper),
      box(add(centre, [0, high - 0.1, 0]), [long, 0.12, deep], lean, cover),
      box(add(centre, [0, -high + 0.1, 0]), [long, 0.12, deep], lean, cover),
      box(add(centre, turnY([0, 0, deep - 0.1], lean)), [long, high, 0.12], lean, cover),
    ];
  });
}

function plant(at: Vec, pot: Vec, size: number): Surface[] {
  const leaf = linear("#4f7350");
  const parts: Surface[] = [
    turned(
      at,
      [
        [0.1, 0.05],
        [2.6 * size, 0],
        [3.0 * size, 0.6],
        [3.7 * size, 5.4 * size],
        [3.8 * size, 6 * size],
        [3.5 * size, 6 * size],
        [3.3 * size, 5 * size],
        [0.1, 5 * size],
      ],
      glaze(pot),
    ),
  ];
  for (let i = 0; i < 17; i += 1) {
    const a = i * 2.4;
    const far = (2.2 + (2.6 * ((i * 5) % 7)) / 7) * size;
    const high = (9 + (5 * ((i * 3) % 5)) / 5) * size;
    const tip: Vec = add(at, [Math.cos(a) * far * 1.5, high, Math.sin(a) * far * 1.2]);
    parts.push(
      tube(
        through([
          add(at, [0, 5 * size, 0]),
          add(at, [Math.cos(a) * far * 0.5, high * 0.8, Math.sin(a) * far * 0.5]),
          tip,
        ]),
        (t) => 0.12 + 1.15 * size * Math.sin(Math.min(1, Math.max(0, (t - 0.35) / 0.65)) * Math.PI),
        ({ u }) => ({ color: times(leaf, 0.8 + 0.05 * (i % 5) + 0.08 * Math.sin(u * 6.28)), rough: 0.55, coat: 0.2 }),
        { steps: 40, flat: 0.1, sides: 18, up: () => [Math.cos(a), 0.4, Math.sin(a)] },
      ),
    );
  }
  return parts;
}

export type Setting = { surfaces: Surface[]; camera: Camera; wide: number };

/** A table on which a product of a width and height in centimetres stands among everyday things. */
export function tableFor(width: number, height: number, wide: number, variant: number): Setting {
  const top = linear(["#b98a5c", "#8f6a4a", "#c9a882"][variant % 3] ?? "#b98a5c");
  const hues =
    [
      ["#3f5a66", "#b5563f", "#e0d6c2"],
      ["#7a3b3b", "#d9cdb8", "#39504a"],
      ["#2f4058", "#c69a4e", "#e6e0d2"],
    ][variant % 3] ?? [];
  const table: Surface = {
    nu: 60,
    nv: 60,
    look: wood(top),
    at: (u, v) => [blend(-wide * 1.6, wide * 1.6, u), 0, blend(-wide * 0.75, wide * 1.3, v)],
  };
  const stand = box(
    [0, height * 0.42, -1.2],
    [width * 0.44, height * 0.42, Math.min(5, width * 0.2)],
    0,
    () => ({ color: [0, 0, 0], rough: 1 }),
    true,
  );
  const side = width / 2;
  const props =
    variant % 2 === 0
      ? [
          ...mug([side + 8.5, 0, 2.5], linear(hues[2] ?? "#ffffff"), -35),
          ...books([-side - 5, 0, -13], hues.slice(0, 2).map(linear), 16),
          ...plant([side + 9, 0, -20], linear(hues[1] ?? "#ffffff"), 1.15),
        ]
      : [
          ...mug([-side - 8.5, 0, 1.5], linear(hues[1] ?? "#ffffff"), 215),
          ...books([side + 8, 0, -14], hues.slice(0, 2).map(linear), -14),
          ...plant([-side - 11, 0, -21], linear(hues[2] ?? "#ffffff"), 1.2),
        ];
  return {
    surfaces: [table, stand, ...props],
    camera: {
      target: [0, wide * 0.2, 0],
      azimuth: 0,
      elevation: 13,
      distance: 150,
      fov: (Math.atan(wide / 2 / 150) * 360) / Math.PI,
    },
    wide,
  };
}
