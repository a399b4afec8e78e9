import { graphite, line, shape } from "../electronics/parts.ts";
import { type Drawing, ellipse, type Paint } from "../studio.ts";
import { mix, type Tones } from "../tone.ts";
import { type Crease, folds, raised, rivet, seam, stitch } from "./cloth.ts";

/** A pair: the second shoe stands behind, a step to the right and in the half dark. `height` lowers or raises the silhouette. */
export function pair(paint: Paint, outline: string, shoe: string, height = 1): string {
  const scaled = (scale: number, x: number, y: number): string =>
    `translate(${x} ${y - Math.round(800 * scale * height)}) scale(${scale} ${Math.round(scale * height * 100) / 100})`;
  return (
    paint.shadow(570, 746, 350, 30, 0.6) +
    `<g transform="${scaled(0.94, 122, 744)}">${shoe}${shape(outline, "#070a14", 0.45)}</g>` +
    paint.shadow(470, 804, 390, 24, 0.9) +
    `<g transform="${scaled(1.04, -70, 802)}">${shoe}</g>`
  );
}

/** Laces crossing an instep from the toe end to the top: each row one rounded band with its shadow. */
function laces(rows: readonly (readonly [number, number, number, number])[], tones: Tones, width = 15): string {
  const band = (x1: number, y1: number, x2: number, y2: number): string =>
    `M${x1} ${y1}Q${(x1 + x2) / 2 - 6} ${(y1 + y2) / 2 - 12} ${x2} ${y2}`;
  return rows
    .map(([x1, y1, x2, y2]) => {
      const d = band(x1, y1, x2, y2);
      return (
        `<g transform="translate(3 6)">${line(d, "#05070c", width + 2, 0.4)}</g>` +
        line(d, tones.dark, width) +
        `<g transform="translate(-1 -1.5)">${line(d, tones.light, width * 0.72)}${line(d, tones.highlight, width * 0.24, 0.8)}</g>`
      );
    })
    .join("");
}

function eyelets(points: readonly (readonly [number, number])[], tones: Tones): string {
  return points
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="7.5" fill="${tones.deep}"/><circle cx="${x}" cy="${y}" r="7.5" fill="none" stroke="${tones.light}" stroke-width="2.4" stroke-opacity="0.8"/>`)
    .join("");
}

const lowUpper =
  "M150 752C146 706 166 664 214 640C262 620 318 604 362 566L468 462C478 444 496 436 514 444L556 470C590 520 676 540 752 500C780 478 806 462 828 458C846 468 850 500 846 540C842 610 850 680 860 752Z";

function lowSneaker(paint: Paint): { outline: string; art: string } {
  const { body, accent } = paint;
  const sole = "M136 742C130 776 146 800 186 800L812 800C850 800 868 790 870 764L868 722C780 738 640 744 500 742C370 740 240 738 148 730Z";
  const mouth = "M514 444C560 424 640 430 700 444C760 456 812 456 828 458C806 462 780 478 752 500C676 540 590 520 556 470Z";
  const toe = "M150 752C146 706 166 664 214 640C240 630 268 622 294 611C330 650 336 700 330 752Z";
  const stay = "M362 566L468 462C476 448 490 440 504 441L560 512C574 534 560 556 536 574L430 664C404 672 376 640 352 574Z";
  const counter = "M756 520C780 494 806 470 828 458C846 468 850 500 846 540C842 610 850 680 860 752L716 752C722 660 726 580 756 520Z";
  const tongue = "M372 560C420 500 446 440 470 416C484 402 520 404 540 424L566 486C550 540 470 600 430 620Z";
  const stripe = (x: number): string => `M${x} 560C${x - 10} 620 ${x - 44} 690 ${x - 72} 744L${x - 42} 744C${x - 16} 690 ${x + 18} 620 ${x + 26} 552Z`;
  const art =
    shape(mouth, paint.linear([[0, mix(body.light, accent.light, 0.4)], [0.35, accent.dark], [1, "#0a0c12"]], "down")) +
    paint.solid(tongue, { bevel: 14 }) +
    stitch("M392 548C436 492 460 446 480 428C496 418 516 422 530 436", accent.light, 2.2) +
    paint.solid(lowUpper, { bevel: 26 }) +
    folds(paint, lowUpper, [[300, 612, 372, 660, 350, 752, 10], [340, 600, 400, 690, 420, 752, 8], [560, 520, 600, 620, 560, 740, 16], [700, 540, 690, 640, 712, 740, 14]], [[190, 700, 220, 652, 300, 626, 12], [460, 600, 560, 600, 690, 560, 22]]) +
    shape(stripe(590), accent.dark) + paint.solid(stripe(586), { tones: accent, material: "matte", bevel: 5 }) +
    paint.solid(stripe(642), { tones: accent, material: "matte", bevel: 5 }) +
    paint.solid(stripe(698), { tones: accent, material: "matte", bevel: 5 }) +
    raised(counter, paint.solid(counter, { bevel: 16 }), 7, 0.4) +
    stitch("M768 528C740 590 734 664 728 742", accent.light) +
    raised(toe, paint.solid(toe, { bevel: 18 }), 6, 0.35) +
    stitch("M282 620C318 660 324 704 319 742", accent.light) +
    shape([[206, 676], [232, 664], [258, 654], [216, 702], [242, 690], [268, 680]].map(([x, y]) => ellipse(x ?? 0, y ?? 0, 4.4, 3.4)).join(""), body.deep) +
    raised(stay, paint.solid(stay, { bevel: 12 }), 7, 0.4) +
    stitch("M364 582C388 640 408 656 424 652L526 566C544 552 556 540 550 524", accent.light) +
    eyelets([[398, 604], [428, 572], [458, 541], [488, 510], [516, 482]], body) +
    laces([[374, 560, 400, 604], [404, 530, 430, 572], [434, 500, 460, 541], [464, 470, 490, 510], [490, 444, 518, 482]], accent) +
    paint.solid("M790 470C806 460 820 456 832 458C846 470 850 500 848 530C826 536 806 532 790 524Z", { tones: accent, material: "leather", bevel: 8 }) +
    stitch("M560 482C604 534 684 548 754 512", accent.light, 2.2) +
    raised(sole, paint.solid(sole, { tones: soleTones(paint), material: "matte", direction: "pipe", bevel: 14, texture: false }), 4, 0.4) +
    stitch("M152 750C300 756 640 760 864 740", body.light, 2.4, "9 6") +
    line("M140 782C300 788 660 790 868 776", accent.dark, 5, 0.65);
  return { outline: `${lowUpper}${mouth}${tongue}${sole}`, art };
}

const soleTones = (paint: Paint): Tones => (paint.design === 0 ? cream : paint.accent);
const cream: Tones = { highlight: "#fdfbf5", light: "#f4f0e6", base: "#e4dfd2", dark: "#b3ad9f", deep: "#6f6a60" };

function highTop(paint: Paint): { outline: string; art: string } {
  const { body, accent } = paint;
  const upper =
    "M158 748C152 700 176 656 230 636C290 616 336 600 372 560C420 506 452 440 474 360C480 326 490 300 512 296L560 300C640 330 740 320 806 296C830 300 838 330 836 372C830 480 836 600 850 748Z";
  const mouth = "M512 296C560 262 760 258 806 296C760 340 600 344 546 304Z";
  const sole = "M146 736C138 774 152 800 190 800L806 800C844 800 860 790 862 764L860 726L690 732L150 728Z";
  const toe = "M158 748C152 700 176 656 230 636C256 628 280 620 302 609C340 650 346 700 342 748Z";
  const tongue = "M380 556C428 500 450 420 468 352C470 300 478 258 500 244C532 236 560 250 566 284L580 420L450 610Z";
  const stay = "M378 556C424 506 454 440 476 360C480 330 492 304 512 298L548 304C560 400 546 500 500 570L420 650C398 640 384 600 378 556Z";
  const rows: readonly (readonly [number, number, number, number])[] = [
    [376, 572, 416, 612], [404, 540, 444, 580], [428, 504, 470, 542], [448, 466, 490, 500], [462, 426, 506, 456], [472, 386, 518, 410], [480, 346, 526, 364],
  ];
  const collar = "M560 300C640 330 740 320 806 296C830 300 838 330 836 372L834 420C740 452 640 448 556 410C560 370 556 330 548 304Z";
  const art =
    shape(mouth, paint.linear([[0, body.light], [0.3, body.dark], [1, "#0a0c12"]])) +
    paint.solid(tongue, { bevel: 16 }) +
    paint.solid(upper, { bevel: 30 }) +
    folds(paint, upper, [[306, 612, 372, 660, 356, 752, 12], [540, 600, 620, 560, 700, 590, 18], [560, 640, 660, 610, 820, 640, 18], [540, 480, 640, 520, 830, 480, 22]], [[190, 700, 226, 652, 310, 622, 12], [520, 560, 640, 530, 780, 560, 18], [540, 690, 640, 670, 760, 690, 20]]) +
    raised(collar, paint.solid(collar, { bevel: 20 }), 6, 0.35) +
    stitch("M556 398C640 434 740 438 832 408", accent.light) +
    stitch("M552 384C640 420 740 424 832 394", accent.light) +
    `<circle cx="690" cy="556" r="58" fill="${accent.deep}" fill-opacity="0.35"/>` +
    paint.solid(ellipse(687, 552, 55), { tones: accent, material: "leather", bevel: 10 }) +
    stitch(ellipse(687, 552, 45), body.light, 2.2, "7 5") +
    shape("M687 520L697 544L722 546L702 561L709 586L687 572L665 586L672 561L652 546L677 544Z", body.light, 0.9) +
    raised(stay, paint.solid(stay, { bevel: 12 }), 7, 0.45) +
    stitch("M536 312C546 400 534 492 490 562L420 632", accent.light) +
    eyelets(rows.map(([, , x, y]) => [x, y] as const), body) +
    laces(rows, accent, 14) +
    paint.solid("M812 300C830 304 838 330 836 372C830 480 836 600 850 740L800 740C796 600 796 440 812 300Z", { tones: accent, material: "leather", bevel: 10 }) +
    raised(toe, paint.solid(toe, { tones: cream, material: "gloss", bevel: 22, texture: false }), 5, 0.4) +
    raised(sole, paint.solid(sole, { tones: cream, material: "matte", direction: "pipe", bevel: 12, texture: false }), 4, 0.4) +
    line("M146 748C300 752 640 756 862 744", accent.base, 9) +
    line("M148 784C300 790 660 792 860 780", accent.dark, 5, 0.7) +
    shape(Array.from({ length: 12 }, (_, index) => `M${160 + index * 13} 764l6 0l0 16l-6 0z`).join(""), cream.dark);
  return { outline: `${upper}${mouth}${tongue}${sole}`, art };
}

function runner(paint: Paint): { outline: string; art: string } {
  const { body, accent } = paint;
  const upper =
    "M142 716C148 676 182 648 232 634C300 614 352 588 398 548L482 462C496 446 512 444 528 456L572 488C620 532 700 524 760 474C790 444 822 424 846 416C862 428 860 460 850 510C842 580 850 650 866 716Z";
  const mouth = "M528 456C580 436 660 446 714 446C770 444 820 424 846 416C822 424 790 444 760 474C700 524 620 532 572 488Z";
  const foam =
    "M118 716C112 756 140 790 200 796C280 803 340 784 420 788C520 796 640 800 760 800C820 800 880 790 900 752C908 724 896 694 880 672C820 664 780 690 720 696C600 706 520 668 440 684C340 702 220 690 152 682C130 690 120 700 118 716Z";
  const tread = "M140 772C180 800 260 804 300 797L420 792C520 800 680 804 780 803C830 802 866 790 884 772L890 784C870 806 830 812 780 812L240 812C190 812 156 800 140 772Z";
  const tongue = "M410 540C452 492 470 452 492 424C508 406 544 408 562 432L584 500L470 600Z";
  const overlay = "M142 716C148 676 182 648 232 634C256 627 280 619 302 610C296 652 330 690 392 700L392 716Z";
  const swoop = "M420 712C470 640 540 590 620 566C700 546 740 520 770 474C778 520 770 566 716 604C640 650 560 680 520 712Z";
  const cage = "M398 548L482 462C494 448 506 444 518 450L572 520C560 560 500 610 436 650C410 640 398 600 398 548Z";
  const heel = "M780 452C806 432 830 420 846 416C862 428 860 460 850 510C842 580 850 650 866 716L770 716C752 620 756 520 780 452Z";
  const rows: readonly (readonly [number, number, number, number])[] = [[402, 552, 438, 598], [430, 522, 466, 568], [458, 494, 494, 540], [486, 466, 520, 512]];
  const material = paint.material === "leather" ? "leather" : "fabric";
  const art =
    shape(mouth, paint.linear([[0, accent.light], [0.3, accent.dark], [1, "#0a0c12"]])) +
    paint.solid(tongue, { tones: accent, material, bevel: 14 }) +
    paint.solid(upper, { material, bevel: 28 }) +
    folds(paint, upper, [[300, 612, 370, 650, 356, 712, 12], [580, 500, 640, 560, 720, 560, 16]], [[190, 676, 230, 648, 310, 626, 10], [500, 640, 560, 590, 640, 560, 12]]) +
    raised(overlay, paint.solid(overlay, { tones: body, material: "gloss", bevel: 12, texture: false }), 4, 0.4) +
    raised(swoop, paint.solid(swoop, { tones: accent, material: "gloss", bevel: 10, texture: false }), 6, 0.45) +
    stitch("M440 704C490 640 560 600 640 576C700 560 740 540 762 506", accent.highlight, 2) +
    raised(heel, paint.solid(heel, { tones: body, material: "gloss", bevel: 16, texture: false }), 6, 0.4) +
    line("M800 470C780 540 782 620 794 690", accent.light, 7, 0.9) +
    line("M826 446C808 530 812 620 824 690", accent.light, 7, 0.9) +
    raised(cage, paint.solid(cage, { tones: body, material: "gloss", bevel: 10, texture: false }), 6, 0.4) +
    eyelets(rows.map(([, , x, y]) => [x, y] as const), body) +
    laces(rows, accent, 14) +
    line("M846 420C880 404 888 440 856 470", accent.base, 11) +
    raised(foam, paint.solid(foam, { tones: cream, material: "matte", direction: "down", bevel: 30, texture: false }), 6, 0.5) +
    folds(paint, foam, [[160, 736, 300, 764, 470, 716, 12], [420, 752, 600, 782, 860, 716, 16], [560, 716, 700, 726, 850, 690, 7]], [[170, 716, 300, 726, 430, 700, 7]], { tones: cream }) +
    shape("M560 772C680 782 800 772 884 724C878 762 840 786 780 790C700 794 610 790 560 772Z", paint.fill(accent, "gloss", "pipe"), 0.95) +
    shape(tread, paint.fill(graphite, "matte", "down"));
  return { outline: `${upper}${mouth}${tongue}${foam}${tread}`, art };
}

/** A pair of trainers: a court shoe with three bars, a canvas-like high-top, or a runner on thick foam. */
export const sneaker: Drawing = (paint) => {
  const { outline, art } = [lowSneaker, highTop, runner][paint.design]?.(paint) ?? lowSneaker(paint);
  return pair(paint, outline, art, paint.design === 1 ? 0.96 : 0.86);
};

type BootShape = { upper: string; mouth: string; creases: readonly Crease[]; shine: readonly Crease[] };

const ankle: BootShape = {
  upper:
    "M150 738C150 690 190 652 260 632C340 610 420 590 458 530C480 480 478 400 470 320C468 290 474 268 482 262C560 292 700 290 772 256C784 290 782 360 780 430C780 520 808 600 828 680L834 738Z",
  mouth: "M482 262C540 226 720 222 772 256C720 296 550 300 482 262Z",
  creases: [[440, 560, 520, 590, 600, 560, 14], [430, 600, 540, 640, 640, 600, 14], [390, 620, 430, 680, 380, 738, 10], [600, 300, 620, 440, 590, 540, 12], [740, 480, 760, 560, 800, 620, 18]],
  shine: [[200, 690, 260, 646, 360, 620, 14], [500, 320, 520, 440, 506, 540, 16], [480, 600, 560, 620, 640, 590, 9], [700, 320, 720, 420, 716, 500, 12]],
};

const opening = (paint: Paint, d: string): string =>
  shape(d, paint.linear([[0, paint.body.light], [0.3, paint.body.dark], [1, "#090b10"]]));

function chelsea(paint: Paint): { outline: string; art: string } {
  const { body, accent } = paint;
  const gore = "M560 286C590 290 650 290 684 284C694 380 676 480 628 560C588 480 566 380 560 286Z";
  const sole = "M136 738C134 762 146 780 180 780L620 780L628 800L838 800L840 732C700 746 330 748 146 726C138 728 136 732 136 738Z";
  const ridges = Array.from({ length: 13 }, (_, index) => `M${566 + index * 9.6} 280L${600 + index * 4.4} 566`).join("");
  const tab = (x: number): string => `M${x} 268L${x - 6} 204C${x + 4} 190 ${x + 26} 190 ${x + 34} 204L${x + 30} 268Z`;
  const art =
    paint.solid(tab(716), { tones: accent, material: "fabric", bevel: 8 }) +
    opening(paint, ankle.mouth) +
    paint.solid(ankle.upper, { bevel: 32 }) +
    folds(paint, ankle.upper, ankle.creases, ankle.shine) +
    seam("M560 286C566 380 588 480 628 560C676 480 694 380 684 284", body, 5) +
    paint.solid(gore, { tones: accent, material: "matte", bevel: 16 }) +
    `<g clip-path="${paint.clip(gore)}">${line(ridges, accent.deep, 3.4, 0.7)}<g transform="translate(3 0)">${line(ridges, accent.highlight, 2, 0.3)}</g></g>` +
    stitch("M548 290C554 384 580 490 628 578C688 486 706 384 696 284", body.light, 2.2) +
    seam("M628 566C634 620 640 690 640 738", body, 3) +
    stitch("M616 572C622 624 628 690 628 738", body.light, 2.2) +
    raised(sole, paint.solid(sole, { tones: graphite, material: "matte", direction: "pipe", bevel: 8 }), 4, 0.5) +
    stitch("M152 736C330 756 700 754 836 742", accent.light, 2.4, "9 6") +
    line("M630 778L838 776", "#000", 3, 0.5);
  return { outline: `${ankle.upper}${ankle.mouth}${sole}${tab(716)}`, art };
}

function workBoot(paint: Paint): { outline: string; art: string } {
  const { body, accent } = paint;
  const sole =
    "M126 728C120 756 130 770 146 772L150 800L208 800L214 784L246 784L252 800L310 800L316 784L348 784L354 800L412 800L418 784L450 784L456 800L520 800L526 784L600 784L606 800L664 800L670 784L700 784L706 800L764 800L770 784L796 784L802 800L846 800C856 786 856 750 850 722L560 736L146 716C136 718 128 722 126 728Z";
  const tongue = "M430 540C452 460 446 360 440 300C440 240 450 206 476 196C510 192 548 206 556 240L560 560Z";
  const stay = "M404 600C440 580 464 540 470 490C476 420 472 350 468 312C466 286 474 266 482 262L552 282C560 400 556 520 520 600C500 640 440 650 404 600Z";
  const rows: readonly (readonly [number, number, number, number])[] = [
    [420, 594, 476, 622], [440, 562, 504, 586], [452, 524, 522, 546], [458, 484, 532, 504], [460, 442, 538, 460], [460, 400, 540, 416], [460, 358, 540, 372], [460, 316, 540, 328],
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
    stitch("M712 490C694 566 690 650 694 730", accent.light) + stitch("M726 486C708 566 704 650 708 730", accent.light) +
    raised(toe, paint.solid(toe, { bevel: 20 }), 6, 0.4) +
    stitch("M338 618C366 654 370 700 365 730", accent.light) + stitch("M324 622C352 658 356 700 351 730", accent.light) +
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

const brass: Tones = { highlight: "#fbeec6", light: "#e2c47f", base: "#bb9450", dark: "#80602f", deep: "#473416" };

function heeledBoot(paint: Paint): { outline: string; art: string } {
  const { body, accent } = paint;
  const upper =
    "M138 742C150 706 214 682 290 652C372 618 430 566 452 480C470 400 462 280 452 196C452 176 458 164 464 160C540 184 660 184 734 156C748 220 744 320 748 400C752 470 790 520 806 580C814 616 810 650 800 668C720 640 640 660 560 704C500 738 430 752 330 752L160 752C146 752 138 750 138 742Z";
  const mouth = "M464 160C530 128 680 126 734 156C670 196 530 196 464 160Z";
  const heel = "M664 640C712 630 770 644 802 664C796 700 776 750 770 800L700 800C704 740 690 680 664 640Z";
  const sole = "M134 746C140 764 170 768 240 768L360 768C450 768 520 744 580 710C620 686 650 668 690 658L684 644C620 654 580 690 520 716C450 746 340 752 160 750Z";
  const strap = "M438 520C520 566 660 560 776 486L788 528C660 612 500 612 414 566Z";
  const art =
    opening(paint, mouth) +
    shape(heel, paint.fill(graphite, "gloss", "tube")) + paint.bevel(heel, 10) +
    paint.solid(upper, { bevel: 34 }) +
    folds(paint, upper, [[440, 590, 540, 640, 640, 590, 14], [400, 640, 500, 690, 620, 640, 14], [600, 220, 620, 360, 590, 480, 14], [690, 420, 720, 480, 780, 560, 18]], [[220, 700, 300, 664, 400, 622, 16], [488, 220, 512, 340, 494, 470, 18], [690, 200, 706, 300, 700, 400, 14]]) +
    seam("M604 186C610 330 600 560 610 660", body, 3) +
    stitch("M592 190C598 330 588 560 598 664", accent.light, 2.2) +
    raised(strap, paint.solid(strap, { tones: accent, material: "leather", bevel: 12 }), 8, 0.5) +
    stitch("M442 532C530 574 660 568 774 498", body.light, 2.2) + stitch("M426 560C530 598 650 592 780 520", body.light, 2.2) +
    `<g transform="rotate(-12 640 566)"><rect x="604" y="536" width="66" height="56" rx="10" fill="none" stroke="#05070c" stroke-opacity="0.5" stroke-width="12" transform="translate(2 4)"/>` +
    `<rect x="604" y="536" width="66" height="56" rx="10" fill="none" stroke="${paint.fill(brass, "metal", "diagonal")}" stroke-width="11"/>` +
    `<path d="M640 564L604 562" stroke="${brass.light}" stroke-width="7" stroke-linecap="round"/></g>` +
    line("M700 170C700 120 742 116 736 160", body.base, 12) +
    shape(sole, paint.fill(graphite, "matte", "down"));
  return { outline: `${upper}${mouth}${heel}${sole}`, art };
}

/** A pair of boots: chelsea with elastic sides, laced work boot on a lug sole, or heeled boot with a buckled strap. */
export const boot: Drawing = (paint) => {
  const { outline, art } = [chelsea, workBoot, heeledBoot][paint.design]?.(paint) ?? chelsea(paint);
  return pair(paint, outline, art);
};

/** A pair of loafers: penny, tassel on a thin sole, or snaffle bit on a lug sole. */
export const loafer: Drawing = (paint) => {
  const { body, accent, design } = paint;
  const upper =
    "M140 742C140 700 176 668 232 648C300 626 350 604 396 572C410 552 424 540 446 540L486 556C540 610 640 640 730 590C770 560 804 526 836 516C856 530 852 570 848 610C846 660 854 700 862 742Z";
  const mouth = "M446 540C520 520 620 548 700 552C760 552 806 530 836 516C804 526 770 560 730 590C640 640 540 610 486 556Z";
  const apron = "M226 668C290 640 360 606 404 574C420 558 440 552 456 560L520 606C500 640 430 668 340 684C290 692 240 690 226 668Z";
  const vamp = "M372 592L446 536C456 530 470 534 478 544L560 612C566 640 560 700 552 742L462 742C462 680 430 620 372 592Z";
  const welt = "M128 740C124 760 136 772 164 772L866 770C876 764 876 742 868 732C700 746 330 750 140 730Z";
  const lug = design === 2;
  const heel = lug
    ? "M132 760L140 800L210 800L216 786L250 786L256 800L330 800L336 786L370 786L376 800L460 800L466 786L620 786L626 800L700 800L706 786L740 786L746 800L866 800L876 752Z"
    : "M132 764C300 776 500 778 640 776L646 800L866 800L872 760L640 764Z";
  const pleats = Array.from({ length: 12 }, (_, index) => {
    const share = index / 11;
    const x = 232 + share * 260;
    const y = 690 - share * 70 + Math.sin(share * 3.14) * 16;
    return `M${Math.round(x)} ${Math.round(y)}l${Math.round(-8 + share * 18)} 20`;
  }).join("");
  const slot = "M418 596C430 590 470 604 486 618C470 628 440 620 418 596Z";
  const tassel = (x: number, y: number): string => {
    const d = `M${x - 8} ${y}C${x - 20} ${y + 24} ${x - 26} ${y + 48} ${x - 28} ${y + 66}L${x + 24} ${y + 70}C${x + 22} ${y + 40} ${x + 14} ${y + 16} ${x + 8} ${y}Z`;
    const cuts = Array.from({ length: 6 }, (_, index) => `M${x - 4 + index * 1.5} ${y + 10}L${x - 22 + index * 8.4} ${y + 70}`).join("");
    return raised(d, paint.solid(d, { tones: accent, material: "leather", bevel: 6 }) + line(cuts, accent.deep, 2.4, 0.7), 8, 0.5) +
      paint.solid(ellipse(x, y, 13, 11), { tones: accent, material: "leather", bevel: 5 });
  };
  const front = {
    0: seam("M404 624C440 592 500 610 560 656", body, 2) + raised(slot, shape(slot, "#08090d", 0.8), 3, 0.2) + stitch("M410 580L456 548L540 618M386 604C440 640 456 690 452 736", accent.light, 2.2),
    1: line("M380 600C440 580 500 600 548 640", accent.base, 10) + tassel(436, 600) + tassel(492, 610),
    2: `<g transform="translate(3 6)">${line("M400 590C440 600 480 630 520 664", "#05070c", 14, 0.5)}</g>` +
      line("M398 586C440 596 480 626 520 660", brass.dark, 15) + line("M398 584C440 594 480 624 520 658", brass.light, 8) +
      [[396, 584], [522, 660]].map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="19" ry="24" fill="none" stroke="${brass.dark}" stroke-width="9"/><ellipse cx="${x}" cy="${(y ?? 0) - 1.5}" rx="19" ry="24" fill="none" stroke="${brass.light}" stroke-width="4"/>`).join(""),
  }[design];
  const art =
    shape(mouth, paint.linear([[0, mix(accent.light, "#d8b48a", 0.5)], [0.4, mix(accent.dark, "#6b4a2c", 0.5)], [1, "#120d0a"]])) +
    paint.solid(upper, { bevel: 30 }) +
    folds(paint, upper, [[226, 690, 340, 730, 470, 690, 16], [560, 630, 600, 690, 590, 742, 14], [740, 600, 760, 680, 750, 742, 12]], [[176, 716, 210, 680, 260, 660, 10], [600, 650, 690, 650, 780, 590, 16]]) +
    raised(apron, paint.solid(apron, { bevel: 18 }), 5, 0.4) +
    line(pleats, body.deep, 4, 0.7) + `<g transform="translate(3 1)">${line(pleats, body.highlight, 2, 0.4)}</g>` +
    seam("M226 668C240 690 290 692 340 684C430 668 500 640 520 606", body, 3) +
    raised(vamp, paint.solid(vamp, { tones: design === 0 ? accent : body, material: paint.material, bevel: 14 }), 6, 0.4) +
    front +
    stitch("M494 570C550 622 640 650 730 604C770 574 806 542 834 530", accent.light, 2.2) +
    raised(welt, paint.solid(welt, { tones: lug ? graphite : accent, material: "leather", direction: "pipe", bevel: 5 }), 4, 0.4) +
    stitch("M146 746C330 760 700 758 864 746", cream.base, 2.2, "8 6") +
    shape(heel, paint.fill(graphite, "matte", "down"));
  return pair(paint, `${upper}${mouth}${welt}${heel}`, art, 0.9);
};
