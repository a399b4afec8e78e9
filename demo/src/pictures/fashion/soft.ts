import { line, shape, silver } from "../electronics/parts.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../studio.ts";
import type { Tones } from "../tone.ts";
import { type Crease, folds, mirrored, raised, ribs, seam, stitch, symmetric } from "./cloth.ts";
import { cloth } from "./garment.ts";

const lay = (paint: Paint, d: string, tones: Tones, bevel = 22, drop = 12): string => raised(d, cloth(paint, d, tones, { bevel }), drop, 0.5);

/** Threads hanging from a lower edge. */
function fringe(paint: Paint, x1: number, y1: number, x2: number, y2: number, length: number, tones: Tones): string {
  const count = Math.round(Math.abs(x2 - x1) / 11);
  const strands = Array.from({ length: count + 1 }, (_, index) => {
    const share = index / count;
    const x = Math.round(x1 + (x2 - x1) * share);
    const y = Math.round(y1 + (y2 - y1) * share) - 4;
    const sway = ((index * 7) % 5) - 2;
    return `M${x} ${y}C${x + sway} ${y + length * 0.4} ${x - sway * 2} ${y + length * 0.7} ${x + sway * 2} ${y + length - ((index * 5) % 9)}`;
  }).join("");
  return `<g transform="translate(3 4)">${line(strands, "#05070c", 7, 0.35)}</g>${line(strands, tones.dark, 7.5)}${line(strands, tones.base, 5)}<g transform="translate(-1 0)">${line(strands, paint.body.highlight, 1.6, 0.55)}</g>`;
}

/** Accent bands across the end of a scarf. */
const bands = (paint: Paint, clip: string, rows: readonly (readonly [number, number])[]): string =>
  `<g clip-path="${paint.clip(clip)}">${rows.map(([y, height]) => `<path d="M200 ${y}Q500 ${y + 18} 800 ${y}v${height}Q500 ${y + height + 18} 200 ${y + height}z" fill="${paint.accent.base}" fill-opacity="0.85"/>`).join("")}</g>`;

function knottedScarf(paint: Paint): string {
  const { body } = paint;
  const backLoop = "M310 330C300 190 420 120 520 124C640 130 716 220 694 340C680 250 600 206 510 210C420 210 340 250 310 330Z";
  const tailBack = "M540 420C590 470 640 600 652 726L520 738C520 620 500 520 470 450Z";
  const tailFront = "M430 430C410 520 392 640 386 748L532 762C540 640 556 530 566 450Z";
  const loop = "M300 320C320 240 360 200 420 196C400 250 430 320 520 372C570 400 590 430 590 470C540 500 460 490 410 460C340 420 290 380 300 320Z";
  const over = "M700 320C684 240 640 200 584 196C600 250 580 310 510 360C450 396 420 420 416 462C470 500 560 490 610 456C670 416 712 380 700 320Z";
  return (
    lay(paint, backLoop, body) + folds(paint, backLoop, [[330, 290, 420, 170, 660, 230, 10], [380, 190, 500, 130, 640, 190, 8]], [[340, 250, 430, 150, 560, 150, 9]]) + shape(backLoop, "#060812", 0.3) +
    lay(paint, tailBack, body) + bands(paint, tailBack, [[610, 34], [660, 14]]) + folds(paint, tailBack, [[540, 450, 580, 600, 590, 740, 12], [510, 470, 540, 600, 546, 740, 9]], [[560, 470, 600, 600, 620, 730, 9]]) + fringe(paint, 524, 734, 648, 722, 62, body) +
    lay(paint, tailFront, body) + bands(paint, tailFront, [[620, 40], [674, 16]]) + folds(paint, tailFront, [[470, 470, 440, 600, 430, 756, 12], [520, 470, 500, 620, 490, 760, 11]], [[448, 480, 420, 600, 408, 750, 9], [500, 480, 480, 620, 466, 756, 8]]) + fringe(paint, 390, 748, 530, 760, 62, body) +
    lay(paint, loop, body) + folds(paint, loop, [[340, 250, 360, 360, 560, 450, 12], [390, 216, 390, 330, 570, 420, 10], [316, 320, 350, 410, 480, 474, 10]], [[330, 280, 360, 380, 520, 450, 9], [400, 230, 420, 330, 540, 400, 7]]) +
    lay(paint, over, body) + folds(paint, over, [[670, 250, 650, 350, 450, 440, 13], [620, 216, 620, 330, 440, 420, 10], [690, 320, 650, 410, 520, 476, 10]], [[660, 280, 640, 370, 480, 450, 9], [600, 230, 590, 330, 470, 400, 7]])
  );
}

function foldedScarf(paint: Paint): string {
  const { body, accent } = paint;
  const layers: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const y = 640 - index * 116;
    const x = 170 + index * 8;
    const d = `M${x + 40} ${y}L${830 - index * 6} ${y - 6}C${868 - index * 6} ${y - 4} ${872 - index * 6} ${y + 128} ${832 - index * 6} ${y + 142}C700 ${y + 156} 340 ${y + 160} ${x + 36} ${y + 146}C${x - 20} ${y + 138} ${x - 20} ${y + 4} ${x + 40} ${y}Z`;
    layers.push(lay(paint, d, body, 40, 12) + folds(paint, d, [[x + 10, y + 60, 500, y + 100, 840, y + 64, 7], [x, y + 112, 480, y + 126, 840, y + 100, 6]], [[x + 10, y + 36, 500, y + 44, 840, y + 30, 12]]));
  }
  const drape = "M560 330C570 310 700 306 720 326C740 360 744 460 742 560C742 620 740 680 744 736L568 744C574 640 570 520 566 440C564 400 556 360 560 330Z";
  const top = "M216 392C300 350 700 340 806 384C840 400 820 430 790 436C640 452 380 456 230 446C186 440 180 410 216 392Z";
  const check = [606, 640, 690].map((x, index) => `M${x} 300V780`.repeat(1) + `M540 ${400 + index * 130}H760`).join("");
  return (
    layers.join("") + lay(paint, top, body, 16, 4) + folds(paint, top, [[240, 430, 480, 410, 780, 424, 6]], [[240, 390, 480, 366, 780, 384, 8]]) +
    lay(paint, drape, body, 26, 14) + `<g clip-path="${paint.clip(drape)}">${line(check, accent.base, 26, 0.6)}${line("M574 300V780M664 300V780M722 300V780M540 460H760M540 590H760M540 720H760", accent.light, 5, 0.6)}</g>` +
    folds(paint, drape, [[600, 350, 616, 560, 606, 740, 11], [680, 350, 690, 540, 690, 738, 12]], [[640, 350, 650, 540, 648, 738, 10], [584, 350, 590, 560, 586, 730, 8]]) + fringe(paint, 572, 742, 740, 734, 64, body)
  );
}

function loopScarf(paint: Paint): string {
  const { body, accent } = paint;
  const back = "M266 470C240 300 380 180 500 180C630 180 760 300 734 470C700 330 600 280 500 280C400 280 300 330 266 470Z";
  const wrap = (y: number, x: number, depth: number): string =>
    `M${x} ${y}C${x - 40} ${y + 60} ${x - 20} ${y + 160} ${x + 70} ${y + depth}C400 ${y + depth + 56} 600 ${y + depth + 56} ${930 - x} ${y + depth}C${1020 - x} ${y + 160} ${1040 - x} ${y + 60} ${1000 - x} ${y}C${960 - x} ${y + 110} 620 ${y + 150} 500 ${y + 150}C380 ${y + 150} ${x + 40} ${y + 110} ${x} ${y}Z`;
  const creases = (y: number): Crease[] => [[250, y + 70, 460, y + 220, 740, y + 110, 13], [270, y + 130, 480, y + 270, 730, y + 160, 11], [260, y + 20, 420, y + 170, 620, y + 150, 9]];
  const lights = (y: number): Crease[] => [[250, y + 96, 460, y + 246, 730, y + 140, 9], [260, y + 44, 440, y + 196, 700, y + 120, 8]];
  const one = wrap(470, 226, 250);
  const two = wrap(340, 262, 220);
  return (
    lay(paint, back, body, 24) + folds(paint, back, [[280, 420, 400, 220, 720, 400, 12]], [[290, 380, 420, 200, 660, 300, 12]]) + shape(back, "#060812", 0.28) +
    lay(paint, one, body, 34) + folds(paint, one, creases(470), lights(470)) + seam("M238 560C330 720 660 730 764 560", accent, 3) +
    lay(paint, two, body, 34, 16) + folds(paint, two, creases(340), lights(340)) + stitch("M258 420C340 566 650 576 742 420", accent.light, 3, "10 7") +
    raised(roundRect(626, 640, 60, 78, 5), paint.solid(roundRect(626, 640, 60, 78, 5), { tones: accent, material: "leather", bevel: 6 }) + stitch(roundRect(633, 647, 46, 64, 3), accent.highlight, 2, "5 4"), 5, 0.45)
  );
}

/** A scarf: knotted with two fringed ends, folded into a stack with a checked end, or a warm double loop. */
export const scarf: Drawing = (paint) =>
  paint.shadow(500, 804, 330, 24, 0.7) + ([knottedScarf, foldedScarf, loopScarf][paint.design]?.(paint) ?? knottedScarf(paint));

/** A cap: curved baseball peak, flat peak with a badge, or bucket hat. */
export const cap: Drawing = (paint) => {
  const { body, accent, design } = paint;
  if (design === 2) {
    const crown = symmetric(500, 300, [[410, 296, 340, 316, 326, 360], [312, 440, 296, 510, 284, 570], [360, 620, 500, 620]]);
    const brim = symmetric(500, 560, [[400, 560, 320, 556, 286, 546], [230, 590, 160, 660, 140, 716], [250, 800, 400, 806, 500, 806]]);
    const band = symmetric(500, 556, [[400, 556, 330, 540, 292, 516], [280, 566], [350, 604, 430, 610, 500, 610]]);
    const rows = [0, 1, 2, 3, 4, 5].map((row) => `M${262 - row * 20} ${596 + row * 22}C340 ${636 + row * 27} 660 ${636 + row * 27} ${738 + row * 20} ${596 + row * 22}`).join("");
    return (
      paint.shadow(500, 800, 380, 26, 0.85) + lay(paint, crown, body, 40) + folds(paint, crown, [[380, 330, 360, 450, 340, 570, 16], [600, 330, 640, 450, 650, 590, 18], [500, 330, 510, 450, 500, 600, 10]], [[420, 330, 410, 440, 400, 590, 24]]) +
      line("M340 352C400 384 600 384 660 352", body.deep, 4, 0.7) + stitch("M338 364C400 396 600 396 662 364", body.light, 2.2) +
      lay(paint, brim, body, 30) + folds(paint, brim, [[290, 590, 280, 680, 240, 760, 16], [640, 620, 700, 680, 730, 770, 18], [480, 630, 470, 720, 460, 800, 14]], [[380, 630, 350, 700, 330, 790, 20]]) + stitch(rows, body.light, 2.2) +
      raised(band, paint.solid(band, { tones: accent, material: "fabric", bevel: 8 }), 4, 0.45) + `<circle cx="352" cy="486" r="8" fill="${accent.deep}"/><circle cx="352" cy="486" r="8" fill="none" stroke="${silver.light}" stroke-width="3"/><circle cx="384" cy="500" r="8" fill="${accent.deep}"/><circle cx="384" cy="500" r="8" fill="none" stroke="${silver.light}" stroke-width="3"/>`
    );
  }
  const flat = design === 1;
  const crown = flat
    ? "M330 640C322 480 350 360 440 312C520 276 650 280 724 330C800 380 822 500 816 650C700 700 440 700 330 640Z"
    : "M336 650C326 500 364 380 460 332C540 296 660 304 730 362C800 424 826 530 816 664C700 712 440 712 336 650Z";
  const peak = flat
    ? "M348 622C270 628 170 648 108 690C96 704 104 722 124 726C260 734 420 738 560 752C620 750 640 716 620 690C540 690 420 670 348 622Z"
    : "M344 634C260 628 160 668 104 744C94 764 110 780 132 772C240 724 400 712 560 740C620 740 640 712 622 692C540 694 420 680 344 634Z";
  const under = flat
    ? "M108 694C104 712 110 734 130 740C280 748 440 752 556 766C610 768 640 744 630 708C600 730 560 742 500 740C340 730 200 726 108 694Z"
    : "M104 748C96 776 114 792 138 782C260 738 400 728 556 756C610 758 640 730 630 704C600 730 560 738 500 732C360 716 220 730 104 748Z";
  const seams = flat ? ["M520 290C470 380 450 520 462 680", "M560 286C640 380 680 520 676 690"] : ["M560 314C500 400 470 540 476 690", "M580 312C660 400 700 540 694 700"];
  const front = flat
    ? "M330 640C322 480 350 360 440 312C466 300 492 294 520 290C470 380 450 520 462 676C410 670 366 658 330 640Z"
    : "M336 650C326 500 364 380 460 332C490 320 524 314 560 314C500 400 470 540 476 688C420 682 372 668 336 650Z";
  const badge = flat ? roundRect(354, 430, 84, 84, 42) : "M366 520L404 436L426 470L440 448L452 486L446 530Z";
  return (
    paint.shadow(520, 796, 380, 24, 0.8) + paint.shadow(600, 720, 250, 30, 0.6) +
    `<g transform="translate(20 54)">` +
    lay(paint, crown, body, 44) + paint.solid(front, { tones: flat ? body : accent, bevel: 20 }) +
    folds(paint, crown, [[640, 330, 700, 480, 690, 690, 16], [760, 420, 800, 540, 800, 660, 22], [500, 340, 470, 500, 470, 680, 12], [340, 620, 420, 660, 520, 690, 12]], [[430, 350, 380, 440, 370, 600, 22], [580, 340, 580, 480, 570, 660, 22]]) +
    seams.map((d) => seam(d, body, 3) + `<g transform="translate(-9 0)">${stitch(d, accent.light, 2.2)}</g><g transform="translate(9 0)">${stitch(d, accent.light, 2.2)}</g>`).join("") +
    [[440, 380], [640, 386], [748, 430]].map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="8" ry="9" fill="${body.deep}"/><ellipse cx="${x}" cy="${y}" rx="8" ry="9" fill="none" stroke="${accent.light}" stroke-width="3"/>`).join("") +
    raised(ellipse(566, flat ? 288 : 312, 22, 12), paint.solid(ellipse(566, flat ? 288 : 312, 22, 12), { tones: accent, bevel: 5 }), 4, 0.4) +
    `<g transform="rotate(-4 400 480)">${raised(badge, paint.solid(badge, { tones: flat ? accent : body, material: "matte", bevel: 7 }), 5, 0.45)}${flat ? shape("M372 484L392 450L406 468L414 458L424 484Z", body.base) : ""}</g>` +
    shape(under, paint.linear([[0, accent.dark], [1, accent.deep]])) + lay(paint, peak, flat ? accent : body, 20, 8) +
    folds(paint, peak, [[340, 650, 440, 700, 600, 704, 14]], flat ? [[170, 690, 300, 664, 420, 690, 16]] : [[150, 730, 240, 676, 360, 680, 18]], { tones: flat ? accent : body }) +
    [0, 1, 2, 3].map((row) => stitch(flat ? `M${140 + row * 40} ${704 - row * 7}C300 ${688 - row * 4} 460 ${712 - row * 4} 600 ${726 - row * 8}` : `M${132 + row * 34} ${750 - row * 17}C260 ${690 - row * 6} 440 ${694 - row * 4} 600 ${720 - row * 8}`, flat ? body.light : accent.light, 2, "7 5")).join("") +
    "</g>"
  );
};

/** A beanie: deep cuff with a leather patch, pom-pom with stripes, or slouching without a cuff. */
export const beanie: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const knitted = (d: string, tones: Tones, bevel: number): string => raised(d, paint.solid(d, { tones, bevel }), 10, 0.45);
  const crown =
    design === 2
      ? "M262 770C240 640 244 460 330 340C400 250 520 214 640 236C740 256 800 330 780 420C770 470 752 560 746 770C600 806 400 806 262 770Z"
      : "M258 640C246 470 300 330 400 280C460 252 540 252 600 280C700 330 754 470 742 640C600 680 400 680 258 640Z";
  const cuff = "M238 590C340 632 660 632 762 590C776 640 774 720 760 764C640 812 360 812 240 764C226 720 224 640 238 590Z";
  const columns = Array.from({ length: 17 }, (_, index) => {
    const share = index / 16 - 0.5;
    return `M${Math.round(500 + share * 60)} 262C${Math.round(500 + share * 420)} 330 ${Math.round(500 + share * 500)} 480 ${Math.round(500 + share * 500)} 660`;
  }).join("");
  const crownArt = knitted(crown, body, 54);
  if (design === 2) {
    const drape: Crease[] = [[340, 700, 420, 560, 600, 440, 20], [300, 560, 420, 430, 640, 360, 18], [740, 700, 690, 560, 770, 430, 22], [360, 360, 480, 300, 660, 300, 12], [560, 740, 600, 600, 720, 500, 16]];
    const hem = "M258 730C400 770 600 770 748 730L744 778C600 812 400 812 264 778Z";
    return (
      paint.shadow(505, 800, 300, 22, 0.85) + crownArt + folds(paint, crown, drape, [[300, 640, 400, 500, 580, 400, 18], [350, 420, 460, 330, 640, 320, 16], [640, 700, 640, 580, 730, 470, 14]]) +
      [0, 1].map((row) => `<path d="M250 ${620 + row * 46}C400 ${660 + row * 46} 600 ${660 + row * 46} 756 ${620 + row * 46}" fill="none" stroke="${accent.base}" stroke-width="20" stroke-opacity="0.85" clip-path="${paint.clip(crown)}"/>`).join("") +
      knitted(hem, body, 10) + ribs(paint, hem, [256, 724, 750, 724], [262, 816, 746, 816], 50, body) + raised(roundRect(640, 716, 44, 56, 4), paint.solid(roundRect(640, 716, 44, 56, 4), { tones: accent, material: "leather", bevel: 5 }), 4, 0.45)
    );
  }
  const stripes = [360, 440].map((y) => `M200 ${y}C400 ${y + 46} 600 ${y + 46} 800 ${y}v40C600 ${y + 86} 400 ${y + 86} 200 ${y + 40}z`).join("");
  const pompom = (): string => {
    const tufts = Array.from({ length: 130 }, (_, index) => {
      const angle = index * 2.39996;
      const reach = Math.sqrt(index / 130) * 86;
      const x = 500 + Math.cos(angle) * reach;
      const y = 216 + Math.sin(angle) * reach;
      return { x, y, dx: Math.cos(angle) * 22, dy: Math.sin(angle) * 22, lit: Math.cos(angle) * -0.6 + Math.sin(angle) * -0.8 };
    });
    const group = (pick: (lit: number) => boolean, color: string, opacity: number): string =>
      line(tufts.filter(({ lit }) => pick(lit)).map(({ x, y, dx, dy }) => `M${Math.round(x)} ${Math.round(y)}l${Math.round(dx)} ${Math.round(dy)}`).join(""), color, 8, opacity);
    return paint.shadow(510, 290, 80, 26, 0.5) + shape(ellipse(500, 216, 92), paint.fill(accent, "fabric", "ball")) + group(() => true, accent.dark, 0.8) + group((lit) => lit > -0.5, accent.base, 0.95) + group((lit) => lit > 0.25, accent.light, 0.8) + paint.glow(474, 186, 60, 54, 0.35, accent.highlight);
  };
  const patch = roundRect(448, 668, 104, 66, 8);
  return (
    paint.shadow(500, 800, 310, 22, 0.85) + crownArt + (design === 1 ? `<g clip-path="${paint.clip(crown)}">${shape(stripes, accent.base, 0.85)}</g>` : "") +
    `<g clip-path="${paint.clip(crown)}">${line(columns, body.deep, 6, 0.5)}<g transform="translate(5 0)">${line(columns, body.highlight, 3, 0.3)}</g></g>` +
    folds(paint, crown, [[300, 600, 330, 440, 420, 320, 16], [700, 600, 690, 440, 600, 310, 22], [260, 600, 480, 640, 740, 600, 16]], [[380, 560, 390, 420, 450, 310, 26]]) +
    knitted(cuff, design === 1 ? accent : body, 26) + ribs(paint, cuff, [238, 580, 762, 580], [244, 810, 756, 810], 34, design === 1 ? accent : body) +
    (design === 1 ? pompom() : raised(patch, paint.solid(patch, { tones: accent, material: "leather", bevel: 8 }) + stitch(roundRect(456, 676, 88, 50, 5), accent.highlight, 2.2, "6 4") + shape("M478 714L500 686L510 698L516 690L528 714Z", accent.deep, 0.9), 6, 0.5))
  );
};

/** A pair of gloves: stitched leather with a strap, knitted with coloured fingertips, or padded mittens. */
export const gloves: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const hand =
    design === 2
      ? "M262 640C240 560 226 440 236 350C246 270 300 226 356 230C420 236 452 290 452 360C456 380 458 400 462 416C476 396 500 380 520 392C536 404 530 440 510 476C486 520 462 560 446 640Z"
      : "M262 640C250 580 236 520 234 470C226 420 212 340 206 290C204 262 216 248 232 248C248 248 258 260 262 282L280 390L284 250C284 222 296 206 314 206C332 206 342 222 342 248L344 384L366 248C370 222 384 210 400 214C416 218 422 234 418 258L400 400L434 312C442 290 456 282 470 290C484 298 484 314 478 334L446 460C456 500 452 560 446 640Z";
  const thumb = design === 2 ? "" : "M440 470C460 440 480 410 500 396C520 384 540 400 532 424C520 470 490 530 450 580Z";
  const cuff = design === 1 ? "M254 616C310 636 400 636 454 616L460 786C400 806 310 806 248 786Z" : "M256 626C310 642 400 642 452 626L470 770C400 800 310 800 238 770Z";
  const knit = design === 1;
  const cuffTones = design === 0 ? body : accent;
  const fingers: Record<0 | 1 | 2, string> = {
    0: seam("M282 392C286 440 292 480 300 500M344 386C344 440 344 480 344 500M400 402C394 440 388 480 384 500", body, 3) + stitch("M300 520C302 560 304 590 306 616M344 520V616M386 520C386 560 384 590 382 616", accent.light, 2.4),
    1: `<g clip-path="${paint.clip(hand)}">${shape("M190 190H500V300C460 330 440 340 420 330L400 290C300 296 280 300 190 320Z", accent.base, 0.9)}</g>`,
    2: seam("M238 400C300 430 400 430 454 400M240 500C300 526 400 526 460 500", body, 4) + stitch("M240 412C300 442 400 442 454 412M242 512C300 538 400 538 458 512", accent.light, 2.4),
  };
  const glove =
    (thumb === "" ? "" : lay(paint, thumb, body, 16)) + lay(paint, hand, body, design === 2 ? 44 : 24) + fingers[design] +
    folds(paint, hand, [[262, 600, 330, 560, 440, 600, 12], [250, 480, 320, 500, 380, 480, 9], [440, 470, 420, 540, 440, 630, 14]], [[270, 500, 280, 560, 290, 620, 14], [300, 240, 304, 300, 306, 370, 8], [226, 270, 236, 340, 252, 420, 7], [390, 240, 380, 300, 376, 370, 7], [340, 300, 340, 420, 340, 560, 10]]) +
    raised(cuff, paint.solid(cuff, { tones: cuffTones, bevel: 16, ...(design === 2 ? { material: "fabric" as const } : {}) }), 7, 0.45) +
    (knit ? ribs(paint, cuff, [254, 612, 456, 612], [248, 806, 462, 806], 16, cuffTones) : stitch("M250 752C310 778 400 778 462 752", design === 0 ? accent.light : body.light, 2.4)) +
    (design === 0
      ? raised("M246 660L466 668L468 706L244 700Z", paint.solid("M246 660L466 668L468 706L244 700Z", { tones: accent, bevel: 7 }), 5, 0.45) + `<rect x="318" y="652" width="50" height="58" rx="8" fill="none" stroke="${paint.fill(silver, "metal", "diagonal")}" stroke-width="9"/>`
      : design === 2 ? raised("M246 640L456 650L458 684L244 676Z", paint.solid("M246 640L456 650L458 684L244 676Z", { tones: body, material: "matte", bevel: 6 }), 5, 0.45) : "");
  return (
    paint.shadow(500, 800, 330, 22, 0.8) + `<g transform="translate(1000 0) scale(-1 1) rotate(5 350 800) translate(40 -6)">${glove}${shape(hand + thumb + cuff, "#070a14", 0.2)}</g>` +
    `<g transform="rotate(-7 350 800) translate(44 0)">${glove}</g>` + shape(mirrored("M0 0Z"), "none")
  );
};
