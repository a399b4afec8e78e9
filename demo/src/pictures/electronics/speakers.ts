import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { cable, dots, graphite, grille, knob, led, line, shape, silver } from "./parts.ts";

function column(paint: Paint): string {
  const weave = paint.material === "metal" || paint.material === "gloss" ? paint.material : "fabric";
  const holes = dots({ x: 306, y: 250, width: 400, height: 430 }, 14, 3.4);
  const side = "M304 212V742A196 50 0 0 0 696 742V212z";
  return (
    paint.shadow(505, 788, 268, 32, 1) +
    paint.solid(side, { material: weave, direction: "tube", bevel: 0 }) +
    (weave === "fabric"
      ? ""
      : grille(paint, "M312 262V668A188 48 0 0 0 688 668V262A188 48 0 0 1 312 262z", holes, 1.4)) +
    paint.solid("M304 684V742A196 50 0 0 0 696 742V684A196 50 0 0 1 304 684z", {
      tones: paint.accent,
      material: "metal",
      direction: "tube",
      bevel: 0,
    }) +
    line("M304 684A196 50 0 0 0 696 684", "#000", 4, 0.5) +
    paint.solid("M304 212V238A196 50 0 0 0 696 238V212z", {
      tones: paint.accent,
      material: "metal",
      direction: "tube",
      bevel: 0,
    }) +
    paint.solid(ellipse(500, 212, 196, 50), { tones: graphite, material: "gloss", bevel: 8 }) +
    line(ellipse(500, 212, 192, 47), paint.accent.highlight, 3, 0.9) +
    line(ellipse(500, 214, 122, 29), paint.accent.base, 5, 0.95) +
    paint.glow(500, 214, 110, 26, 0.35, paint.accent.light) +
    line("M474 214h52M500 207v14", "#e8ecf5", 5, 0.9) +
    paint.solid(roundRect(452, 430, 96, 36, 10), { tones: paint.accent, material: "metal", bevel: 6 }) +
    led(paint, 500, 640, 5, "#cfe3ff")
  );
}

function radio(paint: Paint): string {
  const body = roundRect(150, 330, 700, 450, 64);
  const front = roundRect(186, 372, 628, 270, 34);
  const bars = Array.from({ length: 21 }, (_, index) => roundRect(204 + index * 28.6, 388, 14, 238, 7)).join("");
  return (
    paint.shadow(500, 796, 400, 26, 1) +
    [220, 720]
      .map((x) => paint.solid(roundRect(x, 770, 62, 28, 8), { tones: graphite, material: "matte", bevel: 5 }))
      .join("") +
    cable("M238 344C250 210 330 202 500 202C670 202 750 210 762 344", paint.accent, 40) +
    [238, 762]
      .map((x) => paint.solid(roundRect(x - 32, 306, 64, 50, 14), { tones: silver, material: "metal", bevel: 6 }))
      .join("") +
    paint.solid(body, { bevel: 30 }) +
    paint.solid(front, { tones: graphite, material: "fabric", bevel: 14 }) +
    shape(bars, paint.fill(paint.accent, "metal", "down")) +
    line(front, paint.body.highlight, 3, 0.45) +
    knob(paint, 250, 708, 44, silver, -50) +
    knob(paint, 750, 708, 44, silver, 30) +
    shape(roundRect(340, 684, 320, 48, 12), "#0a0d14") +
    shape(
      roundRect(346, 690, 308, 36, 9),
      paint.linear(
        [
          [0, paint.accent.highlight, 0.9],
          [0.5, paint.accent.light, 0.75],
          [1, paint.accent.base, 0.9],
        ],
        "right",
      ),
    ) +
    Array.from({ length: 15 }, (_, index) =>
      line(`M${362 + index * 20} ${index % 5 === 0 ? 698 : 704}V716`, "#1b1208", 3, 0.75),
    ).join("") +
    line("M548 692v32", "#d6382c", 5)
  );
}

function driver(paint: Paint, cx: number, cy: number, r: number): string {
  const cone = paint.radial([
    [0, "#2a2f3a"],
    [0.35, "#151920"],
    [0.75, "#2c323d"],
    [1, "#0a0c11"],
  ]);
  return (
    paint.solid(ellipse(cx, cy, r), { tones: paint.accent, material: "metal", texture: false, bevel: r * 0.08 }) +
    shape(ellipse(cx, cy, r * 0.9), "#07090d") +
    paint.solid(ellipse(cx, cy, r * 0.87), { tones: graphite, material: "matte", bevel: r * 0.09 }) +
    shape(ellipse(cx, cy, r * 0.72), cone) +
    [0.66, 0.58, 0.5].map((share) => line(ellipse(cx, cy, r * share), "#000", 2, 0.3)).join("") +
    paint.solid(ellipse(cx, cy, r * 0.28), {
      tones: paint.accent,
      material: "gloss",
      direction: "ball",
      bevel: r * 0.05,
    }) +
    paint.glow(cx - r * 0.34, cy - r * 0.42, r * 0.3, r * 0.16, 0.4) +
    [45, 135, 225, 315]
      .map((turn) => {
        const angle = (turn * Math.PI) / 180;
        return shape(
          ellipse(Math.round(cx + Math.cos(angle) * r * 0.95), Math.round(cy + Math.sin(angle) * r * 0.95), r * 0.03),
          "#101319",
        );
      })
      .join("")
  );
}

function bookshelf(paint: Paint): string {
  const front = roundRect(270, 190, 420, 596, 26);
  const flank = "M676 198L748 232Q758 238 758 250V742Q758 752 748 757L676 784z";
  const port = roundRect(380, 724, 200, 26, 13);
  return (
    paint.shadow(530, 794, 290, 24, 1) +
    paint.solid(flank, {
      direction: "right",
      material: "matte",
      tones: {
        ...paint.body,
        highlight: paint.body.base,
        light: paint.body.base,
        base: paint.body.dark,
        dark: paint.body.deep,
      },
      bevel: 0,
    }) +
    paint.solid(front, { bevel: 20 }) +
    driver(paint, 480, 560, 152) +
    driver(paint, 480, 306, 84) +
    shape(port, "#05070b") +
    line("M392 750h176", paint.body.highlight, 2, 0.5) +
    grille(paint, port, dots({ x: 380, y: 726, width: 200, height: 24 }, 9, 2.4), 1) +
    led(paint, 640, 740, 5, paint.accent.highlight)
  );
}

/** Loudspeakers: a portable column, a handled radio style box, a bookshelf speaker with bare drivers. */
export const speaker: Drawing = (paint) => [column, radio, bookshelf][paint.design]?.(paint) ?? "";
