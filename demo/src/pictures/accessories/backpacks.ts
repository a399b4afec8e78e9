import { graphite, line, shape } from "../electronics/parts.ts";
import { type Crease, folds, mirrored, raised, seam, stitch, symmetric } from "../fashion/cloth.ts";
import { type Drawing, type Paint, roundRect } from "../paint.ts";
import { brass } from "./jewels.ts";
import { frame, piece, puller, strap, zipLine } from "./sewn.ts";

const sag: readonly Crease[] = [
  [300, 440, 330, 600, 316, 760, 16],
  [690, 430, 664, 600, 690, 770, 20],
  [320, 700, 480, 740, 680, 700, 14],
];

function daypack(paint: Paint): string {
  const { body, accent } = paint;
  const main = symmetric(500, 172, [
    [390, 172, 310, 210, 284, 320],
    [262, 430, 252, 620, 262, 730],
    [266, 790, 310, 800, 360, 802],
    [440, 804, 500, 804],
  ]);
  const side = "M276 520C236 520 214 560 214 640C214 730 226 776 280 786L300 540Z";
  const pocket = symmetric(500, 504, [
    [400, 500, 340, 502, 322, 524],
    [300, 560, 298, 700, 310, 750],
    [318, 784, 360, 788, 500, 788],
  ]);
  const small = roundRect(430, 330, 140, 100, 16);
  return (
    strap("M330 250C240 300 210 420 250 560", accent, 34) +
    strap("M670 250C760 300 790 420 750 560", accent, 34) +
    line("M452 180C450 110 550 110 548 180", accent.deep, 26) +
    line("M452 178C450 112 550 112 548 178", accent.base, 19) +
    line("M450 174C450 114 546 112 545 170", accent.light, 6, 0.8) +
    piece(paint, side, { bevel: 16 }) +
    piece(paint, mirrored(side), { bevel: 16 }) +
    piece(paint, main, { bevel: 46, drop: 10 }) +
    folds(paint, main, sag, [
      [380, 210, 320, 300, 304, 480, 24],
      [440, 200, 520, 190, 620, 220, 12],
    ]) +
    zipLine("M300 470C286 330 350 226 500 222C650 226 714 330 700 470", body) +
    puller(paint, 300, 470, accent) +
    piece(paint, small, { tones: accent, bevel: 8, drop: 5, leather: true }) +
    stitch(roundRect(438, 338, 124, 84, 11), accent.highlight, 2.2, "6 4") +
    strap("M452 380H548", accent, 26) +
    line("M484 370V390M516 370V390", accent.deep, 5) +
    piece(paint, pocket, { bevel: 30, drop: 10 }) +
    folds(
      paint,
      pocket,
      [
        [330, 640, 480, 680, 670, 640, 14],
        [360, 780, 380, 700, 350, 620, 12],
        [640, 780, 620, 690, 660, 620, 14],
      ],
      [
        [350, 620, 500, 650, 650, 610, 12],
        [340, 560, 330, 640, 340, 740, 14],
      ],
    ) +
    zipLine("M330 566C420 540 580 540 670 566", body) +
    puller(paint, 644, 560, accent) +
    stitch("M316 740C330 774 380 776 500 776C620 776 670 774 684 740", accent.light, 2.4) +
    seam("M268 500C330 480 670 480 732 500", body, 2.6) +
    line("M214 660C240 670 262 668 286 660", accent.base, 12) +
    line("M786 660C760 670 738 668 714 660", accent.base, 12)
  );
}

function rollTop(paint: Paint): string {
  const { body, accent } = paint;
  const main = symmetric(500, 290, [
    [380, 290, 320, 292, 296, 300],
    [270, 420, 262, 620, 268, 740],
    [274, 790, 320, 804, 380, 804],
    [450, 806, 500, 806],
  ]);
  const roll =
    "M286 200C280 170 306 156 340 154C450 148 550 148 660 154C694 156 720 170 714 200C722 240 716 272 700 280C560 296 440 296 300 280C284 272 278 240 286 200Z";
  const upper = "M292 262L708 262L716 400C600 420 400 420 284 400Z";
  const pocket = "M330 520L670 520L676 740C600 760 400 760 324 740Z";
  const bottom = "M264 690C400 716 600 716 736 690L732 746C726 790 680 804 620 804L380 804C320 804 274 790 268 746Z";
  const clip = (x: number, y: number): string =>
    raised(
      roundRect(x - 24, y - 22, 48, 46, 8),
      paint.solid(roundRect(x - 24, y - 22, 48, 46, 8), { tones: graphite, material: "gloss", bevel: 5 }),
      6,
      0.5,
    ) + shape(roundRect(x - 8, y - 14, 16, 30, 4), "#000", 0.5);
  return (
    strap("M316 330C220 380 200 500 246 640", accent, 34) +
    strap("M684 330C780 380 800 500 754 640", accent, 34) +
    piece(paint, main, { bevel: 44, drop: 10 }) +
    folds(paint, main, sag, [[350, 330, 310, 460, 316, 640, 24]]) +
    piece(paint, upper, { bevel: 16, drop: 6 }) +
    folds(
      paint,
      upper,
      [
        [320, 290, 360, 340, 340, 404, 12],
        [680, 290, 640, 340, 660, 404, 12],
        [470, 296, 480, 340, 460, 404, 9],
        [560, 296, 550, 340, 570, 404, 8],
      ],
      [[400, 300, 410, 340, 400, 400, 16]],
    ) +
    piece(paint, roll, { bevel: 34, drop: 12 }) +
    folds(
      paint,
      roll,
      [
        [290, 222, 480, 240, 712, 224, 8],
        [300, 262, 480, 276, 700, 262, 8],
      ],
      [
        [300, 186, 480, 180, 690, 190, 14],
        [300, 244, 480, 254, 700, 246, 6],
      ],
    ) +
    seam("M290 230C420 244 580 244 712 230", body, 3.4) +
    piece(paint, bottom, { tones: accent, bevel: 18, drop: 6, leather: true }) +
    stitch("M268 706C400 732 600 732 732 706", accent.highlight, 2.4) +
    piece(paint, pocket, { bevel: 20, drop: 8 }) +
    zipLine("M344 556C440 566 560 566 656 556", body) +
    puller(paint, 372, 562, accent) +
    stitch("M338 720C420 738 580 738 662 720", accent.light, 2.4) +
    [390, 610]
      .map(
        (x) =>
          strap(`M${x} 170L${x} 470`, accent, 30) +
          strap(`M${x} 150Q${x + 4} 146 ${x + 4} 170`, accent, 30) +
          clip(x, 420) +
          stitch(`M${x - 9} 180V390M${x + 9} 180V390`, accent.light, 1.8, "6 4"),
      )
      .join("") +
    raised(
      roundRect(460, 606, 80, 56, 6),
      paint.solid(roundRect(460, 606, 80, 56, 6), { tones: accent, material: "leather", bevel: 6 }),
      5,
      0.4,
    ) +
    stitch(roundRect(467, 613, 66, 42, 4), accent.highlight, 2, "5 4")
  );
}

function rucksack(paint: Paint): string {
  const { accent } = paint;
  const main = symmetric(500, 250, [
    [400, 248, 330, 256, 300, 300],
    [262, 420, 252, 620, 262, 740],
    [268, 796, 320, 804, 380, 804],
    [450, 806, 500, 806],
  ]);
  const side = "M282 500C232 496 204 540 204 630C204 720 214 776 284 786L310 520Z";
  const sideFlap = "M286 484C236 480 206 500 200 566C230 582 266 584 300 574L310 500Z";
  const flap = symmetric(500, 184, [
    [400, 182, 320, 190, 296, 250],
    [276, 320, 274, 420, 282, 470],
    [300, 510, 420, 520, 500, 520],
  ]);
  const pocket = symmetric(500, 560, [
    [420, 558, 350, 556, 336, 570],
    [324, 620, 322, 700, 330, 752],
    [346, 786, 430, 788, 500, 788],
  ]);
  const pocketFlap = symmetric(500, 536, [
    [420, 534, 350, 532, 330, 542],
    [324, 590, 330, 626, 350, 634],
    [420, 646, 500, 646],
  ]);
  const band = (x: number): string => {
    const d = `M${x - 19} 400L${x + 19} 400L${x + 19} 600L${x} 622L${x - 19} 600Z`;
    return (
      raised(d, paint.solid(d, { tones: accent, material: "leather", bevel: 6 }), 6, 0.5) +
      stitch(`M${x - 12} 408V596L${x} 610L${x + 12} 596V408`, accent.highlight, 2, "6 4") +
      frame(paint, x - 27, 520, 54, 44, brass) +
      line(`M${x} 526V560`, brass.light, 6) +
      [574, 590].map((y) => `<circle cx="${x}" cy="${y}" r="3.4" fill="${accent.deep}"/>`).join("")
    );
  };
  return (
    strap("M340 270C230 330 206 440 240 600", accent, 34) +
    strap("M660 270C770 330 794 440 760 600", accent, 34) +
    line("M450 194C446 120 554 120 550 194", accent.deep, 26) +
    line("M450 192C446 122 554 122 550 192", accent.base, 18) +
    line("M449 186C448 126 548 122 548 184", accent.light, 5, 0.8) +
    [side, mirrored(side)].map((d) => piece(paint, d, { bevel: 22 })).join("") +
    [sideFlap, mirrored(sideFlap)].map((d) => piece(paint, d, { bevel: 14 })).join("") +
    piece(paint, main, { bevel: 44, drop: 10 }) +
    folds(paint, main, sag, [[320, 520, 300, 620, 306, 740, 16]]) +
    piece(paint, pocket, { bevel: 26, drop: 9 }) +
    piece(paint, pocketFlap, { bevel: 16, drop: 7 }) +
    stitch("M342 560C340 600 344 618 358 624C430 634 570 634 642 624C656 618 660 600 658 560", accent.light, 2.2) +
    piece(paint, flap, { bevel: 36, drop: 12 }) +
    folds(
      paint,
      flap,
      [
        [310, 440, 480, 480, 690, 440, 13],
        [640, 220, 680, 320, 676, 460, 18],
        [400, 500, 420, 400, 380, 300, 12],
      ],
      [
        [330, 230, 310, 330, 306, 440, 20],
        [400, 210, 500, 204, 620, 220, 14],
      ],
    ) +
    stitch("M292 440C300 494 420 506 500 506C580 506 700 494 708 440", accent.light, 2.4) +
    band(410) +
    band(590)
  );
}

/** A backpack: rucksack with a buckled flap, round daypack with zips, or roll-top with clips. */
export const backpack: Drawing = (paint) =>
  paint.shadow(500, 804, 330, 26, 0.9) + ([rucksack, daypack, rollTop][paint.design]?.(paint) ?? rucksack(paint));
