import { line, shape, silver } from "../electronics/parts.ts";
import { type Drawing, ellipse, type Paint } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { folds, label, raised, ribs, seam, stitch, symmetric } from "./cloth.ts";
import { lay } from "./garment.ts";

/** A cap: curved baseball peak, flat peak with a patch, or bucket hat. */
export const cap: Drawing = (paint) => {
  const { body, accent, design } = paint;
  if (design === 2) {
    const crown = symmetric(500, 300, [
      [410, 296, 340, 316, 326, 360],
      [312, 440, 296, 510, 284, 570],
      [360, 620, 500, 620],
    ]);
    const brim = symmetric(500, 560, [
      [400, 560, 320, 556, 286, 546],
      [230, 590, 160, 660, 140, 716],
      [250, 800, 400, 806, 500, 806],
    ]);
    const band = symmetric(500, 556, [
      [400, 556, 330, 540, 292, 516],
      [280, 566],
      [350, 604, 430, 610, 500, 610],
    ]);
    const rows = [0, 1, 2, 3, 4, 5]
      .map(
        (row) =>
          `M${262 - row * 20} ${596 + row * 22}C340 ${636 + row * 27} 660 ${636 + row * 27} ${738 + row * 20} ${596 + row * 22}`,
      )
      .join("");
    return (
      paint.shadow(500, 800, 380, 26, 0.85) +
      lay(paint, crown, body, 40) +
      folds(
        paint,
        crown,
        [
          [380, 330, 360, 450, 340, 570, 16],
          [600, 330, 640, 450, 650, 590, 18],
          [500, 330, 510, 450, 500, 600, 10],
        ],
        [[420, 330, 410, 440, 400, 590, 24]],
      ) +
      line("M340 352C400 384 600 384 660 352", body.deep, 4, 0.7) +
      stitch("M338 364C400 396 600 396 662 364", body.light, 2.2) +
      lay(paint, brim, body, 30) +
      folds(
        paint,
        brim,
        [
          [290, 590, 280, 680, 240, 760, 16],
          [640, 620, 700, 680, 730, 770, 18],
          [480, 630, 470, 720, 460, 800, 14],
        ],
        [[380, 630, 350, 700, 330, 790, 20]],
      ) +
      stitch(rows, body.light, 2.2) +
      raised(band, paint.solid(band, { tones: accent, material: "fabric", bevel: 8 }), 4, 0.45) +
      `<circle cx="352" cy="486" r="8" fill="${accent.deep}"/><circle cx="352" cy="486" r="8" fill="none" stroke="${silver.light}" stroke-width="3"/><circle cx="384" cy="500" r="8" fill="${accent.deep}"/><circle cx="384" cy="500" r="8" fill="none" stroke="${silver.light}" stroke-width="3"/>`
    );
  }
  const flat = design === 1;
  const crown = flat
    ? "M330 640C322 480 350 360 440 312C520 276 650 280 724 330C800 380 822 500 816 650C700 700 440 700 330 640Z"
    : "M336 650C326 500 364 380 460 332C540 296 660 304 730 362C800 424 826 530 816 664C700 712 440 712 336 650Z";
  const peak = flat
    ? "M348 622C270 628 170 648 108 690C96 704 104 722 124 726C260 734 420 738 540 748C620 750 670 724 716 682C600 704 440 690 348 622Z"
    : "M344 634C260 628 160 668 104 744C94 764 110 780 132 772C240 724 400 712 544 736C620 742 676 724 724 688C600 714 440 698 344 634Z";
  const under = flat
    ? "M108 694C104 712 110 734 130 740C280 748 440 752 546 762C620 762 680 730 716 684C640 724 560 742 500 740C340 730 200 726 108 694Z"
    : "M104 748C96 776 114 792 138 782C260 738 400 728 546 752C620 756 684 732 724 690C640 728 560 738 500 732C360 716 220 730 104 748Z";
  const seams = flat
    ? ["M520 290C470 380 450 520 462 680", "M560 286C640 380 680 520 676 690"]
    : ["M560 314C500 400 470 540 476 690", "M580 312C660 400 700 540 694 700"];
  const front = flat
    ? "M330 640C322 480 350 360 440 312C466 300 492 294 520 290C470 380 450 520 462 676C410 670 366 658 330 640Z"
    : "M336 650C326 500 364 380 460 332C490 320 524 314 560 314C500 400 470 540 476 688C420 682 372 668 336 650Z";
  return (
    paint.shadow(520, 796, 380, 24, 0.8) +
    paint.shadow(600, 720, 250, 30, 0.6) +
    `<g transform="translate(20 54)">` +
    lay(paint, crown, body, 44) +
    paint.solid(front, { tones: flat ? body : accent, bevel: 20 }) +
    folds(
      paint,
      crown,
      [
        [640, 330, 700, 480, 690, 690, 16],
        [760, 420, 800, 540, 800, 660, 22],
        [500, 340, 470, 500, 470, 680, 12],
        [340, 620, 420, 660, 520, 690, 12],
      ],
      [
        [430, 350, 380, 440, 370, 600, 22],
        [580, 340, 580, 480, 570, 660, 22],
      ],
    ) +
    seams
      .map(
        (d) =>
          `${seam(d, body, 3)}<g transform="translate(-9 0)">${stitch(d, accent.light, 2.2)}</g><g transform="translate(9 0)">${stitch(d, accent.light, 2.2)}</g>`,
      )
      .join("") +
    [
      [440, 380],
      [640, 386],
      [748, 430],
    ]
      .map(
        ([x, y]) =>
          `<ellipse cx="${x}" cy="${y}" rx="8" ry="9" fill="${body.deep}"/><ellipse cx="${x}" cy="${y}" rx="8" ry="9" fill="none" stroke="${accent.light}" stroke-width="3"/>`,
      )
      .join("") +
    raised(
      ellipse(566, flat ? 288 : 312, 22, 12),
      paint.solid(ellipse(566, flat ? 288 : 312, 22, 12), { tones: accent, bevel: 5 }),
      4,
      0.4,
    ) +
    `<g transform="rotate(-4 400 480)">${flat ? label(paint, 358, 446, 82, 62, accent) : label(paint, 358, 470, 90, 36, body)}</g>` +
    shape(
      under,
      paint.linear([
        [0, accent.dark],
        [1, accent.deep],
      ]),
    ) +
    lay(paint, peak, flat ? accent : body, 20, 8) +
    folds(
      paint,
      peak,
      [[340, 650, 440, 700, 600, 704, 14]],
      flat ? [[170, 690, 300, 664, 420, 690, 16]] : [[150, 730, 240, 676, 360, 680, 18]],
      { tones: flat ? accent : body },
    ) +
    [0, 1, 2, 3]
      .map((row) =>
        stitch(
          flat
            ? `M${140 + row * 40} ${704 - row * 7}C300 ${688 - row * 4} 460 ${712 - row * 4} 600 ${726 - row * 8}`
            : `M${132 + row * 34} ${750 - row * 17}C260 ${690 - row * 6} 440 ${694 - row * 4} 600 ${720 - row * 8}`,
          flat ? body.light : accent.light,
          2,
          "7 5",
        ),
      )
      .join("") +
    "</g>"
  );
};

const knitted = (paint: Paint, d: string, tones: Tones, bevel: number): string =>
  raised(d, paint.solid(d, { tones, bevel }), 10, 0.45);

/** A loose crown that blouses over a snug hem and tips over to the right, where its ribs gather. */
function slouching(paint: Paint): string {
  const { body, accent } = paint;
  const crown =
    "M286 724C232 660 212 540 246 428C282 310 388 232 520 228C664 224 806 292 836 400C856 474 822 536 776 580C742 612 728 660 718 724C600 762 400 762 286 724Z";
  const hem =
    "M276 684C400 724 604 724 728 684C740 716 740 752 732 786C604 822 400 822 272 786C264 752 264 716 276 684Z";
  const stripe = "M274 706C400 746 604 746 731 706L734 730C604 770 400 770 269 730Z";
  const columns = Array.from({ length: 19 }, (_, index) => {
    const share = index / 18;
    const at = (from: number, to: number): number => Math.round(from + (to - from) * share);
    return `M${at(284, 724)} 724C${at(150, 690)} ${at(380, 660)} ${at(420, 740)} ${at(90, 610)} ${at(822, 812)} ${at(420, 520)}`;
  }).join("");
  return (
    paint.shadow(505, 800, 290, 22, 0.85) +
    knitted(paint, crown, body, 54) +
    `<g clip-path="${paint.clip(crown)}">${line(columns, body.deep, 6, 0.5)}<g transform="translate(4 3)">${line(columns, body.highlight, 3, 0.3)}</g></g>` +
    folds(
      paint,
      crown,
      [
        [260, 620, 420, 700, 640, 650, 20],
        [700, 690, 640, 600, 800, 500, 24],
        [420, 640, 600, 600, 790, 460, 18],
        [250, 520, 320, 640, 420, 690, 16],
        [560, 250, 720, 300, 800, 420, 14],
      ],
      [
        [280, 500, 330, 330, 500, 270, 26],
        [300, 600, 420, 640, 560, 620, 14],
        [520, 560, 660, 520, 760, 420, 16],
      ],
      { strength: 1.5 },
    ) +
    knitted(paint, hem, body, 20) +
    shape(stripe, accent.base, 0.85) +
    ribs(paint, hem, [274, 676, 730, 676], [270, 826, 734, 826], 32, body) +
    label(paint, 612, 730, 62, 46, accent)
  );
}

/** A beanie: deep cuff with a leather label, pom-pom with stripes, or slouching without a cuff. */
export const beanie: Drawing = (paint) => {
  const { body, accent, design } = paint;
  if (design === 2) return slouching(paint);
  const crown =
    "M258 640C246 470 300 330 400 280C460 252 540 252 600 280C700 330 754 470 742 640C600 680 400 680 258 640Z";
  const cuff =
    "M238 590C340 632 660 632 762 590C776 640 774 720 760 764C640 812 360 812 240 764C226 720 224 640 238 590Z";
  const columns = Array.from({ length: 17 }, (_, index) => {
    const share = index / 16 - 0.5;
    return `M${Math.round(500 + share * 60)} 262C${Math.round(500 + share * 420)} 330 ${Math.round(500 + share * 500)} 480 ${Math.round(500 + share * 500)} 660`;
  }).join("");
  const stripes = [360, 440]
    .map((y) => `M200 ${y}C400 ${y + 46} 600 ${y + 46} 800 ${y}v40C600 ${y + 86} 400 ${y + 86} 200 ${y + 40}z`)
    .join("");
  const pompom = (): string => {
    const tufts = Array.from({ length: 130 }, (_, index) => {
      const angle = index * 2.39996;
      const reach = Math.sqrt(index / 130) * 86;
      const x = 500 + Math.cos(angle) * reach;
      const y = 216 + Math.sin(angle) * reach;
      return {
        x,
        y,
        dx: Math.cos(angle) * 22,
        dy: Math.sin(angle) * 22,
        lit: Math.cos(angle) * -0.6 + Math.sin(angle) * -0.8,
      };
    });
    const group = (pick: (lit: number) => boolean, color: string, opacity: number): string =>
      line(
        tufts
          .filter(({ lit }) => pick(lit))
          .map(({ x, y, dx, dy }) => `M${Math.round(x)} ${Math.round(y)}l${Math.round(dx)} ${Math.round(dy)}`)
          .join(""),
        color,
        8,
        opacity,
      );
    return (
      paint.shadow(510, 290, 80, 26, 0.5) +
      shape(ellipse(500, 216, 92), paint.fill(accent, "fabric", "ball")) +
      group(() => true, accent.dark, 0.8) +
      group((lit) => lit > -0.5, accent.base, 0.95) +
      group((lit) => lit > 0.25, accent.light, 0.8) +
      paint.glow(474, 186, 60, 54, 0.35, accent.highlight)
    );
  };
  return (
    paint.shadow(500, 800, 310, 22, 0.85) +
    knitted(paint, crown, body, 54) +
    (design === 1 ? `<g clip-path="${paint.clip(crown)}">${shape(stripes, accent.base, 0.85)}</g>` : "") +
    `<g clip-path="${paint.clip(crown)}">${line(columns, body.deep, 6, 0.5)}<g transform="translate(5 0)">${line(columns, body.highlight, 3, 0.3)}</g></g>` +
    folds(
      paint,
      crown,
      [
        [300, 600, 330, 440, 420, 320, 16],
        [700, 600, 690, 440, 600, 310, 22],
        [260, 600, 480, 640, 740, 600, 16],
      ],
      [[380, 560, 390, 420, 450, 310, 26]],
    ) +
    knitted(paint, cuff, design === 1 ? accent : body, 26) +
    ribs(paint, cuff, [238, 580, 762, 580], [244, 810, 756, 810], 34, design === 1 ? accent : body) +
    (design === 1 ? pompom() : label(paint, 448, 668, 104, 66, accent))
  );
};
