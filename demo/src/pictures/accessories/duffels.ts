import { graphite, line, shape } from "../electronics/parts.ts";
import { folds, label, mirrored, raised, rivet, seam, stitch } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { brass } from "./jewels.ts";
import { frame, piece, puller, strap, zipLine } from "./sewn.ts";

const bodyFolds = (paint: Paint, main: string): string =>
  folds(
    paint,
    main,
    [
      [170, 760, 220, 600, 290, 440, 18],
      [840, 760, 780, 600, 700, 420, 20],
      [360, 440, 400, 600, 370, 790, 14],
      [640, 440, 610, 600, 640, 790, 14],
      [240, 640, 480, 690, 760, 640, 15],
      [460, 410, 520, 450, 600, 410, 10],
    ],
    [
      [240, 470, 200, 580, 190, 740, 22],
      [420, 430, 440, 560, 430, 760, 22],
      [300, 420, 480, 412, 680, 420, 16],
    ],
  );

const grip = (d: string, tones: Tones): string => strap(d, tones, 30) + stitch(d, tones.highlight, 2, "7 5");

/** A leather sleeve that holds both handles together. */
const sleeve = (paint: Paint, y: number): string =>
  raised(
    roundRect(448, y, 104, 42, 16),
    paint.solid(roundRect(448, y, 104, 42, 16), { tones: paint.accent, material: "leather", bevel: 8 }),
    5,
    0.4,
  );

function weekender(paint: Paint): string {
  const { body, accent } = paint;
  const main =
    "M150 560C162 450 220 396 310 390L690 390C780 396 838 450 850 560L862 740C862 790 846 804 810 804L190 804C154 804 138 790 138 740Z";
  const bottom = "M140 700C400 724 600 724 860 700L862 740C862 790 846 804 810 804L190 804C154 804 138 790 138 740Z";
  const belt = (x: number): string => {
    const d = `M${x - 24} 386L${x + 24} 386L${x + 26} 640L${x} 662L${x - 26} 640Z`;
    return (
      piece(paint, d, { tones: accent, bevel: 7, drop: 6, leather: true }) +
      stitch(`M${x - 15} 394L${x - 16} 634L${x} 648L${x + 16} 634L${x + 15} 394`, accent.highlight, 2, "6 4") +
      rivet(paint, x, 620, 8, brass) +
      rivet(paint, x, 470, 8, brass)
    );
  };
  return (
    grip("M356 400C330 200 400 160 500 160C600 160 670 200 644 400", accent) +
    piece(paint, main, { bevel: 46, drop: 10 }) +
    bodyFolds(paint, main) +
    zipLine("M214 440C340 404 660 404 786 440", accent) +
    puller(paint, 260, 428, accent) +
    piece(paint, bottom, { tones: accent, bevel: 22, drop: 5, leather: true }) +
    stitch("M144 716C400 740 600 740 856 716", accent.highlight, 2.4) +
    [150, 850]
      .map((x) =>
        seam(
          `M${x} 560C${x === 150 ? 220 : 780} 600 ${x === 150 ? 236 : 764} 660 ${x === 150 ? 236 : 764} 706`,
          body,
          2.6,
        ),
      )
      .join("") +
    belt(356) +
    belt(644) +
    grip("M356 470C330 236 400 196 500 196C600 196 670 236 644 470", accent) +
    sleeve(paint, 176) +
    frame(paint, 159, 503, 34, 34, brass, 20) +
    frame(paint, 807, 503, 34, 34, brass, -20)
  );
}

/** Welded tarpaulin rolled down over its opening and held by clips. */
function drybag(paint: Paint): string {
  const { body, accent } = paint;
  const main =
    "M216 452C300 436 700 436 784 452C846 470 876 540 876 628C876 716 850 782 790 800C700 808 300 808 210 800C150 782 124 716 124 628C124 540 154 470 216 452Z";
  const cap =
    "M216 452C154 470 124 540 124 628C124 716 150 782 210 800C240 800 262 802 276 802C232 770 214 706 214 628C214 550 240 480 286 446C256 446 234 448 216 452Z";
  const roll =
    "M176 398C176 366 196 356 224 354C400 346 600 346 776 354C804 356 824 366 824 398C824 432 804 446 776 448C600 456 400 456 224 448C196 446 176 432 176 398Z";
  const throat = "M232 430C400 446 600 446 768 430L784 462C600 484 400 484 216 462Z";
  const band = (x: number): string => {
    const d = `M${x - 22} 446C${x - 20} 440 ${x + 20} 440 ${x + 22} 446V804H${x - 22}Z`;
    return (
      piece(paint, d, { tones: accent, bevel: 8, drop: 5 }) +
      stitch(`M${x - 14} 452V800M${x + 14} 452V800`, accent.light, 1.8, "7 5")
    );
  };
  const clip = (x: number): string => {
    const d = roundRect(x - 30, 486, 60, 62, 12);
    return (
      strap(`M${x} 404V490`, accent, 34) +
      raised(d, paint.solid(d, { tones: graphite, material: "gloss", bevel: 6 }), 7, 0.5) +
      shape(roundRect(x - 12, 496, 24, 26, 5), "#05070b", 0.8) +
      shape(ellipse(x - 21, 517, 5, 12) + ellipse(x + 21, 517, 5, 12), graphite.light)
    );
  };
  const patch = roundRect(416, 590, 168, 116, 16);
  const nameWindow = roundRect(438, 612, 124, 72, 6);
  return (
    strap("M372 452C372 250 628 250 628 452", accent, 30) +
    piece(paint, main, { bevel: 60, drop: 10 }) +
    bodyFolds(paint, main) +
    folds(
      paint,
      main,
      [
        [300, 470, 320, 560, 300, 640, 18],
        [700, 470, 676, 560, 700, 640, 18],
      ],
      [
        [260, 500, 480, 480, 740, 500, 34],
        [230, 560, 240, 640, 250, 720, 16],
      ],
      { strength: 1.3 },
    ) +
    piece(paint, cap, { bevel: 26, drop: 4 }) +
    piece(paint, mirrored(cap), { bevel: 26, drop: 4 }) +
    shape(mirrored(cap), "#04060c", 0.16) +
    line("M276 802C232 770 214 706 214 628C214 550 240 480 286 446", body.highlight, 3, 0.5) +
    line("M724 802C768 770 786 706 786 628C786 550 760 480 714 446", body.highlight, 3, 0.35) +
    piece(paint, throat, { bevel: 8, drop: 4 }) +
    band(338) +
    band(662) +
    strap("M350 560C350 486 420 500 500 500C580 500 650 486 650 560", accent, 30) +
    piece(paint, roll, { bevel: 34, drop: 12 }) +
    folds(
      paint,
      roll,
      [
        [190, 420, 500, 444, 810, 420, 9],
        [200, 392, 500, 408, 800, 390, 6],
      ],
      [
        [220, 372, 480, 364, 760, 372, 16],
        [240, 424, 500, 434, 760, 424, 5],
      ],
      { strength: 1.3 },
    ) +
    seam("M182 406C400 420 600 420 818 406", body, 3) +
    paint.glow(340, 372, 150, 12, 0.6) +
    clip(216) +
    clip(784) +
    raised(patch, paint.solid(patch, { tones: accent, material: "matte", bevel: 6 }), 4, 0.4) +
    stitch(roundRect(424, 598, 152, 100, 11), body.light, 2.2, "6 4") +
    shape(
      nameWindow,
      paint.linear([
        [0, "#f3efe4"],
        [1, "#c9c3b4"],
      ]),
    ) +
    line("M452 646H524M452 662H500", "#8b8577", 3) +
    paint.bevel(nameWindow, 6)
  );
}

function barrel(paint: Paint): string {
  const { body, accent } = paint;
  const main =
    "M190 470C190 396 224 372 280 372L740 372C790 372 816 400 820 470L826 700C826 776 800 804 740 804L270 804C210 804 184 776 184 700Z";
  const end =
    "M184 700L190 470C190 396 224 372 280 372C250 430 244 500 244 588C244 680 254 760 290 804L270 804C210 804 184 776 184 700Z";
  const pocket = "M380 560L690 560L690 760C600 772 470 772 380 760Z";
  return (
    strap("M216 440C150 200 620 120 812 452", accent, 26) +
    piece(paint, main, { bevel: 50, drop: 10 }) +
    bodyFolds(paint, main) +
    piece(paint, end, { tones: accent, bevel: 20, drop: 5 }) +
    folds(paint, end, [[200, 560, 230, 600, 244, 700, 12]], [[214, 440, 206, 560, 206, 700, 14]], { tones: accent }) +
    zipLine("M262 424C400 408 640 408 806 424", accent) +
    puller(paint, 720, 420, accent) +
    strap("M352 392L352 800M718 392L718 800", accent, 30) +
    grip("M352 700C352 340 400 290 500 290C610 290 718 330 718 700", accent) +
    piece(paint, pocket, { bevel: 18, drop: 7 }) +
    zipLine("M396 596H674", accent) +
    puller(paint, 430, 596, accent) +
    raised(
      roundRect(474, 296, 112, 44, 14),
      paint.solid(roundRect(474, 276, 112, 44, 14), { tones: accent, material: "leather", bevel: 8 }),
      5,
      0.4,
    ) +
    label(paint, 590, 690, 74, 44, accent) +
    line("M380 560H690", body.highlight, 2, 0.5)
  );
}

/** A travel bag: canvas weekender, roll-top dry bag, or barrel sport bag. */
export const duffel: Drawing = (paint) =>
  paint.shadow(500, 806, 410, 26, 0.9) + ([weekender, drybag, barrel][paint.design]?.(paint) ?? weekender(paint));
