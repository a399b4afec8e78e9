import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { mix } from "../tone.ts";
import { cable, dots, graphite, grille, knob, led, lens, line, shape, silver } from "./parts.ts";

/** The light a projector throws to the lower left, over its lens. */
const flare = (paint: Paint, cx: number, cy: number, r: number): string =>
  paint.glow(cx, cy, r * 2.6, r * 2.6, 0.4, "#cfe0ff") +
  paint.glow(cx, cy, r * 0.7, r * 0.7, 0.95, "#ffffff") +
  paint.glow(cx, cy, r * 4.4, r * 0.22, 0.6, "#cfe0ff");

function bench(paint: Paint): string {
  const top = "M208 392H792Q812 392 822 408L856 462H144L178 408Q188 392 208 392z";
  const front = roundRect(128, 452, 744, 296, 44);
  const slots = Array.from({ length: 13 }, (_, index) => roundRect(182 + index * 24, 516, 11, 172, 5.5)).join("");
  return (
    paint.shadow(500, 792, 410, 28, 1) +
    [210, 730]
      .map((x) =>
        paint.solid(roundRect(x, 730, 64, 66, 14), { tones: graphite, material: "matte", direction: "tube", bevel: 5 }),
      )
      .join("") +
    paint.solid(top, { bevel: 10, direction: "down" }) +
    shape(ellipse(330, 428, 44, 11), paint.body.deep, 0.55) +
    line(ellipse(330, 428, 44, 11), paint.body.highlight, 2, 0.5) +
    [430, 480, 530].map((x) => shape(ellipse(x, 428, 13, 5), paint.accent.light, 0.9)).join("") +
    paint.solid(front, { bevel: 28, direction: "down" }) +
    grille(paint, roundRect(170, 506, 330, 192, 20), slots, 2) +
    line(roundRect(166, 502, 332, 200, 22), paint.accent.base, 3, 0.8) +
    paint.shadow(690, 618, 160, 154, 0.8) +
    paint.solid(ellipse(676, 600, 140), { tones: paint.accent, material: "metal", texture: false, bevel: 10 }) +
    lens(paint, 676, 600, 122) +
    flare(paint, 676, 600, 60) +
    led(paint, 836, 706, 5, "#7fe0a8")
  );
}

function can(paint: Paint): string {
  const side = "M296 262V730A204 48 0 0 0 704 730V262z";
  const belt = "M296 596V730A204 48 0 0 0 704 730V596A204 48 0 0 1 296 596z";
  return (
    paint.shadow(506, 786, 290, 34, 1) +
    paint.solid("M340 764Q500 800 660 764L676 790Q500 812 324 790z", { tones: graphite, material: "matte", bevel: 4 }) +
    cable("M300 250C310 130 690 130 700 250", paint.accent, 26) +
    paint.solid(side, { direction: "tube", bevel: 0 }) +
    paint.solid(belt, { tones: paint.accent, material: "fabric", direction: "tube", bevel: 0 }) +
    grille(paint, belt, dots({ x: 300, y: 600, width: 410, height: 180 }, 13, 3), 1.3) +
    paint.solid(ellipse(500, 262, 204, 48), { tones: graphite, material: "gloss", bevel: 7 }) +
    line(ellipse(500, 262, 200, 45), paint.body.highlight, 3, 0.7) +
    paint.solid(ellipse(500, 258, 74, 17), { tones: paint.accent, material: "metal", texture: false, bevel: 4 }) +
    paint.shadow(512, 450, 150, 150, 0.7) +
    paint.solid(ellipse(500, 436, 130), { tones: silver, material: "metal", texture: false, bevel: 9 }) +
    lens(paint, 500, 436, 114) +
    flare(paint, 500, 436, 56) +
    [0, 1, 2].map((index) => shape(ellipse(352, 372 + index * 44, 9, 11), paint.accent.light, 0.85)).join("") +
    led(paint, 650, 560, 5, "#7fe0a8")
  );
}

function tilting(paint: Paint): string {
  const box = roundRect(250, 206, 500, 428, 92);
  return (
    paint.shadow(500, 790, 300, 30, 1) +
    paint.solid("M250 752H750Q782 752 786 776Q786 796 760 796H240Q214 796 214 776Q218 752 250 752z", {
      tones: paint.accent,
      material: "metal",
      direction: "down",
      bevel: 7,
    }) +
    paint.shadow(500, 756, 240, 14, 0.7) +
    paint.solid(
      "M196 420Q196 392 224 392H250V460H252V690Q252 720 290 722H710Q748 720 748 690V460H750V392H776Q804 392 804 420V700Q804 764 740 764H260Q196 764 196 700z",
      { tones: paint.accent, material: "metal", bevel: 10 },
    ) +
    paint.solid(box, { bevel: 36 }) +
    paint.solid(roundRect(284, 240, 432, 360, 64), { tones: graphite, material: "gloss", bevel: 12 }) +
    shape("M300 260H560L420 590H300Q286 560 286 520V310Q286 272 300 260z", "#fff", 0.06) +
    paint.solid(ellipse(470, 420, 140), { tones: silver, material: "metal", texture: false, bevel: 9 }) +
    lens(paint, 470, 420, 124) +
    flare(paint, 470, 420, 60) +
    shape(ellipse(658, 322, 20), "#121a30") +
    paint.glow(654, 318, 14, 12, 0.7, "#7f9bff") +
    led(paint, 658, 384, 5, "#ff8a5c") +
    knob(paint, 224, 432, 36, silver, 60) +
    knob(paint, 776, 432, 36, silver, -30)
  );
}

/** Projectors, throwing light: a bench unit, a portable can with handle, a cube tilting in a yoke. */
export const projector: Drawing = (paint) => [bench, can, tilting][paint.design]?.(paint) ?? "";

const bolt = (cx: number, cy: number, size: number): string =>
  `M${cx + size * 0.2} ${cy - size}L${cx - size * 0.6} ${cy + size * 0.16}H${cx - size * 0.04}L${cx - size * 0.2} ${cy + size}L${cx + size * 0.6} ${cy - size * 0.16}H${cx + size * 0.04}z`;

/** The plug of a cable, pointing up, its tip at (x, y). */
const plug = (paint: Paint, x: number, y: number): string =>
  paint.solid(roundRect(x - 22, y, 44, 30, 9), {
    tones: silver,
    material: "metal",
    direction: "tube",
    texture: false,
    bevel: 3,
  }) +
  paint.solid(roundRect(x - 32, y + 24, 64, 96, 16), {
    tones: paint.accent,
    material: "matte",
    direction: "tube",
    bevel: 6,
  }) +
  paint.solid(roundRect(x - 15, y + 116, 30, 42, 8), {
    tones: graphite,
    material: "matte",
    direction: "tube",
    bevel: 3,
  });

function brick(paint: Paint): string {
  const front = roundRect(216, 276, 420, 510, 76);
  const flank = "M600 286L712 322Q752 336 752 384V690Q752 734 716 748L600 782z";
  const socket = (y: number): string =>
    paint.solid(roundRect(346, y, 160, 56, 28), { tones: silver, material: "metal", texture: false, bevel: 5 }) +
    shape(roundRect(356, y + 10, 140, 36, 18), "#05070b") +
    shape(roundRect(380, y + 22, 92, 12, 6), "#39414f");
  return (
    paint.shadow(500, 794, 330, 24, 1) +
    paint.solid(roundRect(736, 430, 116, 36, 10), {
      tones: silver,
      material: "metal",
      direction: "pipe",
      texture: false,
      bevel: 4,
    }) +
    paint.solid(roundRect(736, 590, 116, 36, 10), {
      tones: silver,
      material: "metal",
      direction: "pipe",
      texture: false,
      bevel: 4,
    }) +
    paint.solid(flank, {
      tones: { ...paint.body, light: paint.body.base, base: paint.body.dark, dark: paint.body.deep },
      material: "matte",
      direction: "right",
      bevel: 0,
    }) +
    paint.solid(front, { bevel: 34 }) +
    line(roundRect(232, 292, 388, 478, 64), paint.accent.base, 4, 0.7) +
    socket(428) +
    socket(540) +
    shape(bolt(426, 362, 34), paint.accent.light) +
    led(paint, 426, 690, 7, "#7fe0a8") +
    paint.glow(300, 330, 80, 40, 0.35)
  );
}

function pad(paint: Paint): string {
  const disc = ellipse(480, 420, 236);
  return (
    paint.shadow(490, 790, 320, 30, 1) +
    cable("M600 760C760 770 800 700 850 740S900 790 930 786", paint.accent, 18) +
    paint.solid("M280 738V764A200 36 0 0 0 680 764V738z", { direction: "tube", bevel: 0, material: "metal" }) +
    paint.solid(ellipse(480, 738, 200, 36), { material: "metal", bevel: 7 }) +
    paint.solid("M436 560H524L540 738H420z", { tones: paint.accent, material: "metal", direction: "tube", bevel: 0 }) +
    `<path d="${disc}" transform="translate(20 8)" fill="${paint.body.deep}"/>` +
    paint.solid(disc, { bevel: 18, material: paint.material }) +
    paint.solid(ellipse(480, 420, 204), { tones: graphite, material: "gloss", bevel: 12 }) +
    [164, 126, 88].map((r, index) => line(ellipse(480, 420, r), paint.accent.light, 4, 0.35 + index * 0.18)).join("") +
    paint.glow(480, 420, 190, 190, 0.28, paint.accent.light) +
    shape(bolt(480, 420, 52), mix(paint.accent.highlight, "#ffffff", 0.3)) +
    paint.glow(396, 316, 76, 44, 0.34) +
    led(paint, 480, 756, 5, "#7fe0a8")
  );
}

function bank(paint: Paint): string {
  const body = roundRect(330, 186, 372, 608, 84);
  return (
    paint.shadow(510, 796, 300, 22, 1) +
    paint.solid(roundRect(346, 190, 372, 606, 84), {
      tones: { ...paint.body, highlight: paint.body.base, light: paint.body.dark, base: paint.body.deep },
      material: "matte",
      bevel: 0,
    }) +
    paint.solid(body, { bevel: 30 }) +
    paint.solid("M330 640H702V710Q702 794 618 794H414Q330 794 330 710z", { tones: paint.accent, bevel: 20 }) +
    shape(roundRect(404, 252, 224, 104, 24), "#05070b") +
    line(roundRect(404, 252, 224, 104, 24), paint.body.highlight, 2, 0.4) +
    [0, 1, 2, 3]
      .map((index) => shape(roundRect(430 + index * 46, 278, 32, 52, 8), index < 3 ? paint.accent.light : "#2a3244"))
      .join("") +
    paint.glow(490, 304, 100, 50, 0.35, paint.accent.light) +
    shape(bolt(516, 500, 58), paint.accent.base, 0.95) +
    line(bolt(516, 500, 58), paint.accent.highlight, 3, 0.5) +
    paint.glow(400, 240, 70, 40, 0.35) +
    cable("M232 560C236 730 160 800 250 788S330 730 380 788", paint.accent, 20) +
    plug(paint, 232, 420)
  );
}

/** Chargers: a wall brick with two sockets, a standing wireless pad, a power bank with cable. */
export const charger: Drawing = (paint) => [brick, pad, bank][paint.design]?.(paint) ?? "";
