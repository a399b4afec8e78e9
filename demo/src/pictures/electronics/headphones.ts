import { type Drawing, ellipse, type Paint } from "../paint.ts";
import { cable, dots, graphite, grille, line, shape, silver, turned } from "./parts.ts";

/** Left is -1, right is 1. */
type Side = -1 | 1;
const sides: readonly Side[] = [-1, 1];
const across = (side: Side, offset: number): number => 500 + side * offset;

const cushion = (paint: Paint, side: Side, offset: number, cy: number, rx: number, ry: number): string =>
  paint.solid(ellipse(across(side, offset), cy, rx, ry), {
    tones: graphite,
    material: "leather",
    direction: "tube",
    bevel: 22,
  }) +
  line(
    `M${across(side, offset - rx * 0.45)} ${cy - ry * 0.82}q${-side * rx * 0.36} ${ry * 0.82} 0 ${ry * 1.64}`,
    "#000",
    5,
    0.4,
  );

function smooth(paint: Paint): string {
  const band =
    "M214 540C196 262 330 140 500 140C670 140 804 262 786 540L738 540C748 300 640 196 500 196C360 196 252 300 262 540z";
  const pad =
    "M312 262C356 205 430 190 500 190C570 190 644 205 688 262Q706 288 688 300Q676 306 664 292C620 248 566 234 500 234C434 234 380 248 336 292Q324 306 312 300Q294 288 312 262z";
  const cup = (side: Side): string => {
    const cx = across(side, 262);
    return turned(
      side * -7,
      cx,
      640,
      cushion(paint, side, 204, 640, 84, 150) +
        paint.solid(ellipse(cx - side * 14, 640, 108, 158), { tones: paint.accent, material: "metal", bevel: 10 }) +
        paint.solid(ellipse(cx, 640, 108, 160), { direction: "ball", bevel: 30 }) +
        line(ellipse(cx + side * 6, 640, 74, 118), paint.body.deep, 3, 0.5) +
        line(ellipse(cx + side * 7, 642, 74, 118), paint.body.highlight, 1.5, 0.35) +
        paint.glow(cx - 36, 560, 34, 62, 0.42) +
        shape(ellipse(cx + side * 6, 640, 13), paint.accent.base) +
        line(ellipse(cx + side * 6, 640, 13), paint.accent.highlight, 2, 0.8),
    );
  };
  const slider = (side: Side): string =>
    paint.solid(`M${across(side, 238)} 440h${side * 48}l${side * 4} 120h${side * -50}z`, {
      tones: paint.accent,
      material: "metal",
      direction: "tube",
      bevel: 6,
    });
  return (
    paint.shadow(240, 796, 130, 18, 0.9) +
    paint.shadow(762, 796, 130, 18, 0.9) +
    paint.solid(pad, { tones: graphite, material: "leather", bevel: 14 }) +
    sides.map(slider).join("") +
    paint.solid(band, { direction: "down", bevel: 20 }) +
    line("M252 400C276 250 380 168 500 168", paint.body.highlight, 6, 0.35) +
    sides.map(cup).join("")
  );
}

function retro(paint: Paint): string {
  const wires = [
    "M238 560C216 290 330 168 500 168C670 168 784 290 762 560",
    "M272 560C258 320 356 206 500 206C644 206 742 320 728 560",
  ];
  const cup = (side: Side): string => {
    const cx = across(side, 246);
    const holes = ellipse(cx, 650, 92, 110);
    return (
      paint.solid(ellipse(cx - side * 62, 652, 84, 136), {
        tones: paint.accent,
        material: "fabric",
        direction: "ball",
        bevel: 24,
      }) +
      paint.solid(ellipse(cx - side * 10, 650, 122, 146), { tones: silver, material: "metal", bevel: 12 }) +
      paint.solid(ellipse(cx, 650, 120, 144), { direction: "ball", bevel: 24 }) +
      paint.solid(holes, { tones: graphite, material: "matte", bevel: 10 }) +
      grille(paint, holes, dots({ x: cx - 96, y: 540, width: 200, height: 220 }, 15, 4.4), 1.6) +
      line(holes, paint.accent.light, 4, 0.9) +
      paint.solid(ellipse(cx, 650, 30, 35), { tones: silver, material: "metal", bevel: 6 }) +
      paint.glow(cx - 40, 560, 40, 34, 0.35)
    );
  };
  const block = (side: Side): string =>
    paint.solid(
      `M${across(side, 222)} 470h${side * 52}q${side * 10} 0 ${side * 10} 12v70h${side * -72}v-70q0 -12 ${side * 10} -12z`,
      { tones: graphite, material: "matte", bevel: 8 },
    );
  const strap =
    "M322 258C370 200 440 186 500 186C560 186 630 200 678 258Q690 276 676 286Q666 292 654 280C612 240 560 224 500 224C440 224 388 240 346 280Q334 292 324 286Q310 276 322 258z";
  return (
    paint.shadow(252, 796, 130, 18, 0.9) +
    paint.shadow(752, 796, 130, 18, 0.9) +
    wires.map((d) => cable(d, silver, 17)).join("") +
    paint.solid(strap, { tones: paint.accent, material: "leather", bevel: 12 }) +
    line("M338 270C384 218 444 204 500 204C556 204 616 218 662 270", paint.accent.highlight, 2.5, 0.6).replace(
      "/>",
      ' stroke-dasharray="9 8"/>',
    ) +
    sides.map(block).join("") +
    sides.map(cup).join("")
  );
}

function studioPair(paint: Paint): string {
  const band =
    "M236 470C226 250 340 146 500 146C660 146 774 250 764 470L722 470C720 300 626 232 500 232C374 232 280 300 278 470z";
  const cup = (side: Side): string => {
    const cx = across(side, 250);
    const fork = `M${cx - side * 8} 420C${cx + side * 150} 460 ${cx + side * 160} 580 ${cx + side * 120} 655`;
    const inner = `M${cx - side * 8} 420C${cx - side * 120} 470 ${cx - side * 124} 560 ${cx - side * 108} 640`;
    return (
      cushion(paint, side, 178, 652, 92, 138) +
      cable(inner, silver, 18) +
      paint.solid(ellipse(cx, 652, 128, 142), { bevel: 26, direction: "ball" }) +
      paint.solid(ellipse(cx, 652, 98, 110), { tones: paint.accent, material: "metal", bevel: 12 }) +
      paint.solid(ellipse(cx, 652, 76, 86), { tones: graphite, material: "gloss", bevel: 12, direction: "ball" }) +
      [62, 46, 30].map((r) => line(ellipse(cx, 652, r, r * 1.13), paint.accent.light, 2, 0.4)).join("") +
      shape(ellipse(cx, 652, 12, 13), paint.accent.light) +
      paint.glow(cx - 34, 590, 46, 30, 0.4) +
      cable(fork, silver, 20) +
      paint.solid(ellipse(cx + side * 120, 655, 20), { tones: silver, material: "metal", bevel: 5 })
    );
  };
  const ribs = [-3, -2, -1, 0, 1, 2, 3].map((step) => {
    const x = 500 + step * 52;
    const lift = step * step * 5.4;
    return line(`M${x + step * 5} ${158 + lift}L${x} ${222 + lift * 0.86}`, "#000", 4, 0.34);
  });
  return (
    paint.shadow(252, 795, 140, 18, 0.9) +
    paint.shadow(752, 795, 140, 18, 0.9) +
    paint.solid(band, { direction: "down", bevel: 26 }) +
    ribs.join("") +
    line("M262 420C270 270 366 178 500 176", paint.body.highlight, 5, 0.4) +
    sides.map((side) => cable(`M${across(side, 243)} 400v48`, silver, 34)).join("") +
    sides.map(cup).join("")
  );
}

/** Over-ear headphones: a smooth pair, a retro pair with wire bow, a studio pair with forks. */
export const headphones: Drawing = (paint) => [smooth, retro, studioPair][paint.design]?.(paint) ?? "";
