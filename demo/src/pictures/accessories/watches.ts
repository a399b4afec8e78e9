import { graphite, line, shape, silver } from "../electronics/parts.ts";
import { folds, raised, stitch } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { mix } from "../tone.ts";
import {
  around,
  cap,
  crown,
  cx,
  cy,
  hand,
  hard,
  inset,
  ivory,
  sapphire,
  spun,
  sunburst,
  sweep,
  turnedEnds,
} from "./watch-parts.ts";

function automatic(paint: Paint): string {
  const { body, accent } = paint;
  const material = hard(paint);
  const band = (way: 1 | -1): { art: string; outline: string } => {
    let y = cy + way * 176;
    const parts: string[] = [];
    const outlines: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const half = 116 - index * 8;
      const height = 40 - index * 4;
      const top = way === 1 ? y : y - height;
      const link = (x: number, width: number, shine: boolean): string =>
        paint.solid(roundRect(x, top, width, height - 2, 9), {
          material: shine ? "gloss" : material,
          direction: "pipe",
          texture: false,
          bevel: 4,
        });
      parts.push(
        link(cx - half, half * 0.66, false) +
          link(cx + half * 0.34, half * 0.66, false) +
          link(cx - half * 0.33, half * 0.66, true),
      );
      outlines.push(roundRect(cx - half, top, half * 2, height, 9));
      y += way * (height - 1);
    }
    return { art: parts.reverse().join(""), outline: outlines.join("") };
  };
  const [upper, lower] = [band(-1), band(1)];
  const lugs =
    "M352 372C340 330 352 282 384 262L404 280H596L616 262C648 282 660 330 648 372zM352 568C340 610 352 658 384 678L404 660H596L616 678C648 658 660 610 648 568z";
  const face = ellipse(cx, cy, 170);
  const index = (turn: number, at: number): string => {
    const wide = at === 0 ? 22 : 12;
    const d = roundRect(cx - wide / 2, cy - 158, wide, 44, 2);
    return spun(
      turn,
      shape(roundRect(cx - wide / 2 + 3, cy - 154, wide, 44, 2), "#04060c", 0.35) +
        shape(d, silver.highlight) +
        shape(`M${cx} ${cy - 158}h${wide / 2}v44h${-wide / 2}z`, silver.dark),
    );
  };
  return (
    upper.art +
    lower.art +
    turnedEnds(paint, upper.outline + lower.outline) +
    raised(lugs, paint.solid(lugs, { material, texture: false, bevel: 10 }), 6, 0.4) +
    crown(paint, 698, 442, 48, 56, body) +
    raised(ellipse(cx, cy, 212), paint.solid(ellipse(cx, cy, 212), { material, bevel: 14 }), 12, 0.5) +
    paint.solid(ellipse(cx, cy, 198), { material: "gloss", texture: false, bevel: 8 }) +
    inset(paint, 172, body) +
    shape(
      face,
      paint.radial(
        [
          [0, accent.light],
          [0.55, accent.base],
          [1, accent.deep],
        ],
        0.42,
        0.36,
        0.72,
      ),
    ) +
    sunburst(face, paint) +
    around(60, (turn, at) => (at % 5 === 0 ? "" : spun(turn, line(`M${cx} ${cy - 162}v8`, "#fff", 2.4, 0.55)))) +
    around(12, (turn, at) => index(turn, at)) +
    hand(-56, 96, 10, silver) +
    hand(52, 138, 8, silver) +
    sweep(204, 146, silver.highlight) +
    cap(paint, silver) +
    sapphire(paint, 172)
  );
}

/** Both ends of a strap that tapers away from the case. */
function strap(half: number, end: number): { upper: string; lower: string } {
  const [a, b] = [cx - half, cx + half];
  const [c, d] = [cx - end, cx + end];
  return {
    upper: `M${a} 340C${a} 260 ${c - 4} 190 ${c} 132Q${c + 4} 116 ${c + 22} 114H${d - 22}Q${d - 4} 116 ${d} 132C${d + 4} 190 ${b} 260 ${b} 340z`,
    lower: `M${a} 600C${a} 680 ${c - 4} 730 ${c} 780Q${c + 4} 800 ${c + 22} 802H${d - 22}Q${d - 4} 800 ${d} 780C${d + 4} 730 ${b} 680 ${b} 600z`,
  };
}

function chronograph(paint: Paint): string {
  const { body, accent } = paint;
  const material = hard(paint);
  const { upper, lower } = strap(100, 84);
  const sides =
    "M414 330C414 260 428 190 432 146M586 330C586 260 572 190 568 146M414 610C414 680 428 730 432 784M586 610C586 680 572 730 568 784";
  const face = ellipse(cx, cy, 166);
  const sub = (x: number, y: number, turn: number): string =>
    shape(ellipse(x, y, 46), mix(accent.deep, accent.dark, 0.3)) +
    [40, 32, 24].map((r) => line(ellipse(x, y, r), "#fff", 1, 0.08)).join("") +
    Array.from({ length: 12 }, (_, at) => spun(at * 30, line(`M${x} ${y - 41}v6`, body.highlight, 2, 0.8), x, y)).join(
      "",
    ) +
    line(ellipse(x, y, 46), body.base, 4) +
    line(ellipse(x - 0.6, y - 0.8, 46), body.highlight, 1.6, 0.8) +
    spun(turn, line(`M${x} ${y + 9}v-42`, body.highlight, 4), x, y) +
    shape(ellipse(x, y, 5), body.light);
  const lug = (x: number, y: number): string =>
    raised(
      roundRect(x, y, 34, 110, 14),
      paint.solid(roundRect(x, y, 34, 110, 14), { material, texture: false, direction: "tube", bevel: 5 }),
      5,
      0.4,
    );
  return (
    [upper, lower]
      .map((d) => raised(d, paint.solid(d, { tones: accent, material: "leather", bevel: 26 }), 8, 0.4))
      .join("") +
    folds(
      paint,
      upper + lower,
      [
        [410, 690, 500, 704, 590, 690, 5],
        [416, 740, 500, 752, 584, 740, 5],
      ],
      [[440, 330, 446, 230, 452, 140, 14]],
      { tones: accent },
    ) +
    turnedEnds(paint, upper + lower) +
    stitch(sides, accent.highlight, 3, "11 7") +
    shape([706, 744].map((y) => ellipse(cx, y, 7, 9)).join(""), accent.deep) +
    lug(378, 240) +
    lug(588, 240) +
    lug(378, 590) +
    lug(588, 590) +
    [
      [-32, 0],
      [32, 0],
    ]
      .map(([turn = 0]) =>
        spun(
          turn,
          paint.solid(roundRect(696, 460, 26, 20, 3), {
            material: "metal",
            direction: "pipe",
            texture: false,
            bevel: 2,
          }) + crown(paint, 714, 448, 34, 44, body),
        ),
      )
      .join("") +
    crown(paint, 700, 444, 46, 52, body) +
    raised(ellipse(cx, cy, 214), paint.solid(ellipse(cx, cy, 214), { material, texture: false, bevel: 12 }), 12, 0.5) +
    paint.solid(ellipse(cx, cy, 200), { tones: accent, material: "gloss", texture: false, bevel: 8 }) +
    around(60, (turn, at) =>
      spun(turn, line(`M${cx} ${cy - 194}v${at % 5 === 0 ? 18 : 10}`, body.highlight, at % 5 === 0 ? 4 : 2, 0.9)),
    ) +
    inset(paint, 168, body) +
    shape(
      face,
      paint.radial(
        [
          [0, ivory.highlight],
          [0.6, ivory.light],
          [1, ivory.dark],
        ],
        0.42,
        0.36,
        0.75,
      ),
    ) +
    sunburst(face, paint) +
    around(60, (turn, at) => spun(turn, line(`M${cx} ${cy - 160}v${at % 5 === 0 ? 14 : 8}`, graphite.base, 2.2, 0.8))) +
    around(12, (turn, at) =>
      at % 3 === 0 && at !== 0
        ? ""
        : spun(
            turn,
            shape(roundRect(cx - 6, cy - 140, 12, 40, 2), body.dark) +
              shape(roundRect(cx - 6, cy - 140, 6, 40, 2), body.light),
          ),
    ) +
    sub(cx - 80, cy, 70) +
    sub(cx + 80, cy, -30) +
    sub(cx, cy + 80, 150) +
    hand(-58, 92, 9, body) +
    hand(56, 132, 7, body) +
    sweep(0, 148, accent.base) +
    cap(paint, body) +
    sapphire(paint, 168)
  );
}

function field(paint: Paint): string {
  const { body, accent } = paint;
  const material = hard(paint);
  const { upper, lower } = strap(108, 96);
  const loop = (y: number): string => {
    const d = roundRect(390, y, 220, 30, 9);
    return raised(
      d,
      paint.solid(d, { tones: silver, material: "metal", direction: "pipe", texture: false, bevel: 4 }),
      7,
      0.5,
    );
  };
  const box =
    "M500 262C600 262 664 274 684 300C704 330 710 400 710 470C710 540 704 610 684 640C664 666 600 678 500 678C400 678 336 666 316 640C296 610 290 540 290 470C290 400 296 330 316 300C336 274 400 262 500 262z";
  const face = ellipse(cx, cy, 166);
  const dial = mix(accent.deep, "#14161a", 0.45);
  const lume = "#e9eed2";
  return (
    [upper, lower]
      .map((d) =>
        raised(d, paint.solid(d, { tones: accent, material: "fabric", direction: "tube", bevel: 16 }), 8, 0.4),
      )
      .join("") +
    line("M478 120V340M522 120V340M478 600V800M522 600V800", accent.highlight, 5, 0.35) +
    turnedEnds(paint, upper + lower) +
    loop(176) +
    loop(730) +
    [
      "M362 290L376 236H416L424 290zM638 290L624 236H584L576 290z",
      "M362 650L376 704H416L424 650zM638 650L624 704H584L576 650z",
    ]
      .map((d) => raised(d, paint.solid(d, { material, texture: false, bevel: 6 }), 6, 0.4))
      .join("") +
    crown(paint, 700, 440, 50, 60, body) +
    raised(box, paint.solid(box, { material, bevel: 26 }), 12, 0.5) +
    paint.solid(ellipse(cx, cy, 190), { material, texture: false, bevel: 10 }) +
    line(ellipse(cx, cy, 188), body.highlight, 3, 0.6) +
    inset(paint, 168, body) +
    shape(
      face,
      paint.radial(
        [
          [0, mix(dial, "#ffffff", 0.12)],
          [0.6, dial],
          [1, "#07090b"],
        ],
        0.42,
        0.36,
        0.75,
      ),
    ) +
    around(60, (turn, at) =>
      spun(turn, line(`M${cx} ${cy - 160}v${at % 5 === 0 ? 20 : 12}`, lume, at % 5 === 0 ? 5 : 2.6, 0.9)),
    ) +
    around(12, (turn, at) =>
      spun(
        turn,
        at === 0
          ? shape(`M${cx - 17} ${cy - 132}h34l-17 34z`, lume)
          : shape(at % 3 === 0 ? roundRect(cx - 7, cy - 132, 14, 34, 3) : ellipse(cx, cy - 118, 9), lume, 0.95),
      ),
    ) +
    line(ellipse(cx, cy, 84), lume, 1.6, 0.3) +
    around(12, (turn) => spun(turn, line(`M${cx} ${cy - 84}v8`, lume, 2.4, 0.5))) +
    hand(-58, 88, 12, ivory) +
    hand(54, 134, 9, ivory) +
    sweep(212, 148, mix(accent.light, "#ff9a4d", 0.7)) +
    cap(paint, silver) +
    sapphire(paint, 168)
  );
}

/** A watch: steel automatic on links, chronograph on leather, or cushion-shaped field watch on webbing. */
export const watch: Drawing = (paint) =>
  paint.shadow(504, 800, 190, 24, 1) + ([automatic, chronograph, field][paint.design]?.(paint) ?? automatic(paint));
