import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { mix } from "../tone.ts";
import { graphite, led, line, screen, shape, silver } from "./parts.ts";

function stick(paint: Paint, cx: number, cy: number, r: number): string {
  return (
    shape(ellipse(cx, cy, r * 1.3), "#05070b", 0.85) +
    line(ellipse(cx, cy, r * 1.3), paint.accent.base, 3, 0.85) +
    paint.shadow(cx + r * 0.2, cy + r * 0.3, r * 1.3, r * 1.25, 0.9) +
    paint.solid(ellipse(cx, cy - r * 0.1, r), { tones: graphite, material: "matte", bevel: r * 0.2 }) +
    `<path d="${ellipse(cx, cy - r * 0.1, r * 0.93)}" fill="none" stroke="#000" stroke-opacity="0.5" stroke-width="${r * 0.1}" stroke-dasharray="3 4"/>` +
    paint.solid(ellipse(cx, cy - r * 0.1, r * 0.68), {
      tones: graphite,
      material: "matte",
      direction: "ball",
      bevel: r * 0.14,
    }) +
    line(ellipse(cx, cy - r * 0.1, r * 0.68), "#8b95a8", 2, 0.35)
  );
}

function cross(paint: Paint, cx: number, cy: number, size: number): string {
  const arm = size * 0.34;
  const d = `M${cx - arm} ${cy - size}h${arm * 2}v${size - arm}h${size - arm}v${arm * 2}h${arm - size}v${size - arm}h${-arm * 2}v${arm - size}h${arm - size}v${-arm * 2}h${size - arm}z`;
  return (
    paint.shadow(cx + 5, cy + 9, size * 1.25, size * 1.25, 0.75) +
    paint.solid(d, { tones: graphite, material: "matte", bevel: size * 0.16 }) +
    paint.shadow(cx, cy, arm * 1.1, arm * 1.1, 0.5)
  );
}

function buttons(paint: Paint, cx: number, cy: number, gap: number, r: number): string {
  const tints = [paint.accent.base, mix(paint.accent.light, "#ffffff", 0.2), paint.accent.light, paint.accent.dark];
  return (
    [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ] as const
  )
    .map(([dx, dy], index) => {
      const [x, y] = [cx + dx * gap, cy + dy * gap];
      const color = tints[index] ?? paint.accent.base;
      const face = paint.radial(
        [
          [0, mix(color, "#ffffff", 0.45)],
          [0.5, color],
          [1, mix(color, "#000000", 0.4)],
        ],
        0.35,
        0.3,
        0.8,
      );
      return (
        shape(ellipse(x, y, r * 1.16), "#05070b", 0.7) +
        shape(ellipse(x, y - 2, r), face) +
        paint.glow(x - r * 0.25, y - r * 0.4, r * 0.5, r * 0.3, 0.8)
      );
    })
    .join("");
}

function modern(paint: Paint): string {
  const body =
    "M300 336C360 326 420 340 500 340C580 340 640 326 700 336C790 346 846 440 880 580C904 680 898 774 828 784C760 792 716 704 664 650Q640 626 600 626H400Q360 626 336 650C284 704 240 792 172 784C102 774 96 680 120 580C154 440 210 346 300 336z";
  const shoulder = (way: -1 | 1): string =>
    paint.solid(
      `M${500 + way * 120} 340C${500 + way * 140} 290 ${500 + way * 240} 284 ${500 + way * 300} 360L${500 + way * 320} 400L${500 + way * 110} 360z`,
      { tones: graphite, material: "gloss", bevel: 9 },
    );
  return (
    paint.shadow(200, 790, 120, 16, 0.95) +
    paint.shadow(800, 790, 120, 16, 0.95) +
    paint.shadow(500, 800, 320, 22, 0.6) +
    shoulder(-1) +
    shoulder(1) +
    paint.solid(body, { bevel: 40 }) +
    paint.solid("M120 580C104 660 102 770 172 784C220 788 262 738 300 690C240 700 160 660 120 580z", {
      tones: graphite,
      material: "leather",
      bevel: 12,
    }) +
    paint.solid("M880 580C896 660 898 770 828 784C780 788 738 738 700 690C760 700 840 660 880 580z", {
      tones: graphite,
      material: "leather",
      bevel: 12,
    }) +
    stick(paint, 302, 440, 56) +
    cross(paint, 396, 552, 52) +
    stick(paint, 606, 552, 56) +
    buttons(paint, 704, 440, 52, 26) +
    paint.solid(ellipse(500, 404, 30), { tones: silver, material: "metal", direction: "ball", bevel: 6 }) +
    led(paint, 500, 404, 8, paint.accent.highlight) +
    shape(roundRect(428, 462, 40, 16, 8), "#0a0c12", 0.85) +
    shape(roundRect(532, 462, 40, 16, 8), "#0a0c12", 0.85) +
    paint.glow(250, 376, 90, 22, 0.4)
  );
}

function retro(paint: Paint): string {
  const body = roundRect(112, 398, 776, 370, 96);
  return (
    paint.shadow(500, 786, 410, 32, 1) +
    line("M500 404C496 300 560 250 640 262S752 330 730 420", graphite.deep, 24) +
    line("M500 404C496 300 560 250 640 262S752 330 730 420", graphite.base, 15) +
    paint.solid(roundRect(468, 366, 64, 52, 12), { tones: graphite, material: "matte", direction: "tube", bevel: 5 }) +
    paint.solid(roundRect(180, 376, 190, 60, 26), { tones: paint.accent, bevel: 8 }) +
    paint.solid(roundRect(630, 376, 190, 60, 26), { tones: paint.accent, bevel: 8 }) +
    paint.solid(roundRect(112, 414, 776, 372, 96), { tones: graphite, material: "matte", bevel: 6 }) +
    paint.solid(body, { bevel: 32 }) +
    paint.solid(roundRect(396, 446, 208, 250, 22), { tones: graphite, material: "gloss", bevel: 8 }) +
    [500, 548, 596]
      .map((y, index) =>
        shape(roundRect(420, y, 160, 14, 7), index === 1 ? paint.accent.light : paint.accent.base, 0.9),
      )
      .join("") +
    shape(ellipse(264, 580, 118), mix(paint.body.dark, paint.body.base, 0.5), 0.7) +
    line(ellipse(264, 580, 118), paint.body.highlight, 2.5, 0.4) +
    cross(paint, 264, 580, 88) +
    shape(ellipse(738, 580, 126), mix(paint.body.dark, paint.body.base, 0.5), 0.7) +
    line(ellipse(738, 580, 126), paint.body.highlight, 2.5, 0.4) +
    buttons(paint, 738, 580, 66, 36) +
    paint.solid(roundRect(424, 640, 64, 24, 12), { tones: silver, material: "matte", bevel: 4 }) +
    paint.solid(roundRect(512, 640, 64, 24, 12), { tones: silver, material: "matte", bevel: 4 })
  );
}

function handheld(paint: Paint): string {
  const grip = (way: -1 | 1): string => {
    const x = (offset: number): number => 500 + way * offset;
    const d = `M${x(270)} 386H${x(340)}C${x(410)} 386 ${x(424)} 440 ${x(424)} 520V640C${x(424)} 730 ${x(406)} 776 ${x(350)} 776H${x(270)}z`;
    return paint.solid(d, { tones: paint.accent, bevel: 26 });
  };
  const view = { x: 254, y: 424, width: 492, height: 314 };
  return (
    paint.shadow(500, 792, 420, 26, 1) +
    paint.solid("M180 392Q190 366 230 366H330V392zM820 392Q810 366 770 366H670V392z", {
      tones: graphite,
      material: "matte",
      bevel: 5,
    }) +
    grip(-1) +
    grip(1) +
    paint.solid(roundRect(222, 378, 556, 408, 26), { bevel: 14 }) +
    shape(roundRect(236, 404, 528, 356, 18), "#05070b") +
    screen(paint, roundRect(view.x, view.y, view.width, view.height, 8), view) +
    stick(paint, 150, 498, 40) +
    cross(paint, 150, 650, 44) +
    buttons(paint, 850, 502, 38, 20) +
    stick(paint, 850, 652, 40) +
    shape(roundRect(470, 386, 60, 8, 4), "#0a0c12", 0.7) +
    led(paint, 740, 772, 4, "#7fe0a8")
  );
}

/** Game controllers: a modern one with grips, a retro pad with cable, a handheld with screen. */
export const gameController: Drawing = (paint) => [modern, retro, handheld][paint.design]?.(paint) ?? "";
