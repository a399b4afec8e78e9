import { line, shape, silver } from "../electronics/parts.ts";
import { folds, raised, symmetric } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint } from "../paint.ts";
import { along, annulus, brass, chain, gem, glint, pearl, tBar, velvet } from "./jewels.ts";

const bustOutline = symmetric(500, 104, [
  [470, 104, 440, 106, 432, 118],
  [430, 180, 436, 220, 414, 262],
  [380, 312, 262, 322, 214, 384],
  [176, 440, 214, 560, 280, 660],
  [320, 720, 360, 764, 392, 790],
  [440, 802, 500, 802],
]);

/** A cloth bust without features. */
const bust = (paint: Paint): string =>
  paint.shadow(506, 798, 250, 28, 1) +
  paint.solid(bustOutline, { tones: velvet, material: "matte", direction: "ball", bevel: 40 }) +
  folds(
    paint,
    bustOutline,
    [
      [436, 130, 470, 330, 500, 420, 26],
      [600, 300, 700, 420, 640, 680, 44],
    ],
    [
      [250, 380, 330, 330, 420, 330, 26],
      [440, 160, 436, 240, 400, 300, 14],
      [330, 470, 360, 400, 430, 390, 34],
    ],
    { tones: velvet, strength: 0.8 },
  ) +
  paint.solid(ellipse(500, 112, 66, 13), { tones: velvet, material: "matte", bevel: 4 });

const mirroredCurve = (curve: readonly number[]): number[] =>
  curve.map((value, index) => (index % 2 === 0 ? 1000 - value : value));

/** A fine chain with a stone in a halo of small ones. */
function halo(paint: Paint): string {
  const { body, accent } = paint;
  const curve = [428, 214, 404, 330, 452, 420, 497, 470];
  const [cx, cy] = [500, 574];
  const stones = Array.from({ length: 18 }, (_, index) => {
    const angle = (index / 18) * 2 * Math.PI;
    return gem(paint, Math.round(cx + Math.cos(angle) * 78), Math.round(cy + Math.sin(angle) * 90), 12, 12, silver, {
      sides: 6,
    });
  }).join("");
  return (
    bust(paint) +
    chain(mirroredCurve(curve), 21, body) +
    chain(curve, 21, body) +
    paint.shadow(514, 592, 122, 130, 0.75) +
    line(ellipse(500, 462, 14, 20), body.deep, 10) +
    line(ellipse(499, 461, 14, 20), body.light, 6) +
    paint.solid(ellipse(cx, cy, 96, 108), { texture: false, bevel: 10 }) +
    shape(ellipse(cx, cy, 88, 100), body.deep, 0.6) +
    stones +
    paint.solid(annulus(cx, cy, 67, 79, 9), { texture: false, bevel: 3 }) +
    gem(paint, cx, cy, 60, 72, accent, { sides: 14, table: 0.6 }) +
    line(ellipse(cx, cy, 96, 108), body.highlight, 2.4, 0.7) +
    glint(460, 524, 34) +
    glint(560, 640, 18)
  );
}

/** Two rows of pearls with a clasp meant to be seen. */
function pearls(paint: Paint): string {
  const { body, accent } = paint;
  const row = (curve: readonly number[], size: number, step: number): string => {
    const places = along(curve, step);
    return places
      .map(({ x, y }, index) => {
        const share = Math.abs(index / (places.length - 1) - 0.5) * 2;
        const r = Math.round(size * (1 - 0.26 * share) * 10) / 10;
        return paint.shadow(x + 7, y + 13, r * 1.3, r * 1.25, 0.75) + pearl(paint, x, y, r, body);
      })
      .join("");
  };
  const [cx, cy] = [662, 424];
  return (
    bust(paint) +
    row([434, 236, 300, 560, 700, 560, 566, 236], 24, 42) +
    row([416, 262, 150, 800, 850, 800, 584, 262], 32, 55) +
    paint.shadow(cx + 6, cy + 12, 62, 60, 0.7) +
    Array.from({ length: 10 }, (_, index) => {
      const angle = (index / 10) * 2 * Math.PI;
      const [x, y] = [Math.round(cx + Math.cos(angle) * 34), Math.round(cy + Math.sin(angle) * 34)];
      return paint.solid(ellipse(x, y, 15), {
        tones: accent,
        material: "metal",
        texture: false,
        direction: "ball",
        bevel: 3,
      });
    }).join("") +
    paint.solid(ellipse(cx, cy, 35), { tones: accent, material: "metal", texture: false, bevel: 6 }) +
    gem(paint, cx, cy, 22, 22, silver, { sides: 10 }) +
    glint(cx - 14, cy - 20, 16)
  );
}

/** A bib of hanging discs and stones on a stand. */
function bib(paint: Paint): string {
  const { body, accent } = paint;
  const curve = [240, 178, 300, 520, 700, 520, 760, 178];
  const places = along(curve, 52);
  const drops = places.map(({ x, y }, index) => {
    const share = 1 - Math.abs(index / (places.length - 1) - 0.5) * 2;
    const length = 36 + share * 96;
    const r = 16 + share * 12;
    const end = y + length;
    const disc =
      index % 2 === 0
        ? paint.solid(ellipse(x, end + r, r, r * 1.3), { texture: false, bevel: 4 }) +
          gem(paint, x, end + r, r * 0.78, r * 1.06, accent, { sides: 10 })
        : paint.solid(ellipse(x, end + r * 0.8, r), { texture: false, bevel: 5 }) +
          line(ellipse(x, end + r * 0.8, r * 0.68), body.deep, 2, 0.6);
    return index < 2 || index > places.length - 3
      ? ""
      : paint.shadow(x + 8, end + r + 12, r * 1.3, r * 1.5, 0.5) +
          line(`M${x} ${y}V${end}`, body.deep, 6) +
          line(`M${x - 1} ${y}V${end}`, body.light, 3) +
          disc;
  });
  const collar = "M226 176C290 560 710 560 774 176L746 176C690 500 310 500 254 176z";
  return (
    tBar(paint, 160, 210, 790) +
    drops.join("") +
    raised(collar, paint.solid(collar, { texture: false, direction: "right", bevel: 7 }), 6, 0.4) +
    places.map(({ x, y }) => gem(paint, x, y, 11, 11, accent, { sides: 8 })).join("") +
    line("M240 186C300 530 700 530 760 186", brass.highlight, 1.6, 0.35) +
    [240, 760]
      .map(
        (x) =>
          line(`M${x} 190C${x - 18} 170 ${x - 18} 142 ${x} 136C${x + 18} 142 ${x + 18} 170 ${x} 190`, body.dark, 9) +
          line(`M${x} 188C${x - 17} 170 ${x - 17} 142 ${x} 137`, body.highlight, 4),
      )
      .join("") +
    glint(430, 456, 24)
  );
}

/** A necklace: halo pendant and double pearls on a bust, or a bib on a stand. */
export const necklace: Drawing = (paint) => [halo, pearls, bib][paint.design]?.(paint) ?? halo(paint);
