import { line, shape } from "../electronics/parts.ts";
import { type Drawing, type Paint, roundRect } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { button, type Crease, folds, mirrored, raised, seam, stitch, symmetric } from "./cloth.ts";
import { cloth, insideBack, plainCut } from "./garment.ts";

const copper: Tones = { highlight: "#fde3c8", light: "#dfa878", base: "#b27444", dark: "#774525", deep: "#3f2211" };

function slipDress(paint: Paint): string {
  const { body, accent } = paint;
  const outline = symmetric(500, 250, [
    [470, 250, 440, 232, 414, 196],
    [398, 226, 388, 268, 388, 310],
    [400, 380, 408, 420, 408, 450],
    [384, 560, 322, 700, 292, 778],
    [330, 806, 380, 790, 420, 804],
    [460, 812, 480, 798, 500, 806],
  ]);
  const back = symmetric(500, 262, [
    [450, 262, 410, 256, 396, 246],
    [404, 300],
    [500, 320],
  ]);
  const strap = "M414 200C420 150 436 108 458 96C446 120 436 160 430 214";
  const hang: readonly Crease[] = [
    [410, 460, 370, 640, 330, 800, 20],
    [444, 470, 424, 640, 398, 804, 16],
    [484, 480, 478, 660, 462, 806, 15],
    [528, 480, 536, 660, 540, 806, 16],
    [568, 470, 590, 640, 616, 804, 18],
    [594, 470, 636, 640, 676, 796, 17],
    [396, 320, 430, 350, 470, 346, 8],
    [604, 320, 566, 352, 530, 346, 8],
    [408, 436, 450, 452, 500, 446, 7],
    [592, 436, 550, 456, 500, 450, 7],
  ];
  const light: readonly Crease[] = [
    [424, 470, 396, 640, 362, 796, 16],
    [462, 500, 450, 660, 430, 800, 13],
    [506, 490, 508, 660, 500, 800, 15],
    [550, 490, 564, 650, 580, 800, 14],
    [420, 260, 412, 330, 420, 420, 14],
    [584, 500, 610, 640, 640, 790, 10],
  ];
  const trim =
    "M414 196C440 232 470 250 500 250C530 250 560 232 586 196L592 208C566 248 532 266 500 266C468 266 434 248 408 208Z";
  return (
    shape(
      back,
      paint.linear([
        [0, body.dark],
        [1, body.deep],
      ]),
    ) +
    line(strap, accent.dark, 9) +
    line(strap, accent.light, 4) +
    line(mirrored(strap), accent.dark, 9) +
    line(mirrored(strap), accent.base, 4) +
    raised(outline, cloth(paint, outline, body, { bevel: 28 }), 8, 0.35) +
    folds(paint, outline, hang, light, { strength: 0.95 }) +
    raised(trim, paint.solid(trim, { tones: accent, bevel: 5 }), 4, 0.4) +
    seam("M410 448C440 462 560 462 590 448", body, 2) +
    line(
      "M300 766C340 794 380 776 424 790C460 800 480 784 500 792C530 786 560 800 590 790C630 776 664 794 700 766",
      accent.base,
      6,
      0.85,
    )
  );
}

function wrapDress(paint: Paint): string {
  const { body, accent } = paint;
  const cut = { ...plainCut, neckX: 432, neckY: 110, depth: 190, shoulderX: 356, shoulderY: 146 };
  const outline = symmetric(500, 330, [
    [470, 260, 440, 180, 432, 110],
    [396, 126, 358, 146],
    [362, 210, 372, 250, 386, 300],
    [396, 350, 412, 390, 412, 420],
    [384, 540, 330, 680, 302, 768],
    [360, 800, 430, 800, 500, 800],
  ]);
  const arm = "M364 144C312 164 286 220 262 300Q300 340 356 338C372 320 384 306 392 296L396 160Z";
  const panel = "M568 108C556 180 500 300 414 386L412 424L588 424C584 380 592 340 614 300C632 240 640 200 642 146Z";
  const hang: readonly Crease[] = [
    [416, 430, 380, 600, 340, 790, 18],
    [440, 430, 420, 620, 396, 800, 15],
    [500, 430, 540, 600, 560, 800, 18],
    [560, 430, 600, 600, 640, 790, 18],
    [470, 440, 470, 640, 452, 800, 12],
    [524, 440, 580, 580, 604, 800, 10],
  ];
  const light: readonly Crease[] = [
    [428, 440, 400, 600, 368, 790, 15],
    [480, 450, 500, 640, 510, 800, 14],
    [546, 450, 580, 620, 600, 790, 12],
    [404, 160, 400, 220, 416, 300, 12],
  ];
  const dots = Array.from({ length: 120 }, (_, index) => {
    const x = 260 + (index % 12) * 44 + (Math.floor(index / 12) % 2) * 22;
    const y = 120 + Math.floor(index / 12) * 72;
    return `M${x} ${y}l7 -9l7 9l-7 9zM${x + 22} ${y + 34}l4 -4l4 4l-4 4z`;
  }).join("");
  const print = (d: string): string => `<g clip-path="${paint.clip(d)}">${shape(dots, accent.light, 0.75)}</g>`;
  const belt = "M408 402C450 414 550 414 592 402L594 434C550 446 450 446 406 434Z";
  const tail = "M556 430C580 470 590 540 584 610L556 604C560 540 552 480 536 436Z";
  const bow = "M560 418C590 384 640 384 646 404C650 428 600 434 560 422Z";
  const armOf = (d: string, shade: number): string =>
    raised(d, cloth(paint, d, body, { bevel: 18 }), 5, 0.35) + print(d) + shape(d, "#060812", shade);
  const drapes = folds(
    paint,
    outline,
    [
      [420, 250, 470, 300, 560, 396, 9],
      [400, 300, 440, 350, 510, 404, 9],
      [600, 220, 560, 300, 500, 372, 9],
      [600, 300, 570, 350, 540, 396, 8],
    ],
    [[410, 220, 460, 300, 540, 390, 6]],
    {},
  );
  return (
    insideBack(paint, cut, body, accent, 20) +
    armOf(arm, 0) +
    armOf(mirrored(arm), 0.14) +
    raised(outline, cloth(paint, outline, body, { bevel: 26 }), 10, 0.4) +
    `<g clip-path="${paint.clip(outline)}">${raised(panel, cloth(paint, panel, body, { bevel: 12 }), 6, 0.4)}</g>` +
    print(outline) +
    folds(paint, outline, hang, light, {}) +
    drapes +
    seam("M570 112C556 190 500 300 412 392", body, 3) +
    seam("M456 436C452 560 470 700 500 804", body, 3) +
    trim(paint, tail, accent, 6) +
    trim(paint, belt, accent, 8) +
    folds(paint, belt, [[410, 420, 480, 434, 540, 424, 4]], [], { tones: accent }) +
    trim(paint, bow, accent, 6) +
    trim(paint, roundRect(542, 400, 34, 38, 10), accent, 6)
  );
}

const trim = (paint: Paint, d: string, tones: Tones, bevel: number): string =>
  raised(d, paint.solid(d, { tones, bevel, texture: false }), 6, 0.45);

function shirtDress(paint: Paint): string {
  const { body, accent } = paint;
  const cut = { ...plainCut, neckX: 440, neckY: 98, depth: 70, shoulderX: 362, shoulderY: 132 };
  const bodyOutline = symmetric(500, 160, [
    [470, 160, 450, 130, 440, 98],
    [400, 112, 362, 132],
    [364, 200, 378, 250, 390, 296],
    [400, 340, 408, 370, 408, 400],
    [440, 410, 500, 410],
  ]);
  const skirt = symmetric(500, 404, [
    [450, 404, 408, 398],
    [372, 520, 300, 680, 268, 770],
    [300, 800, 330, 776, 360, 796],
    [400, 812, 430, 786, 462, 802],
    [480, 806, 500, 798],
  ]);
  const arm =
    "M370 130C322 148 306 200 296 262C284 330 274 380 268 430Q296 446 332 440C344 370 366 330 390 290L392 150Z";
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
  const armOf = (d: string, shade: number): string =>
    raised(d, cloth(paint, d, body, { bevel: 16 }), 5, 0.35) + shape(d, "#060812", shade);
  return (
    insideBack(paint, cut, body, accent, 20) +
    armOf(arm, 0) +
    armOf(mirrored(arm), 0.14) +
    trim(paint, cuff, accent, 6) +
    trim(paint, mirrored(cuff), accent, 6) +
    raised(skirt, cloth(paint, skirt, body, { bevel: 24 }), 8, 0.4) +
    `<g clip-path="${paint.clip(skirt)}">${shape(panels, body.deep, 0.34)}${line(pleats, body.highlight, 3, 0.5)}</g>` +
    raised(bodyOutline, cloth(paint, bodyOutline, body, { bevel: 20 }), 6, 0.35) +
    folds(
      paint,
      bodyOutline,
      [
        [394, 290, 430, 330, 460, 400, 9],
        [606, 290, 566, 330, 540, 400, 9],
        [420, 400, 440, 340, 446, 300, 8],
        [570, 400, 560, 340, 556, 300, 8],
      ],
      [[400, 170, 406, 240, 420, 300, 12]],
      {},
    ) +
    seam("M500 160V404", body, 2.6) +
    stitch("M488 164V390M512 164V390", body.light, 2) +
    [196, 248, 300, 352].map((y) => button(paint, 500, y, 7, accent)).join("") +
    trim(paint, belt, accent, 8) +
    `<rect x="474" y="378" width="52" height="48" rx="8" fill="none" stroke="#05070c" stroke-opacity="0.5" stroke-width="9" transform="translate(2 4)"/><rect x="474" y="378" width="52" height="48" rx="8" fill="none" stroke="${paint.fill(copper, "metal", "diagonal")}" stroke-width="8"/>` +
    trim(paint, collar, accent, 8) +
    trim(paint, mirrored(collar), accent, 8)
  );
}

/** A dress: slip on thin straps, printed wrap with a tied belt, or shirt dress with a pleated skirt. */
export const dress: Drawing = (paint) =>
  paint.shadow(500, 808, 240, 20, 0.75) +
  ([slipDress, wrapDress, shirtDress][paint.design]?.(paint) ?? slipDress(paint));
