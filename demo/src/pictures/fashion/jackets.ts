import { line, shape, silver } from "../electronics/parts.ts";
import type { Drawing, Paint } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { folds, label, mirrored, raised, ribs, rivet, seam, stitch, symmetric, zip } from "./cloth.ts";
import {
  armholes,
  bodice,
  bothSides,
  type Cut,
  cloth,
  insideBack,
  part,
  plainCut,
  sleeve,
  sleeves,
  torso,
} from "./garment.ts";

const jacketCut: Cut = {
  ...plainCut,
  shoulderX: 292,
  shoulderY: 252,
  armpitX: 310,
  armpitY: 446,
  waistX: 308,
  hemX: 324,
  hemY: 772,
  depth: 54,
  neckX: 424,
};
const cuffShape = "M154 664C194 694 244 698 276 686L264 750C226 760 190 756 158 738Z";

function bomber(paint: Paint): string {
  const { body, accent } = paint;
  const cut = jacketCut;
  const outline = torso(cut);
  const hem = "M316 706C400 730 600 730 684 706L668 786C600 808 400 808 332 786Z";
  const collar = "M404 220C398 178 408 152 432 148C470 182 494 222 500 268C470 278 420 262 404 220Z";
  const knitted = (
    d: string,
    upper: readonly [number, number, number, number],
    lower: readonly [number, number, number, number],
    count: number,
  ): string =>
    raised(
      d,
      paint.solid(d, { tones: accent, material: "matte", bevel: 12 }) + ribs(paint, d, upper, lower, count, accent),
      6,
      0.42,
    );
  const pocket = "M372 560L438 660L426 668L358 568Z";
  const armPocket = "M212 400L254 408L236 486L196 478Z";
  return (
    insideBack(paint, { ...cut, depth: 90 }, accent, body, 26) +
    paint.solid(
      "M430 152C460 132 540 132 570 152C584 172 584 190 578 200C540 186 460 186 422 200C416 190 416 172 430 152Z",
      { tones: accent, material: "matte", bevel: 10 },
    ) +
    sleeves(paint, sleeve(cut, "long", 18), body, "long") +
    part(paint, armPocket, body, 8, 4) +
    line("M214 420L240 478", silver.light, 4) +
    knitted(cuffShape, [154, 660, 278, 684], [152, 756, 266, 764], 12) +
    knitted(mirrored(cuffShape), [846, 660, 722, 684], [848, 756, 734, 764], 12) +
    bodice(paint, outline, body, 0.9) +
    armholes(cut, body) +
    seam("M340 300C400 330 460 336 484 334", body, 2.2) +
    seam("M660 300C600 330 540 336 516 334", body, 2.2) +
    bothSides(pocket, (d) => part(paint, d, body, 6, 5)) +
    line("M372 562L432 656M628 562L568 656", body.deep, 4, 0.8) +
    zip(paint, 500, 262, 776, body, silver, 276) +
    seam("M478 266V720M522 266V720", body, 2.2) +
    knitted(hem, [312, 700, 688, 700], [330, 812, 670, 812], 44) +
    zip(paint, 500, 722, 796, body, silver, 740) +
    bothSides(collar, (d) => knitted(d, [380, 150, 620, 150], [370, 280, 630, 280], 34))
  );
}

function trucker(paint: Paint): string {
  const { body, accent } = paint;
  const cut: Cut = { ...jacketCut, depth: 80, hemX: 330, waistX: 322, waistY: 620 };
  const outline = torso(cut);
  const hem = "M326 716C400 736 600 736 674 716L670 782C600 802 400 802 330 782Z";
  const collar = "M424 186C434 220 470 252 498 266L452 336C412 312 382 262 388 208C396 190 410 182 424 186Z";
  const placket = "M482 268L522 268L522 792L482 792Z";
  const flap = (x: number): string => `M${x} 400L${x + 104} 400L${x + 104} 430L${x + 52} 456L${x} 430Z`;
  const pocket = (x: number): string => `M${x + 6} 424L${x + 98} 424L${x + 84} 530L${x + 52} 548L${x + 20} 530Z`;
  const metal = brassTones;
  const thread = accent.light;
  const oneFlap = (x: number): string =>
    part(paint, pocket(x), body, 8, 4) +
    stitch(`M${x + 14} 440L${x + 28} 522L${x + 52} 537L${x + 76} 522L${x + 90} 440`, thread, 2.2) +
    part(paint, flap(x), body, 8, 6) +
    stitch(`M${x + 8} 408L${x + 8} 426L${x + 52} 446L${x + 96} 426L${x + 96} 408`, thread, 2.2) +
    rivet(paint, x + 52, 432, 8, metal);
  const vee = "M380 548L424 716M414 548L452 716";
  const denimCuff = bothSides(cuffShape, (d) => part(paint, d, body, 10, 5));
  return (
    insideBack(paint, cut, body, accent, 26) +
    sleeves(paint, sleeve(cut, "long", 10), body, "long") +
    stitch("M292 270C250 380 220 540 200 670", thread, 2.2) +
    stitch("M708 270C750 380 780 540 800 670", thread, 2.2) +
    denimCuff +
    stitch("M164 680C198 704 240 708 268 698M166 728C196 744 228 748 258 740", thread, 2.2) +
    stitch(mirrored("M164 680C198 704 240 708 268 698M166 728C196 744 228 748 258 740"), thread, 2.2) +
    rivet(paint, 232, 722, 8, metal) +
    rivet(paint, 768, 722, 8, metal) +
    bodice(paint, outline, body, 0.85) +
    armholes(cut, body) +
    stitch("M322 250C324 320 334 366 340 430", thread, 2.2) +
    stitch("M678 250C676 320 666 366 660 430", thread, 2.2) +
    seam("M318 392C380 400 440 400 482 396M522 396C560 400 620 400 682 392", body, 3) +
    stitch("M318 384C380 392 440 392 480 388M524 388C560 392 620 392 682 384", thread, 2.2) +
    bothSides(
      vee,
      (d) => seam(d, body, 2.4) + stitch(d.replace("M380", "M388").replace("424 716", "432 716"), thread, 2),
    ) +
    part(paint, placket, body, 8, 5) +
    stitch("M490 270V790M514 270V790", thread, 2.2) +
    oneFlap(354) +
    oneFlap(542) +
    part(paint, hem, body, 10, 5) +
    stitch("M336 726C400 746 600 746 666 726M338 774C400 792 600 792 664 774", thread, 2.2) +
    [330, 412, 500, 588, 676, 760].map((y) => rivet(paint, 502, y, 10, metal)).join("") +
    paint.solid("M420 192C440 156 560 156 580 192C560 180 440 180 420 192Z", { bevel: 8 }) +
    bothSides(collar, (d) => part(paint, d, body, 12, 9)) +
    bothSides("M400 214C402 256 424 296 450 320L486 266", (d) => stitch(d, thread, 2.2))
  );
}

const brassTones: Tones = { highlight: "#fbe9c4", light: "#dcb678", base: "#b3834a", dark: "#7a5229", deep: "#432c14" };

/** Quilted rolls across an outline, each with its lit top and dark stitched valley. */
function rolls(paint: Paint, outline: string, ys: readonly number[], sag: number, tones: Tones): string {
  const creases = ys.map((y) => [100, y, 500, y + sag, 900, y, 9] as const);
  const lights = ys.map((y) => [120, y - 52, 500, y - 54 + sag, 880, y - 52, 10] as const);
  const valleys = ys.map((y) => `M100 ${y}Q500 ${y + sag} 900 ${y}`).join("");
  const puckers = ys
    .map((y) =>
      Array.from(
        { length: 24 },
        (_, index) =>
          `M${140 + index * 32 + ((index * 13) % 11)} ${y + sag / 2 - 18 - ((index * 7) % 9)}l${4 - (index % 3) * 4} 34`,
      ).join(""),
    )
    .join("");
  return (
    folds(paint, outline, creases, lights, { tones, strength: 1.4 }) +
    `<g clip-path="${paint.clip(outline)}">${line(puckers, tones.deep, 3, 0.16)}${line(valleys, tones.deep, 4, 0.9)}<g transform="translate(0 4)">${line(valleys, tones.highlight, 2.4, 0.5)}</g></g>`
  );
}

function puffer(paint: Paint): string {
  const { body, accent } = paint;
  const bumps = Array.from({ length: 5 }, (_, index) => 446 + index * 66);
  const outline = symmetric(500, 240, [
    [450, 236, 430, 214, 424, 196],
    [330, 226, 284, 256],
    [288, 326, 294, 376, 298, 446],
    ...bumps.map((y, index) => [284 + index * 2, y + 12, 284 + index * 2, y + 54, 300 + (index === 4 ? 6 : 0), y + 66]),
    [400, 796, 500, 796],
  ]);
  const arm =
    "M290 253C236 262 214 300 214 340C190 360 184 390 196 410C176 432 168 466 182 486C158 510 152 544 166 566C144 590 138 620 152 640C136 660 134 690 142 712Q190 742 252 726C270 700 276 676 268 660C288 636 294 604 284 584C302 560 310 528 302 508C318 490 320 466 312 446L320 280Z";
  const armRolls = (d: string, flip: boolean): string => {
    const valley = [
      "M206 344Q256 372 316 360",
      "M190 412Q246 440 318 424",
      "M176 488Q240 518 308 504",
      "M162 566Q226 598 290 582",
      "M148 642Q210 672 272 656",
    ].join("");
    const shown = flip ? mirrored(valley) : valley;
    const light = (
      [
        [216, 320],
        [204, 392],
        [190, 464],
        [174, 542],
        [158, 618],
        [146, 690],
      ] as const
    ).map(([x, y]) =>
      flip
        ? ([1000 - x, y, 940 - x, y + 2, 900 - x, y + 16, 12] as const)
        : ([x, y, x + 50, y - 8, x + 96, y + 12, 13] as const),
    );
    return (
      cloth(paint, d, body, { bevel: 24 }) +
      folds(paint, d, [], light, { strength: 1.4 }) +
      `<g clip-path="${paint.clip(d)}">${line(shown, body.deep, 14, 0.25)}${line(shown, body.deep, 4, 0.9)}<g transform="translate(0 4)">${line(shown, body.highlight, 2.4, 0.5)}</g></g>` +
      (flip ? shape(d, "#060812", 0.14) : "")
    );
  };
  const collar =
    "M408 230C396 190 400 140 420 126C460 112 540 112 580 126C600 140 604 190 592 230C560 262 440 262 408 230Z";
  const mouth = "M422 136C450 118 550 118 578 136C570 168 430 168 422 136Z";
  return (
    armRolls(arm, false) +
    armRolls(mirrored(arm), true) +
    raised(outline, cloth(paint, outline, body, { bevel: 32 }), 12, 0.45) +
    rolls(paint, outline, [330, 396, 462, 528, 594, 660, 726], 26, body) +
    bothSides("M356 566L372 660", (d) => line(d, body.deep, 9) + line(d, accent.base, 4)) +
    zip(paint, 500, 240, 792, accent, silver, 252) +
    label(paint, 586, 358, 66, 42, accent) +
    raised(collar, cloth(paint, collar, body, { bevel: 22 }), 8, 0.45) +
    rolls(paint, collar, [196], 30, body) +
    shape(
      mouth,
      paint.linear([
        [0, accent.dark],
        [1, accent.deep],
      ]),
    ) +
    zip(paint, 500, 160, 250, accent, silver, 166)
  );
}

/** A jacket: bomber with knitted trims, trucker with flap pockets, or quilted puffer. */
export const jacket: Drawing = (paint) =>
  paint.shadow(500, 806, 250, 22, 0.75) + ([bomber, trucker, puffer][paint.design]?.(paint) ?? bomber(paint));
