import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { mix } from "../tone.ts";
import { type Box, graphite, lens, line, screen, shape, silver, turned } from "./parts.ts";

/** A slab with a glass front: metal edge, black border, lit display. */
function front(paint: Paint, box: Box, radius: number, border: number): string {
  const { x, y, width, height } = box;
  const view = { x: x + border, y: y + border, width: width - 2 * border, height: height - 2 * border };
  return (
    paint.solid(roundRect(x - 9, y - 9, width + 18, height + 18, radius + 9), {
      material: "metal",
      texture: false,
      bevel: 7,
    }) +
    shape(roundRect(x, y, width, height, radius), "#05070b") +
    screen(paint, roundRect(view.x, view.y, view.width, view.height, Math.max(4, radius - border)), view)
  );
}

function back(paint: Paint, box: Box, radius: number): string {
  const { x, y, width, height } = box;
  return (
    paint.solid(roundRect(x - 9, y - 9, width + 18, height + 18, radius + 9), {
      material: "metal",
      texture: false,
      bevel: 7,
    }) +
    paint.solid(roundRect(x, y, width, height, radius), { bevel: 10 }) +
    paint.glow(x + width * 0.3, y + height * 0.2, width * 0.5, height * 0.24, 0.3)
  );
}

const clockDots = (paint: Paint, cx: number, y: number, scale: number): string =>
  shape(roundRect(cx - 62 * scale, y, 124 * scale, 14 * scale, 7 * scale), "#fff", 0.85) +
  shape(roundRect(cx - 36 * scale, y + 28 * scale, 72 * scale, 8 * scale, 4 * scale), paint.accent.highlight, 0.75);

const dock = (paint: Paint, cx: number, y: number, step: number, size: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const x = cx + (index - (count - 1) / 2) * step - size / 2;
    const tint = [
      paint.accent.light,
      mix(paint.accent.base, "#e86a6a", 0.5),
      mix(paint.body.light, "#5fd0b8", 0.5),
      mix(paint.accent.highlight, "#ffd27a", 0.5),
    ];
    const color = tint[index % tint.length] ?? paint.accent.light;
    return shape(
      roundRect(x, y, size, size, size * 0.28),
      paint.linear([
        [0, mix(color, "#ffffff", 0.25)],
        [1, mix(color, "#0a1124", 0.25)],
      ]),
      0.95,
    );
  }).join("");

function pairOfPhones(paint: Paint): string {
  const island = roundRect(448, 194, 152, 176, 46);
  return (
    paint.shadow(500, 795, 320, 24, 1) +
    turned(
      7,
      590,
      790,
      back(paint, { x: 424, y: 168, width: 300, height: 616 }, 50) +
        paint.solid(island, { tones: paint.body, material: "gloss", bevel: 9 }) +
        lens(paint, 494, 240, 35) +
        lens(paint, 494, 322, 35) +
        shape(ellipse(560, 240, 14), "#f5e9c8") +
        shape(ellipse(560, 322, 10), "#0a0d14"),
    ) +
    turned(
      -4,
      410,
      790,
      shape(roundRect(286, 174, 316, 630, 60), "#000", 0.35) +
        front(paint, { x: 264, y: 172, width: 304, height: 616 }, 50, 13) +
        shape(roundRect(376, 202, 80, 22, 11), "#05070b") +
        clockDots(paint, 416, 282, 1.1) +
        dock(paint, 416, 702, 62, 46, 4) +
        line("M366 772H466", "#fff", 5, 0.8),
    )
  );
}

function flip(paint: Paint): string {
  const upper = "M296 196Q298 160 336 160H664Q702 160 704 196L716 512H284z";
  const view = "M316 200Q318 178 340 178H660Q682 178 684 200L694 502H306z";
  const lower = "M284 524H716L760 744Q764 772 736 772H264Q236 772 240 744z";
  const lowerView = "M308 532H692L732 738Q736 754 718 754H282Q264 754 268 738z";
  return (
    paint.shadow(500, 792, 330, 24, 1) +
    paint.solid("M240 744L236 764Q240 796 270 796H730Q760 796 764 764L760 744z", {
      material: "metal",
      direction: "down",
      bevel: 6,
    }) +
    paint.solid(upper, { material: "metal", texture: false, bevel: 8 }) +
    shape(view, "#05070b") +
    screen(paint, view, { x: 306, y: 178, width: 388, height: 324 }) +
    paint.solid(lower, { material: "metal", texture: false, bevel: 8 }) +
    shape(lowerView, "#070a12") +
    shape(
      lowerView,
      paint.linear([
        [0, paint.accent.dark, 0.9],
        [1, mix(paint.accent.deep, "#0a1124", 0.6), 0.9],
      ]),
    ) +
    paint.solid("M280 506H720V528H280z", { tones: paint.accent, material: "metal", direction: "pipe", bevel: 0 }) +
    shape(ellipse(500, 202, 9), "#05070b") +
    clockDots(paint, 500, 280, 1.3) +
    line("M332 620H668M324 680H676", "#fff", 10, 0.1) +
    [408, 500, 592]
      .map((x, index) =>
        shape(
          ellipse(x, 650, index === 1 ? 46 : 30, index === 1 ? 30 : 20),
          index === 1 ? paint.accent.highlight : "#ffffff",
          index === 1 ? 0.9 : 0.25,
        ),
      )
      .join("") +
    shape("M490 634L518 650L490 666z", mix(paint.accent.deep, "#0a1124", 0.5))
  );
}

function bar(paint: Paint): string {
  const visor = roundRect(322, 236, 356, 112, 56);
  return (
    paint.shadow(500, 792, 260, 26, 1) +
    paint.solid("M330 770A170 30 0 0 1 670 770V782A170 22 0 0 1 330 782z", {
      tones: paint.accent,
      material: "metal",
      direction: "tube",
      bevel: 0,
    }) +
    paint.solid(ellipse(500, 768, 170, 26), { tones: graphite, material: "matte", bevel: 6 }) +
    paint.shadow(500, 770, 150, 16, 0.9) +
    back(paint, { x: 332, y: 156, width: 336, height: 608 }, 54) +
    paint.solid(visor, { tones: paint.accent, material: "metal", bevel: 10 }) +
    paint.solid(roundRect(340, 252, 320, 80, 40), { tones: graphite, material: "gloss", bevel: 8 }) +
    lens(paint, 396, 292, 36) +
    lens(paint, 478, 292, 36) +
    shape(ellipse(556, 292, 12), "#f7ecca") +
    paint.glow(556, 292, 34, 34, 0.5, "#f7ecca") +
    shape(ellipse(606, 292, 9), "#20283a") +
    shape(roundRect(470, 640, 60, 9, 4), paint.accent.light, 0.9)
  );
}

/** Phones: back and front together, a folding one half open, one standing with a camera bar. */
export const phone: Drawing = (paint) => [pairOfPhones, flip, bar][paint.design]?.(paint) ?? "";

function stylus(paint: Paint, x: number, y: number, length: number, degrees: number): string {
  return turned(
    degrees,
    x,
    y,
    paint.solid(
      `M${x - 11} ${y - length}Q${x - 11} ${y - length - 12} ${x} ${y - length - 12}Q${x + 11} ${y - length - 12} ${x + 11} ${y - length}V${y - 44}L${x + 3} ${y}H${x - 3}L${x - 11} ${y - 44}z`,
      { tones: silver, material: "gloss", direction: "tube", bevel: 0 },
    ) + shape(`M${x - 11} ${y - 64}h22v20l-1 3h-20l-1 -3z`, paint.accent.base),
  );
}

function portrait(paint: Paint): string {
  return (
    paint.shadow(510, 796, 320, 22, 1) +
    turned(
      -3,
      470,
      790,
      front(paint, { x: 234, y: 166, width: 468, height: 618 }, 34, 26) +
        clockDots(paint, 468, 262, 1.4) +
        dock(paint, 468, 696, 74, 54, 4) +
        shape(ellipse(468, 179, 4), "#2b3550"),
    ) +
    stylus(paint, 742, 792, 560, 6)
  );
}

function folio(paint: Paint): string {
  const cover = "M136 690L864 690L920 780Q924 797 904 797H96Q76 797 80 780z";
  return (
    paint.shadow(500, 797, 440, 20, 1) +
    paint.solid("M770 330L900 786H856L730 400z", { tones: paint.accent, material: "leather", bevel: 6 }) +
    paint.solid(cover, { tones: paint.accent, material: "leather", direction: "down", bevel: 10 }) +
    line("M124 724H876", paint.accent.deep, 4, 0.7) +
    paint.shadow(500, 740, 400, 22, 0.9) +
    front(paint, { x: 136, y: 212, width: 728, height: 516 }, 34, 26) +
    clockDots(paint, 330, 300, 1.4) +
    dock(paint, 500, 634, 84, 60, 5) +
    stylus(paint, 700, 782, 380, -84)
  );
}

function both(paint: Paint): string {
  return (
    paint.shadow(500, 796, 390, 24, 1) +
    turned(
      8,
      600,
      790,
      back(paint, { x: 428, y: 206, width: 416, height: 572 }, 36) +
        paint.solid(roundRect(456, 232, 92, 92, 28), { material: "gloss", bevel: 6 }) +
        lens(paint, 502, 278, 30) +
        shape(ellipse(636, 480, 34), paint.accent.base) +
        line(ellipse(636, 480, 34), paint.accent.highlight, 3, 0.7),
    ) +
    turned(
      -5,
      400,
      790,
      shape(roundRect(190, 204, 432, 600, 44), "#000", 0.34) +
        front(paint, { x: 166, y: 204, width: 420, height: 582 }, 34, 24) +
        clockDots(paint, 376, 296, 1.3) +
        dock(paint, 376, 704, 70, 50, 4),
    )
  );
}

/** Tablets: upright with a stylus, landscape on a folio, back and front together. */
export const tablet: Drawing = (paint) => [portrait, folio, both][paint.design]?.(paint) ?? "";
