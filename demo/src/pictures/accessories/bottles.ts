import { cable, graphite, line, shape, silver } from "../electronics/parts.ts";
import { symmetric } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { mix, tonesOf } from "../tone.ts";

const cork = tonesOf("#b98d5c");

/** Long soft reflections down a round wall. */
const streaks = (paint: Paint, outline: string, left: number, width: number, strength: number): string => {
  const soft = paint.linear(
    [
      [0, "#fff", 0],
      [0.3, "#fff", strength],
      [0.7, "#fff", strength * 0.8],
      [1, "#fff", 0],
    ],
    "right",
  );
  return (
    `<g clip-path="${paint.clip(outline)}">${shape(`M${left + width * 0.13} 0h${width * 0.15}v1000h${-width * 0.15}z`, soft)}` +
    `${shape(`M${left + width * 0.84} 0h${width * 0.06}v1000h${-width * 0.06}z`, soft, 0.5)}</g>`
  );
};

function insulated(paint: Paint): string {
  const { body, accent } = paint;
  const wall = symmetric(500, 290, [
    [430, 290, 400, 290],
    [388, 316, 352, 330, 346, 384],
    [346, 784],
    [350, 806, 430, 808, 500, 808],
  ]);
  const neck = "M404 250A96 12 0 0 0 596 250V294A96 13 0 0 1 404 294z";
  const lid = "M400 176Q402 160 424 158H576Q598 160 600 176V252A100 13 0 0 1 400 252z";
  const loop = "M414 176C404 100 430 84 500 84C570 84 596 100 586 176";
  const ribs = Array.from(
    { length: 17 },
    (_, index) => `M${Math.round(500 - 98 * Math.cos((index / 16) * Math.PI))} 196V244`,
  ).join("");
  const foot = "M346 748A154 18 0 0 0 654 748V788C650 806 570 808 500 808C430 808 350 806 346 788z";
  const band = "M346 640A154 18 0 0 0 654 640V676A154 18 0 0 1 346 676z";
  return (
    paint.shadow(514, 804, 210, 26, 1) +
    cable(loop, accent, 26) +
    paint.solid(neck, { tones: silver, material: "metal", direction: "tube", texture: false, bevel: 0 }) +
    paint.solid(wall, { direction: "tube", bevel: 20 }) +
    streaks(paint, wall, 346, 308, paint.material === "matte" ? 0.2 : 0.4) +
    line("M352 376C410 396 590 396 648 376", body.highlight, 3, 0.25) +
    paint.solid(foot, { tones: accent, material: "metal", direction: "tube", texture: false, bevel: 0 }) +
    line("M346 748A154 18 0 0 0 654 748", body.deep, 4, 0.6) +
    line("M347 753A154 18 0 0 0 653 753", accent.highlight, 2, 0.7) +
    paint.solid(lid, { tones: accent, material: "metal", direction: "tube", texture: false, bevel: 0 }) +
    line(ribs, accent.deep, 5, 0.4) +
    paint.solid(ellipse(500, 172, 99, 14), { tones: accent, material: "metal", texture: false, bevel: 3 }) +
    line("M400 252A100 13 0 0 0 600 252", graphite.deep, 5, 0.7) +
    [416, 584]
      .map((x) => paint.solid(ellipse(x, 184, 15), { tones: accent, material: "metal", direction: "ball", bevel: 3 }))
      .join("") +
    paint.solid(band, { tones: accent, material: "matte", direction: "tube", texture: false, bevel: 0 })
  );
}

function glassBottle(paint: Paint): string {
  const { body, accent } = paint;
  const outline = symmetric(500, 206, [
    [440, 206],
    [440, 300],
    [436, 356, 330, 384, 326, 470],
    [326, 764],
    [328, 804, 420, 808, 500, 808],
  ]);
  const water = symmetric(500, 470, [
    [400, 470, 338, 466],
    [338, 758],
    [342, 790, 430, 794, 500, 794],
  ]);
  const stopper = "M444 128Q446 112 466 112H534Q554 112 556 128L552 214A52 8 0 0 1 448 214z";
  const glass = paint.linear(
    [
      [0, body.dark, 0.85],
      [0.08, body.light, 0.5],
      [0.3, body.base, 0.26],
      [0.7, body.base, 0.3],
      [0.92, body.light, 0.5],
      [1, body.dark, 0.9],
    ],
    "right",
  );
  const wet = paint.linear(
    [
      [0, body.dark, 0.75],
      [0.25, body.light, 0.45],
      [0.6, body.base, 0.5],
      [1, body.deep, 0.8],
    ],
    "right",
  );
  const sleeve = "M324 560A176 20 0 0 0 676 560V742A176 20 0 0 1 324 742z";
  return (
    paint.shadow(514, 804, 220, 26, 0.9) +
    paint.glow(580, 816, 170, 16, 0.5, body.highlight) +
    shape(outline, mix(body.deep, "#0a1020", 0.4), 0.3) +
    shape(water, wet) +
    shape(ellipse(500, 468, 160, 16), mix(body.light, "#ffffff", 0.3), 0.55) +
    line(ellipse(500, 468, 160, 16), "#fff", 2, 0.6) +
    shape(outline, glass) +
    paint.bevel(outline, 24, 1.3) +
    paint.solid("M448 190A52 8 0 0 0 552 190V236A52 9 0 0 1 448 236z", {
      tones: cork,
      material: "matte",
      direction: "tube",
      bevel: 0,
    }) +
    shape(
      "M441 204h118v34h-118z",
      paint.linear(
        [
          [0, "#fff", 0.5],
          [0.3, "#fff", 0.1],
          [0.8, "#fff", 0.1],
          [1, "#fff", 0.4],
        ],
        "right",
      ),
    ) +
    paint.solid(stopper, { tones: accent, material: "matte", direction: "tube", bevel: 0 }) +
    shape(
      [
        [466, 150, 6],
        [508, 170, 5],
        [530, 144, 4],
        [480, 190, 5],
        [520, 196, 4],
        [496, 136, 4],
      ]
        .map(([x = 0, y = 0, r = 0]) => ellipse(x, y, r, r * 0.6))
        .join(""),
      accent.deep,
      0.5,
    ) +
    paint.solid(ellipse(500, 122, 55, 10), { tones: accent, material: "matte", bevel: 3 }) +
    line("M438 208A62 9 0 0 0 562 208", "#fff", 6, 0.65) +
    line("M440 238A60 8 0 0 0 560 238", "#fff", 3, 0.35) +
    paint.solid(sleeve, {
      tones: accent,
      material: paint.material === "glass" ? "leather" : "fabric",
      direction: "tube",
      bevel: 0,
    }) +
    line("M324 560A176 20 0 0 0 676 560M676 742A176 20 0 0 1 324 742", accent.deep, 3, 0.6) +
    `<path d="M327 576A176 20 0 0 0 673 576M327 730A176 20 0 0 0 673 730" fill="none" stroke="${accent.highlight}" stroke-width="2.6" stroke-dasharray="9 7"/>` +
    shape(
      "M352 480C356 420 420 390 452 352L456 236H470L468 364C430 400 382 430 378 486V552Q364 552 352 550z",
      "#fff",
      0.5,
    ) +
    shape("M644 500V552Q636 556 630 556V470C628 440 600 420 580 400C616 416 642 450 644 500z", "#fff", 0.3) +
    shape("M360 768H640Q640 784 500 792Q360 784 360 768z", "#fff", 0.22)
  );
}

function flask(paint: Paint): string {
  const { body, accent } = paint;
  const wall = symmetric(500, 330, [
    [400, 330, 352, 336],
    [336, 420, 372, 470, 372, 540],
    [372, 600, 340, 660, 344, 782],
    [350, 806, 430, 808, 500, 808],
  ]);
  const cap = "M346 286A154 16 0 0 0 654 286L650 344A150 17 0 0 1 350 344z";
  const dome = "M356 290C360 230 420 206 500 206C580 206 640 230 644 290A144 15 0 0 1 356 290z";
  const spout = "M452 214L460 150Q462 138 476 138H524Q538 138 540 150L548 214A48 8 0 0 1 452 214z";
  const grip = "M372 470A128 14 0 0 0 628 470V610A128 15 0 0 1 372 610z";
  const waves = [500, 530, 560, 590].map((y) => `M374 ${y}A128 14 0 0 0 626 ${y}`).join("");
  const carry = "M640 300C730 300 740 380 728 430C720 470 680 480 640 470";
  return (
    paint.shadow(514, 804, 210, 26, 1) +
    cable(carry, accent, 24) +
    paint.solid(wall, { direction: "tube", bevel: 20 }) +
    streaks(paint, wall, 350, 300, 0.32) +
    paint.solid(grip, { tones: accent, material: "matte", direction: "tube", bevel: 0 }) +
    line(waves, accent.deep, 7, 0.6) +
    `<g transform="translate(0 4)">${line(waves, accent.highlight, 2.4, 0.4)}</g>` +
    shape(roundRect(560, 650, 16, 118, 8), graphite.deep, 0.5) +
    shape(roundRect(563, 690, 10, 75, 5), accent.light, 0.8) +
    paint.solid(spout, { tones: accent, material: "matte", direction: "tube", bevel: 0 }) +
    paint.solid(ellipse(500, 148, 39, 9), { tones: accent, material: "matte", bevel: 3 }) +
    shape(ellipse(500, 148, 14, 4), accent.deep) +
    paint.solid(dome, { tones: graphite, material: "gloss", direction: "ball", bevel: 12 }) +
    paint.solid(cap, { tones: graphite, material: "matte", direction: "tube", bevel: 0 }) +
    line(
      Array.from(
        { length: 25 },
        (_, index) =>
          `M${Math.round(500 - 151 * Math.cos((index / 24) * Math.PI))} ${Math.round(292 + 13 * Math.sin((index / 24) * Math.PI))}v44`,
      ).join(""),
      "#000",
      5,
      0.45,
    ) +
    line("M350 344A150 17 0 0 0 650 344", body.highlight, 3, 0.5)
  );
}

/** A bottle: insulated steel with a loop, glass with a stopper and sleeve, or sport flask with a spout. */
export const bottle: Drawing = (paint) => [insulated, glassBottle, flask][paint.design]?.(paint) ?? insulated(paint);
