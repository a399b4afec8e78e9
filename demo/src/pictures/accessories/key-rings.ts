import { line, shape, silver } from "../electronics/parts.ts";
import { folds, label, raised, rivet, stitch } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import type { Tones } from "../tone.ts";
import { brass, hookStand } from "./jewels.ts";

const piece = (paint: Paint, d: string, tones: Tones, bevel = 14, drop = 8): string =>
  raised(d, paint.solid(d, { tones, bevel }), drop, 0.5);

/** One key with a round or square bow, hanging from (0, 0) downwards. */
function key(paint: Paint, tones: Tones, long: number, square: boolean): string {
  const bow = square ? roundRect(-42, 6, 84, 92, 20) : ellipse(0, 52, 48, 50);
  const blade = `M-15 92L15 92L15 ${long - 16}L0 ${long}L-15 ${long - 12}L-15 ${long - 40}L-26 ${long - 50}L-15 ${long - 62}L-15 ${long - 78}L-24 ${long - 88}L-15 ${long - 98}Z`;
  const metal = paint.fill(tones, "metal", "diagonal");
  return (
    raised(
      blade,
      shape(blade, paint.fill(tones, "metal", "tube")) +
        line(`M4 104V${long - 26}`, tones.deep, 4, 0.5) +
        line(`M8 104V${long - 26}`, tones.highlight, 2, 0.7),
      8,
      0.5,
    ) +
    raised(bow, shape(bow, metal) + paint.bevel(bow, 8), 8, 0.5) +
    shape(ellipse(0, 30, 15, 12), "#080a10") +
    line(ellipse(0, 30, 15, 12), tones.highlight, 2, 0.7) +
    line(square ? roundRect(-30, 50, 60, 38, 8) : ellipse(0, 66, 30, 20), tones.deep, 2.4, 0.5)
  );
}

const loopOf = (paint: Paint, cx: number, cy: number, r: number, width: number, tones: Tones): string =>
  `<circle cx="${cx + 4}" cy="${cy + 8}" r="${r}" fill="none" stroke="#04060c" stroke-opacity="0.4" stroke-width="${width + 3}"/><circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${tones.deep}" stroke-width="${width}"/>` +
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="none" stroke="${paint.fill(tones, "metal", "diagonal")}" stroke-width="${width * 0.82}"/><circle cx="${cx - 1}" cy="${cy - 2}" r="${r + width * 0.22}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="2"/>`;

/** Two keys that hang from a point. */
const keys = (paint: Paint, x: number, y: number): string =>
  `<g transform="translate(${x} ${y}) rotate(32)">${key(paint, brass, 300, false)}</g><g transform="translate(${x} ${y}) rotate(-4)">${key(paint, silver, 320, true)}</g>`;

function carabiner(paint: Paint): string {
  const { body, accent } = paint;
  const hook =
    "M410 240C410 150 470 96 540 104C610 112 640 170 622 236L580 400C570 440 530 456 490 446C440 434 410 400 410 350Z";
  const gate = "M412 224L424 350";
  return (
    keys(paint, 500, 470) +
    `<path d="${hook}" fill="none" stroke="#04060c" stroke-opacity="0.45" stroke-width="42" transform="translate(6 10)"/><path d="${hook}" fill="none" stroke="${body.deep}" stroke-width="42"/><path d="${hook}" fill="none" stroke="${paint.fill(body, paint.material === "leather" ? "gloss" : paint.material, "diagonal")}" stroke-width="36"/>` +
    `<g transform="translate(-4 -5)">${line(hook, "#fff", 5, 0.4)}</g>` +
    line(gate, silver.deep, 40) +
    line(gate, silver.base, 32) +
    line("M406 228L418 346", "#fff", 6, 0.6) +
    shape(roundRect(392, 214, 42, 20, 6), silver.deep) +
    shape(roundRect(404, 338, 42, 20, 6), silver.deep) +
    loopOf(paint, 500, 478, 58, 14, silver) +
    `<g transform="translate(548 500) rotate(-34)">${piece(paint, "M-24 0L24 0L26 200C26 222 -26 222 -26 200Z", accent, 10, 8)}${stitch("M-16 10V200M16 10V200", accent.highlight, 2.4)}</g>`
  );
}

/** A hotel fob: a big leather tag with its key on a split ring. */
function fob(paint: Paint): string {
  const { body, accent } = paint;
  const tag =
    "M500 298C534 298 546 322 558 362C580 430 616 490 622 572C630 690 574 768 500 768C426 768 370 690 378 572C384 490 420 430 442 362C454 322 466 298 500 298z";
  const sewing =
    "M500 318C522 318 530 340 540 372C562 440 596 498 602 574C608 676 560 748 500 748C440 748 392 676 398 574C404 498 438 440 460 372C470 340 478 318 500 318z";
  const bell = "M500 520C540 520 552 556 554 596L568 622H432L446 596C448 556 460 520 500 520z";
  return (
    `<g transform="translate(486 206) rotate(38)">${key(paint, accent, 330, false)}</g>` +
    `<g transform="rotate(-7 500 200)">${piece(paint, tag, body, 26, 14)}` +
    folds(paint, tag, [[596, 470, 600, 620, 540, 756, 16]], [[440, 430, 410, 560, 430, 690, 20]]) +
    stitch(sewing, accent.light, 3, "10 7") +
    `<g transform="translate(1.5 2.5)">${line(bell, body.highlight, 3, 0.4)}</g>` +
    line(bell, body.deep, 5, 0.8) +
    line("M424 638H576", body.deep, 6, 0.8) +
    line("M425 642H575", body.highlight, 2, 0.4) +
    shape(ellipse(500, 509, 9), body.deep, 0.8) +
    shape(ellipse(500, 346, 26), body.deep, 0.6) +
    rivet(paint, 500, 346, 25, accent) +
    shape(ellipse(500, 346, 13), "#07080c") +
    "</g>" +
    line("M504 336C512 300 510 280 502 262", accent.dark, 15) +
    line("M502 334C510 300 508 280 500 264", accent.highlight, 5) +
    loopOf(paint, 496, 204, 68, 14, accent) +
    loopOf(paint, 498, 207, 66, 5, accent)
  );
}

function tassel(paint: Paint): string {
  const { body, accent } = paint;
  const tag = ellipse(650, 500, 112, 112);
  const strands = Array.from(
    { length: 22 },
    (_, index) =>
      `M${338 + index * 3} 420C${330 + index * 3.6} 540 ${312 + index * 5.2} 600 ${306 + index * 6} ${690 + ((index * 7) % 16)}`,
  ).join("");
  return (
    keys(paint, 516, 412) +
    line("M514 320V430", silver.dark, 12) +
    line("M513 320V430", silver.light, 5) +
    `<g transform="translate(6 8)">${line(strands, "#04060c", 9, 0.3)}</g>` +
    line(strands, body.deep, 9) +
    line(strands, body.base, 6) +
    `<g transform="translate(-1.5 0)">${line(strands, body.light, 2, 0.8)}</g>` +
    piece(paint, "M326 372C326 348 416 348 416 372L410 450C400 462 342 462 332 450Z", accent, 12, 7) +
    line("M330 430C350 440 390 440 412 430M330 396C350 404 390 404 414 396", brass.light, 6, 0.9) +
    line("M372 360C374 326 410 308 456 303M634 402C624 360 600 322 566 303", body.dark, 13) +
    line("M371 358C373 325 409 307 455 302M633 400C623 358 599 320 565 301", body.light, 5) +
    piece(paint, tag, body, 20, 12) +
    stitch(ellipse(650, 500, 96, 96), accent.light, 2.8, "9 6") +
    shape(ellipse(640, 416, 13), "#07080c") +
    loopOf(paint, 640, 416, 15, 6, brass) +
    label(paint, 608, 488, 84, 56, accent) +
    loopOf(paint, 510, 250, 74, 16, silver)
  );
}

/** A key ring on a hook: carabiner, hotel fob, or round tag with a tassel. */
export const keyRing: Drawing = (paint) => {
  const art = [carabiner, fob, tassel][paint.design]?.(paint) ?? carabiner(paint);
  const [x, y, scale] = (
    [
      [526, 128, 1],
      [496, 142, 1],
      [510, 176, 1.08],
    ] as const
  )[paint.design];
  return hookStand(paint, 128, `<g transform="translate(460 128) scale(${scale}) translate(${-x} ${-y})">${art}</g>`);
};
