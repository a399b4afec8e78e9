import { dots, graphite, grille, line, shape } from "../electronics/parts.ts";
import { type Drawing, ellipse, type Paint } from "../paint.ts";
import { mix, type Tones } from "../tone.ts";
import { folds, raised, stitch } from "./cloth.ts";
import { cream, eyelets, laces, pair, type Shoe } from "./footwear.ts";

const lowUpper =
  "M150 752C146 706 166 664 214 640C262 620 318 604 362 566L468 462C478 444 496 436 514 444L556 470C590 520 676 540 752 500C780 478 806 462 828 458C846 468 850 500 846 540C842 610 850 680 860 752Z";

function lowSneaker(paint: Paint): Shoe {
  const { body, accent } = paint;
  const sole =
    "M136 742C130 776 146 800 186 800L812 800C850 800 868 790 870 764L868 722C780 738 640 744 500 742C370 740 240 738 148 730Z";
  const mouth =
    "M514 444C560 424 640 430 700 444C760 456 812 456 828 458C806 462 780 478 752 500C676 540 590 520 556 470Z";
  const toe = "M150 752C146 706 166 664 214 640C240 630 268 622 294 611C330 650 336 700 330 752Z";
  const stay =
    "M362 566L468 462C476 448 490 440 504 441L560 512C574 534 560 556 536 574L430 664C404 672 376 640 352 574Z";
  const counter =
    "M756 520C780 494 806 470 828 458C846 468 850 500 846 540C842 610 850 680 860 752L716 752C722 660 726 580 756 520Z";
  const tongue = "M372 560C420 500 446 440 470 416C484 402 520 404 540 424L566 486C550 540 470 600 430 620Z";
  const saddle = "M574 540C604 560 660 564 712 548C706 620 712 690 722 752L470 752C480 680 520 610 574 540Z";
  const art =
    shape(
      mouth,
      paint.linear(
        [
          [0, mix(body.light, accent.light, 0.4)],
          [0.35, accent.dark],
          [1, "#0a0c12"],
        ],
        "down",
      ),
    ) +
    paint.solid(tongue, { bevel: 14 }) +
    stitch("M392 548C436 492 460 446 480 428C496 418 516 422 530 436", accent.light, 2.2) +
    paint.solid(lowUpper, { bevel: 26 }) +
    folds(
      paint,
      lowUpper,
      [
        [300, 612, 372, 660, 350, 752, 10],
        [340, 600, 400, 690, 420, 752, 8],
        [560, 520, 600, 620, 560, 740, 16],
        [700, 540, 690, 640, 712, 740, 14],
      ],
      [
        [190, 700, 220, 652, 300, 626, 12],
        [460, 600, 560, 600, 690, 560, 22],
      ],
    ) +
    raised(saddle, paint.solid(saddle, { tones: accent, bevel: 12 }), 5, 0.4) +
    stitch("M584 560C536 620 500 684 490 742", accent.highlight, 2.2) +
    raised(counter, paint.solid(counter, { bevel: 16 }), 7, 0.4) +
    stitch("M768 528C740 590 734 664 728 742", accent.light) +
    raised(toe, paint.solid(toe, { bevel: 18 }), 6, 0.35) +
    stitch("M282 620C318 660 324 704 319 742", accent.light) +
    shape(
      [
        [206, 676],
        [232, 664],
        [258, 654],
        [216, 702],
        [242, 690],
        [268, 680],
      ]
        .map(([x, y]) => ellipse(x ?? 0, y ?? 0, 4.4, 3.4))
        .join(""),
      body.deep,
    ) +
    raised(stay, paint.solid(stay, { bevel: 12 }), 7, 0.4) +
    stitch("M364 582C388 640 408 656 424 652L526 566C544 552 556 540 550 524", accent.light) +
    eyelets(
      [
        [398, 604],
        [428, 572],
        [458, 541],
        [488, 510],
        [516, 482],
      ],
      body,
    ) +
    laces(
      [
        [374, 560, 400, 604],
        [404, 530, 430, 572],
        [434, 500, 460, 541],
        [464, 470, 490, 510],
        [490, 444, 518, 482],
      ],
      accent,
    ) +
    paint.solid("M790 470C806 460 820 456 832 458C846 470 850 500 848 530C826 536 806 532 790 524Z", {
      tones: accent,
      material: "leather",
      bevel: 8,
    }) +
    stitch("M560 482C604 534 684 548 754 512", accent.light, 2.2) +
    raised(
      sole,
      paint.solid(sole, { tones: soleTones(paint), material: "matte", direction: "pipe", bevel: 14, texture: false }),
      4,
      0.4,
    ) +
    stitch("M152 750C300 756 640 760 864 740", body.light, 2.4, "9 6") +
    line("M140 782C300 788 660 790 868 776", accent.dark, 5, 0.65);
  return { outline: `${lowUpper}${mouth}${tongue}${sole}`, art };
}

const soleTones = (paint: Paint): Tones => (paint.design === 0 ? cream : paint.accent);

function highTop(paint: Paint): Shoe {
  const { body, accent } = paint;
  const upper =
    "M158 748C152 700 176 656 230 636C290 616 336 600 372 560C420 506 452 440 474 360C480 326 490 300 512 296L560 300C640 330 740 320 806 296C830 300 838 330 836 372C830 480 836 600 850 748Z";
  const mouth = "M512 296C560 262 760 258 806 296C760 340 600 344 546 304Z";
  const sole = "M146 736C138 774 152 800 190 800L806 800C844 800 860 790 862 764L860 726L690 732L150 728Z";
  const toe = "M158 748C152 700 176 656 230 636C256 628 280 620 302 609C340 650 346 700 342 748Z";
  const tongue = "M380 556C428 500 450 420 468 352C470 300 478 258 500 244C532 236 560 250 566 284L580 420L450 610Z";
  const stay =
    "M378 556C424 506 454 440 476 360C480 330 492 304 512 298L548 304C560 400 546 500 500 570L420 650C398 640 384 600 378 556Z";
  const rows: readonly (readonly [number, number, number, number])[] = [
    [376, 572, 416, 612],
    [404, 540, 444, 580],
    [428, 504, 470, 542],
    [448, 466, 490, 500],
    [462, 426, 506, 456],
    [472, 386, 518, 410],
    [480, 346, 526, 364],
  ];
  const counter = "M694 516C740 528 790 526 838 514C840 600 844 680 850 748L656 748C658 660 668 590 694 516Z";
  const collar =
    "M560 300C640 330 740 320 806 296C830 300 838 330 836 372L834 420C740 452 640 448 556 410C560 370 556 330 548 304Z";
  const art =
    shape(
      mouth,
      paint.linear([
        [0, body.light],
        [0.3, body.dark],
        [1, "#0a0c12"],
      ]),
    ) +
    paint.solid(tongue, { bevel: 16 }) +
    paint.solid(upper, { bevel: 30 }) +
    folds(
      paint,
      upper,
      [
        [306, 612, 372, 660, 356, 752, 12],
        [540, 600, 620, 560, 700, 590, 18],
        [560, 640, 660, 610, 820, 640, 18],
        [540, 480, 640, 520, 830, 480, 22],
      ],
      [
        [190, 700, 226, 652, 310, 622, 12],
        [520, 560, 640, 530, 780, 560, 18],
        [540, 690, 640, 670, 760, 690, 20],
      ],
    ) +
    raised(collar, paint.solid(collar, { bevel: 20 }), 6, 0.35) +
    stitch("M556 398C640 434 740 438 832 408", accent.light) +
    stitch("M552 384C640 420 740 424 832 394", accent.light) +
    raised(counter, paint.solid(counter, { bevel: 14 }), 6, 0.4) +
    stitch("M706 528C684 590 672 660 670 736", accent.light) +
    stitch("M720 524C698 590 686 660 684 736", accent.light) +
    raised(stay, paint.solid(stay, { bevel: 12 }), 7, 0.45) +
    stitch("M536 312C546 400 534 492 490 562L420 632", accent.light) +
    eyelets(
      rows.map(([, , x, y]) => [x, y] as const),
      body,
    ) +
    laces(rows, accent, 14) +
    paint.solid("M812 300C830 304 838 330 836 372C830 480 836 600 850 740L800 740C796 600 796 440 812 300Z", {
      tones: accent,
      material: "leather",
      bevel: 10,
    }) +
    raised(toe, paint.solid(toe, { tones: cream, material: "gloss", bevel: 22, texture: false }), 5, 0.4) +
    raised(
      sole,
      paint.solid(sole, { tones: cream, material: "matte", direction: "pipe", bevel: 12, texture: false }),
      4,
      0.4,
    ) +
    line("M146 748C300 752 640 756 862 744", accent.base, 9) +
    line("M148 784C300 790 660 792 860 780", accent.dark, 5, 0.7) +
    shape(Array.from({ length: 12 }, (_, index) => `M${160 + index * 13} 764l6 0l0 16l-6 0z`).join(""), cream.dark);
  return { outline: `${upper}${mouth}${tongue}${sole}`, art };
}

function runner(paint: Paint): Shoe {
  const { body, accent } = paint;
  const upper =
    "M142 716C148 676 182 648 232 634C300 614 352 588 398 548L482 462C496 446 512 444 528 456L572 488C620 532 700 524 760 474C790 444 822 424 846 416C862 428 860 460 850 510C842 580 850 650 866 716Z";
  const mouth =
    "M528 456C580 436 660 446 714 446C770 444 820 424 846 416C822 424 790 444 760 474C700 524 620 532 572 488Z";
  const foam =
    "M118 716C112 756 140 790 200 796C280 803 340 784 420 788C520 796 640 800 760 800C820 800 880 790 900 752C908 724 896 694 880 672C820 664 780 690 720 696C600 706 520 668 440 684C340 702 220 690 152 682C130 690 120 700 118 716Z";
  const tread =
    "M140 772C180 800 260 804 300 797L420 792C520 800 680 804 780 803C830 802 866 790 884 772L890 784C870 806 830 812 780 812L240 812C190 812 156 800 140 772Z";
  const tongue = "M410 540C452 492 470 452 492 424C508 406 544 408 562 432L584 500L470 600Z";
  const overlay = "M142 716C148 676 182 648 232 634C256 627 280 619 302 610C296 652 330 690 392 700L392 716Z";
  const panel = "M556 566C612 566 668 556 722 536C712 600 718 660 734 720L470 720C486 660 516 606 556 566Z";
  const cage = "M398 548L482 462C494 448 506 444 518 450L572 520C560 560 500 610 436 650C410 640 398 600 398 548Z";
  const heel =
    "M780 452C806 432 830 420 846 416C862 428 860 460 850 510C842 580 850 650 866 716L770 716C752 620 756 520 780 452Z";
  const rows: readonly (readonly [number, number, number, number])[] = [
    [402, 552, 438, 598],
    [430, 522, 466, 568],
    [458, 494, 494, 540],
    [486, 466, 520, 512],
  ];
  const material = paint.material === "leather" ? "leather" : "fabric";
  const art =
    shape(
      mouth,
      paint.linear([
        [0, accent.light],
        [0.3, accent.dark],
        [1, "#0a0c12"],
      ]),
    ) +
    paint.solid(tongue, { tones: accent, material, bevel: 14 }) +
    paint.solid(upper, { material, bevel: 28 }) +
    folds(
      paint,
      upper,
      [
        [300, 612, 370, 650, 356, 712, 12],
        [580, 500, 640, 560, 720, 560, 16],
      ],
      [
        [190, 676, 230, 648, 310, 626, 10],
        [500, 640, 560, 590, 640, 560, 12],
      ],
    ) +
    raised(overlay, paint.solid(overlay, { tones: body, material: "gloss", bevel: 12, texture: false }), 4, 0.4) +
    raised(panel, paint.solid(panel, { tones: accent, material: "matte", bevel: 12, texture: false }), 5, 0.4) +
    grille(paint, panel, dots({ x: 540, y: 590, width: 160, height: 90 }, 22, 4.4)) +
    raised(heel, paint.solid(heel, { tones: body, material: "gloss", bevel: 16, texture: false }), 6, 0.4) +
    line("M826 446C808 530 812 620 824 690", accent.light, 7, 0.9) +
    raised(cage, paint.solid(cage, { tones: body, material: "gloss", bevel: 10, texture: false }), 6, 0.4) +
    eyelets(
      rows.map(([, , x, y]) => [x, y] as const),
      body,
    ) +
    laces(rows, accent, 14) +
    line("M846 420C880 404 888 440 856 470", accent.base, 11) +
    raised(
      foam,
      paint.solid(foam, { tones: cream, material: "matte", direction: "down", bevel: 30, texture: false }),
      6,
      0.5,
    ) +
    folds(
      paint,
      foam,
      [
        [160, 736, 300, 764, 470, 716, 12],
        [420, 752, 600, 782, 860, 716, 16],
        [560, 716, 700, 726, 850, 690, 7],
      ],
      [[170, 716, 300, 726, 430, 700, 7]],
      { tones: cream },
    ) +
    line("M140 734C300 744 600 742 888 714", accent.base, 7, 0.9) +
    `<g clip-path="${paint.clip(foam)}">${shape("M664 760H920V810H640Z", paint.fill(accent, "matte", "pipe"))}</g>` +
    shape(tread, paint.fill(graphite, "matte", "down"));
  return { outline: `${upper}${mouth}${tongue}${foam}${tread}`, art };
}

/** A pair of trainers: a court shoe with a contrast saddle, a canvas-like high-top, or a runner on thick foam. */
export const sneaker: Drawing = (paint) =>
  pair(paint, [lowSneaker, highTop, runner][paint.design] ?? lowSneaker, { height: paint.design === 1 ? 0.96 : 0.86 });
