import {
  across,
  canvas,
  type Form,
  formOf,
  girdle,
  heelOf,
  insideOf,
  type Last,
  leather,
  made,
  mesh,
  type Patch,
  polished,
  rubber,
  sewn,
  soleOf,
  suede,
  tongueOf,
  upperOf,
} from "./last.ts";
import {
  add,
  ball,
  blend,
  linear,
  moved,
  type Surface,
  smooth,
  through,
  times,
  tube,
  turnY,
  type Vec,
} from "./scene.ts";

type Colors = { body: Vec; accent: Vec };

const cream: Vec = linear("#e9e4d6");
const black: Vec = linear("#1c1c1f");
const gilt: Vec = linear("#d9b062");
const brown: Vec = linear("#5a3a24");

const metal =
  (color: Vec, rough = 0.18): Surface["look"] =>
  () => ({ color, rough, metal: 1 });

const ring = (
  centre: Vec,
  r: number,
  thick: number,
  look: Surface["look"],
  tilt: (p: Vec) => Vec = (p) => p,
): Surface =>
  tube(
    (t) => {
      const a = t * 2 * Math.PI;
      return add(centre, tilt([Math.cos(a) * r, 0, Math.sin(a) * r]));
    },
    thick,
    look,
    { steps: 28, sides: 10 },
  );

const lowLast: Last = {
  front: [
    [14.3, 0],
    [14.2, 1.6],
    [13.2, 3.3],
    [11, 4.4],
    [8, 5.5],
    [5, 7.2],
    [2.6, 9],
  ],
  back: [
    [-13.8, 0],
    [-14.2, 2],
    [-13.9, 4.4],
    [-13.4, 6.4],
    [-13.3, 7.6],
    [-13.6, 8.7],
    [-13.9, 9.6],
  ],
  widths: [3.3, 3.5, 3.3, 4.6, 4.9, 4.2, 3.4],
  girth: [0.97, 1.06, 1.06, 1.0, 0.94, 0.9, 0.86],
  dip: 2.1,
  lift: 0.3,
  sole: 2.6,
  spring: 0.5,
};

function laceRows(form: Form, xs: readonly number[], half: (x: number) => number, color: Vec, flat = true): Surface[] {
  const look = made(color, canvas);
  return xs.flatMap((x) => {
    const h = half(x);
    return [
      across(form, [x + 0.25, -h], [x - 0.15, h], flat ? 0.36 : 0.24, look, { out: 0.34, flat: flat ? 0.36 : 1 }),
    ];
  });
}

/** Laces round a shaft, at heights. */
const shaftRows = (form: Form, ys: readonly number[], color: Vec, thick: number, flat: number, cross = 0): Surface[] =>
  ys.flatMap((y) =>
    (cross === 0 ? [0] : [-cross, cross]).map((lean) => {
      const at = girdle(form, () => y, 1.5);
      return tube(
        (t) => {
          const spread = blend(-0.075, 0.075, t);
          const p = girdle(form, () => y + lean * (t - 0.5), 1.5 + 1.5 * Math.sin(t * Math.PI))(spread + 1);
          return [p[0] + 0.12, p[1], p[2]];
        },
        thick,
        made(color, canvas),
        { steps: 30, flat, up: (t) => at(blend(-0.075, 0.075, t) + 1) },
      );
    }),
  );

const eyeletRow = (form: Form, xs: readonly number[], half: (x: number) => number, look: Surface["look"]): Surface[] =>
  xs.flatMap((x) =>
    [1, -1].map((side) => {
      const p = form.over(x, side * (half(x) + 0.12), 0.02);
      const q = form.over(x, side * (half(x) + 0.42), 0.02);
      const slope = Math.atan2(q[1] - p[1], (q[2] - p[2]) * side);
      return ring(p, 0.24, 0.08, look, (v) => [v[0], v[2] * Math.sin(slope), v[2] * Math.cos(slope) * side]);
    }),
  );

const cupProfile = [
  [-0.5, 0],
  [0.05, 0.02],
  [0.22, 0.2],
  [0.24, 0.75],
  [0.18, 0.96],
  [-0.05, 1.0],
  [-0.6, 0.98],
] as const;

const soleLook =
  (color: Vec, line: (x: number, y: number, v: number) => { color?: Vec; relief?: number }): Surface["look"] =>
  ({ p, v }) => {
    const own = line(p[0], p[1], v);
    return {
      color: own.color ?? color,
      rough: 0.6,
      height: (own.relief ?? 0) + 0.004 * Math.sin(p[0] * 3) * 0,
      sheen: 0.05,
    };
  };

function court({ body, accent }: Colors): Surface[] {
  const form = formOf(lowLast);
  const stay: Patch["inside"] = ({ x, z }) => Math.min(2.3 - Math.abs(z - 0.2), 8.6 - x, x - 1);
  const slit: Patch["inside"] = ({ x, z }) => Math.min(0.85 + (8 - x) * 0.04 - Math.abs(z - 0.25), 7.9 - x, x - 1);
  const saddle = insideOf([
    [6.8, -3],
    [5, 3],
    [2.6, 8],
    [-0.4, 8.4],
    [-1.8, 4],
    [-4.6, -3],
  ]);
  const counter = insideOf([
    [-20, -1],
    [-7.6, -1],
    [-8.4, 3],
    [-10.6, 6.3],
    [-12, 12],
    [-20, 12],
  ]);
  const tab = insideOf([
    [-20, 6.6],
    [-12.4, 6.3],
    [-11.5, 12],
    [-20, 12],
  ]);
  const look = sewn(form, { color: body, skin: leather }, [
    { inside: ({ x, z }) => Math.min(9.4 - x - 0.06 * z * z + 3, 3), color: body, stitch: [], thick: 0 },
    { inside: ({ x, z }) => x - 9.2 + 0.07 * z * z, color: body, stitch: [0.2, 0.42], thread: times(body, 0.75) },
    { inside: saddle, color: accent, stitch: [0.22], thread: times(accent, 1.9) },
    { inside: counter, color: body, stitch: [0.2, 0.4], thread: times(body, 0.7) },
    { inside: tab, color: accent, stitch: [0.2], thread: times(accent, 1.9) },
    { inside: stay, color: body, stitch: [0.2], thread: times(body, 0.7), thick: 0.11 },
    { inside: slit, color: times(body, 0.82), thick: -0.16 },
    {
      inside: ({ x, z }) => {
        const [a, b] = [Math.round((x - 10.6) / 0.75), Math.round((z - 0.2) / 0.75)];
        if (a < 0 || a > 2 || Math.abs(b) > 2) return -1;
        return 0.12 - Math.hypot(x - 10.6 - a * 0.75, z - 0.2 - b * 0.75);
      },
      color: times(body, 0.2),
      thick: -0.08,
    },
  ]);
  const xs = [7.3, 6.2, 5.1, 4.0, 3.0];
  const half = (): number => 1.35;
  return [
    ...upperOf(form, look, times(accent, 0.9), { rim: 0.42, rimColor: body, rimSkin: leather }),
    ...tongueOf(
      form,
      [
        [3.4, 7.4],
        [2.2, 9.3],
        [1.5, 10.4],
        [1.2, 11.3],
      ],
      1.9,
      made(body, leather),
    ),
    ...laceRows(form, xs, half, cream),
    ...eyeletRow(form, xs, half, made(times(body, 0.6), rubber)),
    soleOf(
      form,
      cupProfile,
      soleLook(linear("#ece7da"), (x, y) => {
        const top = form.lift(x);
        const stitch = Math.abs(y - top + 0.55) < 0.05 && (((x * 2.6) % 1) + 1) % 1 > 0.3;
        if (stitch) return { color: linear("#c9c2b0"), relief: 0.03 };
        if (Math.abs(y - top + 0.55) < 0.09) return { relief: -0.03 };
        if (Math.abs(y - 0.85) < 0.12) return { color: accent };
        return {};
      }),
      { top: (x) => form.lift(x) + 0.55, bottom: (x) => 0.02 + 0.4 * smooth(8, 15, x) ** 1.6 },
    ),
  ];
}

const highLast: Last = {
  ...lowLast,
  front: [
    [14.2, 0],
    [14.1, 1.8],
    [13, 3.6],
    [9.6, 5.2],
    [5.4, 7.6],
    [2.2, 10.6],
    [0.4, 14],
    [-0.8, 17],
  ],
  back: [
    [-13.6, 0],
    [-13.9, 2.4],
    [-13.5, 4.8],
    [-13.1, 7],
    [-12.9, 9.4],
    [-13, 12],
    [-13.3, 14.6],
    [-13.6, 16.6],
  ],
  girth: [0.97, 1.06, 1.05, 1.02, 1.06, 1.16, 1.24, 1.28],
  dip: 0.7,
  sole: 2.3,
};

function highTop({ body, accent }: Colors): Surface[] {
  const form = formOf(highLast);
  const slit: Patch["inside"] = ({ x, y, z }) =>
    Math.min(0.9 + 0.5 * smooth(8, 17, y) - Math.abs(z - 0.25), 8.4 - x, x > -6 ? 1 : -1);
  const stay: Patch["inside"] = ({ x, y, z }) =>
    Math.min(2.5 + 0.4 * smooth(8, 17, y) - Math.abs(z - 0.25), 9.2 - x, x + 6);
  const toe: Patch["inside"] = ({ x, z }) => x - 9.7 + 0.06 * z * z;
  const counter = insideOf([
    [-20, -1],
    [-6.4, -1],
    [-7.6, 3.5],
    [-9.6, 6.6],
    [-20, 7.6],
  ]);
  const strip = insideOf([
    [-20, -1],
    [-12.2, -1],
    [-12, 20],
    [-20, 20],
  ]);
  const top: Patch["inside"] = ({ v, x }) => Math.min((v - 0.885) * 20, -x + 3);
  const look = sewn(form, { color: body, skin: canvas }, [
    { inside: counter, color: body, stitch: [0.2, 0.42], thread: cream },
    { inside: top, color: body, stitch: [0.25], thread: cream },
    { inside: stay, color: body, stitch: [0.2, 0.4], thread: cream, thick: 0.12 },
    { inside: slit, color: times(body, 0.8), thick: -0.2 },
    { inside: strip, color: accent, stitch: [0.2], thread: times(accent, 0.6) },
    { inside: toe, color: cream, skin: rubber, thick: 0.16 },
  ]);
  const xs = [7.4, 6.1, 4.8, 3.6];
  const half = (): number => 1.5;
  return [
    ...upperOf(form, look, times(cream, 0.8), { rim: 0.2, rimColor: body, rimSkin: canvas }),
    ...tongueOf(
      form,
      [
        [0.6, 13],
        [-0.3, 15.6],
        [-0.7, 17.4],
        [-0.7, 18.8],
      ],
      2.2,
      made(body, canvas),
    ),
    ...laceRows(form, xs, half, cream),
    ...shaftRows(form, [9.6, 11, 12.4, 13.8, 15.2], cream, 0.36, 0.36),
    ...eyeletRow(form, xs, half, metal(gilt, 0.25)),
    soleOf(
      form,
      cupProfile,
      soleLook(cream, (x, y, v) => {
        const top = form.lift(x) + 0.95;
        if (Math.abs(y - top + 0.42) < 0.13) return { color: times(body, 0.9) };
        if (x > 9 && v > 0.1 && Math.abs(y - 1.5) < 0.55) return { relief: 0.05 * Math.sin(x * 14) * Math.sin(y * 14) };
        return {};
      }),
      { top: (x) => form.lift(x) + 0.95, bottom: (x) => 0.02 + 0.4 * smooth(8, 15, x) ** 1.6 },
    ),
  ];
}

function runner({ body, accent }: Colors): Surface[] {
  const form = formOf({
    ...lowLast,
    front: [
      [14.6, 0.4],
      [14.4, 1.8],
      [13, 3.5],
      [10.4, 4.6],
      [7.4, 5.8],
      [4.6, 7.6],
      [2.4, 9.6],
    ],
    back: [
      [-13.6, 0],
      [-14, 2],
      [-13.6, 4.4],
      [-13, 6.4],
      [-13, 8],
      [-13.7, 9.6],
      [-14.6, 11],
    ],
    dip: 3,
    lift: 1.1,
    sole: 3.1,
    spring: 1.5,
  });
  const stay: Patch["inside"] = ({ x, z }) => Math.min(2.2 - Math.abs(z - 0.2), 8.2 - x, x - 1);
  const slit: Patch["inside"] = ({ x, z }) => Math.min(0.8 - Math.abs(z - 0.25), 7.6 - x, x - 1);
  const wing = insideOf([
    [3.6, -1],
    [2.6, 2.4],
    [2.8, 6],
    [1.2, 6.6],
    [-1.4, 3.4],
    [-6, 1],
    [-7, -1],
  ]);
  const stripe = (shift: number) =>
    insideOf([
      [2.4 - shift, 6.2],
      [1.6 - shift, 6.6],
      [-1.6 - shift, 1.6],
      [-2.4 - shift, -1],
      [-1.2 - shift, -1],
    ]);
  const heel = insideOf([
    [-20, -1],
    [-8, -1],
    [-9.6, 2.8],
    [-11.8, 5.4],
    [-12.2, 13],
    [-20, 13],
  ]);
  const mud: Patch["inside"] = ({ x, y, z }) => Math.max(x - 11.3 + 0.05 * z * z, 0.9 - y + 0.09 * (x - 6));
  const look = sewn(form, { color: body, skin: mesh }, [
    { inside: mud, color: times(body, 0.62), skin: rubber, thick: 0.07 },
    { inside: wing, color: accent, skin: rubber, thick: 0.07 },
    { inside: stripe(1.6), color: times(body, 0.5), skin: rubber, thick: 0.06 },
    { inside: heel, color: times(body, 0.66), skin: rubber, thick: 0.1 },
    {
      inside: insideOf([
        [-20, 3],
        [-12.6, 3],
        [-12.4, 8],
        [-20, 8],
      ]),
      color: accent,
      thick: 0.08,
    },
    { inside: stay, color: times(body, 0.66), skin: rubber, thick: 0.1, stitch: [0.2], thread: accent },
    { inside: slit, color: accent, thick: -0.14 },
  ]);
  const xs = [6.9, 5.8, 4.7, 3.6, 2.7];
  const half = (): number => 1.3;
  const foam = linear("#f1ede3");
  return [
    ...upperOf(form, look, times(accent, 0.8), { rim: 0.5, rimColor: times(body, 0.7), rimSkin: mesh }),
    ...tongueOf(
      form,
      [
        [3.2, 8],
        [2, 9.9],
        [1.1, 11.3],
        [0.6, 12.6],
      ],
      1.8,
      made(times(body, 0.8), mesh),
    ),
    tube(
      through([
        form.raise([-14.2, 8.6, 0.2]),
        form.raise([-15.6, 10.6, 0.2]),
        form.raise([-15.2, 12, 0.2]),
        form.raise([-14.1, 10.6, 0.2]),
      ]),
      0.5,
      made(accent, canvas),
      { flat: 0.25, up: () => [0.7, 0.7, 0] },
    ),
    ...laceRows(form, xs, half, accent),
    ...eyeletRow(form, xs, half, made(times(body, 0.3), rubber)),
    soleOf(
      form,
      [
        [-0.5, 0],
        [0, 0.02],
        [0.3, 0.14],
        [0.62, 0.38],
        [0.7, 0.55],
        [0.45, 0.8],
        [0.2, 0.97],
        [-0.1, 1],
        [-0.7, 0.96],
      ],
      soleLook(foam, (x, y, v) => {
        const wave = 1.7 + 0.35 * Math.sin(x * 0.55 + 1) + 1.1 * smooth(6, 15, x);
        if (v < 0.13) return { color: black, relief: 0.04 * Math.sin(x * 5) };
        if (Math.abs(y - wave) < 0.09) return { color: times(foam, 0.55), relief: -0.06 };
        if (x < -6 && y < wave) return { color: accent };
        return {};
      }),
      {
        top: (x) => form.lift(x) + 0.9 + 0.5 * smooth(-6, -14, x),
        bottom: (x) => 0.02 + 1.5 * smooth(6, 15, x) ** 1.6 + 0.5 * smooth(-9, -15, x) ** 2,
      },
    ),
  ];
}

const bootLast: Last = {
  front: [
    [14.4, 0],
    [14.4, 1.7],
    [13, 3.4],
    [9.8, 4.6],
    [6, 6.2],
    [2.4, 9],
    [0.2, 12],
    [-0.7, 15.5],
    [-0.9, 19],
  ],
  back: [
    [-13.4, 0],
    [-13.8, 2.4],
    [-13.4, 5],
    [-12.8, 7.4],
    [-12.5, 9.8],
    [-12.6, 12.4],
    [-12.9, 15],
    [-13.2, 17.6],
    [-13.4, 19.6],
  ],
  widths: [3.2, 3.4, 3.2, 4.4, 4.7, 4, 3.2],
  girth: [0.97, 1.05, 1.05, 1.0, 1.02, 1.12, 1.2, 1.26, 1.3],
  dip: 0.6,
  lift: 1.9,
  sole: 1.1,
  spring: 0.7,
};

const welt = (form: Form, color: Vec, thread: Vec, grow = 0.42, thick = 0.6): Surface =>
  soleOf(
    form,
    [
      [-0.6, 0],
      [grow - 0.06, 0.02],
      [grow, 0.3],
      [grow, 0.75],
      [grow - 0.06, 0.98],
      [-0.5, 1.02],
    ],
    ({ p, v, u }) => {
      const stitched = v > 0.74 && v < 0.86;
      const dash = (u * 150) % 1;
      if (stitched && dash > 0.3) return { color: thread, rough: 0.8, height: 0.04 };
      return {
        color: v > 0.62 ? color : times(color, 0.6),
        rough: 0.5,
        height: stitched ? -0.03 : 0.002 * Math.sin(p[0]),
      };
    },
    { top: (x) => form.lift(x) + 0.12, bottom: (x) => form.lift(x) + 0.12 - thick },
  );

function chelsea({ body, accent }: Colors): Surface[] {
  const form = formOf(bootLast);
  const gore = insideOf([
    [-3.4, 21],
    [-3.5, 14],
    [-5.4, 7.4],
    [-6.6, 6.4],
    [-7.6, 7.4],
    [-9.7, 14],
    [-10, 21],
  ]);
  const counter = insideOf([
    [-20, -1],
    [-7.4, -1],
    [-8.6, 3],
    [-11, 6],
    [-20, 7],
  ]);
  const look = sewn(form, { color: body, skin: leather }, [
    { inside: counter, color: body, stitch: [0.2, 0.42], thread: times(body, 0.55) },
    { inside: ({ x, y }) => gore({ x, y }) + 0.75, color: body, stitch: [0.2], thread: times(body, 0.55), thick: 0.08 },
    {
      inside: gore,
      color: accent,
      skin: canvas,
      thick: -0.12,
      relief: ({ x, y }) => 0.055 * Math.sin((x + 6.5) * (15 - y * 0.25)),
    },
  ]);
  const loop = (x: number, lean: number): Surface =>
    tube(
      through([
        form.raise([x, 18.2, 0.2]),
        form.raise([x - lean * 0.9, 20.6, 0.2]),
        form.raise([x + lean * 0.2, 21.9, 0.2]),
        form.raise([x + lean * 0.9, 20.6, 0.2]),
        form.raise([x + lean * 0.5, 18.6, 0.2]),
      ]),
      0.8,
      made(accent, canvas),
      { flat: 0.18, up: () => [1, 0.2, 0] },
    );
  return [
    ...upperOf(form, look, brown, { rim: 0.2, rimColor: times(body, 0.8), rimSkin: leather }),
    loop(-0.9, -0.7),
    loop(-13.3, 0.7),
    welt(form, times(accent, 1.1), cream),
    heelOf(form, {
      from: -14.1,
      to: -6.2,
      top: (x) => form.lift(x) - 0.3,
      look: ({ p }) => ({
        color: times(accent, 0.55 + 0.12 * Math.sign(Math.sin(p[1] * 9))),
        rough: 0.5,
        height: Math.abs(Math.sin(p[1] * 4.5)) * 0.01,
      }),
    }),
  ];
}

function workBoot({ body, accent }: Colors): Surface[] {
  const form = formOf({
    ...bootLast,
    front: [
      [14.5, 0],
      [14.6, 2.2],
      [13.2, 4.4],
      [9.8, 5.4],
      [6, 7],
      [2.6, 9.6],
      [0.6, 12.6],
      [-0.2, 16],
      [-0.6, 19.4],
    ],
    widths: [3.5, 3.7, 3.5, 4.8, 5.1, 4.4, 3.6],
    sole: 2.6,
    lift: 0.7,
    spring: 0.4,
  });
  const slit: Patch["inside"] = ({ x, z, y }) =>
    Math.min(0.95 + 0.5 * smooth(9, 19, y) - Math.abs(z - 0.25), 7.4 - x, x > -6 ? 1 : -1);
  const stay: Patch["inside"] = ({ x, z, y }) =>
    Math.min(2.7 + 0.5 * smooth(9, 19, y) - Math.abs(z - 0.25), 8.2 - x, x > -6 ? 1 : -1);
  const toe: Patch["inside"] = ({ x, z }) => x - 8.9 + 0.055 * z * z;
  const quarter = insideOf([
    [-20, -1],
    [3.4, -1],
    [2.4, 4],
    [-1, 8.6],
    [-4, 11],
    [-20, 12.4],
  ]);
  const counter = insideOf([
    [-20, -1],
    [-7, -1],
    [-8, 4],
    [-10.8, 8.4],
    [-11.4, 16],
    [-20, 16],
  ]);
  const cuff: Patch["inside"] = ({ v, x }) => Math.min((v - 0.885) * 20, -2.2 - x);
  const thread = times(cream, 0.8);
  const look = sewn(form, { color: body, skin: suede }, [
    { inside: quarter, color: body, stitch: [0.2, 0.42], thread },
    { inside: counter, color: times(body, 0.92), stitch: [0.2, 0.42], thread },
    { inside: toe, color: body, stitch: [0.2, 0.42], thread, thick: 0.12 },
    { inside: cuff, color: accent, skin: leather, stitch: [0.22], thread: times(accent, 4), thick: 0.25 },
    { inside: stay, color: body, stitch: [0.2], thread, thick: 0.14 },
    { inside: slit, color: times(body, 0.75), thick: -0.25 },
  ]);
  const xs = [6.6, 5.4, 4.3, 3.2];
  const half = (): number => 1.65;
  return [
    ...upperOf(form, look, times(brown, 1.1), { rim: 0.45, rimColor: accent, rimSkin: leather }),
    ...tongueOf(
      form,
      [
        [0.4, 13],
        [-0.2, 17],
        [-0.3, 19.4],
        [0.1, 21],
      ],
      2.3,
      made(times(body, 0.95), suede),
    ),
    ...laceRows(form, xs, half, times(linear("#6b4a2a"), 1), false),
    ...laceRows(
      form,
      xs.slice(0, -1).map((x, i) => (x + (xs[i + 1] ?? x)) / 2),
      half,
      linear("#4d3520"),
      false,
    ),
    ...shaftRows(form, [10.4, 12, 13.6, 15.2, 16.8], linear("#5d4024"), 0.24, 1, 1.5),
    ...eyeletRow(form, xs, half, metal(gilt, 0.25)),
    welt(form, times(linear("#8a6238"), 1), cream, 0.55, 0.55),
    soleOf(
      form,
      [
        [-0.8, 0],
        [0.35, 0.02],
        [0.5, 0.3],
        [0.42, 0.85],
        [-0.2, 1],
      ],
      ({ p, u, v }) => {
        const lug = Math.sin(u * 2 * Math.PI * 26);
        return {
          color: times(accent, v < 0.5 && lug < -0.2 ? 0.25 : 0.62),
          rough: 0.7,
          height: (v < 0.5 ? 0.16 * smooth(-0.3, 0.1, lug) : 0.16) + 0.002 * Math.sin(p[0]),
        };
      },
      {
        top: (x) => form.lift(x) - 0.35,
        bottom: (x) => 0.02 + 0.3 * smooth(9, 15, x) ** 1.6 + 0.35 * smooth(-4.2, -4.6, x) * smooth(1.4, 1, x) * 0,
      },
    ),
  ];
}

function heeled({ body, accent }: Colors): Surface[] {
  const form = formOf({
    front: [
      [14.9, 0],
      [14.3, 1.2],
      [12.4, 2.3],
      [9, 3.5],
      [5.6, 5.2],
      [2.4, 7.8],
      [0.6, 10.8],
      [0, 14],
      [-0.3, 17.4],
    ],
    back: [
      [-12.6, 0],
      [-13.2, 2],
      [-12.8, 4.4],
      [-12, 6.6],
      [-11.6, 9],
      [-11.6, 11.6],
      [-11.9, 14],
      [-12.2, 16.4],
      [-12.4, 18.2],
    ],
    widths: [2.7, 2.9, 2.6, 3.7, 3.9, 2.9, 2.2],
    girth: [0.97, 1.04, 1.03, 1.02, 1.08, 1.2, 1.32, 1.38, 1.42],
    dip: 0.5,
    lift: 5.4,
    sole: 0.55,
    spring: 0.7,
  });
  const look = sewn(form, { color: body, skin: polished }, [
    {
      inside: ({ x, y }) =>
        insideOf([
          [4.4, -1],
          [3.4, 2.4],
          [-0.8, 5.6],
          [-5, 7.4],
          [-20, 8.4],
          [-20, -1],
        ])({ x, y }),
      color: body,
      stitch: [0.2],
      thread: times(body, 2.6),
      thick: 0.07,
    },
  ]);
  const band = girdle(form, (x) => 6.4 + 0.1 * (x + 12), 1);
  const strapLook = made(times(linear("#c9a45c"), 0.8), leather);
  const [bx, by, bz] = band(0.8);
  return [
    ...upperOf(form, look, times(brown, 0.9), { rim: 0.17, rimColor: body, rimSkin: polished }),
    tube(band, 0.75, strapLook, {
      steps: 160,
      flat: 0.2,
      sides: 24,
      up: (t) => {
        const p = band(t);
        return [p[0] + 5.4, 0, p[2]];
      },
    }),
    tube(
      (t) => {
        const a = t * 2 * Math.PI;
        const sq = (c: number): number => Math.sign(c) * Math.abs(c) ** 0.35;
        return [
          bx + sq(Math.cos(a)) * 0.85 - 0.05 * sq(Math.sin(a)),
          by + sq(Math.sin(a)) * 1.15,
          bz - 0.28 - 0.15 * sq(Math.cos(a)),
        ];
      },
      0.16,
      metal(gilt),
      { steps: 60 },
    ),
    tube(
      through([
        [bx + 0.7, by, bz - 0.42],
        [bx, by + 0.05, bz - 0.45],
        [bx - 0.9, by, bz - 0.1],
      ]),
      0.11,
      metal(gilt),
      { steps: 20 },
    ),
    welt(form, black, times(black, 1.4), 0.2, 0.45),
    heelOf(form, {
      from: -13.1,
      to: -7,
      top: (x) => form.lift(x) - 0.2,
      taper: 0.66,
      tilt: 0.7,
      look: ({ p, v }) => ({
        color: times(linear(v < 0.07 ? "#17171a" : "#3a2820"), 0.9 + 0.12 * Math.sin(p[1] * 12)),
        rough: 0.32,
        height: Math.sin(p[1] * 12) * 0.004,
        coat: 0.5,
      }),
    }),
    ball([0, 0.3, 0], 0.01, made(accent, rubber), 4),
  ];
}

const loaferLast: Last = {
  front: [
    [14.3, 0],
    [14.2, 1.3],
    [13, 2.6],
    [10.8, 3.8],
    [8, 4.9],
    [5.2, 6.4],
    [2.9, 8.4],
  ],
  back: [
    [-13.4, 0],
    [-13.8, 1.8],
    [-13.4, 3.8],
    [-12.8, 5.4],
    [-12.7, 6.6],
    [-12.9, 7.4],
    [-13.1, 7.9],
  ],
  widths: [3.1, 3.3, 3, 4.3, 4.7, 4.2, 3.6],
  girth: [0.97, 1.05, 1.05, 0.99, 0.95, 0.92, 0.9],
  dip: 2.2,
  lift: 1.7,
  sole: 0.9,
  spring: 0.7,
};

function loaferOf({ body, accent }: Colors, design: number): Surface[] {
  const lug = design === 2;
  const form = formOf(lug ? { ...loaferLast, sole: 3.2, lift: 1.1 } : loaferLast);
  const skin = design === 0 ? leather : design === 1 ? suede : polished;
  // The apron: an oval on top of the vamp whose rim is puckered.
  const apron: Patch["inside"] = ({ x, y, z }) => {
    const e = Math.hypot((x - 6.2) / 5.7, (z - 0.3) / (3.0 - 0.05 * (x - 6))) - 1;
    return Math.min(-e * 3.2, y - 1.4);
  };
  const saddle: Patch["inside"] = ({ x, y, z }) => Math.min(1.75 - Math.abs(x - 4.9 + 0.028 * z * z), y - 0);
  const slot: Patch["inside"] = ({ x, z }) =>
    Math.min(0.34 - Math.abs(x - 4.9) * (1 + 0.5 * Math.abs(z)), 1.35 - Math.abs(z - 0.3));
  const collarSeam: Patch["inside"] = ({ v, x }) => Math.min((v - 0.93) * 12, 3.2 - x);
  const patches: Patch[] = [
    {
      inside: ({ x, y }) =>
        insideOf([
          [-20, -1],
          [-9, -1],
          [-10, 3],
          [-11.6, 5],
          [-12, 9],
          [-20, 9],
        ])({ x, y }),
      color: body,
      stitch: [0.18],
      thread: times(body, 1.7),
      thick: 0.07,
    },
    { inside: collarSeam, color: body, stitch: [0.16], thread: times(body, 1.8), thick: 0.05 },
    {
      inside: (at) => Math.min(apron(at) + 0.34, 0.34 - apron(at)),
      color: times(body, 0.86),
      thick: 0.1,
      relief: ({ x, z }) => 0.07 * Math.sin(Math.atan2(z - 0.3, (x - 6.2) * 0.55) * 44),
    },
    { inside: apron, color: body, thick: 0.05, stitch: [0.12], thread: times(body, 1.8) },
  ];
  if (design !== 1)
    patches.push({
      inside: saddle,
      color: design === 0 ? times(body, 0.92) : body,
      stitch: [0.18],
      thread: times(body, 1.9),
      thick: 0.13,
    });
  if (design === 0) patches.push({ inside: slot, color: times(body, 0.12), thick: -0.16 });
  if (design === 1)
    patches.push({
      inside: ({ x, z, y }) => Math.min(1.3 - Math.abs(x - 4.6 + 0.028 * z * z), y - 2.2),
      color: body,
      stitch: [0.16],
      thread: times(body, 2),
      thick: 0.09,
    });
  const parts: Surface[] = [
    ...upperOf(form, sewn(form, { color: body, skin }, patches), linear(lug ? "#b98d62" : "#c49a6c"), {
      rim: 0.19,
      rimColor: times(body, 0.9),
      rimSkin: skin,
    }),
  ];
  if (design === 1) parts.push(...tassels(form, accent));
  if (design === 2) parts.push(...bit(form));
  if (lug) {
    parts.push(
      welt(form, black, cream, 0.45, 0.5),
      soleOf(
        form,
        [
          [-0.8, 0],
          [0.3, 0.02],
          [0.42, 0.3],
          [0.36, 0.85],
          [-0.2, 1],
        ],
        ({ p, u, v }) => {
          const ridge = Math.sin(u * 2 * Math.PI * 24);
          return {
            color: times(black, v < 0.46 && ridge < -0.2 ? 0.5 : 1.3),
            rough: 0.6,
            height: (v < 0.46 ? 0.15 * smooth(-0.3, 0.1, ridge) : 0.15) + 0.001 * Math.sin(p[0]),
          };
        },
        {
          top: (x) => form.lift(x) - 0.3,
          bottom: (x) => 0.02 + 0.5 * smooth(8, 15, x) ** 1.6 + 0.9 * smooth(-5.6, -5.2, x) * smooth(1.6, 0.4, x),
        },
      ),
    );
  } else {
    parts.push(
      welt(
        form,
        design === 1 ? times(accent, 0.8) : times(linear("#5b2f22"), 1),
        design === 1 ? cream : times(cream, 0.8),
        0.3,
        0.55,
      ),
      heelOf(form, {
        from: -13.9,
        to: -6.6,
        top: (x) => form.lift(x) - 0.35,
        look: ({ p }) => ({
          color: times(
            design === 1 ? linear("#6d4a2c") : linear("#3a1f18"),
            0.9 + 0.15 * Math.sign(Math.sin(p[1] * 8)),
          ),
          rough: 0.4,
          coat: 0.4,
        }),
      }),
    );
  }
  return parts;
}

function tassels(form: Form, color: Vec): Surface[] {
  const parts: Surface[] = [across(form, [4.5, -2.6], [4.5, 2.9], 0.26, made(color, leather), { out: 0.3, flat: 0.7 })];
  for (const side of [-1, 1]) {
    const top = form.over(5, 0.3 + side * 0.55, 0.35);
    const end = form.over(8.1, 0.3 + side * 1.25, 0.42);
    parts.push(ball(top, [0.5, 0.42, 0.45], made(color, leather), 24));
    for (let i = 0; i < 9; i += 1) {
      const spread = ((i - 4) / 4) * 0.62;
      const low = form.over(8 + 0.15 * Math.cos(i * 2.1), 0.3 + side * 1.25 + spread, 0.3 + 0.14 * Math.cos(i * 1.7));
      const mid = form.over(6.5, 0.3 + side * 0.95 + spread * 0.7, 0.46);
      parts.push(
        tube(
          through([top, mid, low, add(end, [0.2, -0.1, spread])].slice(0, 3)),
          0.12,
          made(times(color, 0.85 + 0.04 * (i % 4)), leather),
          { steps: 18, sides: 8 },
        ),
      );
    }
  }
  return parts;
}

function bit(form: Form): Surface[] {
  const look = metal(gilt, 0.14);
  const parts: Surface[] = [
    tube(
      (t) => form.over(4.9, blend(-1.5, 2.1, t), 0.34 + 0.16 * Math.sin(t * Math.PI)),
      (t) => 0.17 + 0.1 * Math.abs(Math.cos(t * Math.PI)),
      look,
      { steps: 40 },
    ),
  ];
  for (const side of [-1, 1]) {
    const z = 0.3 + side * 2.0;
    const p = form.over(4.9, z, 0.3);
    const q = form.over(4.9, z + side * 0.5, 0.3);
    const slope = Math.atan2(q[1] - p[1], (q[2] - p[2]) * side);
    parts.push(ring(p, 0.78, 0.15, look, (v) => [v[0], v[2] * Math.sin(slope) * 1, v[2] * Math.cos(slope) * side]));
  }
  return parts;
}

type ShoeKind = "sneaker" | "boot" | "loafer";

export function shoeOf(kind: ShoeKind, design: number, body: string, accent: string): Surface[] {
  const colors = { body: linear(body), accent: linear(accent) };
  if (kind === "sneaker") return [court, highTop, runner][design]?.(colors) ?? [];
  if (kind === "boot") return [chelsea, workBoot, heeled][design]?.(colors) ?? [];
  return loaferOf(colors, design);
}

/** Two shoes beside each other, turned by degrees; the second is the other foot. */
export function pairOf(shoe: readonly Surface[], turn: number, gap: Vec, second = turn): Surface[] {
  const place = (surface: Surface, degrees: number, mirror: boolean, to: Vec): Surface =>
    moved(surface, (p) => add(turnY([p[0], p[1], mirror ? -p[2] : p[2]], degrees), to));
  return [...shoe.map((s) => place(s, turn, false, [0, 0, 0])), ...shoe.map((s) => place(s, second, true, gap))];
}
