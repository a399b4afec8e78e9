import { leather, made } from "./last.ts";
import {
  add,
  ball,
  blend,
  cross,
  dot,
  linear,
  moved,
  noise,
  type Surface,
  size,
  smooth,
  sub,
  through,
  times,
  tube,
  turned,
  turnY,
  unit,
  type Vec,
} from "./scene.ts";

const metal =
  (color: Vec, rough = 0.1): Surface["look"] =>
  ({ p }) => ({ color, rough, metal: 1, height: 0.0015 * noise(p[0] * 3, p[1] * 3, p[2] * 3) });

const silver: Vec = linear("#e3e5e8");
const stone: Surface["look"] = ({ p }) => ({
  color: times(
    linear("#7d7884"),
    1 + 0.1 * noise(p[0] * 1.2, p[1] * 2, p[2] * 1.2) + 0.05 * noise(p[0] * 9, p[1] * 9, p[2] * 9),
  ),
  rough: 0.75,
  height: 0.003 * noise(p[0] * 18, p[1] * 18, p[2] * 18),
});
const velvet: Surface["look"] = ({ p }) => ({
  color: times(linear("#39363f"), 1 + 0.1 * noise(p[0] * 30, p[1] * 30, p[2] * 30)),
  rough: 0.98,
  sheen: 1.6,
});

type Cut = { sides?: number; crown?: number; pavilion?: number; table?: number };

/** A cut stone: its table faces `up`; `stretch` makes it oval along `side`. */
function gem(c: Vec, r: number, up: Vec, side: Vec, tint: Vec, stretch = 1, cut: Cut = {}): Surface {
  const { sides = 8, crown = 36, pavilion = 42, table = 0.33 } = cut;
  const y = unit(up);
  const x = unit(sub(side, times(y, dot(side, y))));
  const z = cross(x, y);
  const world = (v: Vec): Vec => add(add(times(x, v[0]), times(y, v[1])), times(z, v[2]));
  const planes: { n: Vec; d: number }[] = [];
  const face = (turn: number, tilt: number, far: number): void => {
    const [a, t] = [turn * 2 * Math.PI, (tilt * Math.PI) / 180];
    const n: Vec = [(Math.cos(a) * Math.sin(t)) / stretch, Math.cos(t), Math.sin(a) * Math.sin(t)];
    const length = size(n);
    const flat = world(times(n, 1 / length));
    planes.push({ n: flat, d: (far * r) / length + dot(flat, c) });
  };
  face(0, 0, table);
  for (let i = 0; i < sides; i += 1) {
    const t = i / sides;
    face(t, crown, Math.sin((crown * Math.PI) / 180) * 0.99 + 0.02);
    face(t + 0.5 / sides, crown - 13, table * Math.cos(((crown - 13) * Math.PI) / 180) + 0.245);
    face(t, 180 - pavilion, Math.sin((pavilion * Math.PI) / 180) * 0.96);
  }
  for (let i = 0; i < sides * 2; i += 1) {
    const t = (i + 0.5) / sides / 2;
    face(t, crown + 7, Math.sin(((crown + 7) * Math.PI) / 180) * 1.0 + 0.015);
    face(t, 180 - pavilion - 3, Math.sin(((pavilion + 3) * Math.PI) / 180) * 0.985);
    face(t, 90, 1);
  }
  return {
    nu: 140,
    nv: 90,
    loop: true,
    look: () => ({ color: tint, rough: 0 }),
    glass: { planes, tint: [tint[0] ** (1 / r), tint[1] ** (1 / r), tint[2] ** (1 / r)], index: 1.9 },
    at: (u, v) => {
      const [a, b] = [u * 2 * Math.PI, v * Math.PI];
      const dir = world([Math.sin(b) * Math.cos(a), Math.cos(b), Math.sin(b) * Math.sin(a)]);
      let reach = 9;
      for (const { n, d } of planes) {
        const speed = dot(n, dir);
        if (speed > 1e-6) reach = Math.min(reach, (d - dot(n, c)) / speed);
      }
      return add(c, times(dir, reach));
    },
  };
}

/** A band round the z axis. */
const band = (
  c: Vec,
  r: number,
  thick: (a: number) => number,
  wide: (a: number) => number,
  look: Surface["look"],
): Surface => ({
  nu: 200,
  nv: 48,
  loop: true,
  look,
  at: (u, v) => {
    const a = u * 2 * Math.PI;
    const b = v * 2 * Math.PI;
    const q = (x: number): number => Math.sign(x) * Math.abs(x) ** 0.75;
    const out = r + thick(a) * 0.5 * (1 + q(Math.cos(b)));
    return add(c, [Math.cos(a) * out, Math.sin(a) * out, wide(a) * 0.5 * q(Math.sin(b))]);
  },
});

const slab = (r: number, high: number): Surface =>
  turned(
    [0, 0, 0],
    [
      [r * 0.99, 0],
      [r, 0.06],
      [r, high * 0.5],
      [r, high - 0.1],
      [r - 0.05, high - 0.02],
      [r - 0.2, high],
      [r * 0.5, high],
      [0.01, high],
    ],
    stone,
  );

/** How near a direction is to the top of a ring, 0 to 1. */
const crest = (a: number, wide: number): number =>
  Math.exp(-(((a > Math.PI * 1.5 ? a - 2 * Math.PI : a) - Math.PI / 2) ** 2) / wide);

const around = (surfaces: readonly Surface[], degrees: number, to: Vec = [0, 0, 0]): Surface[] =>
  surfaces.map((s) => moved(s, (p) => add(turnY(p, degrees), to)));

function tide(body: Vec, accent: Vec): Surface[] {
  const c: Vec = [0, 2.03, 0];
  const turn = -32;
  const up: Vec = [0, 1, 0];
  const side = turnY([1, 0, 0], turn);
  const look = metal(silver, 0.12);
  const ring = around(
    [
      band(
        c,
        0.92,
        (a) => 0.15 + 0.12 * crest(a, 0.5),
        (a) => 0.42 + 0.2 * crest(a, 0.4),
        look,
      ),
      turned(
        [0, 3.0, 0],
        [
          [0.3, 0],
          [0.42, 0.06],
          [0.58, 0.2],
          [0.6, 0.36],
          [0.57, 0.39],
          [0.53, 0.36],
          [0.5, 0.28],
        ],
        look,
      ),
    ].map((s, i) => (i === 1 ? moved(s, (p) => [p[0] * 1.18, p[1], p[2] * 0.92]) : s)),
    turn,
  );
  void body;
  return [slab(2.25, 0.9), ...ring, gem([0, 3.3, 0], 0.49, up, side, times(accent, 1.25), 1.26)];
}

function solitaire(body: Vec, accent: Vec): Surface[] {
  const c: Vec = [0, 1.93, 0];
  const turn = -36;
  const look = metal(body, 0.1);
  const prong = (a: number): Surface =>
    tube(
      through([
        [Math.cos(a) * 0.1, 2.9, Math.sin(a) * 0.1],
        [Math.cos(a) * 0.28, 3.1, Math.sin(a) * 0.28],
        [Math.cos(a) * 0.43, 3.36, Math.sin(a) * 0.43],
        [Math.cos(a) * 0.4, 3.47, Math.sin(a) * 0.4],
      ]),
      (t) => 0.055 - 0.01 * t,
      look,
      { steps: 30 },
    );
  const ring = around(
    [
      band(
        c,
        0.9,
        () => 0.13,
        (a) => 0.22 - 0.06 * crest(a, 0.3),
        look,
      ),
      ...[0.25, 0.75, 1.25, 1.75].map((q) => prong(q * Math.PI)),
      tube((t) => [Math.cos(t * 6.2832) * 0.25, 3.06, Math.sin(t * 6.2832) * 0.25], 0.04, look),
    ],
    turn,
  );
  return [
    slab(2.25, 0.9),
    ...ring,
    gem([0, 3.3, 0], 0.46, [0, 1, 0], [1, 0, 0.3], times(accent, 1.3), 1, { pavilion: 40 }),
  ];
}

const bustShape: readonly (readonly [y: number, wide: number, deep: number])[] = [
  [0, 3.3, 2.3],
  [0.4, 3.5, 2.4],
  [3, 4.2, 2.7],
  [6, 5.6, 3.0],
  [8.4, 6.5, 3.2],
  [9.8, 6.3, 3.1],
  [11, 5.0, 2.8],
  [11.9, 3.3, 2.4],
  [12.8, 2.3, 2.1],
  [14.2, 2.0, 1.95],
  [16, 2.0, 1.95],
];

const bustCurve = through(bustShape.map(([y, w, d]) => [w, y, d] as const));

function bustAt(y: number): readonly [number, number] {
  let [low, high] = [0, 1];
  for (let i = 0; i < 30; i += 1) {
    const t = (low + high) / 2;
    if (bustCurve(t)[1] < y) low = t;
    else high = t;
  }
  const [w, , d] = bustCurve(low);
  return [w, d];
}

const bust = (): Surface[] => [
  {
    nu: 140,
    nv: 140,
    loop: true,
    look: velvet,
    at: (u, v) => {
      const shut = v > 0.97 ? Math.sqrt(Math.max(0, 1 - ((v - 0.97) / 0.03) ** 2)) : 1;
      const [w, y, d] = bustCurve(Math.min(1, v / 0.97));
      const a = u * 2 * Math.PI;
      const tilt = 0.9 * smooth(11, 7, y);
      return [Math.cos(a) * w * shut, y + (1 - shut) * 0.15, Math.sin(a) * d * shut + tilt];
    },
  },
];

/** A place on the front of the bust. */
function onBust(x: number, y: number, out: number): Vec {
  const [w, d] = bustAt(y);
  const q = Math.min(0.995, Math.abs(x) / w);
  const root = Math.sqrt(1 - q * q);
  return [x * (1 + (out / w) * q), y, d * root + out * root + 0.9 * smooth(11, 7, y)];
}

/** A strand round the neck: t from the left of the nape over the chest to the right. */
const strand =
  (low: number, out: number, wide = 1): ((t: number) => Vec) =>
  (t) => {
    const s = t * 2 - 1;
    const y = low + (12.9 - low) * Math.abs(s) ** blend(1.7, 1.25, Math.abs(s));
    const x = Math.sign(s) * Math.min(bustAt(y)[0] * 0.985, 2.28 * wide * Math.abs(s) ** 0.62);
    return onBust(x, y, out);
  };

function links(curve: (t: number) => Vec, pitch: number, thick: number, look: Surface["look"]): Surface[] {
  const places: Vec[] = [];
  let last = curve(0);
  let walked = 0;
  for (let i = 1; i <= 1600; i += 1) {
    const p = curve(i / 1600);
    walked += size(sub(p, last));
    last = p;
    if (walked >= pitch) {
      places.push(p);
      walked -= pitch;
    }
  }
  return places.slice(0, -1).map((p, i) => {
    const next = places[i + 1] ?? p;
    const along = unit(sub(next, p));
    const out = unit([p[0] * 0.4, 0.1, 1]);
    const side = unit(cross(along, out));
    const lean = i % 2 === 0 ? side : unit(add(times(out, 0.9), times(side, 0.45)));
    const mid = times(add(p, next), 0.5);
    return tube(
      (t) => {
        const a = t * 2 * Math.PI;
        return add(mid, add(times(along, Math.cos(a) * pitch * 0.72), times(lean, Math.sin(a) * pitch * 0.42)));
      },
      thick,
      look,
      { steps: 18, sides: 8, up: () => unit(cross(along, lean)) },
    );
  });
}

function halo(body: Vec, accent: Vec): Surface[] {
  const gold = metal(body, 0.12);
  const end = onBust(0, 8.4, 0.22);
  const c = onBust(0, 7.25, 0.34);
  const face = unit([0, 0.12, 1]);
  const side: Vec = [0, 1, 0];
  const parts: Surface[] = [...bust(), ...links(strand(8.75, 0.1), 0.26, 0.045, gold)];
  const right: Vec = [1, 0, 0];
  const up = cross(face, right);
  const at = (a: number, r: number, out: number): Vec =>
    add(c, add(add(times(right, Math.cos(a) * r), times(up, Math.sin(a) * r * 1.22)), times(face, out)));
  parts.push(
    tube((t) => at(t * 6.2832, 0.62, 0.02), 0.12, gold, { steps: 140, up: () => face }),
    tube((t) => at(t * 6.2832, 0.98, 0), 0.1, gold, { steps: 140, up: () => face }),
    { nu: 60, nv: 6, loop: true, look: gold, at: (u, v) => at(u * 6.2832, 0.55 + 0.43 * v, -0.04) },
    tube((t) => add(end, [0.16 * Math.cos(t * 6.2832), 0.28 * Math.sin(t * 6.2832) + 0.02, 0.1]), 0.055, gold, {
      steps: 40,
      up: () => [0, 0, 1],
    }),
    gem(add(c, times(face, 0.06)), 0.56, face, side, [0.16, 0.86, 0.56], 1.22, { table: 0.28 }),
  );
  for (let i = 0; i < 20; i += 1) {
    const a = (i / 20) * 2 * Math.PI;
    parts.push(gem(at(a, 0.8, 0.06), 0.115, face, side, [0.96, 0.97, 0.99], 1, { sides: 5 }));
  }
  return parts;
}

const pearlLook =
  (color: Vec): Surface["look"] =>
  ({ n }) => ({
    color: [color[0] * (0.93 + 0.07 * n[1]), color[1] * (0.9 + 0.05 * n[0]), color[2] * (0.92 - 0.06 * n[1])],
    rough: 0.42,
    coat: 0.9,
    sheen: 0.18,
  });

function pearls(body: Vec, accent: Vec): Surface[] {
  const parts: Surface[] = [...bust()];
  const look = pearlLook(times(body, 0.92));
  for (const [low, wide, r] of [
    [9.9, 1, 0.3],
    [7.6, 1.12, 0.36],
  ] as const) {
    const curve = strand(low, r, wide);
    let last = curve(0);
    let walked = r * 2;
    for (let i = 0; i <= 2400; i += 1) {
      const p = curve(i / 2400);
      walked += size(sub(p, last));
      last = p;
      const s = 1 - 0.22 * Math.abs(i / 1200 - 1);
      if (walked >= r * 2.03 * s) {
        parts.push(ball(p, r * s, look, 28));
        walked = 0;
      }
    }
  }
  void accent;
  return parts;
}

const bar = (high: number, half: number): Surface[] => {
  const gold = metal(linear("#c9a566"), 0.22);
  return [
    turned(
      [0, 0, 0],
      [
        [2.3, 0],
        [2.34, 0.1],
        [2.3, 0.34],
        [2.1, 0.42],
        [1, 0.44],
        [0.01, 0.45],
      ],
      stone,
    ),
    tube((t) => [0, 0.4 + (high - 0.4) * t, 0], 0.12, gold, { up: () => [0, 0, 1] }),
    tube((t) => [blend(-half, half, t), high, 0], 0.15, gold, { steps: 60 }),
  ];
};

function hoops(body: Vec, accent: Vec): Surface[] {
  const look = metal(times(body, 1.05), 0.12);
  const parts: Surface[] = [...bar(8.2, 3.4)];
  for (const x of [-1.95, 1.95]) {
    const turn = x < 0 ? 38 : 30;
    const c: Vec = [x, 5.35, 0];
    const put = (p: Vec): Vec => add(turnY(p, turn), c);
    const thick = (a: number): number => 0.09 + 0.13 * (0.5 - 0.5 * Math.sin(a));
    parts.push(
      tube(
        (t) => {
          const a = t * 2 * Math.PI + Math.PI / 2;
          return put([Math.cos(a) * 1.75, Math.sin(a) * 1.95, 0]);
        },
        (t) => thick(t * 2 * Math.PI + Math.PI / 2),
        look,
        { steps: 160, sides: 28, up: () => turnY([0, 0, 1], turn) },
      ),
      tube(
        through([
          [x, 7.28, 0],
          [x - 0.05, 7.8, 0.02],
          [x - 0.02, 8.3, 0.1],
          [x + 0.06, 8.42, -0.12],
          [x + 0.08, 8.1, -0.24],
        ]),
        0.05,
        look,
      ),
      ball([x, 7.3, 0], 0.14, look, 20),
    );
    for (let i = 0; i < 13; i += 1) {
      const a = -Math.PI / 2 + (i - 6) * 0.17;
      const out = thick(a) * 0.86;
      parts.push(
        ball(
          put([Math.cos(a) * 1.75, Math.sin(a) * 1.95, out]),
          0.06,
          () => ({ color: times(accent, 1.1), rough: 0.02, metal: 0.9 }),
          12,
        ),
      );
    }
  }
  return parts;
}

function drops(body: Vec, accent: Vec): Surface[] {
  const look = metal(silver, 0.1);
  const parts: Surface[] = [...bar(8.2, 3.2)];
  const glass: Surface["look"] = ({ n, p }) => {
    // Light gathers in the lower right of a glass drop that is lit from the upper left.
    const gather = smooth(-0.2, 1, -n[1] * 0.7 + n[0] * 0.55 + n[2] * 0.15);
    const deep = smooth(0.2, 0.9, n[2]);
    const tone = blend(0.28, 1.5, gather) + 0.25 * (1 - deep) + 0.04 * noise(p[0] * 2, p[1] * 2, p[2] * 2);
    return {
      color: [accent[0] * tone + 0.12 * gather, accent[1] * tone + 0.1 * gather, accent[2] * tone + 0.08 * gather],
      rough: 0.05,
      coat: 1,
    };
  };
  for (const x of [-1.5, 1.5]) {
    parts.push(
      turned(
        [x, 3.9, 0],
        [
          [0.01, 0],
          [0.45, 0.07],
          [0.78, 0.34],
          [0.9, 0.75],
          [0.82, 1.2],
          [0.56, 1.8],
          [0.3, 2.3],
          [0.16, 2.62],
        ],
        glass,
      ),
      turned(
        [x, 6.2, 0],
        [
          [0.36, 0],
          [0.38, 0.06],
          [0.3, 0.28],
          [0.18, 0.46],
          [0.08, 0.56],
          [0.01, 0.58],
        ],
        look,
      ),
      tube((t) => [x + 0.13 * Math.cos(t * 6.2832), 6.9 + 0.16 * Math.sin(t * 6.2832), 0], 0.045, look, {
        steps: 40,
        up: () => [0, 0, 1],
      }),
      tube(
        through([
          [x, 7.02, 0],
          [x - 0.02, 7.4, 0.06],
          [x - 0.04, 8.0, 0.24],
          [x, 8.42, 0.14],
          [x + 0.04, 8.4, -0.16],
          [x + 0.06, 7.8, -0.34],
          [x + 0.04, 7.3, -0.4],
        ]),
        0.045,
        look,
        { steps: 120 },
      ),
      ball([x, 7.06, 0], 0.09, look, 18),
    );
  }
  void body;
  return parts;
}

function torsade(body: Vec, accent: Vec): Surface[] {
  const look = metal(body, 0.16);
  const [rx, rz, high] = [2.95, 2.45, 0.42];
  const gap = 0.44;
  const angle = (t: number): number => Math.PI / 2 + gap + t * (2 * Math.PI - 2 * gap);
  const parts: Surface[] = [];
  for (let i = 0; i < 3; i += 1) {
    parts.push(
      tube(
        (t) => {
          const a = angle(t);
          const w = a * 11 + (i * 2 * Math.PI) / 3;
          const r = 0.19 * Math.cos(w);
          return [Math.cos(a) * (rx + r), high + 0.19 * Math.sin(w), Math.sin(a) * (rz + r)];
        },
        0.2,
        look,
        { steps: 520, sides: 16 },
      ),
    );
  }
  for (const t of [0, 1]) {
    const a = angle(t);
    const p: Vec = [Math.cos(a) * rx, high, Math.sin(a) * rz];
    const out = unit([-Math.sin(a) * (t === 0 ? -1 : 1), 0.75, Math.cos(a) * (t === 0 ? -1 : 1)]);
    parts.push(
      ball(p, 0.46, look, 48),
      tube(
        (q) => {
          const side = unit(cross(out, [0, 1, 0.1]));
          const up = cross(side, out);
          return add(
            add(p, times(out, 0.36)),
            add(times(side, 0.27 * Math.cos(q * 6.2832)), times(up, 0.27 * Math.sin(q * 6.2832))),
          );
        },
        0.06,
        look,
        { steps: 60, up: () => out },
      ),
      gem(add(p, times(out, 0.4)), 0.25, out, [1, 0, 0], times(accent, 1.1)),
    );
  }
  return parts.map((s) => moved(s, (p) => turnY(p, 18)));
}

function cordage(body: Vec, accent: Vec): Surface[] {
  const steel = metal(times(accent, 1.2), 0.16);
  const [rx, rz, high] = [3.0, 2.5, 0.36];
  const gap = 0.36;
  const angle = (t: number): number => Math.PI / 2 + gap + t * (2 * Math.PI - 2 * gap);
  const cord: Surface[] = [];
  for (let i = 0; i < 3; i += 1)
    cord.push(
      tube(
        (t) => {
          const a = angle(t);
          const w = a * 9 + (i * 2 * Math.PI) / 3;
          const r = 0.27 * Math.sin(w);
          return [Math.cos(a) * (rx + r), high + 0.12 * Math.sin(2 * w), Math.sin(a) * (rz + r)];
        },
        0.2,
        made(body, leather),
        { steps: 420, sides: 16, flat: 0.72 },
      ),
    );
  const cuff = (t: number): Surface => {
    const [a0, a1] = [angle(t - 0.012), angle(t + 0.012)];
    return tube(
      (q) => {
        const a = blend(a0, a1, q);
        return [Math.cos(a) * rx, high, Math.sin(a) * rz];
      },
      0.47,
      steel,
      { steps: 14, sides: 40 },
    );
  };
  const [l, r] = [angle(1.0) - 2 * Math.PI, angle(0)];
  const z = Math.sin(r) * rz;
  const [x0, x1] = [Math.cos(r) * rx, Math.cos(l) * rx];
  const bow = (w: number): Surface =>
    tube(
      through([
        [x0, high, z],
        [x0 * 0.55, high, z + 0.34 * w + 0.1],
        [0, high, z + 0.44 * w + 0.12],
        [x1 * 0.55, high, z + 0.34 * w + 0.1],
        [x1, high, z],
      ]),
      0.13,
      steel,
      { steps: 60 },
    );
  return [
    ...cord,
    cuff(0.004),
    cuff(0.996),
    bow(1),
    bow(-0.7),
    tube((t) => [x1 * 0.28, high, z + blend(-0.45, 0.85, t)], 0.1, steel, { steps: 30 }),
    ball([x1 * 0.28, high, z + 0.85], 0.18, steel, 24),
  ].map((s) => moved(s, (p) => turnY(p, -14)));
}

export function jewelOf(kind: string, design: number, bodyHex: string, accentHex: string): Surface[] {
  const [body, accent] = [linear(bodyHex), linear(accentHex)];
  const makers: Record<string, readonly ((body: Vec, accent: Vec) => Surface[])[]> = {
    ring: [tide, solitaire],
    necklace: [halo, pearls],
    earrings: [hoops, drops],
    bracelet: [torsade, cordage],
  };
  return makers[kind]?.[design]?.(body, accent) ?? [];
}
