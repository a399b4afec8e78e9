import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { cable, graphite, knob, led, line, shape, silver } from "./parts.ts";

/** A record of radius `r`, squeezed to `flat` of its height when it lies. */
function record(paint: Paint, cx: number, cy: number, r: number, flat: number): string {
  const at = (share: number): string => ellipse(cx, cy, Math.round(r * share), Math.round(r * share * flat));
  const wedge = (turn: number): string => {
    const point = (angle: number): string =>
      `${Math.round(cx + Math.cos(angle) * r * 0.97)} ${Math.round(cy + Math.sin(angle) * r * 0.97 * flat)}`;
    return `M${cx} ${cy}L${point(turn - 0.22)}A${r * 0.97} ${r * 0.97 * flat} 0 0 1 ${point(turn + 0.22)}z`;
  };
  const sheen = paint.radial(
    [
      [0, "#fff", 0],
      [0.35, "#fff", 0.16],
      [1, "#fff", 0.34],
    ],
    0.5,
    0.5,
    0.8,
  );
  return (
    shape(at(1), "#0b0c10") +
    [0.94, 0.87, 0.8, 0.73, 0.66, 0.59, 0.52, 0.46].map((share) => line(at(share), "#59606e", 2, 0.32)).join("") +
    shape(wedge(-2.35), sheen) +
    shape(wedge(0.79), sheen) +
    paint.solid(at(0.36), { tones: paint.accent, material: "matte", bevel: 5 }) +
    line(at(0.28), paint.accent.highlight, 2, 0.6) +
    line(at(0.16), paint.accent.deep, 2, 0.6) +
    shape(at(0.045), "#e4e8ee")
  );
}

function plinth(paint: Paint, dustCover: boolean): string {
  const top = "M196 452Q200 440 214 440H786Q800 440 804 452L878 668Q880 680 866 680H134Q120 680 122 668z";
  const front = "M120 674Q500 690 880 674V744Q880 764 860 764H140Q120 764 120 744z";
  const cover = "M206 200Q206 176 232 176H768Q794 176 794 200L806 446H194z";
  const glass = paint.linear(
    [
      [0, "#dfe9ff", 0.34],
      [0.4, "#dfe9ff", 0.08],
      [0.6, "#dfe9ff", 0.18],
      [1, "#dfe9ff", 0.06],
    ],
    "diagonal",
  );
  return (
    (dustCover
      ? shape(cover, glass) +
        line(cover, "#eef3ff", 4, 0.5) +
        line("M240 206L250 420", "#fff", 10, 0.22) +
        line("M266 206L272 330", "#fff", 4, 0.22)
      : "") +
    paint.shadow(500, 796, 420, 24, 1) +
    [190, 740]
      .map((x) =>
        paint.solid(roundRect(x, 752, 74, 46, 12), { tones: graphite, material: "matte", direction: "tube", bevel: 5 }),
      )
      .join("") +
    paint.solid(front, { direction: "down", bevel: 12 }) +
    paint.solid(top, { bevel: 14 }) +
    line("M126 674H874", paint.body.highlight, 3, 0.55)
  );
}

function arm(paint: Paint, tones = silver): string {
  return (
    paint.shadow(744, 512, 84, 40, 0.8) +
    paint.solid(ellipse(740, 498, 62, 27), { tones: graphite, material: "metal", bevel: 6 }) +
    paint.solid("M710 440H770V494A30 13 0 0 1 710 494z", { tones, material: "metal", direction: "tube", bevel: 3 }) +
    paint.solid(ellipse(740, 440, 30, 13), { tones, material: "metal", bevel: 3 }) +
    line("M752 448C740 560 690 600 596 628", "#000", 14, 0.35) +
    cable("M766 408L740 448C736 540 690 580 590 606", tones, 15) +
    paint.solid("M610 588L540 612Q530 618 536 628L546 636L622 616z", { tones: graphite, material: "gloss", bevel: 5 }) +
    paint.solid(roundRect(748, 372, 56, 46, 14), { tones: graphite, material: "metal", direction: "pipe", bevel: 5 })
  );
}

function classic(paint: Paint): string {
  return (
    plinth(paint, true) +
    paint.shadow(450, 584, 290, 104, 0.75) +
    paint.solid("M190 560V574A250 92 0 0 0 690 574V560z", {
      tones: silver,
      material: "metal",
      direction: "tube",
      bevel: 0,
    }) +
    shape(ellipse(440, 560, 250, 92), silver.light) +
    record(paint, 440, 558, 242, 0.366) +
    arm(paint) +
    knob(paint, 790, 632, 25, silver, 20) +
    led(paint, 176, 720, 6, "#ff9d5c")
  );
}

function heavy(paint: Paint): string {
  return (
    plinth(paint, false) +
    paint.shadow(450, 590, 300, 110, 0.8) +
    paint.solid("M172 512V560A268 98 0 0 0 708 560V512z", {
      tones: paint.accent,
      material: "metal",
      direction: "tube",
      bevel: 0,
    }) +
    `<path d="M176 540A264 98 0 0 0 704 540" fill="none" stroke="${paint.accent.deep}" stroke-width="16" stroke-dasharray="7 9" stroke-opacity="0.6"/>` +
    shape(ellipse(440, 512, 268, 98), paint.accent.light) +
    record(paint, 440, 508, 256, 0.366) +
    paint.solid("M414 470V496A26 10 0 0 0 466 496V470z", {
      tones: silver,
      material: "metal",
      direction: "tube",
      bevel: 0,
    }) +
    paint.solid(ellipse(440, 470, 26, 10), { tones: silver, material: "metal", bevel: 3 }) +
    `<g transform="translate(12 -36)">${arm(paint, graphite)}</g>` +
    [200, 260].map((x) => paint.solid(ellipse(x, 718, 17), { tones: silver, material: "metal", bevel: 4 })).join("") +
    shape(roundRect(560, 706, 240, 22, 11), "#07090d", 0.7) +
    paint.solid(roundRect(660, 700, 34, 34, 8), { tones: paint.accent, material: "metal", bevel: 4 })
  );
}

function upright(paint: Paint): string {
  const body = roundRect(186, 168, 600, 600, 60);
  const stand = "M240 740H740L778 786Q780 798 766 798H214Q200 798 202 786z";
  return (
    paint.shadow(490, 797, 360, 24, 1) +
    paint.solid(stand, { tones: paint.accent, material: "metal", direction: "down", bevel: 8 }) +
    paint.solid(body, { bevel: 26 }) +
    paint.shadow(468, 470, 272, 272, 0.7) +
    paint.solid(ellipse(456, 450, 246), { tones: silver, material: "metal", texture: false, bevel: 8 }) +
    record(paint, 456, 450, 238, 1) +
    paint.solid(ellipse(716, 246, 42), { tones: graphite, material: "metal", bevel: 7 }) +
    line("M722 256C722 420 690 520 592 560", "#000", 14, 0.35) +
    cable("M716 246C714 410 680 510 584 548", silver, 15) +
    paint.solid("M604 528L538 560Q530 568 538 578L548 584L616 556z", { tones: graphite, material: "gloss", bevel: 5 }) +
    paint.solid(ellipse(716, 246, 22), { tones: silver, material: "metal", bevel: 5 }) +
    knob(paint, 716, 690, 34, silver, 40) +
    led(paint, 250, 716, 5, "#ff9d5c")
  );
}

/** Turntables: one with a raised dust cover, a heavy direct drive, an upright player. */
export const turntable: Drawing = (paint) => [classic, heavy, upright][paint.design]?.(paint) ?? "";
