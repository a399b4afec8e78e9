import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { mix } from "../tone.ts";
import { dots, graphite, grille, led, line, shape, turned } from "./parts.ts";

/** A bud with a stem: head above, silicone tip towards `way`. Its head is about 130 wide at scale 1. */
function stemBud(paint: Paint, x: number, y: number, way: -1 | 1, scale: number): string {
  const tip = ellipse(way * 62, 6, 34, 46);
  const stem = "M-30 20C-30 80 -26 190 -22 246Q0 262 22 246C26 190 34 90 40 30z";
  const vent = roundRect(-9, -44, 34, 12, 6);
  return (
    `<g transform="translate(${x} ${y}) scale(${scale})">` +
    paint.solid(tip, { tones: graphite, material: "matte", direction: "tube", bevel: 10 }) +
    paint.solid(stem, { direction: "tube", bevel: 8 }) +
    paint.solid(ellipse(0, 0, 70, 66), { direction: "ball", bevel: 20 }) +
    shape(vent, "#06080c", 0.8) +
    shape("M-23 232Q0 248 23 232L22 246Q0 262 -22 246z", paint.accent.base) +
    line("M-12 84v110", paint.body.highlight, 5, 0.55) +
    paint.glow(-24, -26, 34, 26, 0.75) +
    "</g>"
  );
}

function openCase(paint: Paint): string {
  const lid = roundRect(262, 250, 476, 250, 104);
  const well = roundRect(292, 280, 416, 250, 84);
  const base = "M240 560Q240 512 290 512H710Q760 512 760 560V650Q760 798 612 798H388Q240 798 240 650z";
  return (
    paint.shadow(500, 797, 290, 24, 0.95) +
    paint.solid(lid, { bevel: 22 }) +
    paint.solid(well, { tones: graphite, material: "matte", bevel: 16 }) +
    paint.shadow(500, 500, 220, 60, 0.8) +
    shape(roundRect(262, 488, 476, 60, 26), mix(paint.body.deep, "#05070b", 0.5)) +
    stemBud(paint, 392, 432, 1, 1) +
    stemBud(paint, 608, 432, -1, 1) +
    paint.solid(base, { bevel: 34, direction: "down" }) +
    line("M252 546Q262 524 292 524H708Q738 524 748 546", paint.body.highlight, 4, 0.7) +
    paint.glow(370, 590, 120, 50, 0.2) +
    shape(roundRect(446, 590, 108, 8, 4), paint.accent.base, 0.9) +
    led(paint, 500, 660, 6, "#7fe0a8")
  );
}

function pebbleBud(paint: Paint, x: number, y: number, way: -1 | 1): string {
  const shell = `M${way * -104} -6C${way * -104} -90 ${way * -38} -116 ${way * 20} -108C${way * 92} -98 ${way * 112} -30 ${way * 96} 28C${way * 80} 92 ${way * 12} 124 ${way * -46} 108C${way * -90} 96 ${way * -104} 50 ${way * -104} -6z`;
  const mesh = ellipse(way * -34, -22, 46, 40);
  return (
    `<g transform="translate(${x} ${y})">` +
    paint.shadow(0, 112, 126, 18, 0.95) +
    turned(
      way * 24,
      way * 96,
      20,
      paint.solid(ellipse(way * 112, 26, 48, 64), {
        tones: graphite,
        material: "matte",
        direction: "tube",
        bevel: 16,
      }) + line(ellipse(way * 128, 26, 20, 34), "#000", 4, 0.5),
    ) +
    paint.solid(shell, { direction: "ball", bevel: 30 }) +
    paint.solid(mesh, { tones: paint.accent, material: "metal", bevel: 8 }) +
    grille(paint, mesh, dots({ x: way * -34 - 48, y: -62, width: 100, height: 84 }, 10, 2.8), 1.2) +
    paint.glow(-40, -70, 44, 22, 0.7) +
    line(`M${way * 20} 66q${way * 40} -12 ${way * 52} -48`, paint.body.deep, 3, 0.5) +
    "</g>"
  );
}

function pebbles(paint: Paint): string {
  const box = roundRect(250, 230, 500, 370, 150);
  return (
    '<g transform="translate(0 84)">' +
    paint.shadow(500, 606, 310, 30, 0.9) +
    paint.solid(box, { bevel: 40, direction: "down" }) +
    line("M252 396Q500 424 748 396", paint.body.deep, 6, 0.7) +
    line("M254 402Q500 430 746 402", paint.body.highlight, 2.5, 0.5) +
    paint.solid(roundRect(452, 386, 96, 42, 18), { tones: paint.accent, material: "metal", bevel: 8 }) +
    paint.glow(380, 290, 120, 44, 0.5) +
    led(paint, 500, 486, 6, "#7fe0a8") +
    "</g>" +
    pebbleBud(paint, 292, 690, -1) +
    pebbleBud(paint, 708, 690, 1)
  );
}

function stems(paint: Paint): string {
  const puck = "M270 676V724A230 66 0 0 0 730 724V676z";
  return (
    paint.shadow(500, 776, 330, 34, 1) +
    paint.solid(puck, { direction: "tube", bevel: 0 }) +
    line("M270 700A230 66 0 0 0 730 700", paint.accent.base, 5, 0.95) +
    paint.solid(ellipse(500, 676, 230, 66), { bevel: 14 }) +
    paint.solid(ellipse(500, 674, 196, 53), { tones: graphite, material: "matte", bevel: 10 }) +
    paint.shadow(404, 682, 84, 22, 0.9) +
    paint.shadow(596, 682, 84, 22, 0.9) +
    turned(-9, 396, 680, stemBud(paint, 396, 288, 1, 1.5)) +
    turned(9, 604, 680, stemBud(paint, 604, 288, -1, 1.5)) +
    led(paint, 500, 716, 4, "#7fe0a8")
  );
}

/** Wireless earbuds: stems in an open case, round buds before a closed case, a large pair on a charging puck. */
export const earbuds: Drawing = (paint) => [openCase, pebbles, stems][paint.design]?.(paint) ?? "";
