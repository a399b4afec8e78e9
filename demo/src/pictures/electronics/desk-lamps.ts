import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { cable, graphite, line, shape, silver } from "./parts.ts";

const warm = "#ffcf7d";

type Point = readonly [x: number, y: number];

/** The cone of light under a shade: from the shade's opening to a span of the floor. Nested cones make its edge soft. */
function beam(paint: Paint, left: Point, right: Point, floor: readonly [number, number]): string {
  const fill = paint.linear([
    [0, warm, 0.19],
    [0.5, warm, 0.075],
    [1, warm, 0],
  ]);
  return [-1.5, -0.5, 0.5, 1.5]
    .map((step) => {
      const grow = step * 20;
      return shape(
        `M${left[0] - grow * 0.3} ${left[1]}L${right[0] + grow * 0.3} ${right[1]}L${floor[1] + grow} 800H${floor[0] - grow}z`,
        fill,
      );
    })
    .join("");
}

/** A round foot on the floor. */
const foot = (paint: Paint, cx: number, rx: number, height: number): string =>
  paint.shadow(cx + 10, 786, rx * 1.3, 30, 1) +
  paint.solid(`M${cx - rx} ${770 - height}V770A${rx} ${rx * 0.19} 0 0 0 ${cx + rx} 770V${770 - height}z`, {
    direction: "tube",
    bevel: 0,
  }) +
  paint.solid(ellipse(cx, 770 - height, rx, rx * 0.19), { bevel: 8 });

const joint = (paint: Paint, cx: number, cy: number, r: number): string =>
  paint.solid(ellipse(cx, cy, r), { tones: paint.accent, material: "metal", texture: false, bevel: 5 }) +
  paint.solid(ellipse(cx, cy, r * 0.5), { tones: silver, material: "metal", direction: "ball", bevel: 3 });

function jointed(paint: Paint): string {
  const shade = "M-62 -128Q0 -160 62 -128L72 -88C140 -60 166 20 172 60A172 44 0 0 1 -172 60C-166 20 -140 -60 -72 -88z";
  return (
    beam(paint, [532, 424], [802, 316], [510, 930]) +
    paint.glow(720, 792, 240, 40, 0.55, warm) +
    foot(paint, 330, 150, 20) +
    cable("M330 748L240 470", paint.accent, 24) +
    cable("M350 748L262 470", paint.accent, 10) +
    cable("M246 470L566 236", paint.accent, 24) +
    cable("M262 484L560 262", paint.accent, 10) +
    joint(paint, 250, 470, 34) +
    joint(paint, 336, 742, 30) +
    `<g transform="translate(640 300) rotate(-24)">` +
    paint.solid(shade, { bevel: 26, direction: "tube" }) +
    paint.solid("M-40 -150Q-40 -172 0 -172Q40 -172 40 -150L62 -126Q0 -150 -62 -126z", {
      tones: paint.accent,
      material: "metal",
      direction: "tube",
      bevel: 4,
    }) +
    shape(ellipse(0, 60, 172, 44), paint.body.deep) +
    shape(
      ellipse(0, 64, 160, 36),
      paint.radial([
        [0, "#fffbe8"],
        [0.45, "#ffe7ae"],
        [1, "#b8873f"],
      ]),
    ) +
    paint.glow(0, 70, 190, 90, 0.8, warm) +
    "</g>" +
    joint(paint, 572, 232, 28)
  );
}

function mushroom(paint: Paint): string {
  const dome = "M210 446C210 280 330 196 500 196C670 196 790 280 790 446A290 62 0 0 1 210 446z";
  const stem = "M446 440H554C556 560 566 640 610 742A110 20 0 0 1 390 742C434 640 444 560 446 440z";
  return (
    paint.glow(500, 780, 380, 60, 0.65, warm) +
    paint.shadow(508, 788, 240, 28, 0.9) +
    paint.solid("M340 736V770A160 32 0 0 0 660 770V736z", {
      tones: paint.accent,
      material: "metal",
      direction: "tube",
      bevel: 0,
    }) +
    paint.solid(ellipse(500, 736, 160, 31), { tones: paint.accent, material: "metal", texture: false, bevel: 7 }) +
    paint.solid(stem, { direction: "tube", bevel: 0 }) +
    paint.glow(500, 510, 170, 130, 0.85, warm) +
    shape(ellipse(500, 448, 290, 62), paint.body.deep) +
    shape(
      ellipse(500, 452, 276, 52),
      paint.radial([
        [0, "#fffbe8"],
        [0.5, "#ffe2a0"],
        [1, "#a8742f"],
      ]),
    ) +
    paint.solid(dome, { direction: "ball", bevel: 30 }) +
    shape(
      dome,
      paint.linear([
        [0, warm, 0],
        [0.6, warm, 0.03],
        [1, warm, 0.4],
      ]),
    ) +
    line("M212 450A290 62 0 0 0 788 450", "#fff3cf", 5, 0.85) +
    paint.glow(380, 290, 90, 50, 0.5) +
    paint.solid(ellipse(500, 198, 26, 12), { tones: paint.accent, material: "metal", bevel: 4 })
  );
}

function bar(paint: Paint): string {
  return (
    beam(paint, [336, 256], [818, 256], [270, 870]) +
    paint.glow(560, 790, 360, 44, 0.6, warm) +
    foot(paint, 250, 136, 24) +
    paint.solid("M230 744V250Q230 196 284 196H300V220H286Q262 220 262 250V744z", {
      tones: paint.accent,
      material: "metal",
      direction: "right",
      bevel: 5,
    }) +
    paint.solid(roundRect(210, 410, 72, 40, 14), { bevel: 6 }) +
    paint.solid(roundRect(206, 168, 664, 74, 37), { direction: "pipe", bevel: 8 }) +
    paint.solid(roundRect(206, 168, 116, 74, 37), {
      tones: paint.accent,
      material: "metal",
      direction: "pipe",
      bevel: 6,
    }) +
    shape("M318 240H840Q826 262 800 262H330Q318 262 318 240z", "#fff8e0") +
    paint.glow(580, 256, 330, 50, 0.9, warm) +
    shape(ellipse(250, 744, 30, 8), graphite.deep, 0.7) +
    line("M206 752H294", "#fff", 4, 0.25) +
    shape(ellipse(310, 752, 9, 4), warm)
  );
}

/** Desk lamps, lit: a jointed one, a mushroom, a light bar. */
export const deskLamp: Drawing = (paint) => [jointed, mushroom, bar][paint.design]?.(paint) ?? "";
