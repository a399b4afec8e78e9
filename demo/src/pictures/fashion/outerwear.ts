import { line, shape, silver } from "../electronics/parts.ts";
import { type Drawing, type Paint, roundRect } from "../studio.ts";
import type { Tones } from "../tone.ts";
import { button, folds, mirrored, raised, ribs, rivet, seam, stitch, symmetric, zip } from "./cloth.ts";
import { armholes, bodice, cloth, type Cut, insideBack, plainCut, sleeve, sleeves, torso } from "./garment.ts";

const jacketCut: Cut = {
  ...plainCut, shoulderX: 292, shoulderY: 252, armpitX: 310, armpitY: 446, waistX: 308, hemX: 324, hemY: 772, depth: 54, neckX: 424,
};
const cuffShape = "M154 664C194 694 244 698 276 686L264 750C226 760 190 756 158 738Z";

const part = (paint: Paint, d: string, tones: Tones, bevel = 10, drop = 6): string => raised(d, cloth(paint, d, tones, { bevel }), drop, 0.42);

/** The same part on both sides. */
const both = (d: string, draw: (d: string) => string): string => draw(d) + draw(mirrored(d));

function bomber(paint: Paint): string {
  const { body, accent } = paint;
  const cut = jacketCut;
  const outline = torso(cut);
  const hem = "M316 706C400 730 600 730 684 706L668 786C600 808 400 808 332 786Z";
  const collar = "M404 220C398 178 408 152 432 148C470 182 494 222 500 268C470 278 420 262 404 220Z";
  const knitted = (d: string, upper: readonly [number, number, number, number], lower: readonly [number, number, number, number], count: number): string =>
    raised(d, paint.solid(d, { tones: accent, material: "matte", bevel: 12 }) + ribs(paint, d, upper, lower, count, accent), 6, 0.42);
  const pocket = "M372 560L438 660L426 668L358 568Z";
  const armPocket = "M212 400L254 408L236 486L196 478Z";
  return (
    insideBack(paint, { ...cut, depth: 90 }, accent, body, 26) +
    paint.solid("M430 152C460 132 540 132 570 152C584 172 584 190 578 200C540 186 460 186 422 200C416 190 416 172 430 152Z", { tones: accent, material: "matte", bevel: 10 }) +
    sleeves(paint, sleeve(cut, "long", 18), body, "long") +
    part(paint, armPocket, body, 8, 4) + line("M214 420L240 478", silver.light, 4) +
    knitted(cuffShape, [154, 660, 278, 684], [152, 756, 266, 764], 12) + knitted(mirrored(cuffShape), [846, 660, 722, 684], [848, 756, 734, 764], 12) +
    bodice(paint, outline, body, 0.9) + armholes(cut, body) +
    seam("M340 300C400 330 460 336 484 334", body, 2.2) + seam("M660 300C600 330 540 336 516 334", body, 2.2) +
    both(pocket, (d) => part(paint, d, body, 6, 5)) + line("M372 562L432 656M628 562L568 656", body.deep, 4, 0.8) +
    zip(paint, 500, 262, 776, body, silver, 276) + seam("M478 266V720M522 266V720", body, 2.2) +
    knitted(hem, [312, 700, 688, 700], [330, 812, 670, 812], 44) + zip(paint, 500, 722, 796, body, silver, 740) +
    both(collar, (d) => knitted(d, [380, 150, 620, 150], [370, 280, 630, 280], 34))
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
    part(paint, pocket(x), body, 8, 4) + stitch(`M${x + 14} 440L${x + 28} 522L${x + 52} 537L${x + 76} 522L${x + 90} 440`, thread, 2.2) +
    part(paint, flap(x), body, 8, 6) + stitch(`M${x + 8} 408L${x + 8} 426L${x + 52} 446L${x + 96} 426L${x + 96} 408`, thread, 2.2) + rivet(paint, x + 52, 432, 8, metal);
  const vee = "M380 548L424 716M414 548L452 716";
  const denimCuff = both(cuffShape, (d) => part(paint, d, body, 10, 5));
  return (
    insideBack(paint, cut, body, accent, 26) + sleeves(paint, sleeve(cut, "long", 10), body, "long") + stitch("M292 270C250 380 220 540 200 670", thread, 2.2) + stitch("M708 270C750 380 780 540 800 670", thread, 2.2) +
    denimCuff + stitch("M164 680C198 704 240 708 268 698M166 728C196 744 228 748 258 740", thread, 2.2) + stitch(mirrored("M164 680C198 704 240 708 268 698M166 728C196 744 228 748 258 740"), thread, 2.2) + rivet(paint, 232, 722, 8, metal) + rivet(paint, 768, 722, 8, metal) +
    bodice(paint, outline, body, 0.85) + armholes(cut, body) + stitch("M322 250C324 320 334 366 340 430", thread, 2.2) + stitch("M678 250C676 320 666 366 660 430", thread, 2.2) +
    seam("M318 392C380 400 440 400 482 396M522 396C560 400 620 400 682 392", body, 3) + stitch("M318 384C380 392 440 392 480 388M524 388C560 392 620 392 682 384", thread, 2.2) +
    both(vee, (d) => seam(d, body, 2.4) + stitch(d.replace("M380", "M388").replace("424 716", "432 716"), thread, 2)) +
    part(paint, placket, body, 8, 5) + stitch("M490 270V790M514 270V790", thread, 2.2) + oneFlap(354) + oneFlap(542) +
    part(paint, hem, body, 10, 5) + stitch("M336 726C400 746 600 746 666 726M338 774C400 792 600 792 664 774", thread, 2.2) +
    [330, 412, 500, 588, 676, 760].map((y) => rivet(paint, 502, y, 10, metal)).join("") +
    paint.solid("M420 192C440 156 560 156 580 192C560 180 440 180 420 192Z", { bevel: 8 }) +
    both(collar, (d) => part(paint, d, body, 12, 9)) + both("M400 214C402 256 424 296 450 320L486 266", (d) => stitch(d, thread, 2.2))
  );
}

const brassTones: Tones = { highlight: "#fbe9c4", light: "#dcb678", base: "#b3834a", dark: "#7a5229", deep: "#432c14" };

/** Quilted rolls across an outline, each with its lit top and dark stitched valley. */
function rolls(paint: Paint, outline: string, ys: readonly number[], sag: number, tones: Tones): string {
  const creases = ys.map((y) => [100, y, 500, y + sag, 900, y, 9] as const);
  const lights = ys.map((y) => [120, y - 52, 500, y - 54 + sag, 880, y - 52, 10] as const);
  const valleys = ys.map((y) => `M100 ${y}Q500 ${y + sag} 900 ${y}`).join("");
  const puckers = ys
    .map((y) => Array.from({ length: 24 }, (_, index) => `M${140 + index * 32 + ((index * 13) % 11)} ${y + sag / 2 - 18 - ((index * 7) % 9)}l${4 - (index % 3) * 4} 34`).join(""))
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
    [450, 236, 430, 214, 424, 196], [330, 226, 284, 256], [288, 326, 294, 376, 298, 446],
    ...bumps.map((y, index) => [284 + index * 2, y + 12, 284 + index * 2, y + 54, 300 + (index === 4 ? 6 : 0), y + 66]), [400, 796, 500, 796],
  ]);
  const arm = "M290 253C236 262 214 300 214 340C190 360 184 390 196 410C176 432 168 466 182 486C158 510 152 544 166 566C144 590 138 620 152 640C136 660 134 690 142 712Q190 742 252 726C270 700 276 676 268 660C288 636 294 604 284 584C302 560 310 528 302 508C318 490 320 466 312 446L320 280Z";
  const armRolls = (d: string, flip: boolean): string => {
    const valley = ["M206 344Q256 372 316 360", "M190 412Q246 440 318 424", "M176 488Q240 518 308 504", "M162 566Q226 598 290 582", "M148 642Q210 672 272 656"].join("");
    const shown = flip ? mirrored(valley) : valley;
    const light = ([[216, 320], [204, 392], [190, 464], [174, 542], [158, 618], [146, 690]] as const).map(([x, y]) =>
      flip ? ([1000 - x, y, 940 - x, y + 2, 900 - x, y + 16, 12] as const) : ([x, y, x + 50, y - 8, x + 96, y + 12, 13] as const),
    );
    return (
      cloth(paint, d, body, { bevel: 24 }) + folds(paint, d, [], light, { strength: 1.4 }) +
      `<g clip-path="${paint.clip(d)}">${line(shown, body.deep, 14, 0.25)}${line(shown, body.deep, 4, 0.9)}<g transform="translate(0 4)">${line(shown, body.highlight, 2.4, 0.5)}</g></g>` + (flip ? shape(d, "#060812", 0.14) : "")
    );
  };
  const collar = "M408 230C396 190 400 140 420 126C460 112 540 112 580 126C600 140 604 190 592 230C560 262 440 262 408 230Z";
  const mouth = "M422 136C450 118 550 118 578 136C570 168 430 168 422 136Z";
  const patch = roundRect(584, 356, 68, 46, 8);
  return (
    armRolls(arm, false) + armRolls(mirrored(arm), true) +
    raised(outline, cloth(paint, outline, body, { bevel: 32 }), 12, 0.45) + rolls(paint, outline, [330, 396, 462, 528, 594, 660, 726], 26, body) +
    both("M356 566L372 660", (d) => line(d, body.deep, 9) + line(d, accent.base, 4)) +
    zip(paint, 500, 240, 792, accent, silver, 252) +
    raised(patch, paint.solid(patch, { tones: accent, bevel: 6 }), 4, 0.4) + shape("M600 392L614 368L622 380L628 372L640 392Z", body.deep, 0.85) +
    raised(collar, cloth(paint, collar, body, { bevel: 22 }), 8, 0.45) + rolls(paint, collar, [196], 30, body) +
    shape(mouth, paint.linear([[0, accent.dark], [1, accent.deep]])) + zip(paint, 500, 160, 250, accent, silver, 166)
  );
}

/** A jacket: bomber with knitted trims, trucker with flap pockets, or quilted puffer. */
export const jacket: Drawing = (paint) =>
  paint.shadow(500, 806, 250, 22, 0.75) + ([bomber, trucker, puffer][paint.design]?.(paint) ?? bomber(paint));

const coatCut: Cut = {
  neckX: 438, neckY: 128, depth: 150, shoulderX: 344, shoulderY: 166, armpitX: 356, armpitY: 310, waistX: 364, waistY: 450, hemX: 316, hemY: 792,
};

function coatBody(paint: Paint, cut: Cut): { outline: string; art: string } {
  const { body, accent } = paint;
  const { waistX, waistY, armpitX, armpitY, hemX, hemY, shoulderX, shoulderY, neckX, neckY } = cut;
  const outline = symmetric(500, 330, [
    [470, 270, 446, 200, neckX, neckY], [380, 148, shoulderX, shoulderY], [shoulderX, 220, armpitX - 6, 262, armpitX, armpitY],
    [waistX, armpitY + 70, waistX, waistY], [waistX - 6, 560, hemX + 4, 700, hemX, hemY], [400, hemY + 12, 500, hemY + 12],
  ]);
  const arm =
    "M350 164C304 176 286 214 276 262C260 350 244 440 232 536Q262 556 306 550C322 460 338 390 362 324L366 196Z";
  const armFolds = (d: string, side: 1 | -1): string => {
    const x = (value: number): number => (side === 1 ? value : 1000 - value);
    return (
      cloth(paint, d, body, { bevel: 20 }) +
      folds(paint, d, [[x(360), 200, x(340), 300, x(314), 480, 14], [x(344), 320, x(310), 340, x(270), 320, 7], [x(332), 366, x(296), 386, x(258), 366, 8], [x(322), 416, x(290), 428, x(250), 414, 6]], [[x(318), 190, x(280), 280, x(258), 430, 10]], { strength: 0.9 }) +
      (side === -1 ? shape(d, "#060812", 0.16) : "")
    );
  };
  const hang = folds(
    paint,
    outline,
    [[380, 460, 390, 640, 352, 800, 15], [440, 520, 444, 660, 424, 800, 13], [620, 470, 610, 640, 650, 800, 15], [556, 520, 560, 680, 574, 800, 12], [362, 330, 400, 390, 440, 400, 9], [640, 330, 600, 390, 566, 410, 9], [372, 440, 420, 456, 470, 450, 7]],
    [[410, 500, 404, 640, 386, 800, 16], [470, 560, 468, 690, 462, 800, 12], [596, 500, 600, 640, 612, 800, 14], [390, 190, 400, 270, 384, 380, 14]],
    { strength: 0.85 },
  );
  return {
    outline,
    art:
      insideBack(paint, { ...cut, depth: 190 }, accent, body, 22) + armFolds(arm, 1) + armFolds(mirrored(arm), -1) +
      raised(outline, cloth(paint, outline, body, { bevel: 28 }), 12, 0.42) + hang +
      both(`M${shoulderX} ${shoulderY}C${shoulderX} 220 ${armpitX - 6} 262 ${armpitX} ${armpitY}`, (d) => seam(d, body, 2.2)),
  };
}

const buckle = (paint: Paint, x: number, y: number, width: number, height: number, metal: Tones): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" fill="none" stroke="#05070c" stroke-opacity="0.5" stroke-width="9" transform="translate(2 4)"/>` +
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" fill="none" stroke="${paint.fill(metal, "metal", "diagonal")}" stroke-width="8"/>`;

function overcoat(paint: Paint): string {
  const { body, accent } = paint;
  const { art } = coatBody(paint, coatCut);
  const lapel = "M438 126C430 170 448 240 500 392L462 366L404 262L420 246L390 238C392 190 404 150 424 122Z";
  const flap = "M376 520L452 532L450 564L372 552Z";
  const welt = roundRect(580, 330, 58, 15, 3);
  return (
    art + seam("M504 392C506 520 504 660 506 802", body, 3.4) + both(flap, (d) => part(paint, d, body, 7, 6)) +
    part(paint, welt, body, 5, 4) + shape("M588 330L598 304L610 322L620 300L630 330Z", paint.fill(accent, "fabric", "down")) +
    both(lapel, (d) => part(paint, d, body, 11, 10)) + both("M404 262L420 246", (d) => line(d, body.deep, 3, 0.8)) +
    paint.solid("M424 124C446 98 554 98 576 124C556 116 444 116 424 124Z", { bevel: 6 }) +
    [412, 478, 544].map((y) => button(paint, 488, y, 12, accent)).join("") +
    both("M240 500L312 508", (d) => seam(d, body, 2)) + [[262, 524], [282, 527]].map(([x, y]) => button(paint, x ?? 0, y ?? 0, 6, accent) + button(paint, 1000 - (x ?? 0), y ?? 0, 6, accent)).join("")
  );
}

function trench(paint: Paint): string {
  const { body, accent } = paint;
  const { art } = coatBody(paint, { ...coatCut, waistX: 376, hemX: 306 });
  const lapel = "M438 126C430 170 450 230 486 330L430 330L388 258L410 240L372 232C380 184 398 142 424 118Z";
  const flap = "M590 190L656 176C648 220 648 270 642 318L556 330L530 300Z";
  const belt = "M374 436C430 452 570 452 626 436L630 470C570 486 430 486 370 470Z";
  const tail = "M556 474L590 470L606 600L576 610Z";
  const epaulette = "M352 162L408 142L414 156L358 180Z";
  const strap = "M236 476L320 484L316 508L232 500Z";
  const columns = [348, 410, 520, 590].map((y) => button(paint, 440, y, 11, accent) + button(paint, 556, y, 11, accent)).join("");
  const pocket = "M388 540L406 536L432 622L412 628Z";
  return (
    art + part(paint, flap, body, 8, 6) + seam("M582 330C584 500 590 680 596 802", body, 3) + stitch("M570 336C572 500 578 680 584 800", body.light, 2) +
    both(pocket, (d) => part(paint, d, body, 6, 5)) + columns + both(epaulette, (d) => part(paint, d, body, 5, 4)) + button(paint, 402, 155, 5, accent) + button(paint, 598, 155, 5, accent) +
    both(strap, (d) => part(paint, d, body, 5, 5)) + buckle(paint, 262, 474, 26, 38, accent) + buckle(paint, 712, 474, 26, 38, accent) +
    part(paint, tail, body, 6, 7) + stitch("M564 478L584 602M584 476L600 598", body.light, 2) + part(paint, belt, body, 8, 7) + stitch("M380 446C430 460 570 460 620 446M378 464C430 478 570 478 622 464", body.light, 2) +
    buckle(paint, 528, 436, 46, 54, accent) + line("M551 440V484", accent.light, 6) +
    both(lapel, (d) => part(paint, d, body, 11, 10)) + paint.solid("M424 122C446 92 554 92 576 122C556 112 444 112 424 122Z", { bevel: 6 })
  );
}

function duffleCoat(paint: Paint): string {
  const { body, accent } = paint;
  const { art } = coatBody(paint, { ...coatCut, waistX: 352, hemX: 322, hemY: 770 });
  const hood = "M392 176C372 120 400 78 452 66C484 58 516 58 548 66C600 78 628 120 608 176C590 220 540 240 500 244C460 240 410 220 392 176Z";
  const mouth = "M430 168C416 126 444 98 500 96C556 98 584 126 570 168C556 200 524 216 500 218C476 216 444 200 430 168Z";
  const pocket = "M372 556L462 556L462 664L372 664Z";
  const flap = "M368 548L466 548L466 582L368 582Z";
  const yoke = "M348 176C400 206 470 216 500 216C530 216 600 206 652 176L660 246C610 316 540 330 500 330C460 330 390 316 340 246Z";
  const toggle = (y: number): string =>
    line(`M440 ${y}C462 ${y - 10} 480 ${y - 8} 500 ${y}C480 ${y + 8} 462 ${y + 10} 440 ${y}M560 ${y}C538 ${y - 9} 520 ${y - 8} 500 ${y}`, "#05070c", 8, 0.4) +
    line(`M440 ${y - 2}C462 ${y - 12} 480 ${y - 10} 500 ${y - 2}C480 ${y + 6} 462 ${y + 8} 440 ${y - 2}M560 ${y - 2}C538 ${y - 11} 520 ${y - 10} 500 ${y - 2}`, accent.base, 5.5) +
    both(`M424 ${y - 16}L450 ${y - 14}L450 ${y + 12}L424 ${y + 14}Z`, (d) => raised(d, paint.solid(d, { tones: accent, material: "leather", bevel: 4 }), 3, 0.4)) +
    `<g transform="rotate(-8 500 ${y})">${raised(roundRect(474, y - 9, 52, 17, 8), shape(roundRect(474, y - 9, 52, 17, 8), paint.fill(horn, "gloss", "pipe")), 5, 0.5)}</g>`;
  return (
    art + part(paint, yoke, body, 12, 7) + stitch("M344 238C394 302 460 316 500 316C540 316 606 302 656 238", body.light, 2) +
    seam("M500 330V786", body, 3.4) + both(pocket, (d) => part(paint, d, body, 8, 4)) + both(flap, (d) => part(paint, d, body, 8, 6)) +
    [374, 446, 518, 590].map(toggle).join("") + part(paint, hood, body, 22, 10) + shape(mouth, paint.linear([[0, accent.deep], [0.5, accent.dark], [1, accent.deep]])) +
    folds(paint, mouth, [[440, 110, 470, 150, 460, 210, 12], [560, 110, 530, 150, 540, 210, 12]], [[480, 110, 500, 140, 490, 200, 10]], { tones: accent }) +
    line("M430 168C416 126 444 98 500 96C556 98 584 126 570 168C556 200 524 216 500 218C476 216 444 200 430 168Z", body.light, 5, 0.5) +
    both("M250 490L316 496", (d) => seam(d, body, 2))
  );
}

const horn: Tones = { highlight: "#f6dcae", light: "#d3a466", base: "#9a6531", dark: "#5d3818", deep: "#2f1a0a" };

/** A long coat: single-breasted overcoat, belted trench, or hooded duffle with toggles. */
export const coat: Drawing = (paint) =>
  paint.shadow(500, 808, 240, 20, 0.75) + ([overcoat, trench, duffleCoat][paint.design]?.(paint) ?? overcoat(paint));
