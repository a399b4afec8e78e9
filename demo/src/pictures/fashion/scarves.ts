import { line, shape } from "../electronics/parts.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { type Crease, folds, raised, stitch } from "./cloth.ts";
import { lay } from "./garment.ts";

/** Threads hanging from a lower edge. */
function fringe(paint: Paint, x1: number, y1: number, x2: number, y2: number, length: number, tones: Tones): string {
  const count = Math.round(Math.abs(x2 - x1) / 11);
  const strands = Array.from({ length: count + 1 }, (_, index) => {
    const share = index / count;
    const x = Math.round(x1 + (x2 - x1) * share);
    const y = Math.round(y1 + (y2 - y1) * share) - 4;
    const sway = ((index * 7) % 5) - 2;
    return `M${x} ${y}C${x + sway} ${y + length * 0.4} ${x - sway * 2} ${y + length * 0.7} ${x + sway * 2} ${y + length - ((index * 5) % 9)}`;
  }).join("");
  return `<g transform="translate(3 4)">${line(strands, "#05070c", 7, 0.35)}</g>${line(strands, tones.dark, 7.5)}${line(strands, tones.base, 5)}<g transform="translate(-1 0)">${line(strands, paint.body.highlight, 1.6, 0.55)}</g>`;
}

/** Accent bands across the end of a scarf. */
const bands = (paint: Paint, clip: string, rows: readonly (readonly [number, number])[]): string =>
  `<g clip-path="${paint.clip(clip)}">${rows.map(([y, height]) => `<path d="M200 ${y}Q500 ${y + 18} 800 ${y}v${height}Q500 ${y + height + 18} 200 ${y + height}z" fill="${paint.accent.base}" fill-opacity="0.85"/>`).join("")}</g>`;

function knottedScarf(paint: Paint): string {
  const { body } = paint;
  const backLoop =
    "M310 330C300 190 420 120 520 124C640 130 716 220 694 340C680 250 600 206 510 210C420 210 340 250 310 330Z";
  const tailBack = "M540 420C590 470 640 600 652 726L520 738C520 620 500 520 470 450Z";
  const tailFront = "M430 430C410 520 392 640 386 748L532 762C540 640 556 530 566 450Z";
  const loop =
    "M300 320C320 240 360 200 420 196C400 250 430 320 520 372C570 400 590 430 590 470C540 500 460 490 410 460C340 420 290 380 300 320Z";
  const over =
    "M700 320C684 240 640 200 584 196C600 250 580 310 510 360C450 396 420 420 416 462C470 500 560 490 610 456C670 416 712 380 700 320Z";
  return (
    lay(paint, backLoop, body) +
    folds(
      paint,
      backLoop,
      [
        [330, 290, 420, 170, 660, 230, 10],
        [380, 190, 500, 130, 640, 190, 8],
      ],
      [[340, 250, 430, 150, 560, 150, 9]],
    ) +
    shape(backLoop, "#060812", 0.3) +
    lay(paint, tailBack, body) +
    bands(paint, tailBack, [
      [610, 34],
      [660, 14],
    ]) +
    folds(
      paint,
      tailBack,
      [
        [540, 450, 580, 600, 590, 740, 12],
        [510, 470, 540, 600, 546, 740, 9],
      ],
      [[560, 470, 600, 600, 620, 730, 9]],
    ) +
    fringe(paint, 524, 734, 648, 722, 62, body) +
    lay(paint, tailFront, body) +
    bands(paint, tailFront, [
      [620, 40],
      [674, 16],
    ]) +
    folds(
      paint,
      tailFront,
      [
        [470, 470, 440, 600, 430, 756, 12],
        [520, 470, 500, 620, 490, 760, 11],
      ],
      [
        [448, 480, 420, 600, 408, 750, 9],
        [500, 480, 480, 620, 466, 756, 8],
      ],
    ) +
    fringe(paint, 390, 748, 530, 760, 62, body) +
    lay(paint, loop, body) +
    folds(
      paint,
      loop,
      [
        [340, 250, 360, 360, 560, 450, 12],
        [390, 216, 390, 330, 570, 420, 10],
        [316, 320, 350, 410, 480, 474, 10],
      ],
      [
        [330, 280, 360, 380, 520, 450, 9],
        [400, 230, 420, 330, 540, 400, 7],
      ],
    ) +
    lay(paint, over, body) +
    folds(
      paint,
      over,
      [
        [670, 250, 650, 350, 450, 440, 13],
        [620, 216, 620, 330, 440, 420, 10],
        [690, 320, 650, 410, 520, 476, 10],
      ],
      [
        [660, 280, 640, 370, 480, 450, 9],
        [600, 230, 590, 330, 470, 400, 7],
      ],
    )
  );
}

function foldedScarf(paint: Paint): string {
  const { body, accent } = paint;
  const layers: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const y = 640 - index * 116;
    const x = 170 + index * 8;
    const d = `M${x + 40} ${y}L${830 - index * 6} ${y - 6}C${868 - index * 6} ${y - 4} ${872 - index * 6} ${y + 128} ${832 - index * 6} ${y + 142}C700 ${y + 156} 340 ${y + 160} ${x + 36} ${y + 146}C${x - 20} ${y + 138} ${x - 20} ${y + 4} ${x + 40} ${y}Z`;
    layers.push(
      lay(paint, d, body, 40, 12) +
        folds(
          paint,
          d,
          [
            [x + 10, y + 60, 500, y + 100, 840, y + 64, 7],
            [x, y + 112, 480, y + 126, 840, y + 100, 6],
          ],
          [[x + 10, y + 36, 500, y + 44, 840, y + 30, 12]],
        ),
    );
  }
  const drape =
    "M560 330C570 310 700 306 720 326C740 360 744 460 742 560C742 620 740 680 744 736L568 744C574 640 570 520 566 440C564 400 556 360 560 330Z";
  const top =
    "M216 392C300 350 700 340 806 384C840 400 820 430 790 436C640 452 380 456 230 446C186 440 180 410 216 392Z";
  const check = [606, 640, 690].map((x, index) => `${`M${x} 300V780`}M540 ${400 + index * 130}H760`).join("");
  return (
    layers.join("") +
    lay(paint, top, body, 16, 4) +
    folds(paint, top, [[240, 430, 480, 410, 780, 424, 6]], [[240, 390, 480, 366, 780, 384, 8]]) +
    lay(paint, drape, body, 26, 14) +
    `<g clip-path="${paint.clip(drape)}">${line(check, accent.base, 26, 0.82)}${line("M574 300V780M664 300V780M722 300V780M540 460H760M540 590H760M540 720H760", accent.light, 5, 0.85)}</g>` +
    folds(
      paint,
      drape,
      [
        [600, 350, 616, 560, 606, 740, 11],
        [680, 350, 690, 540, 690, 738, 12],
      ],
      [
        [640, 350, 650, 540, 648, 738, 10],
        [584, 350, 590, 560, 586, 730, 8],
      ],
    ) +
    fringe(paint, 572, 742, 740, 734, 64, body)
  );
}

function loopScarf(paint: Paint): string {
  const { body, accent } = paint;
  const back =
    "M226 430C226 270 360 196 500 196C640 196 774 270 774 430C720 372 620 348 500 348C380 348 280 372 226 430Z";
  const lower =
    "M214 420C150 520 160 690 250 748C380 824 620 824 750 748C840 690 850 520 786 420C760 520 640 580 500 580C360 580 240 520 214 420Z";
  const upper =
    "M232 330C180 400 176 520 240 574C380 668 620 668 760 574C824 520 820 400 768 330C780 420 660 470 500 470C340 470 220 420 232 330Z";
  const across = (y: number): Crease[] => [
    [206, y, 440, y + 170, 790, y + 40, 14],
    [196, y + 66, 460, y + 230, 780, y + 100, 12],
    [230, y - 20, 400, y + 110, 640, y + 96, 10],
    [560, y + 110, 700, y + 96, 786, y - 6, 9],
  ];
  const shine = (y: number): Crease[] => [
    [200, y + 30, 440, y + 202, 786, y + 72, 11],
    [216, y - 14, 420, y + 140, 720, y + 70, 10],
    [230, y + 110, 460, y + 260, 760, y + 140, 9],
  ];
  const leather = roundRect(610, 676, 66, 84, 6);
  return (
    shape(
      ellipse(500, 400, 262, 130),
      paint.linear([
        [0, body.dark],
        [0.6, body.deep],
        [1, "#07080d"],
      ]),
    ) +
    lay(paint, back, body, 30) +
    folds(
      paint,
      back,
      [
        [250, 390, 460, 270, 760, 400, 10],
        [300, 280, 480, 210, 700, 300, 9],
      ],
      [[240, 380, 460, 230, 740, 370, 10]],
    ) +
    shape(back, "#060812", 0.32) +
    lay(paint, lower, body, 44) +
    folds(paint, lower, across(560), shine(560)) +
    lay(paint, upper, body, 40, 18) +
    folds(paint, upper, across(430), shine(430)) +
    stitch("M244 356C300 486 700 486 756 356", accent.light, 3, "10 7") +
    raised(
      leather,
      paint.solid(leather, { tones: accent, material: "leather", bevel: 7 }) +
        stitch(roundRect(618, 684, 50, 68, 4), accent.highlight, 2, "5 4"),
      6,
      0.5,
    )
  );
}

/** A scarf: knotted with two fringed ends, folded into a stack with a checked end, or a warm double loop. */
export const scarf: Drawing = (paint) =>
  paint.shadow(500, 804, 330, 24, 0.7) +
  ([knottedScarf, foldedScarf, loopScarf][paint.design]?.(paint) ?? knottedScarf(paint));
