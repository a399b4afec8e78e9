import { cable, line, shape, silver } from "../electronics/parts.ts";
import { raised } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { annulus, chain, gem, glint, pearl, plinth, tBar } from "./jewels.ts";

type Oval = { cx: number; cy: number; rx: number; ry: number };

const tidy = (value: number): number => Math.round(value * 10) / 10;

/** A point beside an oval: `degrees` clockwise from the right, `off` units outside it. */
function beside({ cx, cy, rx, ry }: Oval, degrees: number, off: number): string {
  const angle = (degrees * Math.PI) / 180;
  const [nx, ny] = [Math.cos(angle) / rx, Math.sin(angle) / ry];
  const length = Math.hypot(nx, ny);
  return `${tidy(cx + Math.cos(angle) * rx + (nx / length) * off)} ${tidy(cy + Math.sin(angle) * ry + (ny / length) * off)}`;
}

const arcOf = ({ cx, cy, rx, ry }: Oval, from: number, to: number): string =>
  `M${beside({ cx, cy, rx, ry }, from, 0)}A${rx} ${ry} 0 ${to - from > 180 ? 1 : 0} 1 ${beside({ cx, cy, rx, ry }, to, 0)}`;

/** Rods twisted together along an oval from one angle to another. */
function twist(oval: Oval, from: number, to: number, half: number, step: number, tones: Tones): string {
  const rods: string[] = [];
  for (let turn = from; turn < to - step * 2; turn += step) {
    rods.push(
      `M${beside(oval, turn, -half * 0.8)}C${beside(oval, turn + step * 0.4, -half * 0.5)} ${beside(oval, turn + step * 2, half * 0.5)} ${beside(oval, turn + step * 2.4, half * 0.76)}`,
    );
  }
  const d = rods.join("");
  const reach = (oval.rx + oval.ry) / 2;
  const width = (step * Math.PI * reach) / 270;
  return (
    line(arcOf(oval, from, to), tones.deep, half * 1.7) +
    line(d, tones.deep, width * 1.05) +
    line(d, tones.dark, width * 0.84) +
    line(d, tones.base, width * 0.64) +
    `<g transform="translate(${tidy(-width * 0.1)} ${tidy(-width * 0.1)})">${line(d, tones.light, width * 0.34, 0.9)}${line(d, tones.highlight, width * 0.13, 0.9)}</g>`
  );
}

/** Shade along the tube of an oval: lit on its upper left, dark on its lower right. */
const roundness = (paint: Paint, oval: Oval, from: number, to: number, half: number): string => {
  const d = arcOf(oval, from, to);
  const tone = paint.linear(
    [
      [0, "#fff", 0.2],
      [0.45, "#fff", 0],
      [0.6, "#000", 0],
      [1, "#000", 0.4],
    ],
    "diagonal",
  );
  return (
    `<path d="${d}" fill="none" stroke="${tone}" stroke-width="${half * 2}"/>` +
    line(arcOf({ ...oval, rx: oval.rx - half * 0.8, ry: oval.ry - half * 0.8 }, from, to), "#05070c", half * 0.4, 0.3)
  );
};

/** An open torque of three twisted rods with a stone at each end, upright on a plinth. */
function torsade(paint: Paint): string {
  const { body, accent } = paint;
  const oval = { cx: 500, cy: 430, rx: 258, ry: 262 };
  const [from, to] = [-68, 248];
  const tip = (degrees: number): string => {
    const [x = 0, y = 0] = beside(oval, degrees, 0).split(" ").map(Number);
    const ferrule = ellipse(x, y, 46);
    return (
      paint.shadow(x + 8, y + 14, 58, 56, 0.6) +
      paint.solid(ferrule, { texture: false, direction: "ball", bevel: 8 }) +
      paint.solid(annulus(x, y, 36, 36, 7), { texture: false, bevel: 3 }) +
      gem(paint, x, y, 29, 29, accent, { sides: 10 })
    );
  };
  return (
    plinth(paint, 500, 726, 260) +
    paint.shadow(510, 728, 190, 22, 1) +
    twist(oval, from - 2, to + 2, 36, 10, body) +
    roundness(paint, oval, from, to, 34) +
    tip(from) +
    tip(to) +
    glint(Number(beside(oval, 212, 10).split(" ")[0]), Number(beside(oval, 212, 10).split(" ")[1]), 26)
  );
}

/** Leather plaited along an oval: two rows of leaves that meet in the middle. */
function plait(paint: Paint, oval: Oval, from: number, to: number, half: number): string {
  const { body } = paint;
  const step = 7;
  const rows = (way: 1 | -1): string => {
    const pieces: string[] = [];
    for (let turn = from; turn < to; turn += step) {
      pieces.push(
        `M${beside(oval, turn, way * half)}C${beside(oval, turn + step * 0.6, way * half * 1.1)} ${beside(oval, turn + step * 1.1, way * half * 0.5)} ${beside(oval, turn + step * 1.3, -way * half * 0.12)}` +
          `C${beside(oval, turn + step * 0.7, way * half * 0.1)} ${beside(oval, turn + step * 0.1, way * half * 0.4)} ${beside(oval, turn, way * half)}z`,
      );
    }
    return pieces.join("");
  };
  const [outer, inner] = [rows(1), rows(-1)];
  const leaf = (d: string, fill: string): string =>
    `<path d="${d}" fill="${fill}" stroke="${body.deep}" stroke-width="3" stroke-linejoin="round"/><path d="${d}" fill="none" stroke="${body.highlight}" stroke-width="1.6" stroke-opacity="0.35" transform="translate(1.6 2.4)"/>`;
  return (
    line(arcOf(oval, from, to), body.deep, half * 1.9) +
    leaf(inner, body.base) +
    leaf(outer, body.light) +
    shape(outer + inner, paint.texture(paint.material, body), 0.8)
  );
}

function cordage(paint: Paint): string {
  const { accent } = paint;
  const oval = { cx: 500, cy: 520, rx: 300, ry: 168 };
  const half = 34;
  const shackle =
    "M392 686C396 646 430 640 470 648H530C574 640 606 652 606 688C606 724 574 734 530 728H470C430 734 396 726 392 686";
  const cuff = (degrees: number): string => {
    const d = `M${beside(oval, degrees - 6, -half - 5)}L${beside(oval, degrees + 6, -half - 5)}L${beside(oval, degrees + 6, half + 5)}L${beside(oval, degrees - 6, half + 5)}z`;
    return raised(
      d,
      paint.solid(d, { tones: accent, material: "metal", direction: "pipe", texture: false, bevel: 5 }),
      5,
      0.5,
    );
  };
  return (
    plinth(paint, 500, 716, 350) +
    paint.shadow(512, 714, 330, 50, 1) +
    plait(paint, oval, -180, 0, half * 0.82) +
    line(arcOf(oval, -180, 0), "#05070c", half * 1.7, 0.3) +
    plait(paint, oval, -10, 66, half) +
    plait(paint, oval, 112, 184, half) +
    roundness(paint, oval, 0, 68, half) +
    roundness(paint, oval, 112, 180, half) +
    cuff(66) +
    cuff(114) +
    `<g transform="translate(4 8)">${line(shackle, "#04060c", 26, 0.4)}</g>` +
    cable(shackle, accent, 25) +
    raised(
      "M488 628h26v118h-26z",
      paint.solid("M488 628Q501 622 514 628V746Q501 752 488 746z", {
        tones: accent,
        material: "metal",
        direction: "tube",
        texture: false,
        bevel: 0,
      }),
      5,
      0.5,
    ) +
    paint.solid(ellipse(501, 624, 20, 17), {
      tones: silver,
      material: "metal",
      direction: "ball",
      texture: false,
      bevel: 3,
    }) +
    glint(424, 650, 20)
  );
}

/** A chain with charms, hung over a bar. */
function charms(paint: Paint): string {
  const { body, accent } = paint;
  const [left, right] = [
    [436, 150, 250, 330, 270, 520, 500, 560],
    [564, 150, 750, 330, 730, 520, 500, 560],
  ];
  const hang = (x: number, y: number, charm: string): string =>
    line(ellipse(0, 8, 9, 13), body.dark, 6).replace("<path", `<path transform="translate(${x} ${y})"`) +
    line(ellipse(0, 7, 9, 13), body.light, 3).replace("<path", `<path transform="translate(${x} ${y})"`) +
    `<g transform="translate(${x} ${y + 22})">${charm}</g>`;
  const heart = "M0 96C-66 46 -62 2 -30 0Q-8 0 0 20Q8 0 30 0C62 2 66 46 0 96z";
  const star = `M${Array.from({ length: 10 }, (_, index) => {
    const angle = (index / 10) * 2 * Math.PI - Math.PI / 2;
    const reach = index % 2 === 0 ? 48 : 22;
    return `${tidy(Math.cos(angle) * reach)} ${tidy(46 + Math.sin(angle) * reach)}`;
  }).join("L")}z`;
  const moon = "M16 0A44 44 0 1 0 40 68A36 36 0 1 1 16 0z";
  const metal = (d: string, tones: Tones): string =>
    raised(d, paint.solid(d, { tones, material: "metal", texture: false, bevel: 7 }), 8, 0.4);
  return (
    tBar(paint, 150, 260, 740) +
    chain(left ?? [], 40, body) +
    chain(right ?? [], 40, body) +
    line("M424 168C424 130 436 126 448 128M576 168C576 130 564 126 552 128", body.dark, 12) +
    line("M423 166C423 130 436 125 446 127M575 166C575 130 564 125 552 127", body.highlight, 4) +
    hang(306, 372, metal(moon, body)) +
    hang(694, 372, metal(star, body)) +
    hang(
      362,
      500,
      `${paint.solid(ellipse(0, 40, 40), { texture: false, bevel: 6 })}${gem(paint, 0, 40, 32, 32, accent, { sides: 10 })}`,
    ) +
    hang(638, 500, `${line("M0 -4V14", body.dark, 6)}${pearl(paint, 0, 46, 36, silver)}`) +
    hang(500, 560, metal(heart, accent) + line("M-34 14Q-46 28 -36 48", "#fff", 6, 0.7)) +
    glint(470, 600, 20)
  );
}

/** A bracelet: twisted torque, plaited leather with a shackle, or charm chain. */
export const bracelet: Drawing = (paint) => [torsade, cordage, charms][paint.design]?.(paint) ?? torsade(paint);
