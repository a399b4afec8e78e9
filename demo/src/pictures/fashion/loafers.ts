import { graphite, line, shape } from "../electronics/parts.ts";
import { type Drawing, ellipse, type Paint } from "../paint.ts";
import { mix } from "../tone.ts";
import { folds, raised, seam, stitch } from "./cloth.ts";
import { brass, cream, pair, type Shoe } from "./footwear.ts";

function slipOn(paint: Paint): Shoe {
  const { body, accent, design } = paint;
  const upper =
    "M140 742C140 700 176 668 232 648C300 626 350 604 396 572C410 552 424 540 446 540L486 556C540 610 640 640 730 590C770 560 804 526 836 516C856 530 852 570 848 610C846 660 854 700 862 742Z";
  const mouth =
    "M446 540C520 520 620 548 700 552C760 552 806 530 836 516C804 526 770 560 730 590C640 640 540 610 486 556Z";
  const apron =
    "M226 668C290 640 360 606 404 574C420 558 440 552 456 560L520 606C500 640 430 668 340 684C290 692 240 690 226 668Z";
  const vamp =
    "M372 592L446 536C456 530 470 534 478 544L560 612C566 640 560 700 552 742L462 742C462 680 430 620 372 592Z";
  const welt = "M128 740C124 760 136 772 164 772L866 770C876 764 876 742 868 732C700 746 330 750 140 730Z";
  const lug = design === 2;
  const heel = lug
    ? "M132 760L140 800L210 800L216 786L250 786L256 800L330 800L336 786L370 786L376 800L460 800L466 786L620 786L626 800L700 800L706 786L740 786L746 800L866 800L876 752Z"
    : "M130 756C134 776 152 788 190 792C260 799 340 800 430 799C520 797 580 782 640 776L646 800L866 800L872 756Z";
  const pleats = Array.from({ length: 12 }, (_, index) => {
    const share = index / 11;
    const x = 232 + share * 260;
    const y = 690 - share * 70 + Math.sin(share * 3.14) * 16;
    return `M${Math.round(x)} ${Math.round(y)}l${Math.round(-8 + share * 18)} 20`;
  }).join("");
  const slot = "M418 596C430 590 470 604 486 618C470 628 440 620 418 596Z";
  const tassel = (x: number, y: number): string => {
    const d = `M${x - 8} ${y}C${x - 20} ${y + 24} ${x - 26} ${y + 48} ${x - 28} ${y + 66}L${x + 24} ${y + 70}C${x + 22} ${y + 40} ${x + 14} ${y + 16} ${x + 8} ${y}Z`;
    const cuts = Array.from(
      { length: 6 },
      (_, index) => `M${x - 4 + index * 1.5} ${y + 10}L${x - 22 + index * 8.4} ${y + 70}`,
    ).join("");
    return (
      raised(
        d,
        paint.solid(d, { tones: accent, material: "leather", bevel: 6 }) + line(cuts, accent.deep, 2.4, 0.7),
        8,
        0.5,
      ) + paint.solid(ellipse(x, y, 13, 11), { tones: accent, material: "leather", bevel: 5 })
    );
  };
  const front = {
    0:
      seam("M404 624C440 592 500 610 560 656", body, 2) +
      raised(slot, shape(slot, "#08090d", 0.8), 3, 0.2) +
      stitch("M410 580L456 548L540 618M386 604C440 640 456 690 452 736", accent.light, 2.2),
    1: line("M380 600C440 580 500 600 548 640", accent.base, 10) + tassel(436, 600) + tassel(492, 610),
    2:
      `<g transform="translate(3 6)">${line("M400 590C440 600 480 630 520 664", "#05070c", 14, 0.5)}</g>` +
      line("M398 586C440 596 480 626 520 660", brass.dark, 15) +
      line("M398 584C440 594 480 624 520 658", brass.light, 8) +
      [
        [396, 584],
        [522, 660],
      ]
        .map(
          ([x, y]) =>
            `<ellipse cx="${x}" cy="${y}" rx="19" ry="24" fill="none" stroke="${brass.dark}" stroke-width="9"/><ellipse cx="${x}" cy="${(y ?? 0) - 1.5}" rx="19" ry="24" fill="none" stroke="${brass.light}" stroke-width="4"/>`,
        )
        .join(""),
  }[design];
  const art =
    shape(
      mouth,
      paint.linear([
        [0, mix(accent.light, "#d8b48a", 0.5)],
        [0.4, mix(accent.dark, "#6b4a2c", 0.5)],
        [1, "#120d0a"],
      ]),
    ) +
    paint.solid(upper, { bevel: 30 }) +
    folds(
      paint,
      upper,
      [
        [226, 690, 340, 730, 470, 690, 16],
        [560, 630, 600, 690, 590, 742, 14],
        [740, 600, 760, 680, 750, 742, 12],
      ],
      [
        [176, 716, 210, 680, 260, 660, 10],
        [600, 650, 690, 650, 780, 590, 16],
      ],
    ) +
    raised(apron, paint.solid(apron, { bevel: 18 }), 5, 0.4) +
    line(pleats, body.deep, 4, 0.7) +
    `<g transform="translate(3 1)">${line(pleats, body.highlight, 2, 0.4)}</g>` +
    seam("M226 668C240 690 290 692 340 684C430 668 500 640 520 606", body, 3) +
    raised(
      vamp,
      paint.solid(vamp, { tones: design === 0 ? accent : body, material: paint.material, bevel: 14 }),
      6,
      0.4,
    ) +
    front +
    stitch("M494 570C550 622 640 650 730 604C770 574 806 542 834 530", accent.light, 2.2) +
    raised(
      welt,
      paint.solid(welt, { tones: lug ? graphite : accent, material: "leather", direction: "pipe", bevel: 5 }),
      4,
      0.4,
    ) +
    stitch("M146 746C330 760 700 758 864 746", cream.base, 2.2, "8 6") +
    shape(heel, paint.fill(graphite, "matte", "down"));
  return { outline: `${upper}${mouth}${welt}${heel}`, art };
}

/** A pair of loafers: penny, tassel on a thin sole, or snaffle bit on a lug sole. */
export const loafer: Drawing = (paint) => pair(paint, slipOn, { height: 1.07, size: 1.12 });
