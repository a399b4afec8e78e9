import { graphite, line, shape } from "../electronics/parts.ts";
import type { Drawing, Paint } from "../paint.ts";
import { type Crease, folds, raised, rivet, seam, stitch } from "./cloth.ts";
import { brass, cream, laces, pair, type Shoe } from "./footwear.ts";

type BootShape = { upper: string; mouth: string; creases: readonly Crease[]; shine: readonly Crease[] };

const ankle: BootShape = {
  upper:
    "M150 738C150 690 190 652 260 632C340 610 420 590 458 530C480 480 478 400 470 320C468 290 474 268 482 262C560 292 700 290 772 256C784 290 782 360 780 430C780 520 808 600 828 680L834 738Z",
  mouth: "M482 262C540 226 720 222 772 256C720 296 550 300 482 262Z",
  creases: [
    [440, 560, 520, 590, 600, 560, 14],
    [430, 600, 540, 640, 640, 600, 14],
    [390, 620, 430, 680, 380, 738, 10],
    [600, 300, 620, 440, 590, 540, 12],
    [740, 480, 760, 560, 800, 620, 18],
  ],
  shine: [
    [200, 690, 260, 646, 360, 620, 14],
    [500, 320, 520, 440, 506, 540, 16],
    [480, 600, 560, 620, 640, 590, 9],
    [700, 320, 720, 420, 716, 500, 12],
  ],
};

const opening = (paint: Paint, d: string): string =>
  shape(
    d,
    paint.linear([
      [0, paint.body.light],
      [0.3, paint.body.dark],
      [1, "#090b10"],
    ]),
  );

const slim: BootShape = {
  upper:
    "M150 738C148 692 186 656 258 636C336 614 416 602 462 552C494 516 504 466 498 410C492 362 472 322 470 280C469 266 476 258 486 261C560 288 694 286 776 252C786 300 772 352 756 404C744 446 744 486 754 520C768 562 802 604 818 652C828 686 830 712 830 738Z",
  mouth: "M472 266C530 226 726 218 776 252C722 294 548 302 472 266Z",
  creases: [
    [452, 560, 540, 600, 640, 566, 14],
    [440, 600, 540, 650, 660, 604, 14],
    [380, 626, 424, 680, 380, 738, 10],
    [748, 430, 716, 480, 760, 540, 14],
    [764, 270, 730, 340, 742, 440, 12],
  ],
  shine: [
    [196, 694, 260, 650, 380, 618, 14],
    [500, 310, 524, 400, 514, 500, 14],
    [486, 596, 560, 622, 640, 588, 9],
    [710, 310, 716, 380, 706, 450, 10],
    [700, 640, 740, 620, 780, 640, 12],
  ],
};

function chelsea(paint: Paint): Shoe {
  const { body, accent } = paint;
  const gore = "M562 286C592 290 656 290 688 282C698 366 676 466 632 546C588 476 568 380 562 286Z";
  const counter = "M754 520C768 562 802 604 818 652C828 686 830 712 830 738L664 738C668 660 690 580 754 520Z";
  const sole =
    "M136 736C134 758 144 776 174 786C220 798 300 800 400 799C500 797 560 784 624 776L630 800L840 800L842 732C700 746 330 748 146 726C138 728 136 732 136 736Z";
  const ridges = Array.from({ length: 13 }, (_, index) => `M${568 + index * 9.6} 280L${604 + index * 4.4} 552`).join(
    "",
  );
  const tab = (x: number): string => `M${x} 268L${x - 6} 208C${x + 4} 194 ${x + 26} 194 ${x + 34} 208L${x + 30} 268Z`;
  const tabs = tab(486) + tab(722);
  const art =
    paint.solid(tabs, { tones: accent, material: "fabric", bevel: 8 }) +
    opening(paint, slim.mouth) +
    paint.solid(slim.upper, { bevel: 32 }) +
    folds(paint, slim.upper, slim.creases, slim.shine) +
    raised(counter, paint.solid(counter, { bevel: 14 }), 5, 0.35) +
    stitch("M750 538C698 592 680 660 676 730", body.light, 2.2) +
    seam("M562 286C568 380 588 476 632 546C676 466 698 366 688 282", body, 5) +
    paint.solid(gore, { tones: accent, material: "matte", bevel: 16 }) +
    `<g clip-path="${paint.clip(gore)}">${line(ridges, accent.deep, 3.4, 0.7)}<g transform="translate(3 0)">${line(ridges, accent.highlight, 2, 0.3)}</g></g>` +
    stitch("M550 290C556 384 580 486 632 564C690 474 712 372 700 280", body.light, 2.2) +
    raised(sole, paint.solid(sole, { tones: graphite, material: "matte", direction: "pipe", bevel: 8 }), 4, 0.5) +
    stitch("M152 738C330 758 700 756 838 744", accent.light, 2.4, "9 6") +
    line("M632 776L840 774", "#000", 3, 0.5);
  return { outline: `${slim.upper}${slim.mouth}${sole}${tabs}`, art };
}

function workBoot(paint: Paint): Shoe {
  const { body, accent } = paint;
  const sole =
    "M126 728C120 756 130 770 146 772L150 800L208 800L214 784L246 784L252 800L310 800L316 784L348 784L354 800L412 800L418 784L450 784L456 800L520 800L526 784L600 784L606 800L664 800L670 784L700 784L706 800L764 800L770 784L796 784L802 800L846 800C856 786 856 750 850 722L560 736L146 716C136 718 128 722 126 728Z";
  const tongue = "M430 540C452 460 446 360 440 300C440 240 450 206 476 196C510 192 548 206 556 240L560 560Z";
  const stay =
    "M404 600C440 580 464 540 470 490C476 420 472 350 468 312C466 286 474 266 482 262L552 282C560 400 556 520 520 600C500 640 440 650 404 600Z";
  const rows: readonly (readonly [number, number, number, number])[] = [
    [420, 594, 476, 622],
    [440, 562, 504, 586],
    [452, 524, 522, 546],
    [458, 484, 532, 504],
    [460, 442, 538, 460],
    [460, 400, 540, 416],
    [460, 358, 540, 372],
    [460, 316, 540, 328],
  ];
  const toe = "M150 738C150 690 190 652 260 632C290 624 322 616 350 606C380 650 384 700 378 738Z";
  const cuff = "M552 282C630 296 716 284 772 256C784 284 783 320 782 352C700 384 620 384 556 366Z";
  const heel = "M700 480C730 474 760 466 781 456C784 540 808 610 828 680L834 738L680 738C676 640 680 560 700 480Z";
  const art =
    opening(paint, ankle.mouth) +
    paint.solid(tongue, { bevel: 16 }) +
    paint.solid(ankle.upper, { bevel: 30 }) +
    folds(paint, ankle.upper, ankle.creases, ankle.shine) +
    raised(heel, paint.solid(heel, { bevel: 16 }), 6, 0.4) +
    stitch("M712 490C694 566 690 650 694 730", accent.light) +
    stitch("M726 486C708 566 704 650 708 730", accent.light) +
    raised(toe, paint.solid(toe, { bevel: 20 }), 6, 0.4) +
    stitch("M338 618C366 654 370 700 365 730", accent.light) +
    stitch("M324 622C352 658 356 700 351 730", accent.light) +
    raised(cuff, paint.solid(cuff, { tones: accent, material: "leather", bevel: 14 }), 6, 0.4) +
    raised(stay, paint.solid(stay, { bevel: 12 }), 7, 0.45) +
    stitch("M542 292C550 400 546 512 510 594C494 624 452 632 424 606", accent.light) +
    rows.map(([, , x, y]) => rivet(paint, x, y, 9, brass)).join("") +
    laces(rows, accent, 12) +
    line("M744 268C744 214 790 214 784 262", body.base, 12) +
    raised(sole, paint.solid(sole, { tones: graphite, material: "matte", direction: "down", bevel: 10 }), 4, 0.5) +
    line("M134 736C320 752 700 752 850 736", accent.dark, 12) +
    stitch("M138 732C320 748 700 748 848 732", cream.light, 2.6, "10 6");
  return { outline: `${ankle.upper}${ankle.mouth}${tongue}${sole}`, art };
}

function heeledBoot(paint: Paint): Shoe {
  const { body, accent } = paint;
  const upper =
    "M138 742C150 706 214 682 290 652C372 618 430 566 452 480C470 400 462 280 452 196C452 176 458 164 464 160C540 184 660 184 734 156C748 220 744 320 748 400C752 470 790 520 806 580C814 616 810 650 800 668C720 640 640 660 560 704C500 738 430 752 330 752L160 752C146 752 138 750 138 742Z";
  const mouth = "M464 160C530 128 680 126 734 156C670 196 530 196 464 160Z";
  const heel = "M664 640C712 630 770 644 802 664C796 700 776 750 770 800L700 800C704 740 690 680 664 640Z";
  const sole =
    "M134 746C140 764 170 768 240 768L360 768C450 768 520 744 580 710C620 686 650 668 690 658L684 644C620 654 580 690 520 716C450 746 340 752 160 750Z";
  const strap = "M438 520C520 566 660 560 776 486L788 528C660 612 500 612 414 566Z";
  const art =
    opening(paint, mouth) +
    shape(heel, paint.fill(graphite, "gloss", "tube")) +
    paint.bevel(heel, 10) +
    paint.solid(upper, { bevel: 34 }) +
    folds(
      paint,
      upper,
      [
        [440, 590, 540, 640, 640, 590, 14],
        [400, 640, 500, 690, 620, 640, 14],
        [600, 220, 620, 360, 590, 480, 14],
        [690, 420, 720, 480, 780, 560, 18],
      ],
      [
        [220, 700, 300, 664, 400, 622, 16],
        [488, 220, 512, 340, 494, 470, 18],
        [690, 200, 706, 300, 700, 400, 14],
      ],
    ) +
    seam("M604 186C610 330 600 560 610 660", body, 3) +
    stitch("M592 190C598 330 588 560 598 664", accent.light, 2.2) +
    raised(strap, paint.solid(strap, { tones: accent, material: "leather", bevel: 12 }), 8, 0.5) +
    stitch("M442 532C530 574 660 568 774 498", body.light, 2.2) +
    stitch("M426 560C530 598 650 592 780 520", body.light, 2.2) +
    `<g transform="rotate(-12 640 566)"><rect x="604" y="536" width="66" height="56" rx="10" fill="none" stroke="#05070c" stroke-opacity="0.5" stroke-width="12" transform="translate(2 4)"/>` +
    `<rect x="604" y="536" width="66" height="56" rx="10" fill="none" stroke="${paint.fill(brass, "metal", "diagonal")}" stroke-width="11"/>` +
    `<path d="M640 564L604 562" stroke="${brass.light}" stroke-width="7" stroke-linecap="round"/></g>` +
    line("M700 170C700 120 742 116 736 160", body.base, 12) +
    shape(sole, paint.fill(graphite, "matte", "down"));
  return { outline: `${upper}${mouth}${heel}${sole}`, art };
}

/** A pair of boots: chelsea with elastic sides, laced work boot on a lug sole, or heeled boot with a buckled strap. */
export const boot: Drawing = (paint) => pair(paint, [chelsea, workBoot, heeledBoot][paint.design] ?? chelsea);
