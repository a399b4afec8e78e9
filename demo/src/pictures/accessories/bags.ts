import { graphite, line, shape, silver } from "../electronics/parts.ts";
import { type Crease, folds, mirrored, raised, rivet, seam, stitch, symmetric } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../studio.ts";
import { type Tones, tonesOf } from "../tone.ts";

const brass = tonesOf("#c09a55");

type Options = { tones?: Tones; bevel?: number; drop?: number; leather?: boolean };

/** A sewn part with its cast shadow. */
function piece(paint: Paint, d: string, { tones = paint.body, bevel = 18, drop = 8, leather = false }: Options = {}): string {
  return raised(d, paint.solid(d, leather ? { tones, bevel, material: "leather" } : { tones, bevel }), drop, 0.45);
}

/** A band of webbing or leather along a line: edge, face, ridge and two rows of stitches. */
function strap(d: string, tones: Tones, width: number): string {
  return (
    `<g transform="translate(4 8)">${line(d, "#04060c", width + 4, 0.35)}</g>` + line(d, tones.deep, width) + line(d, tones.dark, width - 3) + line(d, tones.base, width * 0.72) +
    `<g transform="translate(${-width * 0.1} ${-width * 0.12})">${line(d, tones.light, width * 0.3, 0.8)}</g>`
  );
}

function frame(paint: Paint, x: number, y: number, width: number, height: number, metal: Tones, turn = 0): string {
  return (
    `<g transform="rotate(${turn} ${x + width / 2} ${y + height / 2})"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="none" stroke="#05070c" stroke-opacity="0.5" stroke-width="10" transform="translate(2 4)"/>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="none" stroke="${paint.fill(metal, "metal", "diagonal")}" stroke-width="9"/></g>`
  );
}

/** A zip along a curve. */
const zipLine = (d: string, tones: Tones): string =>
  line(d, tones.deep, 16) + line(d, graphite.deep, 9) + `<path d="${d}" fill="none" stroke="${silver.light}" stroke-width="6" stroke-dasharray="3 3.4"/>`;

const puller = (paint: Paint, x: number, y: number, tones: Tones): string =>
  shape(roundRect(x - 9, y - 7, 18, 16, 5), paint.fill(silver, "metal", "tube")) + raised(roundRect(x - 6, y + 4, 12, 46, 5), paint.solid(roundRect(x - 6, y + 4, 12, 46, 5), { tones, material: "leather", bevel: 3 }), 4, 0.4);

const sag: readonly Crease[] = [[300, 440, 330, 600, 316, 760, 16], [690, 430, 664, 600, 690, 770, 20], [320, 700, 480, 740, 680, 700, 14]];

function daypack(paint: Paint): string {
  const { body, accent } = paint;
  const main = symmetric(500, 172, [[390, 172, 310, 210, 284, 320], [262, 430, 252, 620, 262, 730], [266, 790, 310, 800, 360, 802], [440, 804, 500, 804]]);
  const side = "M276 520C236 520 214 560 214 640C214 730 226 776 280 786L300 540Z";
  const pocket = symmetric(500, 504, [[400, 500, 340, 502, 322, 524], [300, 560, 298, 700, 310, 750], [318, 784, 360, 788, 500, 788]]);
  const lip = "M316 540C400 512 600 512 684 540L690 604C600 578 400 578 310 604Z";
  const small = roundRect(430, 330, 140, 100, 16);
  return (
    strap("M330 250C240 300 210 420 250 560", accent, 34) + strap("M670 250C760 300 790 420 750 560", accent, 34) + line("M452 180C450 110 550 110 548 180", accent.deep, 26) + line("M452 178C450 112 550 112 548 178", accent.base, 19) + line("M450 174C450 114 546 112 545 170", accent.light, 6, 0.8) +
    piece(paint, side, { bevel: 16 }) + piece(paint, mirrored(side), { bevel: 16 }) + piece(paint, main, { bevel: 46, drop: 10 }) + folds(paint, main, sag, [[380, 210, 320, 300, 304, 480, 24], [440, 200, 520, 190, 620, 220, 12]]) +
    zipLine("M300 470C286 330 350 226 500 222C650 226 714 330 700 470", body) + puller(paint, 300, 470, accent) +
    piece(paint, small, { tones: accent, bevel: 8, drop: 5, leather: true }) + stitch(roundRect(438, 338, 124, 84, 11), accent.highlight, 2.2, "6 4") + shape("M462 404L492 356L508 380L518 368L540 404Z", accent.deep, 0.9) +
    piece(paint, pocket, { bevel: 30, drop: 10 }) + folds(paint, pocket, [[330, 640, 480, 680, 670, 640, 14], [360, 780, 380, 700, 350, 620, 12], [640, 780, 620, 690, 660, 620, 14]], [[350, 620, 500, 650, 650, 610, 12], [340, 560, 330, 640, 340, 740, 14]]) +
    zipLine("M330 566C420 540 580 540 670 566", body) + puller(paint, 644, 560, accent) + stitch(lip.replace("Z", ""), body.light, 0.01) +
    stitch("M316 740C330 774 380 776 500 776C620 776 670 774 684 740", accent.light, 2.4) + seam("M268 500C330 480 670 480 732 500", body, 2.6) +
    line("M214 660C240 670 262 668 286 660", accent.base, 12) + line("M786 660C760 670 738 668 714 660", accent.base, 12)
  );
}

function rollTop(paint: Paint): string {
  const { body, accent } = paint;
  const main = symmetric(500, 290, [[380, 290, 320, 292, 296, 300], [270, 420, 262, 620, 268, 740], [274, 790, 320, 804, 380, 804], [450, 806, 500, 806]]);
  const roll = "M286 200C280 170 306 156 340 154C450 148 550 148 660 154C694 156 720 170 714 200C722 240 716 272 700 280C560 296 440 296 300 280C284 272 278 240 286 200Z";
  const upper = "M292 262L708 262L716 400C600 420 400 420 284 400Z";
  const pocket = "M330 520L670 520L676 740C600 760 400 760 324 740Z";
  const bottom = "M264 690C400 716 600 716 736 690L732 746C726 790 680 804 620 804L380 804C320 804 274 790 268 746Z";
  const clip = (x: number, y: number): string => raised(roundRect(x - 24, y - 22, 48, 46, 8), paint.solid(roundRect(x - 24, y - 22, 48, 46, 8), { tones: graphite, material: "gloss", bevel: 5 }), 6, 0.5) + shape(roundRect(x - 8, y - 14, 16, 30, 4), "#000", 0.5);
  return (
    strap("M316 330C220 380 200 500 246 640", accent, 34) + strap("M684 330C780 380 800 500 754 640", accent, 34) +
    piece(paint, main, { bevel: 44, drop: 10 }) + folds(paint, main, sag, [[350, 330, 310, 460, 316, 640, 24]]) + piece(paint, upper, { bevel: 16, drop: 6 }) +
    folds(paint, upper, [[320, 290, 360, 340, 340, 404, 12], [680, 290, 640, 340, 660, 404, 12], [470, 296, 480, 340, 460, 404, 9], [560, 296, 550, 340, 570, 404, 8]], [[400, 300, 410, 340, 400, 400, 16]]) +
    piece(paint, roll, { bevel: 34, drop: 12 }) + folds(paint, roll, [[290, 222, 480, 240, 712, 224, 8], [300, 262, 480, 276, 700, 262, 8]], [[300, 186, 480, 180, 690, 190, 14], [300, 244, 480, 254, 700, 246, 6]]) +
    seam("M290 230C420 244 580 244 712 230", body, 3.4) + piece(paint, bottom, { tones: accent, bevel: 18, drop: 6, leather: true }) + stitch("M268 706C400 732 600 732 732 706", accent.highlight, 2.4) +
    piece(paint, pocket, { bevel: 20, drop: 8 }) + zipLine("M344 556C440 566 560 566 656 556", body) + puller(paint, 372, 562, accent) + stitch("M338 720C420 738 580 738 662 720", accent.light, 2.4) +
    [390, 610].map((x) => strap(`M${x} 170L${x} 470`, accent, 30) + strap(`M${x} 150Q${x + 4} 146 ${x + 4} 170`, accent, 30) + clip(x, 420) + stitch(`M${x - 9} 180V390M${x + 9} 180V390`, accent.light, 1.8, "6 4")).join("") +
    raised(roundRect(460, 606, 80, 56, 6), paint.solid(roundRect(460, 606, 80, 56, 6), { tones: accent, material: "leather", bevel: 6 }), 5, 0.4) + stitch(roundRect(467, 613, 66, 42, 4), accent.highlight, 2, "5 4")
  );
}

function rucksack(paint: Paint): string {
  const { body, accent } = paint;
  const main = symmetric(500, 250, [[400, 248, 330, 256, 300, 300], [262, 420, 252, 620, 262, 740], [268, 796, 320, 804, 380, 804], [450, 806, 500, 806]]);
  const side = "M282 500C232 496 204 540 204 630C204 720 214 776 284 786L310 520Z";
  const sideFlap = "M286 484C236 480 206 500 200 566C230 582 266 584 300 574L310 500Z";
  const flap = symmetric(500, 184, [[400, 182, 320, 190, 296, 250], [276, 320, 274, 420, 282, 470], [300, 510, 420, 520, 500, 520]]);
  const pocket = symmetric(500, 560, [[420, 558, 350, 556, 336, 570], [324, 620, 322, 700, 330, 752], [346, 786, 430, 788, 500, 788]]);
  const pocketFlap = symmetric(500, 536, [[420, 534, 350, 532, 330, 542], [324, 590, 330, 626, 350, 634], [420, 646, 500, 646]]);
  const band = (x: number): string => {
    const d = `M${x - 19} 400L${x + 19} 400L${x + 19} 600L${x} 622L${x - 19} 600Z`;
    return raised(d, paint.solid(d, { tones: accent, material: "leather", bevel: 6 }), 6, 0.5) + stitch(`M${x - 12} 408V596L${x} 610L${x + 12} 596V408`, accent.highlight, 2, "6 4") + frame(paint, x - 27, 520, 54, 44, brass) + line(`M${x} 526V560`, brass.light, 6) + [574, 590].map((y) => `<circle cx="${x}" cy="${y}" r="3.4" fill="${accent.deep}"/>`).join("");
  };
  return (
    strap("M340 270C230 330 206 440 240 600", accent, 34) + strap("M660 270C770 330 794 440 760 600", accent, 34) + line("M450 194C446 120 554 120 550 194", accent.deep, 26) + line("M450 192C446 122 554 122 550 192", accent.base, 18) + line("M449 186C448 126 548 122 548 184", accent.light, 5, 0.8) +
    [side, mirrored(side)].map((d) => piece(paint, d, { bevel: 22 })).join("") + [sideFlap, mirrored(sideFlap)].map((d) => piece(paint, d, { bevel: 14 })).join("") +
    piece(paint, main, { bevel: 44, drop: 10 }) + folds(paint, main, sag, [[320, 520, 300, 620, 306, 740, 16]]) +
    piece(paint, pocket, { bevel: 26, drop: 9 }) + piece(paint, pocketFlap, { bevel: 16, drop: 7 }) + stitch("M342 560C340 600 344 618 358 624C430 634 570 634 642 624C656 618 660 600 658 560", accent.light, 2.2) +
    piece(paint, flap, { bevel: 36, drop: 12 }) + folds(paint, flap, [[310, 440, 480, 480, 690, 440, 13], [640, 220, 680, 320, 676, 460, 18], [400, 500, 420, 400, 380, 300, 12]], [[330, 230, 310, 330, 306, 440, 20], [400, 210, 500, 204, 620, 220, 14]]) +
    stitch("M292 440C300 494 420 506 500 506C580 506 700 494 708 440", accent.light, 2.4) + band(410) + band(590)
  );
}

/** A backpack: round daypack with zips, roll-top with clips, or rucksack with buckled flap. */
export const backpack: Drawing = (paint) =>
  paint.shadow(500, 804, 330, 26, 0.9) + ([daypack, rollTop, rucksack][paint.design]?.(paint) ?? daypack(paint));

/** A tote: canvas with leather handles, structured with a turn lock, or a slouching bucket with a drawn cord. */
export const tote: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const handle = (d: string, tones: Tones): string => line(d, tones.deep, 25) + line(d, tones.dark, 22) + line(d, tones.base, 15) + `<g transform="translate(-2 -3)">${line(d, tones.highlight, 4, 0.6)}</g>`;
  const floor = paint.shadow(500, 804, 330, 26, 0.9);
  if (design === 0) {
    const front = "M216 366C400 382 600 382 784 366L756 776C752 796 740 804 716 804L284 804C260 804 248 796 244 776Z";
    const back = "M216 366C300 336 700 336 784 366C700 392 300 392 216 366Z";
    const base = "M232 620C400 636 600 636 768 620L756 776C752 796 740 804 716 804L284 804C260 804 248 796 244 776Z";
    const tab = (x: number): string => {
      const d = `M${x - 22} 396L${x + 22} 396L${x + 24} 486L${x} 506L${x - 24} 486Z`;
      return piece(paint, d, { tones: accent, bevel: 6, drop: 5, leather: true }) + stitch(`M${x - 13} 404V478L${x} 490L${x + 13} 478V404Z`, accent.highlight, 2, "6 4") + rivet(paint, x, 440, 7, brass);
    };
    return (
      floor + handle("M384 372C384 190 420 150 500 150C580 150 616 190 616 372", accent) + shape(back, paint.linear([[0, body.dark], [1, "#0b0c11"]])) + piece(paint, front, { bevel: 34, drop: 9 }) +
      folds(paint, front, [[270, 400, 320, 540, 300, 700, 16], [730, 396, 690, 540, 706, 720, 18], [360, 400, 480, 470, 640, 400, 9], [420, 500, 430, 600, 400, 700, 10], [580, 500, 590, 620, 620, 720, 10]], [[330, 400, 350, 520, 340, 680, 20], [500, 440, 500, 560, 490, 690, 20]]) +
      stitch("M222 386C400 402 600 402 778 386", body.light, 2.4) + piece(paint, base, { tones: accent, bevel: 22, drop: 5, leather: true }) + stitch("M236 636C400 652 600 652 764 636", accent.highlight, 2.4) +
      handle("M370 440C362 210 410 176 500 176C590 176 638 210 630 440", accent) + tab(370) + tab(630)
    );
  }
  if (design === 1) {
    const front = "M258 420L742 420L796 780C798 796 790 804 772 804L228 804C210 804 202 796 204 780Z";
    const gusset = "M258 420C240 396 236 372 240 356L282 396ZM742 420C760 396 764 372 760 356L718 396Z";
    const top = "M240 356C400 344 600 344 760 356L742 424L258 424Z";
    const flap = "M396 384L604 384L596 540C580 572 420 572 404 540Z";
    const corner = "M204 780L212 716C246 722 274 756 280 804L228 804C210 804 202 796 204 780Z";
    return (
      floor + handle("M350 372C330 190 390 140 500 140C610 140 670 190 650 372", body) + shape(gusset, body.deep) + piece(paint, top, { bevel: 10, drop: 4 }) + zipLine("M286 382H714", accent) +
      piece(paint, front, { bevel: 28, drop: 9 }) + folds(paint, front, [[250, 780, 300, 640, 300, 440, 14], [760, 780, 700, 640, 700, 440, 18]], [[330, 440, 310, 600, 270, 780, 26], [560, 580, 570, 660, 560, 780, 22]]) +
      stitch("M270 434H730L780 788H220Z", accent.light, 2.4, "9 6") + [corner, mirrored(corner)].map((d) => piece(paint, d, { tones: accent, bevel: 8, drop: 4 })).join("") +
      handle("M338 500C318 220 390 172 500 172C610 172 682 220 662 500", body) + [338, 662].map((x) => piece(paint, `M${x - 20} 452L${x + 20} 452L${x + 20} 536L${x} 552L${x - 20} 536Z`, { tones: body, bevel: 6, drop: 5 }) + frame(paint, x - 24, 436, 48, 30, brass) + rivet(paint, x, 516, 6, brass)).join("") +
      piece(paint, flap, { tones: accent, bevel: 14, drop: 9 }) + stitch("M408 394L416 534C430 554 570 554 584 534L592 394", accent.highlight, 2.2) +
      raised(roundRect(462, 490, 76, 44, 10), shape(roundRect(462, 490, 76, 44, 10), paint.fill(brass, "metal", "diagonal")), 5, 0.5) + shape(ellipse(500, 512, 15), paint.fill(brass, "metal", "ball")) + shape(roundRect(494, 496, 12, 32, 4), paint.fill(brass, "metal", "tube"))
    );
  }
  const bag = symmetric(500, 372, [[400, 372, 340, 366, 306, 350], [280, 440, 236, 600, 226, 720], [222, 790, 300, 804, 500, 806]]);
  const mouth = "M306 350C360 314 640 314 694 350C640 382 360 382 306 350Z";
  const base = "M230 690C340 734 660 734 770 690L774 730C776 790 700 804 500 806C300 804 224 790 226 730Z";
  const gathers: Crease[] = [320, 360, 400, 440, 480, 520, 560, 600, 640, 676].map((x, index) => [x, 372, x + (x - 500) * 0.1, 470, x + (x - 500) * 0.34, 600 + ((index * 37) % 60), 9]);
  const shines: Crease[] = [340, 382, 424, 462, 500, 540, 582, 622].map((x, index) => [x, 372, x + (x - 500) * 0.12, 460, x + (x - 500) * 0.36, 580 + ((index * 29) % 70), 8]);
  return (
    floor + strap("M322 366C220 180 380 100 500 100C620 100 780 180 678 366", accent, 30) + shape(mouth, paint.linear([[0, body.dark], [1, "#0a0b10"]])) + piece(paint, bag, { bevel: 46, drop: 10 }) + folds(paint, bag, gathers, shines, { strength: 1.1 }) +
    stitch("M312 366C400 392 600 392 688 366", body.light, 2.2) + [350, 410, 470, 530, 590, 650].map((x) => `<ellipse cx="${x}" cy="${430 - Math.abs(x - 500) * 0.06}" rx="10" ry="13" fill="#08090d"/><ellipse cx="${x}" cy="${430 - Math.abs(x - 500) * 0.06}" rx="10" ry="13" fill="none" stroke="${brass.light}" stroke-width="4.4"/>`).join("") +
    strap("M290 418C310 424 330 424 350 422M410 426C430 428 450 430 470 430M530 430C550 430 570 428 590 426M650 422C670 420 690 420 710 416", accent, 12) + strap("M470 430C486 470 470 520 462 560M530 430C514 480 528 530 536 574", accent, 11) +
    [[462, 566], [537, 580]].map(([x, y]) => piece(paint, `M${(x ?? 0) - 8} ${y}L${(x ?? 0) + 8} ${y}L${(x ?? 0) + 18} ${(y ?? 0) + 58}L${(x ?? 0) - 18} ${(y ?? 0) + 58}Z`, { tones: accent, bevel: 5, drop: 6, leather: true })).join("") +
    piece(paint, base, { tones: accent, bevel: 20, drop: 5, leather: true }) + stitch("M234 706C344 748 656 748 766 706", accent.highlight, 2.4) + [[312, 366], [688, 366]].map(([x, y]) => rivet(paint, x ?? 0, (y ?? 0) + 6, 12, brass)).join("")
  );
};

/** A travel bag: canvas weekender, leather holdall with buckled belts, or barrel sport bag with mesh end. */
export const duffel: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const barrel = design === 2;
  const main = barrel
    ? "M190 470C190 396 224 372 280 372L740 372C790 372 816 400 820 470L826 700C826 776 800 804 740 804L270 804C210 804 184 776 184 700Z"
    : "M150 560C162 450 220 396 310 390L690 390C780 396 838 450 850 560L862 740C862 790 846 804 810 804L190 804C154 804 138 790 138 740Z";
  const floor = paint.shadow(500, 806, 410, 26, 0.9);
  const bodyFolds = folds(paint, main, [[170, 760, 220, 600, 290, 440, 18], [840, 760, 780, 600, 700, 420, 20], [360, 440, 400, 600, 370, 790, 14], [640, 440, 610, 600, 640, 790, 14], [240, 640, 480, 690, 760, 640, 15], [460, 410, 520, 450, 600, 410, 10]], [[240, 470, 200, 580, 190, 740, 22], [420, 430, 440, 560, 430, 760, 22], [300, 420, 480, 412, 680, 420, 16]]);
  const grip = (d: string): string => strap(d, accent, 30) + stitch(d, accent.highlight, 2, "7 5");
  if (barrel) {
    const end = "M184 700L190 470C190 396 224 372 280 372C250 430 244 500 244 588C244 680 254 760 290 804L270 804C210 804 184 776 184 700Z";
    const pocket = "M380 560L690 560L690 760C600 772 470 772 380 760Z";
    return (
      floor + strap("M216 440C150 200 620 120 812 452", accent, 26) + piece(paint, main, { bevel: 50, drop: 10 }) + bodyFolds + piece(paint, end, { tones: accent, bevel: 20, drop: 5 }) + folds(paint, end, [[200, 560, 230, 600, 244, 700, 12]], [[214, 440, 206, 560, 206, 700, 14]], { tones: accent }) +
      zipLine("M262 424C400 408 640 408 806 424", accent) + puller(paint, 720, 420, accent) + strap("M352 392L352 800M718 392L718 800", accent, 30) +
      grip("M352 700C352 340 400 290 500 290C610 290 718 330 718 700") + piece(paint, pocket, { bevel: 18, drop: 7 }) + zipLine("M396 596H674", accent) + puller(paint, 430, 596, accent) +
      raised(roundRect(474, 296, 112, 44, 14), paint.solid(roundRect(474, 276, 112, 44, 14), { tones: accent, material: "leather", bevel: 8 }), 5, 0.4) + shape("M490 730L524 680L544 702L556 690L584 730Z", accent.base) + line("M380 560H690", body.highlight, 2, 0.5)
    );
  }
  const corner = "M138 740C144 690 150 640 156 600C220 610 260 680 262 804L190 804C154 804 138 790 138 740Z";
  const bottom = "M140 700C400 724 600 724 860 700L862 740C862 790 846 804 810 804L190 804C154 804 138 790 138 740Z";
  const belt = (x: number): string => {
    const d = `M${x - 24} 386L${x + 24} 386L${x + 26} 640L${x} 662L${x - 26} 640Z`;
    return piece(paint, d, { tones: accent, bevel: 7, drop: 6, leather: true }) + stitch(`M${x - 15} 394L${x - 16} 634L${x} 648L${x + 16} 634L${x + 15} 394`, accent.highlight, 2, "6 4") + (design === 1 ? frame(paint, x - 34, 540, 68, 52, brass) + line(`M${x} 546V586`, brass.light, 7) + [606, 624].map((y) => `<circle cx="${x}" cy="${y}" r="3.6" fill="${accent.deep}"/>`).join("") : rivet(paint, x, 620, 8, brass) + rivet(paint, x, 470, 8, brass));
  };
  const tag = "M716 470L770 470L774 566L744 584L712 566Z";
  return (
    floor + grip("M356 400C330 200 400 160 500 160C600 160 670 200 644 400") + piece(paint, main, { bevel: 46, drop: 10 }) + bodyFolds + zipLine("M214 440C340 404 660 404 786 440", accent) + puller(paint, 260, 428, accent) +
    (design === 0 ? piece(paint, bottom, { tones: accent, bevel: 22, drop: 5, leather: true }) + stitch("M144 716C400 740 600 740 856 716", accent.highlight, 2.4) : [corner, mirrored(corner)].map((d) => piece(paint, d, { tones: accent, bevel: 12, drop: 5, leather: true })).join("") + stitch("M160 614C214 626 246 688 250 790M840 614C786 626 754 688 750 790", accent.highlight, 2.2) + seam("M262 720C400 736 600 736 738 720", body, 3)) +
    belt(356) + belt(644) + grip("M356 470C330 236 400 196 500 196C600 196 670 236 644 470") + raised(roundRect(448, 178, 104, 42, 16), paint.solid(roundRect(448, 176, 104, 42, 16), { tones: accent, material: "leather", bevel: 8 }), 5, 0.4) +
    (design === 1 ? line("M744 440V476", brass.base, 6) + piece(paint, tag, { tones: accent, bevel: 7, drop: 6, leather: true }) + stitch("M724 482L762 482L765 560L744 572L721 560Z", accent.highlight, 2, "5 4") : "") + [[176, 520], [824, 520]].map(([x, y]) => frame(paint, (x ?? 0) - 17, (y ?? 0) - 17, 34, 34, brass, 20)).join("")
  );
};
