import { line, shape } from "../electronics/parts.ts";
import { type Drawing, type Paint, roundRect } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { button, folds, mirrored, raised, seam, stitch, symmetric } from "./cloth.ts";
import { bothSides, type Cut, cloth, insideBack, part } from "./garment.ts";

const coatCut: Cut = {
  neckX: 438,
  neckY: 128,
  depth: 150,
  shoulderX: 344,
  shoulderY: 166,
  armpitX: 356,
  armpitY: 310,
  waistX: 364,
  waistY: 450,
  hemX: 316,
  hemY: 792,
};

function coatBody(paint: Paint, cut: Cut): { outline: string; art: string } {
  const { body, accent } = paint;
  const { waistX, waistY, armpitX, armpitY, hemX, hemY, shoulderX, shoulderY, neckX, neckY } = cut;
  const outline = symmetric(500, 330, [
    [470, 270, 446, 200, neckX, neckY],
    [380, 148, shoulderX, shoulderY],
    [shoulderX, 220, armpitX - 6, 262, armpitX, armpitY],
    [waistX, armpitY + 70, waistX, waistY],
    [waistX - 6, 560, hemX + 4, 700, hemX, hemY],
    [400, hemY + 12, 500, hemY + 12],
  ]);
  const arm =
    "M350 164C304 176 286 214 276 262C260 350 244 440 232 536Q262 556 306 550C322 460 338 390 362 324L366 196Z";
  const armFolds = (d: string, side: 1 | -1): string => {
    const x = (value: number): number => (side === 1 ? value : 1000 - value);
    return (
      cloth(paint, d, body, { bevel: 20 }) +
      folds(
        paint,
        d,
        [
          [x(360), 200, x(340), 300, x(314), 480, 14],
          [x(344), 320, x(310), 340, x(270), 320, 7],
          [x(332), 366, x(296), 386, x(258), 366, 8],
          [x(322), 416, x(290), 428, x(250), 414, 6],
        ],
        [[x(318), 190, x(280), 280, x(258), 430, 10]],
        { strength: 0.9 },
      ) +
      (side === -1 ? shape(d, "#060812", 0.16) : "")
    );
  };
  const hang = folds(
    paint,
    outline,
    [
      [380, 460, 390, 640, 352, 800, 15],
      [440, 520, 444, 660, 424, 800, 13],
      [620, 470, 610, 640, 650, 800, 15],
      [556, 520, 560, 680, 574, 800, 12],
      [362, 330, 400, 390, 440, 400, 9],
      [640, 330, 600, 390, 566, 410, 9],
      [372, 440, 420, 456, 470, 450, 7],
    ],
    [
      [410, 500, 404, 640, 386, 800, 16],
      [470, 560, 468, 690, 462, 800, 12],
      [596, 500, 600, 640, 612, 800, 14],
      [390, 190, 400, 270, 384, 380, 14],
    ],
    { strength: 0.85 },
  );
  return {
    outline,
    art:
      insideBack(paint, { ...cut, depth: 190 }, accent, body, 22) +
      armFolds(arm, 1) +
      armFolds(mirrored(arm), -1) +
      raised(outline, cloth(paint, outline, body, { bevel: 28 }), 12, 0.42) +
      hang +
      bothSides(`M${shoulderX} ${shoulderY}C${shoulderX} 220 ${armpitX - 6} 262 ${armpitX} ${armpitY}`, (d) =>
        seam(d, body, 2.2),
      ),
  };
}

const buckle = (paint: Paint, x: number, y: number, width: number, height: number, metal: Tones): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" fill="none" stroke="#05070c" stroke-opacity="0.5" stroke-width="9" transform="translate(2 4)"/>` +
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" fill="none" stroke="${paint.fill(metal, "metal", "diagonal")}" stroke-width="8"/>`;

function overcoat(paint: Paint): string {
  const { body, accent } = paint;
  const { art } = coatBody(paint, coatCut);
  const lapel = "M438 126C430 170 448 240 500 392L462 366L404 262L420 246L390 238C392 190 404 150 424 122Z";
  const flap = "M376 520L452 532L450 564L372 552Z";
  const welt = roundRect(580, 330, 58, 15, 3);
  return (
    art +
    seam("M504 392C506 520 504 660 506 802", body, 3.4) +
    bothSides(flap, (d) => part(paint, d, body, 7, 6)) +
    part(paint, welt, body, 5, 4) +
    shape("M588 330L598 304L610 322L620 300L630 330Z", paint.fill(accent, "fabric", "down")) +
    bothSides(lapel, (d) => part(paint, d, body, 11, 10)) +
    bothSides("M404 262L420 246", (d) => line(d, body.deep, 3, 0.8)) +
    paint.solid("M424 124C446 98 554 98 576 124C556 116 444 116 424 124Z", { bevel: 6 }) +
    [412, 478, 544].map((y) => button(paint, 488, y, 12, accent)).join("") +
    bothSides("M240 500L312 508", (d) => seam(d, body, 2)) +
    [
      [262, 524],
      [282, 527],
    ]
      .map(([x, y]) => button(paint, x ?? 0, y ?? 0, 6, accent) + button(paint, 1000 - (x ?? 0), y ?? 0, 6, accent))
      .join("")
  );
}

function trench(paint: Paint): string {
  const { body, accent } = paint;
  const { art } = coatBody(paint, { ...coatCut, waistX: 376, hemX: 306 });
  const lapel = "M438 126C430 170 450 230 486 330L430 330L388 258L410 240L372 232C380 184 398 142 424 118Z";
  const flap = "M590 190L656 176C648 220 648 270 642 318L556 330L530 300Z";
  const belt = "M374 436C430 452 570 452 626 436L630 470C570 486 430 486 370 470Z";
  const tail = "M556 474L590 470L606 600L576 610Z";
  const epaulette = "M352 162L408 142L414 156L358 180Z";
  const strap = "M236 476L320 484L316 508L232 500Z";
  const columns = [348, 410, 520, 590]
    .map((y) => button(paint, 440, y, 11, accent) + button(paint, 556, y, 11, accent))
    .join("");
  const pocket = "M388 540L406 536L432 622L412 628Z";
  return (
    art +
    part(paint, flap, body, 8, 6) +
    seam("M582 330C584 500 590 680 596 802", body, 3) +
    stitch("M570 336C572 500 578 680 584 800", body.light, 2) +
    bothSides(pocket, (d) => part(paint, d, body, 6, 5)) +
    columns +
    bothSides(epaulette, (d) => part(paint, d, body, 5, 4)) +
    button(paint, 402, 155, 5, accent) +
    button(paint, 598, 155, 5, accent) +
    bothSides(strap, (d) => part(paint, d, body, 5, 5)) +
    buckle(paint, 262, 474, 26, 38, accent) +
    buckle(paint, 712, 474, 26, 38, accent) +
    part(paint, tail, body, 6, 7) +
    stitch("M564 478L584 602M584 476L600 598", body.light, 2) +
    part(paint, belt, body, 8, 7) +
    stitch("M380 446C430 460 570 460 620 446M378 464C430 478 570 478 622 464", body.light, 2) +
    buckle(paint, 528, 436, 46, 54, accent) +
    line("M551 440V484", accent.light, 6) +
    bothSides(lapel, (d) => part(paint, d, body, 11, 10)) +
    paint.solid("M424 122C446 92 554 92 576 122C556 112 444 112 424 122Z", { bevel: 6 })
  );
}

function duffleCoat(paint: Paint): string {
  const { body, accent } = paint;
  const { art } = coatBody(paint, { ...coatCut, waistX: 352, hemX: 322, hemY: 770 });
  const hood =
    "M392 176C372 120 400 78 452 66C484 58 516 58 548 66C600 78 628 120 608 176C590 220 540 240 500 244C460 240 410 220 392 176Z";
  const mouth =
    "M430 168C416 126 444 98 500 96C556 98 584 126 570 168C556 200 524 216 500 218C476 216 444 200 430 168Z";
  const pocket = "M372 556L462 556L462 664L372 664Z";
  const flap = "M368 548L466 548L466 582L368 582Z";
  const yoke =
    "M348 176C400 206 470 216 500 216C530 216 600 206 652 176L660 246C610 316 540 330 500 330C460 330 390 316 340 246Z";
  const toggle = (y: number): string =>
    line(
      `M440 ${y}C462 ${y - 10} 480 ${y - 8} 500 ${y}C480 ${y + 8} 462 ${y + 10} 440 ${y}M560 ${y}C538 ${y - 9} 520 ${y - 8} 500 ${y}`,
      "#05070c",
      8,
      0.4,
    ) +
    line(
      `M440 ${y - 2}C462 ${y - 12} 480 ${y - 10} 500 ${y - 2}C480 ${y + 6} 462 ${y + 8} 440 ${y - 2}M560 ${y - 2}C538 ${y - 11} 520 ${y - 10} 500 ${y - 2}`,
      accent.base,
      5.5,
    ) +
    bothSides(`M424 ${y - 16}L450 ${y - 14}L450 ${y + 12}L424 ${y + 14}Z`, (d) =>
      raised(d, paint.solid(d, { tones: accent, material: "leather", bevel: 4 }), 3, 0.4),
    ) +
    `<g transform="rotate(-8 500 ${y})">${raised(roundRect(474, y - 9, 52, 17, 8), shape(roundRect(474, y - 9, 52, 17, 8), paint.fill(horn, "gloss", "pipe")), 5, 0.5)}</g>`;
  return (
    art +
    part(paint, yoke, body, 12, 7) +
    stitch("M344 238C394 302 460 316 500 316C540 316 606 302 656 238", body.light, 2) +
    seam("M500 330V786", body, 3.4) +
    bothSides(pocket, (d) => part(paint, d, body, 8, 4)) +
    bothSides(flap, (d) => part(paint, d, body, 8, 6)) +
    [374, 446, 518, 590].map(toggle).join("") +
    part(paint, hood, body, 22, 10) +
    shape(
      mouth,
      paint.linear([
        [0, accent.deep],
        [0.5, accent.dark],
        [1, accent.deep],
      ]),
    ) +
    folds(
      paint,
      mouth,
      [
        [440, 110, 470, 150, 460, 210, 12],
        [560, 110, 530, 150, 540, 210, 12],
      ],
      [[480, 110, 500, 140, 490, 200, 10]],
      { tones: accent },
    ) +
    line(
      "M430 168C416 126 444 98 500 96C556 98 584 126 570 168C556 200 524 216 500 218C476 216 444 200 430 168Z",
      body.light,
      5,
      0.5,
    ) +
    bothSides("M250 490L316 496", (d) => seam(d, body, 2))
  );
}

const horn: Tones = { highlight: "#f6dcae", light: "#d3a466", base: "#9a6531", dark: "#5d3818", deep: "#2f1a0a" };

/** A long coat: single-breasted overcoat, belted trench, or hooded duffle with toggles. */
export const coat: Drawing = (paint) =>
  paint.shadow(500, 808, 240, 20, 0.75) + ([overcoat, trench, duffleCoat][paint.design]?.(paint) ?? overcoat(paint));
