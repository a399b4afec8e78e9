import { graphite, line, shape, silver } from "../electronics/parts.ts";
import { folds, label, raised, stitch } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { type Tones, tonesOf } from "../tone.ts";
import { brass } from "./jewels.ts";

const ivory = tonesOf("#e9e2d2");
const navy = tonesOf("#2c3a55");

const piece = (paint: Paint, d: string, tones: Tones, bevel = 14, drop = 8): string =>
  raised(d, paint.solid(d, { tones, bevel }), drop, 0.5);

/** A payment card peeping out of a slot. */
function card(paint: Paint, x: number, y: number, width: number, tones: Tones): string {
  const d = roundRect(x, y, width, 140, 14);
  return (
    raised(d, paint.solid(d, { tones, material: "gloss", bevel: 5 }), 5, 0.4) +
    shape(roundRect(x + 24, y + 22, 44, 32, 6), paint.fill(brass, "metal", "diagonal"), 0.95)
  );
}

function bifold(paint: Paint): string {
  const { body, accent } = paint;
  const back =
    "M214 420C216 396 228 386 250 384L742 340C766 338 780 350 782 372L800 744C800 766 790 778 770 780L250 800Z";
  const front =
    "M186 452C186 428 200 416 224 416L700 416C724 416 738 428 738 452L748 764C748 790 736 802 712 802L212 802C188 802 176 790 176 764Z";
  const notes = "M262 392L716 348L724 420L262 430Z";
  return (
    paint.shadow(480, 806, 350, 26, 0.9) +
    piece(paint, back, body, 14) +
    stitch("M240 404L744 358C756 358 764 364 764 376L782 740", accent.light, 2.6) +
    [0, 1, 2]
      .map((index) =>
        raised(
          notes,
          shape(
            `M${262 + index * 10} ${366 + index * 14}L${706 + index * 8} ${324 + index * 18}L724 430L262 430Z`,
            paint.linear([
              [0, ivory.light],
              [1, ivory.dark],
            ]),
          ),
          3,
          0.3,
        ),
      )
      .join("") +
    line("M280 384L690 346", ivory.dark, 3, 0.6) +
    card(paint, 470, 366, 220, accent) +
    card(paint, 450, 390, 230, navy) +
    piece(paint, front, body, 30, 12) +
    folds(
      paint,
      front,
      [
        [220, 740, 420, 770, 700, 740, 14],
        [200, 460, 220, 600, 196, 780, 12],
        [690, 450, 700, 600, 720, 780, 16],
      ],
      [
        [230, 450, 420, 446, 660, 452, 18],
        [240, 480, 260, 600, 240, 740, 22],
      ],
    ) +
    stitch(
      "M206 456C206 442 214 436 228 436L698 436C712 436 720 442 720 456L729 760C729 776 722 784 708 784L216 784C202 784 195 776 195 760Z",
      accent.light,
      2.8,
      "9 6",
    ) +
    `<g opacity="0.85">${shape(roundRect(560, 690, 110, 50, 6), body.deep, 0.35)}${line(roundRect(568, 698, 94, 34, 3), body.highlight, 2, 0.45)}</g>`
  );
}

/** A flat pouch whose zip runs along the top and one side. */
function zipped(paint: Paint): string {
  const { body, accent } = paint;
  const back =
    "M176 396C176 374 190 360 212 360H790C824 360 842 378 842 410V780C842 794 832 804 816 804H212C190 804 176 792 176 770Z";
  const front =
    "M176 420C176 410 184 404 196 404H772C790 404 798 412 798 430V790C798 798 794 804 786 804H212C190 804 176 792 176 770Z";
  const track = "M190 382H788C810 382 820 392 820 414V784";
  const panel = "M176 600C380 622 600 616 798 588V790C798 798 794 804 786 804H212C190 804 176 792 176 770Z";
  const slider = roundRect(-24, -17, 48, 34, 9);
  const pull = "M-12 10H12L17 118Q16 136 0 136Q-16 136 -17 118z";
  const tag = roundRect(176, 470, 30, 66, 4);
  return (
    paint.shadow(510, 806, 370, 26, 0.95) +
    piece(paint, back, body, 16, 10) +
    line(track, graphite.deep, 34, 0.9) +
    line(track, body.deep, 34, 0.5) +
    `<path d="${track}" fill="none" stroke="${accent.dark}" stroke-width="17" stroke-dasharray="6 5"/><path d="${track}" fill="none" stroke="${accent.highlight}" stroke-width="7" stroke-dasharray="6 5"/>` +
    piece(paint, front, body, 26, 9) +
    folds(
      paint,
      front,
      [
        [190, 560, 420, 590, 790, 540, 12],
        [200, 440, 240, 560, 200, 740, 12],
        [700, 420, 730, 520, 780, 580, 12],
      ],
      [
        [210, 430, 480, 420, 760, 434, 20],
        [240, 520, 460, 560, 760, 510, 16],
      ],
    ) +
    stitch("M192 418H776C782 418 784 422 784 430V596", accent.light, 2.6, "9 6") +
    piece(paint, panel, body, 18, 8) +
    folds(paint, panel, [[220, 790, 480, 770, 780, 780, 10]], [[200, 660, 460, 690, 780, 640, 18]]) +
    stitch("M180 616C380 638 600 632 794 604", accent.light, 2.6, "9 6") +
    stitch("M192 640V772Q192 790 210 790H784", accent.light, 2.6, "9 6") +
    raised(tag, paint.solid(tag, { tones: accent, material: "leather", bevel: 4 }), 4, 0.4) +
    label(paint, 636, 694, 84, 46, accent) +
    `<g transform="translate(770 384)">${raised(slider, paint.solid(slider, { tones: silver, material: "metal", texture: false, bevel: 5 }), 6, 0.5)}` +
    `<g transform="rotate(24)">${raised(pull, paint.solid(pull, { tones: accent, material: "leather", bevel: 6 }), 8, 0.5)}${stitch("M-7 24L-10 116Q0 128 10 116L7 24", accent.highlight, 2, "6 4")}</g>` +
    `${paint.solid(ellipse(0, 2, 14, 12), { tones: silver, material: "metal", texture: false, direction: "ball", bevel: 3 })}</g>`
  );
}

function cardHolder(paint: Paint): string {
  const { body, accent } = paint;
  const shell = roundRect(240, 470, 520, 332, 34);
  const slot = (y: number): string =>
    `M240 ${y}L440 ${y}C470 ${y} 470 ${y + 36} 500 ${y + 36}C530 ${y + 36} 530 ${y} 560 ${y}L760 ${y}L760 770C760 790 746 802 726 802L274 802C254 802 240 790 240 770Z`;
  return (
    paint.shadow(500, 806, 330, 26, 0.9) +
    `<g transform="rotate(-9 420 470)">${card(paint, 300, 330, 400, accent)}</g><g transform="rotate(4 560 470)">${card(paint, 300, 366, 410, ivory)}</g>` +
    card(paint, 292, 404, 416, navy) +
    piece(paint, shell, body, 26, 12) +
    [540, 620, 700]
      .map(
        (y) =>
          piece(paint, slot(y), body, 14, 9) +
          stitch(
            `M254 ${y + 12}L438 ${y + 12}C462 ${y + 14} 468 ${y + 48} 500 ${y + 48}C532 ${y + 48} 538 ${y + 14} 562 ${y + 12}L746 ${y + 12}`,
            accent.light,
            2.4,
            "8 5",
          ),
      )
      .join("") +
    folds(
      paint,
      shell,
      [
        [260, 780, 480, 796, 740, 776, 10],
        [740, 500, 730, 640, 744, 790, 12],
      ],
      [
        [270, 490, 480, 486, 720, 492, 12],
        [270, 560, 262, 680, 270, 780, 12],
      ],
    ) +
    stitch("M256 500V772C256 782 264 786 274 786H726C736 786 744 782 744 772V500", accent.light, 2.4, "8 5")
  );
}

/** A wallet: bifold with notes, flat zip pouch, or card holder. */
export const wallet: Drawing = (paint) => [bifold, zipped, cardHolder][paint.design]?.(paint) ?? bifold(paint);
