import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { type Deck, keyGrid } from "./keys.ts";
import { dots, graphite, grille, led, line, screen, shape, silver } from "./parts.ts";

function lid(paint: Paint, x: number, y: number, width: number, height: number, bezel: number, radius: number): string {
  const view = { x: x + bezel, y: y + bezel, width: width - 2 * bezel, height: height - 2 * bezel };
  const face = roundRect(view.x, view.y, view.width, view.height, radius * 0.4);
  return (
    paint.solid(roundRect(x - 7, y - 7, width + 14, height + 14, radius + 6), { bevel: 8 }) +
    shape(roundRect(x, y, width, height, radius), "#07090d") +
    screen(paint, face, view) +
    shape(ellipse(x + width / 2, y + bezel / 2, 4), "#27304a")
  );
}

const deckOutline = ({ left, right, top, bottom, spread }: Deck): string =>
  `M${left} ${top}H${right}L${right + spread} ${bottom}H${left - spread}z`;

function thin(paint: Paint): string {
  const deck: Deck = { left: 178, right: 822, top: 652, bottom: 772, spread: 82 };
  return (
    paint.shadow(500, 792, 450, 24, 1) +
    lid(paint, 178, 212, 644, 432, 20, 26) +
    shape(roundRect(170, 640, 660, 18, 6), "#0a0c11") +
    paint.solid(deckOutline(deck), { bevel: 8, direction: "down" }) +
    keyGrid(paint, { left: 232, right: 768, top: 662, bottom: 718, spread: 34 }, [14, 14, 13, 12], graphite) +
    paint.solid("M396 728H604L616 766H384z", { direction: "down", bevel: 4 }) +
    line("M396 728H604L616 766H384z", paint.body.deep, 2, 0.5) +
    paint.solid("M96 772H904V778Q902 792 870 794H130Q98 792 96 778z", { direction: "down", bevel: 3 }) +
    shape("M420 772H580Q574 784 560 784H440Q426 784 420 772z", paint.body.deep, 0.75) +
    line("M98 773H902", paint.body.highlight, 2.5, 0.8)
  );
}

function detachable(paint: Paint): string {
  const deck: Deck = { left: 170, right: 830, top: 690, bottom: 786, spread: 64 };
  return (
    paint.shadow(500, 796, 430, 22, 1) +
    paint.solid("M724 420L874 786H836L700 470z", { tones: paint.body, material: "metal", bevel: 6 }) +
    lid(paint, 178, 206, 644, 478, 30, 34) +
    paint.solid("M170 676H830L834 700H166z", { tones: paint.accent, material: "fabric", bevel: 3 }) +
    paint.solid(deckOutline(deck), { tones: paint.accent, material: "fabric", direction: "down", bevel: 8 }) +
    keyGrid(paint, { left: 206, right: 794, top: 704, bottom: 758, spread: 32 }, [13, 13, 12], graphite) +
    paint.solid("M400 763H600L606 782H394z", { tones: graphite, material: "matte", bevel: 3 }) +
    shape("M106 786H894L892 796H108z", paint.accent.deep) +
    line("M108 787H892", paint.accent.highlight, 2, 0.5)
  );
}

function sturdy(paint: Paint): string {
  const deck: Deck = { left: 168, right: 832, top: 640, bottom: 754, spread: 78 };
  const vents = Array.from(
    { length: 16 },
    (_, index) => `M${112 + index * 12} 766l-6 22h5l6 -22zM${712 + index * 12} 766l6 22h5l-6 -22z`,
  ).join("");
  return (
    paint.shadow(500, 798, 452, 22, 1) +
    paint.solid("M168 200L196 172H804L832 200V636H168z", { bevel: 12 }) +
    shape("M186 208L206 190H794L814 208V624H186z", "#06080c") +
    screen(paint, roundRect(202, 206, 596, 396, 6), { x: 202, y: 206, width: 596, height: 396 }) +
    shape(roundRect(440, 610, 120, 7, 3), paint.accent.base) +
    paint.solid("M210 632H340V652H210zM660 632H790V652H660z", { tones: graphite, material: "metal", bevel: 3 }) +
    paint.solid(deckOutline(deck), { bevel: 8, direction: "down" }) +
    paint.glow(500, 686, 330, 40, 0.5, paint.accent.base) +
    keyGrid(
      paint,
      { left: 214, right: 786, top: 652, bottom: 716, spread: 42 },
      [15, 15, 14, 12],
      graphite,
      paint.accent.light,
    ) +
    paint.solid("M390 724H610L620 750H380z", { tones: graphite, material: "gloss", bevel: 3 }) +
    paint.solid("M90 754H910L898 790Q894 797 880 797H120Q106 797 102 790z", { direction: "down", bevel: 6 }) +
    shape(vents, "#05070b", 0.75) +
    line("M320 780H680", paint.accent.light, 5, 0.95) +
    paint.glow(500, 780, 230, 16, 0.55, paint.accent.light)
  );
}

/** Laptops, open: a thin one, a tablet with fabric keyboard, a sturdy one with lit keys. */
export const laptop: Drawing = (paint) => [thin, detachable, sturdy][paint.design]?.(paint) ?? "";

function slab(paint: Paint): string {
  const view = { x: 142, y: 232, width: 716, height: 408 };
  return (
    paint.shadow(500, 790, 250, 26, 1) +
    paint.solid("M420 660H580L596 776H404z", { material: "metal", direction: "tube", bevel: 0 }) +
    paint.shadow(500, 690, 120, 40, 0.7) +
    paint.solid("M330 764Q500 744 670 764L700 786Q700 796 684 796H316Q300 796 300 786z", {
      material: "metal",
      direction: "down",
      bevel: 7,
    }) +
    paint.solid(roundRect(122, 212, 756, 492, 30), { bevel: 12 }) +
    shape(roundRect(130, 220, 740, 432, 22), "#06080c") +
    screen(paint, roundRect(view.x, view.y, view.width, view.height, 10), view) +
    shape(ellipse(500, 678, 9), paint.accent.base)
  );
}

function curved(paint: Paint): string {
  const frame =
    "M70 282Q500 330 930 282Q942 282 942 296V632Q942 646 930 646Q500 598 70 646Q58 646 58 632V296Q58 282 70 282z";
  const face = "M82 300Q500 346 918 300V626Q500 580 82 626z";
  return (
    `<g transform="translate(30 40) scale(0.94)">` +
    paint.shadow(500, 800, 320, 24, 1) +
    paint.solid("M462 600H538L546 772H454z", { tones: paint.accent, material: "metal", direction: "tube", bevel: 0 }) +
    paint.solid("M484 760H516L714 792Q722 806 704 806L500 790L296 806Q278 806 286 792z", {
      tones: paint.body,
      material: "metal",
      direction: "down",
      bevel: 6,
    }) +
    paint.shadow(500, 628, 140, 40, 0.75) +
    paint.solid(frame, { bevel: 10 }) +
    screen(paint, face, { x: 82, y: 300, width: 836, height: 326 }) +
    line("M74 286Q500 334 926 286", paint.body.highlight, 3, 0.7) +
    led(paint, 884, 634, 3.5, "#cfe3ff") +
    "</g>"
  );
}

function desk(paint: Paint): string {
  const view = { x: 206, y: 196, width: 588, height: 440 };
  const cloth = roundRect(186, 652, 628, 64, 16);
  return (
    paint.shadow(500, 792, 360, 28, 1) +
    paint.solid("M262 700L214 790H250L310 700zM738 700L786 790H750L690 700z", {
      tones: paint.accent,
      material: "metal",
      bevel: 5,
    }) +
    paint.solid(roundRect(172, 160, 656, 572, 44), { bevel: 22 }) +
    shape(roundRect(190, 180, 620, 472, 30), "#06080c") +
    screen(paint, roundRect(view.x, view.y, view.width, view.height, 18), view) +
    paint.solid(cloth, { tones: paint.accent, material: "fabric", direction: "pipe", bevel: 7 }) +
    grille(paint, cloth, dots({ x: 200, y: 664, width: 600, height: 44 }, 12, 2.4), 1) +
    paint.solid(ellipse(766, 684, 20), { tones: silver, material: "metal", bevel: 5 })
  );
}

/** Monitors: a flat one on a foot, a curved wide one, a desk one with a sound bar. */
export const monitor: Drawing = (paint) => [slab, curved, desk][paint.design]?.(paint) ?? "";
