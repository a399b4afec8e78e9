import { line, shape } from "../electronics/parts.ts";
import { type Drawing, type Paint, roundRect } from "../studio.ts";
import type { Tones } from "../tone.ts";
import { button, type Crease, folds, mirrored, raised, rivet, seam, stitch, symmetric } from "./cloth.ts";
import { cloth, insideBack, plainCut } from "./garment.ts";

const copper: Tones = { highlight: "#fde3c8", light: "#dfa878", base: "#b27444", dark: "#774525", deep: "#3f2211" };

type Leg = { outline: string; inner: string; folds: readonly Crease[]; lights: readonly Crease[]; hem: string };

/** A trouser leg from hip to hem: half waist, hip, knee and hem places of the left side. */
function leg(hipX: number, kneeX: number, hemX: number, hemInner: number, kneeInner: number): Leg {
  const outline =
    `M404 150C396 220 ${hipX + 6} 260 ${hipX} 330C${hipX - 6} 420 ${kneeX} 480 ${kneeX} 560C${kneeX} 640 ${hemX} 720 ${hemX} 792` +
    `Q${(hemX + hemInner) / 2} 808 ${hemInner} 796C${hemInner} 700 ${kneeInner} 620 ${kneeInner} 560C${kneeInner + 6} 480 492 430 502 372L504 150Z`;
  const inner = `M${hemInner} 796C${hemInner} 700 ${kneeInner} 620 ${kneeInner} 560C${kneeInner + 6} 480 492 430 500 372`;
  return {
    outline,
    inner,
    folds: [
      [500, 372, 440, 380, 386, 352, 11], [498, 392, 450, 420, 396, 420, 9], [kneeInner - 2, 540, kneeInner - 40, 560, kneeX + 16, 544, 9], [kneeX + 4, 580, kneeX + 50, 600, kneeInner - 4, 588, 8],
      [kneeInner, 480, kneeInner - 30, 640, hemInner - 6, 780, 12], [hemX + 4, 740, hemX + 46, 762, hemInner - 6, 744, 8], [hemX + 4, 776, hemX + 40, 784, hemInner - 10, 770, 6],
    ],
    lights: [[hipX + 40, 300, kneeX + 34, 460, kneeX + 40, 620, 22], [kneeX + 44, 640, hemX + 40, 700, hemX + 42, 760, 16], [430, 400, 450, 398, 486, 390, 6]],
    hem: `M${hemX} 778Q${(hemX + hemInner) / 2} 794 ${hemInner} 782`,
  };
}

/** Jeans: straight with turned-up hems, slim with a faded thigh, or high and wide. */
export const jeans: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const cut = { 0: leg(352, 352, 352, 474, 484), 1: leg(358, 376, 392, 474, 484), 2: leg(342, 318, 276, 478, 488) }[design];
  const thread = accent.light;
  const right = mirrored(cut.outline);
  const flip = (list: readonly Crease[]): Crease[] => list.map(([x1, y1, cx, cy, x2, y2, width]) => [1000 - x1, y1, 1000 - cx, cy + 8, 1000 - x2, y2, width]);
  const legOf = (d: string, dark: readonly Crease[], light: readonly Crease[], shade: number): string =>
    raised(d, cloth(paint, d, body, { bevel: 22 }), 8, 0.35) + folds(paint, d, dark, light, { strength: 0.9 }) + shape(d, "#060812", shade);
  const waist = symmetric(500, 158, [[450, 158, 420, 152, 402, 142], [398, 186], [430, 200, 500, 202]]);
  const inside = symmetric(500, 122, [[450, 122, 416, 128, 402, 142], [430, 158, 500, 160]]);
  const top = "M402 140L598 140L660 372L500 400L340 372Z";
  const pocket = "M402 196C404 240 386 262 366 272";
  const coin = "M384 252L384 222C396 216 404 206 410 198";
  const fly = "M500 204V372M500 372C524 362 536 340 538 300L538 206";
  const loop = (x: number): string => {
    const d = roundRect(x, 138, 16, 70, 3);
    return raised(d, cloth(paint, d, body, { bevel: 4 }), 4, 0.4);
  };
  const fade =
    design === 1
      ? [0, 1].map((side) => paint.glow(side === 0 ? 424 : 576, 440, 46, 130, 0.3, body.highlight) + line(`M${side === 0 ? 396 : 548} 560q28 10 52 0M${side === 0 ? 398 : 550} 576q26 8 48 2M${side === 0 ? 400 : 552} 590q24 8 44 0`, body.highlight, 3.4, 0.8)).join("")
      : "";
  const turnUp = "M346 738Q410 756 480 742L478 800Q410 814 344 796Z";
  const hems =
    design === 0
      ? raised(turnUp, paint.solid(turnUp, { tones: { ...body, base: body.light, light: body.highlight, dark: body.base, deep: body.dark }, bevel: 8 }), 6, 0.45) +
        raised(mirrored(turnUp), paint.solid(mirrored(turnUp), { tones: { ...body, base: body.light, light: body.highlight, dark: body.base, deep: body.dark }, bevel: 8 }), 6, 0.45) +
        stitch("M348 750Q410 768 478 754M522 754Q590 768 652 750", thread, 2.2)
      : stitch(cut.hem, thread, 2.2) + stitch(mirrored(cut.hem), thread, 2.2);
  const outer = cut.outline.slice(0, cut.outline.indexOf("Q"));
  return (
    paint.shadow(500, 806, design === 2 ? 280 : 200, 20, 0.8) +
    `<g transform="translate(500 800) scale(1.08 1.02) translate(-500 -800)">` +
    shape(inside, paint.linear([[0, body.dark], [1, body.deep]])) + shape(roundRect(476, 128, 48, 22, 3), paint.fill(accent, "leather", "down")) +
    legOf(right, flip(cut.folds), flip(cut.lights), 0.12) + legOf(cut.outline, cut.folds, cut.lights, 0) + fade +
    `<g clip-path="${paint.clip(cut.outline + right)}">` + `<g transform="translate(8 0)">${stitch(outer, thread, 2.2)}</g><g transform="translate(-8 0)">${stitch(mirrored(outer), thread, 2.2)}</g></g>` +
    folds(paint, top, [[420, 240, 456, 300, 486, 366, 8], [590, 240, 548, 320, 506, 384, 9], [440, 350, 480, 372, 500, 392, 6]], [[430, 220, 460, 280, 470, 340, 10]], {}) +
    seam(pocket, body, 3) + seam(mirrored(pocket), body, 3) + stitch("M410 200C412 246 392 270 368 282M590 200C588 246 608 270 632 282", thread, 2.2) + stitch(coin, thread, 2.2) +
    [[400, 204], [368, 268], [600, 204], [632, 268]].map(([x, y]) => rivet(paint, x ?? 0, y ?? 0, 5.5, copper)).join("") +
    seam(fly, body, 2.6) + stitch("M508 366C528 354 538 334 540 298L540 206M516 372C536 360 547 338 548 300L548 206", thread, 2.2) + seam("M500 372C490 400 486 420 486 440", body, 2) +
    raised(waist, cloth(paint, waist, body, { bevel: 8 }), 5, 0.4) + stitch("M406 152C430 162 570 162 594 152M402 180C430 192 570 192 598 180", thread, 2.2) +
    loop(424) + loop(560) + rivet(paint, 500, 179, 12, copper) + hems + "</g>"
  );
};

function slipDress(paint: Paint): string {
  const { body, accent } = paint;
  const outline = symmetric(500, 250, [
    [470, 250, 440, 232, 414, 196], [398, 226, 388, 268, 388, 310], [400, 380, 408, 420, 408, 450], [384, 560, 322, 700, 292, 778], [330, 806, 380, 790, 420, 804], [460, 812, 480, 798, 500, 806],
  ]);
  const back = symmetric(500, 262, [[450, 262, 410, 256, 396, 246], [404, 300], [500, 320]]);
  const strap = "M414 200C420 150 436 108 458 96C446 120 436 160 430 214";
  const hang: readonly Crease[] = [
    [410, 460, 370, 640, 330, 800, 20], [444, 470, 424, 640, 398, 804, 16], [484, 480, 478, 660, 462, 806, 15], [528, 480, 536, 660, 540, 806, 16], [568, 470, 590, 640, 616, 804, 18], [594, 470, 636, 640, 676, 796, 17], [396, 320, 430, 350, 470, 346, 8], [604, 320, 566, 352, 530, 346, 8], [408, 436, 450, 452, 500, 446, 7], [592, 436, 550, 456, 500, 450, 7],
  ];
  const light: readonly Crease[] = [[424, 470, 396, 640, 362, 796, 16], [462, 500, 450, 660, 430, 800, 13], [506, 490, 508, 660, 500, 800, 15], [550, 490, 564, 650, 580, 800, 14], [420, 260, 412, 330, 420, 420, 14], [584, 500, 610, 640, 640, 790, 10]];
  const trim = "M414 196C440 232 470 250 500 250C530 250 560 232 586 196L592 208C566 248 532 266 500 266C468 266 434 248 408 208Z";
  return (
    shape(back, paint.linear([[0, body.dark], [1, body.deep]])) + line(strap, accent.dark, 9) + line(strap, accent.light, 4) + line(mirrored(strap), accent.dark, 9) + line(mirrored(strap), accent.base, 4) +
    raised(outline, cloth(paint, outline, body, { bevel: 28 }), 8, 0.35) + folds(paint, outline, hang, light, { strength: 0.95 }) + raised(trim, paint.solid(trim, { tones: accent, bevel: 5 }), 4, 0.4) +
    seam("M410 448C440 462 560 462 590 448", body, 2) + line("M300 766C340 794 380 776 424 790C460 800 480 784 500 792C530 786 560 800 590 790C630 776 664 794 700 766", accent.base, 6, 0.85)
  );
}

function wrapDress(paint: Paint): string {
  const { body, accent } = paint;
  const cut = { ...plainCut, neckX: 432, neckY: 110, depth: 190, shoulderX: 356, shoulderY: 146 };
  const outline = symmetric(500, 330, [
    [470, 260, 440, 180, 432, 110], [396, 126, 358, 146], [362, 210, 372, 250, 386, 300], [396, 350, 412, 390, 412, 420], [384, 540, 330, 680, 302, 768], [360, 800, 430, 800, 500, 800],
  ]);
  const arm = "M364 144C312 164 286 220 262 300Q300 340 356 338C372 320 384 306 392 296L396 160Z";
  const over = "M432 110C446 190 520 300 592 400L588 424C600 560 650 690 676 780C620 800 560 806 500 804C470 690 452 560 456 424L412 418C420 380 440 300 500 300Z";
  const panel = "M568 108C556 180 500 300 414 386L412 424L588 424C584 380 592 340 614 300C632 240 640 200 642 146Z";
  const hang: readonly Crease[] = [[416, 430, 380, 600, 340, 790, 18], [440, 430, 420, 620, 396, 800, 15], [500, 430, 540, 600, 560, 800, 18], [560, 430, 600, 600, 640, 790, 18], [470, 440, 470, 640, 452, 800, 12], [524, 440, 580, 580, 604, 800, 10]];
  const light: readonly Crease[] = [[428, 440, 400, 600, 368, 790, 15], [480, 450, 500, 640, 510, 800, 14], [546, 450, 580, 620, 600, 790, 12], [404, 160, 400, 220, 416, 300, 12]];
  const dots = Array.from({ length: 120 }, (_, index) => {
    const x = 260 + (index % 12) * 44 + (Math.floor(index / 12) % 2) * 22;
    const y = 120 + Math.floor(index / 12) * 72;
    return `M${x} ${y}l7 -9l7 9l-7 9zM${x + 22} ${y + 34}l4 -4l4 4l-4 4z`;
  }).join("");
  const print = (d: string): string => `<g clip-path="${paint.clip(d)}">${shape(dots, accent.light, 0.75)}</g>`;
  const belt = "M408 402C450 414 550 414 592 402L594 434C550 446 450 446 406 434Z";
  const tail = "M556 430C580 470 590 540 584 610L556 604C560 540 552 480 536 436Z";
  const bow = "M560 418C590 384 640 384 646 404C650 428 600 434 560 422Z";
  const armOf = (d: string, shade: number): string => raised(d, cloth(paint, d, body, { bevel: 18 }), 5, 0.35) + print(d) + shape(d, "#060812", shade);
  const drapes = folds(paint, outline, [[420, 250, 470, 300, 560, 396, 9], [400, 300, 440, 350, 510, 404, 9], [600, 220, 560, 300, 500, 372, 9], [600, 300, 570, 350, 540, 396, 8]], [[410, 220, 460, 300, 540, 390, 6]], {});
  return (
    insideBack(paint, cut, body, accent, 20) + armOf(arm, 0) + armOf(mirrored(arm), 0.14) + raised(outline, cloth(paint, outline, body, { bevel: 26 }), 10, 0.4) +
    `<g clip-path="${paint.clip(outline)}">${raised(panel, cloth(paint, panel, body, { bevel: 12 }), 6, 0.4)}${shape(over, "#05070c", 0.001)}</g>` + print(outline) + folds(paint, outline, hang, light, {}) + drapes +
    seam("M570 112C556 190 500 300 412 392", body, 3) + seam("M456 436C452 560 470 700 500 804", body, 3) +
    part(paint, tail, accent, 6) + part(paint, belt, accent, 8) + folds(paint, belt, [[410, 420, 480, 434, 540, 424, 4]], [], { tones: accent }) + part(paint, bow, accent, 6) + part(paint, roundRect(542, 400, 34, 38, 10), accent, 6)
  );
}

const part = (paint: Paint, d: string, tones: Tones, bevel: number): string => raised(d, paint.solid(d, { tones, bevel, texture: false }), 6, 0.45);

function shirtDress(paint: Paint): string {
  const { body, accent } = paint;
  const cut = { ...plainCut, neckX: 440, neckY: 98, depth: 70, shoulderX: 362, shoulderY: 132 };
  const bodyOutline = symmetric(500, 160, [[470, 160, 450, 130, 440, 98], [400, 112, 362, 132], [364, 200, 378, 250, 390, 296], [400, 340, 408, 370, 408, 400], [440, 410, 500, 410]]);
  const skirt = symmetric(500, 404, [[450, 404, 408, 398], [372, 520, 300, 680, 268, 770], [300, 800, 330, 776, 360, 796], [400, 812, 430, 786, 462, 802], [480, 806, 500, 798]]);
  const arm = "M370 130C322 148 306 200 296 262C284 330 274 380 268 430Q296 446 332 440C344 370 366 330 390 290L392 150Z";
  const cuff = "M266 418Q296 436 336 428L332 462Q296 468 262 454Z";
  const pleats = Array.from({ length: 15 }, (_, index) => {
    const top = 416 + index * 12;
    const bottom = 282 + index * 31;
    return `M${top} 410L${bottom} 800`;
  }).join("");
  const panels = Array.from({ length: 14 }, (_, index) => {
    const top = 416 + index * 12;
    const bottom = 282 + index * 31;
    return `M${top} 410L${top + 5} 410L${bottom + 15} 806L${bottom} 806Z`;
  }).join("");
  const collar = "M440 92C446 116 472 142 500 156L470 206C436 190 412 152 414 108C420 96 430 90 440 92Z";
  const belt = "M404 384C450 396 550 396 596 384L598 418C550 430 450 430 402 418Z";
  const armOf = (d: string, shade: number): string => raised(d, cloth(paint, d, body, { bevel: 16 }), 5, 0.35) + shape(d, "#060812", shade);
  return (
    insideBack(paint, cut, body, accent, 20) + armOf(arm, 0) + armOf(mirrored(arm), 0.14) + part(paint, cuff, accent, 6) + part(paint, mirrored(cuff), accent, 6) +
    raised(skirt, cloth(paint, skirt, body, { bevel: 24 }), 8, 0.4) + `<g clip-path="${paint.clip(skirt)}">${shape(panels, body.deep, 0.34)}${line(pleats, body.highlight, 3, 0.5)}</g>` +
    raised(bodyOutline, cloth(paint, bodyOutline, body, { bevel: 20 }), 6, 0.35) + folds(paint, bodyOutline, [[394, 290, 430, 330, 460, 400, 9], [606, 290, 566, 330, 540, 400, 9], [420, 400, 440, 340, 446, 300, 8], [570, 400, 560, 340, 556, 300, 8]], [[400, 170, 406, 240, 420, 300, 12]], {}) +
    seam("M500 160V404", body, 2.6) + stitch("M488 164V390M512 164V390", body.light, 2) + [196, 248, 300, 352].map((y) => button(paint, 500, y, 7, accent)).join("") +
    part(paint, belt, accent, 8) + `<rect x="474" y="378" width="52" height="48" rx="8" fill="none" stroke="#05070c" stroke-opacity="0.5" stroke-width="9" transform="translate(2 4)"/><rect x="474" y="378" width="52" height="48" rx="8" fill="none" stroke="${paint.fill(copper, "metal", "diagonal")}" stroke-width="8"/>` +
    part(paint, collar, accent, 8) + part(paint, mirrored(collar), accent, 8)
  );
}

/** A dress: slip on thin straps, printed wrap with a tied belt, or shirt dress with a pleated skirt. */
export const dress: Drawing = (paint) =>
  paint.shadow(500, 808, 240, 20, 0.75) + ([slipDress, wrapDress, shirtDress][paint.design]?.(paint) ?? slipDress(paint));
