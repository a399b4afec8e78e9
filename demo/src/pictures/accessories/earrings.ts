import { line, shape, silver } from "../electronics/parts.ts";
import { raised, rivet } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint } from "../paint.ts";
import { annulus, gem, glint, pearl, polygon, slate, tBar, toneAt } from "./jewels.ts";

/** Hoops that swell towards the bottom, hanging from a bar. */
function hoops(paint: Paint): string {
  const { body, accent } = paint;
  const one = (cx: number, tilt: number): string => {
    const outer = ellipse(cx, 440, 148, 190);
    const inner = `M${cx - 122} 418a122 150 0 1 0 244 0a122 150 0 1 0 -244 0z`;
    const dust = Array.from({ length: 13 }, (_, index) => {
      const angle = (index * 15 * Math.PI) / 180;
      const [x, y] = [Math.round(cx + Math.cos(angle) * 134), Math.round(432 + Math.sin(angle) * 170)];
      return gem(paint, x, y, 8.5, 8.5, accent, { sides: 6 });
    }).join("");
    return (
      `<g transform="rotate(${tilt} ${cx} 250)">` +
      line(`M${cx} 262C${cx - 6} 200 ${cx - 4} 160 ${cx + 18} 150`, body.deep, 9) +
      line(`M${cx - 1} 262C${cx - 7} 200 ${cx - 5} 160 ${cx + 17} 149`, body.light, 5) +
      raised(outer + inner, paint.solid(outer + inner, { texture: false, bevel: 14 }), 8, 0.35) +
      line(`M${cx - 130} 470A140 178 0 0 1 ${cx - 96} 306`, "#fff", 7, 0.75) +
      line(`M${cx + 60} 590A140 170 0 0 0 ${cx + 128} 500`, body.highlight, 8, 0.5) +
      dust +
      line(`M${cx - 122} 418a122 150 0 0 0 244 0`, body.highlight, 3, 0.5) +
      paint.solid(ellipse(cx, 258, 15, 17), { texture: false, direction: "ball", bevel: 3 }) +
      "</g>"
    );
  };
  return tBar(paint, 146, 240, 760) + one(340, 4) + one(660, -4) + glint(216, 352, 26) + glint(530, 400, 20);
}

/** Glass drops on hooks. */
function drops(paint: Paint): string {
  const { body, accent } = paint;
  const one = (cx: number): string => {
    const drop = `M${cx} 330C${cx + 30} 410 ${cx + 104} 470 ${cx + 104} 556A104 106 0 0 1 ${cx - 104} 556C${cx - 104} 470 ${cx - 30} 410 ${cx} 330z`;
    const cap = `M${cx - 26} 356Q${cx} 308 ${cx + 26} 356Q${cx + 40} 384 ${cx + 26} 388Q${cx} 372 ${cx - 26} 388Q${cx - 40} 384 ${cx - 26} 356z`;
    const glass = paint.radial(
      [
        [0, accent.highlight],
        [0.28, accent.light],
        [0.6, accent.base],
        [0.86, accent.dark],
        [1, accent.deep],
      ],
      0.6,
      0.74,
      0.72,
    );
    const hook = `M${cx} 262C${cx - 4} 214 ${cx - 44} 180 ${cx - 30} 142C${cx - 18} 112 ${cx + 26} 112 ${cx + 30} 160L${cx + 32} 214`;
    return (
      line(hook, body.deep, 11) +
      line(hook, body.base, 8) +
      `<g transform="translate(-2 -2)">${line(hook, body.highlight, 3)}</g>` +
      line(ellipse(cx, 278, 17, 20), body.deep, 11) +
      line(ellipse(cx - 1, 277, 17, 20), body.light, 6) +
      paint.shadow(cx + 14, 590, 118, 100, 0.4) +
      shape(drop, glass) +
      paint.bevel(drop, 26) +
      `<g clip-path="${paint.clip(drop)}">${paint.glow(cx + 34, 606, 76, 50, 0.75, accent.highlight)}${paint.glow(cx + 20, 560, 34, 30, 0.3)}</g>` +
      shape(
        `M${cx - 66} 516C${cx - 58} 462 ${cx - 26} 430 ${cx - 10} 396C${cx - 10} 450 ${cx - 44} 470 ${cx - 46} 540Q${cx - 62} 550 ${cx - 66} 516z`,
        "#fff",
        0.62,
      ) +
      shape(ellipse(cx - 52, 576, 9, 13), "#fff", 0.55) +
      line(ellipse(cx + 22, 520, 13), "#fff", 2.4, 0.6) +
      shape(ellipse(cx + 18, 515, 4), "#fff", 0.85) +
      line(`M${cx - 64} 632A96 98 0 0 0 ${cx + 90} 590`, "#fff", 5, 0.35) +
      paint.solid(cap, { texture: false, direction: "tube", bevel: 5 }) +
      paint.solid(ellipse(cx, 316, 15), { texture: false, direction: "ball", bevel: 3 })
    );
  };
  return tBar(paint, 146, 250, 750) + one(350) + one(650);
}

/** Flower studs on a display block. */
function studs(paint: Paint): string {
  const { body, accent } = paint;
  const block = "M214 214Q220 178 258 178H742Q780 178 786 214L840 752Q842 790 804 790H196Q158 790 160 752z";
  const face = "M246 232Q250 212 270 212H730Q750 212 754 232L796 728Q798 752 774 752H226Q202 752 204 728z";
  const one = (cx: number, cy: number): string => {
    const petal = `M${cx} ${cy}C${cx - 74} ${cy - 40} ${cx - 54} ${cy - 132} ${cx} ${cy - 138}C${cx + 54} ${cy - 132} ${cx + 74} ${cy - 40} ${cx} ${cy}z`;
    const petals = [1, 3, 5, 7, 0, 2, 4, 6].map((index) => {
      const lit = 0.56 + 0.22 * Math.cos(((index * 45 + 45) * Math.PI) / 180);
      const gold = paint.linear([
        [0, toneAt(body, lit + 0.22)],
        [0.25, toneAt(body, lit)],
        [0.6, toneAt(body, lit - 0.1)],
        [1, body.deep],
      ]);
      const veins = `M${cx} ${cy - 50}V${cy - 112}M${cx - 14} ${cy - 56}Q${cx - 26} ${cy - 84} ${cx - 22} ${cy - 104}M${cx + 14} ${cy - 56}Q${cx + 26} ${cy - 84} ${cx + 22} ${cy - 104}`;
      const art = shape(petal, gold) + line(petal, toneAt(body, lit + 0.4), 2.6, 0.8) + line(veins, body.deep, 3, 0.4);
      return `<g transform="rotate(${index * 45} ${cx} ${cy})">${raised(petal, art, 6, 0.6)}</g>`;
    });
    return (
      paint.shadow(cx + 12, cy + 22, 168, 164, 0.8) +
      petals.join("") +
      Array.from({ length: 12 }, (_, index) => {
        const angle = (index / 12) * 2 * Math.PI;
        return pearl(paint, Math.round(cx + Math.cos(angle) * 62), Math.round(cy + Math.sin(angle) * 62), 14, silver);
      }).join("") +
      paint.solid(annulus(cx, cy, 54, 54, 8), { texture: false, bevel: 3 }) +
      gem(paint, cx, cy, 48, 48, accent, { sides: 12 }) +
      glint(cx - 22, cy - 26, 26)
    );
  };
  const edge = polygon([
    [500, 222],
    [500, 742],
  ]);
  return (
    paint.shadow(510, 796, 360, 28, 1) +
    paint.solid(block, { tones: slate, material: "matte", bevel: 22 }) +
    paint.solid(face, { tones: slate, material: "fabric", bevel: 10 }) +
    line(edge, "#05070c", 4, 0.18) +
    rivet(paint, 500, 240, 12, paint.body) +
    one(356, 484) +
    one(644, 484)
  );
}

/** A pair of earrings: hoops, glass drops, or flower studs. */
export const earrings: Drawing = (paint) => [hoops, drops, studs][paint.design]?.(paint) ?? hoops(paint);
