import { line, shape } from "../electronics/parts.ts";
import { type Crease, folds, mirrored, raised, rivet, stitch, symmetric } from "../fashion/cloth.ts";
import { type Drawing, type Paint, roundRect } from "../paint.ts";
import { mix, type Tones, tonesOf } from "../tone.ts";
import { brass } from "./jewels.ts";
import { frame, piece, strap } from "./sewn.ts";

const suede = tonesOf("#a4785a");

const handle = (d: string, tones: Tones, width = 25): string =>
  line(d, tones.deep, width) +
  line(d, tones.dark, width - 3) +
  line(d, tones.base, width * 0.6) +
  `<g transform="translate(-2 -3)">${line(d, tones.highlight, 4, 0.6)}</g>`;

/** Heavy canvas; its webbing runs from the handles right under the bottom. */
function canvas(paint: Paint): string {
  const { body, accent } = paint;
  const front = "M196 350C400 368 600 368 804 350L772 770C768 794 754 804 728 804H272C246 804 232 794 228 770Z";
  const opening = "M196 350C280 316 720 316 804 350C700 380 300 380 196 350Z";
  const lip = "M196 350C400 368 600 368 804 350L800 396C600 414 400 414 200 396Z";
  const webbing = (x: number, lean: number): string => {
    const d = `M${x - 22} 366H${x + 22}L${x + 22 + lean} 803H${x - 22 + lean}Z`;
    return (
      raised(d, paint.solid(d, { tones: accent, material: "fabric", bevel: 7 }), 5, 0.4) +
      stitch(`M${x - 14} 372L${x - 14 + lean} 800M${x + 14} 372L${x + 14 + lean} 800`, accent.highlight, 2, "7 5") +
      stitch(
        `M${x - 14} 420H${x + 14}L${x - 14} 470H${x + 14}L${x - 14} 420M${x + 14} 420V470M${x - 14} 420V470`,
        accent.highlight,
        2,
        "6 4",
      )
    );
  };
  const pocket = roundRect(408, 520, 184, 150, 10);
  return (
    handle("M388 346C388 160 430 128 500 128C570 128 612 160 612 346", accent, 38) +
    shape(
      opening,
      paint.linear([
        [0, body.dark],
        [1, "#0b0c11"],
      ]),
    ) +
    piece(paint, front, { bevel: 34, drop: 9 }) +
    folds(
      paint,
      front,
      [
        [240, 420, 300, 560, 262, 740, 18],
        [760, 410, 706, 560, 744, 760, 20],
        [400, 690, 480, 730, 600, 700, 12],
        [690, 420, 660, 540, 690, 700, 14],
      ],
      [
        [290, 400, 310, 540, 300, 720, 20],
        [500, 440, 500, 500, 490, 520, 16],
        [420, 710, 500, 724, 590, 706, 12],
      ],
    ) +
    piece(paint, lip, { bevel: 8, drop: 3 }) +
    stitch("M203 388C400 405 600 405 797 388", body.dark, 2.4) +
    piece(paint, pocket, { bevel: 12, drop: 4 }) +
    stitch("M416 530V656Q416 662 422 662H578Q584 662 584 656V530M412 538H588", body.dark, 2.2) +
    `<g transform="translate(0 8)">${line("M354 400C346 210 410 152 500 152C590 152 654 210 646 400", "#04060c", 42, 0.25)}</g>` +
    handle("M354 400C346 206 410 148 500 148C590 148 654 206 646 400", accent, 40) +
    stitch(
      "M343 400C334 196 404 136 500 136C596 136 666 196 657 400M365 400C358 216 416 160 500 160C584 160 642 216 635 400",
      accent.highlight,
      1.8,
      "7 5",
    ) +
    webbing(354, 10) +
    webbing(646, -10)
  );
}

/** Open, unlined leather with slim handles and painted edges. */
function leather(paint: Paint): string {
  const { body, accent } = paint;
  const front = "M226 392L774 392L806 776C808 796 798 804 780 804H220C202 804 192 796 194 776Z";
  const inside = "M226 392C236 372 262 360 290 356H710C738 360 764 372 774 392Z";
  const gusset = "M226 392L194 776C182 700 186 470 214 400ZM774 392L806 776C818 700 814 470 786 400Z";
  const corner = "M194 776L202 694C246 700 286 740 292 804H220C202 804 192 796 194 776Z";
  const lining = paint.linear([
    [0, mix(suede.dark, body.dark, 0.3)],
    [0.7, suede.deep],
    [1, "#0d0a0a"],
  ]);
  const tab = (x: number): string => {
    const d = `M${x - 19} 424H${x + 19}V520Q${x + 19} 544 ${x} 548Q${x - 19} 544 ${x - 19} 520Z`;
    return (
      piece(paint, d, { bevel: 6, drop: 5 }) +
      stitch(`M${x - 12} 430V518Q${x - 12} 536 ${x} 540Q${x + 12} 536 ${x + 12} 518V430`, accent.highlight, 2, "6 4") +
      frame(paint, x - 25, 404, 50, 28, accent) +
      rivet(paint, x, 500, 7, accent)
    );
  };
  const charm = "M690 500L742 496L748 596L722 612L694 600Z";
  return (
    handle("M352 372C334 176 400 128 500 128C600 128 666 176 648 372", body, 22) +
    shape(inside, lining) +
    line("M290 356H710", body.light, 7) +
    shape(gusset, body.deep) +
    piece(paint, front, { bevel: 30, drop: 9 }) +
    folds(
      paint,
      front,
      [
        [240, 790, 300, 640, 286, 420, 16],
        [770, 790, 700, 640, 716, 420, 18],
        [330, 740, 500, 776, 680, 740, 12],
      ],
      [
        [330, 420, 310, 600, 262, 780, 26],
        [380, 440, 500, 456, 640, 440, 14],
      ],
    ) +
    line("M226 392H774", accent.base, 7) +
    line("M228 390H772", accent.highlight, 2, 0.8) +
    stitch("M240 410H760L790 788H210Z", accent.light, 2.4, "9 6") +
    [corner, mirrored(corner)].map((d) => piece(paint, d, { bevel: 8, drop: 4 })).join("") +
    stitch("M210 706C248 714 276 750 280 796M790 706C752 714 724 750 720 796", accent.highlight, 2) +
    `<g transform="translate(0 8)">${line("M330 430C306 200 390 152 500 152C610 152 694 200 670 430", "#04060c", 24, 0.3)}</g>` +
    handle("M330 430C306 196 390 148 500 148C610 148 694 196 670 430", body, 24) +
    tab(330) +
    tab(670) +
    line("M676 420C690 440 706 460 718 500", body.dark, 7) +
    piece(paint, charm, { bevel: 6, drop: 6 }) +
    stitch("M698 508L735 505L740 592L722 602L701 594Z", accent.highlight, 2, "5 4") +
    rivet(paint, 717, 516, 6, accent)
  );
}

/** A bucket gathered by a cord through eyelets. */
function bucket(paint: Paint): string {
  const { body, accent } = paint;
  const bag = symmetric(500, 372, [
    [400, 372, 340, 366, 306, 350],
    [280, 440, 236, 600, 226, 720],
    [222, 790, 300, 804, 500, 806],
  ]);
  const mouth = "M306 350C360 314 640 314 694 350C640 382 360 382 306 350Z";
  const base = "M230 690C340 734 660 734 770 690L774 730C776 790 700 804 500 806C300 804 224 790 226 730Z";
  const gathers: Crease[] = [320, 360, 400, 440, 480, 520, 560, 600, 640, 676].map((x, index) => [
    x,
    372,
    x + (x - 500) * 0.1,
    470,
    x + (x - 500) * 0.34,
    600 + ((index * 37) % 60),
    9,
  ]);
  const shines: Crease[] = [340, 382, 424, 462, 500, 540, 582, 622].map((x, index) => [
    x,
    372,
    x + (x - 500) * 0.12,
    460,
    x + (x - 500) * 0.36,
    580 + ((index * 29) % 70),
    8,
  ]);
  return (
    strap("M322 366C220 180 380 100 500 100C620 100 780 180 678 366", accent, 30) +
    shape(
      mouth,
      paint.linear([
        [0, body.dark],
        [1, "#0a0b10"],
      ]),
    ) +
    piece(paint, bag, { bevel: 46, drop: 10 }) +
    folds(paint, bag, gathers, shines, { strength: 1.1 }) +
    stitch("M312 366C400 392 600 392 688 366", body.light, 2.2) +
    [350, 410, 470, 530, 590, 650]
      .map(
        (x) =>
          `<ellipse cx="${x}" cy="${430 - Math.abs(x - 500) * 0.06}" rx="10" ry="13" fill="#08090d"/><ellipse cx="${x}" cy="${430 - Math.abs(x - 500) * 0.06}" rx="10" ry="13" fill="none" stroke="${brass.light}" stroke-width="4.4"/>`,
      )
      .join("") +
    strap(
      "M290 418C310 424 330 424 350 422M410 426C430 428 450 430 470 430M530 430C550 430 570 428 590 426M650 422C670 420 690 420 710 416",
      accent,
      12,
    ) +
    strap("M470 430C486 470 470 520 462 560M530 430C514 480 528 530 536 574", accent, 11) +
    [
      [462, 566],
      [537, 580],
    ]
      .map(([x, y]) =>
        piece(
          paint,
          `M${(x ?? 0) - 8} ${y}L${(x ?? 0) + 8} ${y}L${(x ?? 0) + 18} ${(y ?? 0) + 58}L${(x ?? 0) - 18} ${(y ?? 0) + 58}Z`,
          { tones: accent, bevel: 5, drop: 6, leather: true },
        ),
      )
      .join("") +
    piece(paint, base, { tones: accent, bevel: 20, drop: 5, leather: true }) +
    stitch("M234 706C344 748 656 748 766 706", accent.highlight, 2.4) +
    [
      [312, 366],
      [688, 366],
    ]
      .map(([x, y]) => rivet(paint, x ?? 0, (y ?? 0) + 6, 12, brass))
      .join("")
  );
}

/** A tote: canvas with webbing, open leather, or a slouching bucket with a drawn cord. */
export const tote: Drawing = (paint) =>
  paint.shadow(500, 804, 330, 26, 0.9) + ([canvas, leather, bucket][paint.design]?.(paint) ?? canvas(paint));
