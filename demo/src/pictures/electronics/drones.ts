import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { cable, graphite, led, lens, line, shape, silver } from "./parts.ts";

/** A turning rotor seen from slightly above: motor, hub, two blades and the blur they draw. */
function rotor(paint: Paint, cx: number, cy: number, r: number, lean: number): string {
  const flat = 0.2;
  const blur = paint.radial([
    [0, "#dfe8fb", 0.05],
    [0.7, "#dfe8fb", 0.2],
    [0.96, "#dfe8fb", 0.34],
    [1, "#dfe8fb", 0],
  ]);
  const blade = (way: number): string =>
    `M${cx} ${cy - 5}C${cx + way * r * 0.3} ${cy - 20 + lean * way} ${cx + way * r * 0.8} ${cy - 14 + lean * way} ${cx + way * r * 0.97} ${cy + lean * way}C${cx + way * r * 0.7} ${cy + 8 + lean * way} ${cx + way * r * 0.3} ${cy + 8} ${cx} ${cy + 6}z`;
  return (
    paint.solid(`M${cx - 26} ${cy + 6}V${cy + 58}A26 9 0 0 0 ${cx + 26} ${cy + 58}V${cy + 6}z`, {
      tones: silver,
      material: "metal",
      direction: "tube",
      bevel: 0,
      texture: false,
    }) +
    shape(
      `M${cx - 26} ${cy + 36}A26 9 0 0 0 ${cx + 26} ${cy + 36}V${cy + 46}A26 9 0 0 1 ${cx - 26} ${cy + 46}z`,
      paint.accent.base,
    ) +
    shape(ellipse(cx, cy, r, r * flat), blur) +
    paint.solid(blade(-1), { tones: graphite, material: "gloss", bevel: 3 }) +
    paint.solid(blade(1), { tones: graphite, material: "gloss", bevel: 3 }) +
    paint.solid(ellipse(cx, cy, 20, 9), { tones: paint.accent, material: "metal", bevel: 3 })
  );
}

function gimbal(paint: Paint, cx: number, cy: number, r: number): string {
  return (
    paint.solid(
      `M${cx - r * 1.25} ${cy - r}h${r * 2.5}v${r * 1.1}h${-r * 0.3}v${-r * 0.5}h${-r * 1.9}v${r * 0.5}h${-r * 0.3}z`,
      { tones: graphite, material: "metal", bevel: 5 },
    ) + lens(paint, cx, cy, r, graphite)
  );
}

function folding(paint: Paint): string {
  const arm = (d: string): string => cable(d, paint.body, 44);
  const shell =
    "M330 540C330 460 400 420 500 420C600 420 670 460 670 540C670 620 620 668 500 668C380 668 330 620 330 540z";
  return (
    paint.shadow(500, 792, 330, 30, 0.95) +
    arm("M430 480L300 384") +
    arm("M570 480L700 384") +
    rotor(paint, 288, 342, 150, 10) +
    rotor(paint, 712, 342, 150, -10) +
    line("M372 640L330 782M628 640L670 782", paint.body.deep, 24) +
    line("M370 640L328 780M626 640L668 780", paint.body.light, 8, 0.5) +
    arm("M390 570L196 536") +
    arm("M610 570L804 536") +
    paint.solid(shell, { bevel: 34 }) +
    paint.solid("M392 470C420 440 580 440 608 470C590 500 410 500 392 470z", {
      tones: paint.accent,
      material: "gloss",
      bevel: 8,
    }) +
    paint.solid("M352 560Q500 610 648 560C650 620 600 656 500 656C400 656 350 620 352 560z", {
      tones: graphite,
      material: "gloss",
      bevel: 10,
    }) +
    led(paint, 396, 540, 6, "#9fe3ff") +
    led(paint, 604, 540, 6, "#9fe3ff") +
    gimbal(paint, 500, 672, 66) +
    rotor(paint, 196, 484, 182, -12) +
    rotor(paint, 804, 484, 182, 12)
  );
}

function guarded(paint: Paint): string {
  const ring = (cx: number, cy: number, r: number): string => {
    const flat = 0.34;
    const outer = ellipse(cx, cy, r, r * flat);
    return (
      `<path d="${outer}" transform="translate(0 26)" fill="none" stroke="${paint.body.deep}" stroke-width="26"/>` +
      shape(ellipse(cx, cy + 8, r - 10, (r - 10) * flat), "#05070c", 0.34) +
      line(
        `M${cx - r} ${cy + 16}H${cx + r}M${cx - r * 0.5} ${cy + 14 + r * 0.3}L${cx + r * 0.5} ${cy + 14 - r * 0.3}`,
        paint.body.dark,
        10,
      ) +
      rotor(paint, cx, cy - 2, r * 0.84, 8) +
      `<path d="${outer}" fill="none" stroke="${paint.fill(paint.body, "gloss", "right")}" stroke-width="26"/>` +
      `<path d="${ellipse(cx, cy - 6, r + 2, r * flat)}" fill="none" stroke="${paint.body.highlight}" stroke-opacity="0.6" stroke-width="3"/>`
    );
  };
  const shell =
    "M360 600C360 520 420 484 500 484C580 484 640 520 640 600C640 690 590 726 500 726C410 726 360 690 360 600z";
  return (
    paint.shadow(500, 794, 330, 28, 0.95) +
    ring(318, 386, 158) +
    ring(682, 386, 158) +
    line("M404 690L372 786M596 690L628 786", paint.accent.dark, 26) +
    ring(258, 580, 182) +
    ring(742, 580, 182) +
    paint.solid(shell, { bevel: 36, direction: "ball" }) +
    paint.solid("M398 540Q500 500 602 540Q560 566 500 566Q440 566 398 540z", {
      tones: paint.accent,
      material: "gloss",
      bevel: 7,
    }) +
    lens(paint, 500, 640, 62) +
    led(paint, 420, 604, 6, "#9fe3ff") +
    led(paint, 580, 604, 6, "#9fe3ff")
  );
}

function skids(paint: Paint): string {
  const boom = "M180 474L500 440L820 474";
  const far = "M286 368L500 420L714 368";
  const shell =
    "M318 500C330 396 400 348 500 348C600 348 670 396 682 500C686 560 640 590 500 590C360 590 314 560 318 500z";
  const skid = (way: -1 | 1): string =>
    cable(`M${500 + way * 110} 560L${500 + way * 186} 770`, silver, 20) +
    cable(`M${500 + way * 80} 560L${500 + way * 130} 716`, graphite, 14) +
    cable(`M${500 + way * 86} 776H${500 + way * 292}`, paint.accent, 24);
  return (
    paint.shadow(500, 796, 350, 22, 0.95) +
    cable(far, graphite, 30) +
    rotor(paint, 286, 326, 150, 8) +
    rotor(paint, 714, 326, 150, -8) +
    skid(-1) +
    skid(1) +
    paint.solid(roundRect(430, 570, 140, 44, 12), { tones: graphite, material: "matte", bevel: 7 }) +
    gimbal(paint, 500, 676, 72) +
    cable(boom, paint.accent, 36) +
    paint.solid(shell, { bevel: 34 }) +
    paint.solid("M372 452C400 400 440 384 500 384C560 384 600 400 628 452C590 474 410 474 372 452z", {
      tones: graphite,
      material: "gloss",
      bevel: 9,
    }) +
    paint.glow(440, 412, 60, 18, 0.55) +
    shape("M322 520Q500 566 678 520L676 540Q500 588 324 540z", paint.accent.base) +
    led(paint, 500, 516, 6, "#ff9d8a") +
    rotor(paint, 172, 424, 168, -12) +
    rotor(paint, 828, 424, 168, 12)
  );
}

/** Drones: a folding one, a small one with guarded rotors, a large one on skids. */
export const drone: Drawing = (paint) =>
  `<g transform="translate(60 96) scale(0.88)">${[folding, guarded, skids][paint.design]?.(paint) ?? ""}</g>`;
