import { line, shape, silver } from "../electronics/parts.ts";
import { raised, stitch } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import type { Tones } from "../tone.ts";

const piece = (paint: Paint, d: string, tones: Tones, bevel = 14, drop = 8): string =>
  raised(d, paint.solid(d, { tones, bevel }), drop, 0.5);

const height = 150;
const outer = { rx: 300, ry: 92, cx: 480, cy: 586 };
const face = `M${outer.cx - outer.rx} ${outer.cy}A${outer.rx} ${outer.ry} 0 0 0 ${outer.cx + outer.rx} ${outer.cy}v${height}A${outer.rx} ${outer.ry} 0 0 1 ${outer.cx - outer.rx} ${outer.cy + height}Z`;
/** A line around the outside of the coil, `dy` below its upper edge. */
const row = (dy: number): string =>
  `M${outer.cx - outer.rx + 3} ${outer.cy + dy}A${outer.rx - 3} ${outer.ry} 0 0 0 ${outer.cx + outer.rx - 3} ${outer.cy + dy}`;

/** The rolled-up belt from slightly above: every turn a dark wall with a lit upper edge. */
function coil(paint: Paint): string {
  const { body } = paint;
  return [0, 1, 2, 3, 4]
    .map((index) => {
      const [cx, cy, rx, ry] = [
        outer.cx + index * 5,
        outer.cy - index * 2,
        outer.rx - index * 52,
        outer.ry - index * 17,
      ];
      const heart = index === 4 ? shape(ellipse(cx, cy + 8, rx - 20, ry - 12), "#05060a", 0.7) : "";
      return (
        shape(ellipse(cx, cy, rx, ry), paint.fill(body, paint.material, "right")) +
        line(ellipse(cx, cy, rx - 3, ry - 2), body.highlight, 2.4, 0.6) +
        shape(
          ellipse(cx, cy, rx - 13, ry - 6),
          paint.linear([
            [0, body.dark],
            [0.45, body.deep],
            [1, "#07080c"],
          ]),
        ) +
        heart
      );
    })
    .join("");
}

/** Herringbone plaits around the coil. */
function plaits(paint: Paint): string {
  const { body } = paint;
  const d = Array.from({ length: 46 }, (_, index) => {
    const angle = Math.PI * (1 - index / 45);
    const [x, y] = [outer.cx + Math.cos(angle) * outer.rx, outer.cy + Math.sin(angle) * outer.ry];
    const lean = 10 + 12 * Math.sin(angle);
    const at = (dx: number, dy: number): string => `${Math.round(x + dx)} ${Math.round(y + dy)}`;
    return `M${at(-lean, 12)}L${at(lean, 50)}L${at(-lean, 90)}L${at(lean, 132)}`;
  }).join("");
  return `<g clip-path="${paint.clip(face)}">${line(d, body.deep, 12, 0.85)}<g transform="translate(-3 -4)">${line(d, body.light, 4, 0.8)}</g></g>`;
}

const frameOf = (paint: Paint, metal: Tones): string => {
  const rect = (width: number, stroke: string, extra = ""): string =>
    `<rect x="392" y="652" width="176" height="172" rx="22" fill="none" stroke="${stroke}" stroke-width="${width}"${extra}/>`;
  return (
    rect(26, "#04060c", ' stroke-opacity="0.55" transform="translate(5 8)"') +
    rect(27, metal.deep) +
    rect(23, paint.fill(metal, "metal", "diagonal")) +
    '<rect x="386" y="645" width="188" height="186" rx="26" fill="none" stroke="#fff" stroke-opacity="0.4" stroke-width="2"/>' +
    line("M398 738H572", metal.deep, 21) +
    line("M400 736H570", metal.light, 15) +
    line("M404 731H560", "#fff", 3, 0.7) +
    shape(roundRect(380, 712, 40, 50, 8), paint.fill(metal, "metal", "down"))
  );
};

/** A plate buckle; `inlay` is drawn on it. */
const plateOf = (paint: Paint, metal: Tones, inlay: string): string => {
  const plate = roundRect(380, 656, 200, 160, 26);
  return (
    raised(plate, shape(plate, paint.fill(metal, "metal", "diagonal")) + paint.bevel(plate, 12), 10, 0.6) +
    line(roundRect(398, 674, 164, 124, 16), metal.deep, 3, 0.6) +
    line(roundRect(400, 677, 164, 124, 16), metal.highlight, 2, 0.7) +
    inlay
  );
};

/** A webbing buckle: an open box with a toothed bar that grips anywhere. */
const gripOf = (paint: Paint, metal: Tones): string => {
  const box = "M366 640H586Q600 640 600 654V822Q600 836 586 836H366Q352 836 352 822V654Q352 640 366 640z";
  const slot = roundRect(404, 664, 24, 148, 8);
  const bar = roundRect(446, 652, 66, 172, 12);
  const knurl = Array.from({ length: 15 }, (_, index) => `M454 ${668 + index * 10}H504`).join("");
  return (
    raised(box, paint.solid(box, { tones: metal, material: "metal", bevel: 12 }), 10, 0.6) +
    shape(slot, "#05070b", 0.85) +
    line("M428 672V804", metal.highlight, 2, 0.8) +
    raised(
      bar,
      paint.solid(bar, { tones: silver, material: "metal", direction: "tube", texture: false, bevel: 6 }),
      6,
      0.5,
    ) +
    line(knurl, silver.deep, 4, 0.5) +
    shape(ellipse(556, 672, 8) + ellipse(556, 804, 8), metal.deep, 0.7) +
    line("M366 646H586", "#fff", 3, 0.5)
  );
};

const tongue =
  "M560 664C660 650 740 690 850 680C880 678 896 700 896 730C896 764 880 786 850 788C740 796 660 810 560 812Z";
const straightTongue = "M560 664C660 650 740 684 886 678V790C740 796 660 810 560 812Z";

/** The free end: punched and stitched, or webbing with a crimped metal sleeve. */
function end(paint: Paint): string {
  const { body, accent, design } = paint;
  if (design === 1) {
    const tip = "M846 676C864 677 880 676 896 675Q904 675 904 684V786Q904 794 896 794C880 794 864 793 846 794Z";
    return (
      piece(paint, straightTongue, body, 10, 10) +
      line("M562 722C660 712 740 728 850 724M562 752C660 744 740 752 850 748", accent.base, 9, 0.75) +
      raised(tip, paint.solid(tip, { tones: accent, material: "metal", bevel: 6 }), 5, 0.5) +
      line("M862 686V786M874 686V786", accent.deep, 3, 0.4)
    );
  }
  const sewing =
    design === 0
      ? stitch(
          "M570 680C660 668 740 708 850 696C870 696 880 710 880 732C880 756 870 770 850 772C740 780 660 792 570 796",
          accent.light,
          2.6,
          "9 6",
        )
      : "";
  const holes = [660, 710, 760, 810].map(
    (x) =>
      shape(ellipse(x, 742 - (760 - x) * 0.02, 8, 9), "#06070b") +
      line(`M${x - 7} ${748}q7 6 14 0`, body.highlight, 2, 0.6),
  );
  return piece(paint, tongue, body, 14, 10) + sewing + holes.join("");
}

/** A belt rolled up on its edge: dress belt with a pin buckle, webbing with a grip buckle, or plaited with a plate. */
export const belt: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const diamond = "M480 696L512 736L480 776L448 736Z";
  const trim = {
    0: stitch(row(18) + row(height - 16), accent.light, 2.6, "9 6"),
    1: `<g clip-path="${paint.clip(face)}">${line(row(60) + row(90), accent.base, 9, 0.75)}${line(row(8) + row(height - 6), body.deep, 3, 0.35)}</g>`,
    2: plaits(paint),
  }[design];
  const buckle = {
    0: frameOf(paint, accent),
    1: gripOf(paint, accent),
    2: plateOf(paint, accent, shape(diamond, paint.fill(body, "gloss", "ball")) + line(diamond, accent.highlight, 3)),
  }[design];
  const keeper = design === 1 ? "" : piece(paint, roundRect(600, 654, 38, 168, 8), body, 8, 7);
  return (
    paint.shadow(520, 812, 400, 30, 0.9) +
    `<g transform="translate(500 800) scale(1.14 1.2) translate(-528 -824)">` +
    coil(paint) +
    shape(face, paint.fill(body, paint.material, "tube")) +
    (design === 2 ? "" : shape(face, paint.texture(paint.material, body))) +
    paint.bevel(face, 12) +
    line(row(2), body.highlight, 3, 0.6) +
    trim +
    end(paint) +
    buckle +
    keeper +
    "</g>"
  );
};
