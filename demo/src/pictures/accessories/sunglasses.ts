import { cable, line, shape, silver } from "../electronics/parts.ts";
import { mirrored, symmetric } from "../fashion/cloth.ts";
import { type Drawing, ellipse, type Paint } from "../paint.ts";
import { mix } from "../tone.ts";

const pair = (d: string): string => d + mirrored(d);

/** Tinted lenses (give both at once): dark above, clearer below, with sky and slanted window light on them. */
function lenses(paint: Paint, d: string, top: number, height: number, fade: number): string {
  const { accent } = paint;
  const glass = paint.linear([
    [0, accent.deep, 0.96],
    [0.4, mix(accent.deep, accent.base, 0.4), 0.9],
    [0.75, accent.base, 0.84 - fade * 0.3],
    [1, mix(accent.base, accent.highlight, 0.5), 0.8 - fade * 0.5],
  ]);
  const bars = (x: number): string =>
    `M${x} ${top}h70l${-height * 0.5} ${height}h-70zM${x + 92} ${top}h22l${-height * 0.5} ${height}h-22z`;
  const light = paint.linear([
    [0, "#fff", 0.36],
    [0.7, "#fff", 0.06],
    [1, "#fff", 0],
  ]);
  return (
    shape(d, glass) +
    `<g clip-path="${paint.clip(d)}">${shape(bars(258) + bars(690), light)}` +
    `${paint.glow(330, top + height, 170, 60, 0.3, accent.highlight)}${paint.glow(760, top + height, 170, 60, 0.3, accent.highlight)}</g>` +
    paint.bevel(d, 10, 0.8)
  );
}

/** The arms reach back from the hinges, above the frame, and drop behind the ears. */
function arms(paint: Paint, x: number, y: number, width: number): string {
  const { body } = paint;
  const d = pair(
    `M${x} ${y}L${x + 118} ${y - 66}C${x + 146} ${y - 78} ${x + 164} ${y - 64} ${x + 170} ${y - 20}L${x + 186} ${y + 110}`,
  );
  return (
    line(d, body.deep, width) +
    line(d, body.dark, width * 0.72) +
    `<g transform="translate(-1 ${-width * 0.2})">${line(d, body.light, width * 0.22, 0.7)}</g>`
  );
}

const floor = (paint: Paint, y = 800): string =>
  paint.shadow(296, y, 200, 20, 0.95) +
  paint.shadow(704, y, 200, 20, 0.95) +
  paint.shadow(500, y + 6, 420, 26, 0.5) +
  paint.glow(330, y + 26, 150, 15, 0.5, paint.accent.light) +
  paint.glow(740, y + 26, 150, 15, 0.5, paint.accent.light);

/** A fixed scatter in 0..1. */
const scatter = (index: number, salt: number): number => {
  const value = Math.sin(index * 127.1 + salt * 74.7) * 43758.5453;
  return value - Math.floor(value);
};

/** The blotches of tortoiseshell: amber glow and dark clouds over the whole frame, nested for soft edges. */
function tortoise(paint: Paint, frame: string): string {
  const { body } = paint;
  const clouds = (amber: boolean, share: number): string =>
    Array.from({ length: 96 }, (_, index) => {
      if ((index % 3 === 0) !== amber) return "";
      const x = 80 + (index % 24) * 36 + 30 * scatter(index, 1);
      const y = 462 + Math.floor(index / 24) * 92 + 70 * scatter(index, 2);
      const [rx, ry] = [(13 + 26 * scatter(index, 3)) * share, (8 + 11 * scatter(index, 4)) * share];
      const turn = Math.round(scatter(index, 5) * 120 - 60);
      const [dx, dy] = [Math.cos((turn * Math.PI) / 180) * rx, Math.sin((turn * Math.PI) / 180) * rx];
      const arc = `a${rx.toFixed(1)} ${ry.toFixed(1)} ${turn} 1 1 `;
      const [w, h] = [(2 * dx).toFixed(1), (2 * dy).toFixed(1)];
      return `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}${arc}${w} ${h}${arc}${(-2 * dx).toFixed(1)} ${(-2 * dy).toFixed(1)}z`;
    }).join("");
  const layer = (share: number, opacity: number): string =>
    shape(clouds(false, share), body.deep, opacity) + shape(clouds(true, share), body.light, opacity);
  return `<g clip-path="${paint.clip(frame)}">${layer(1.25, 0.24)}${layer(1, 0.28)}${layer(0.7, 0.32)}</g>`;
}

function acetate(paint: Paint): string {
  const { body } = paint;
  const outline = symmetric(500, 506, [
    [470, 488, 448, 486, 420, 478],
    [340, 458, 200, 452, 118, 464],
    [94, 468, 88, 486, 92, 508],
    [96, 526, 110, 532, 114, 552],
    [120, 640, 138, 732, 196, 776],
    [250, 812, 372, 810, 422, 768],
    [460, 734, 460, 660, 474, 626],
    [480, 606, 488, 598, 500, 598],
  ]);
  const lens =
    "M158 514C220 496 356 498 420 514C446 522 444 556 440 590C434 656 422 714 396 742C354 774 260 774 218 746C172 710 154 622 146 560C144 538 142 520 158 514Z";
  // The right lens runs the other way round, so that both are holes in the frame.
  const backwards =
    "M158 514C142 520 144 538 146 560C154 622 172 710 218 746C260 774 354 774 396 742C422 714 434 656 440 590C444 556 446 522 420 514C356 498 220 496 158 514Z";
  const frame = outline + lens + mirrored(backwards);
  return (
    floor(paint) +
    arms(paint, 122, 508, 40) +
    lenses(paint, pair(lens), 500, 270, 0.1) +
    paint.solid(frame, { material: paint.material === "gloss" ? "matte" : paint.material, bevel: 0 }) +
    tortoise(paint, frame) +
    paint.bevel(frame, 26, 1.4) +
    pair("M130 482C220 468 330 470 410 490")
      .split("M")
      .slice(1)
      .map((d) => line(`M${d}`, "#fff", 5, 0.55))
      .join("") +
    line(pair("M150 640C160 690 178 726 204 750"), body.highlight, 4, 0.4) +
    shape([120, 142, 858, 880].map((x) => ellipse(x, 497, 7)).join(""), silver.light) +
    shape([121, 143, 859, 881].map((x) => ellipse(x, 498, 3)).join(""), silver.deep)
  );
}

function aviator(paint: Paint): string {
  const { body } = paint;
  const lens =
    "M132 504C190 470 360 470 428 504C452 520 450 570 438 620C420 700 360 782 276 790C190 792 128 730 108 640C98 584 104 524 132 504Z";
  const rim = pair(lens);
  const bridges = "M440 516C470 504 530 504 560 516M452 580C476 540 524 540 548 580";
  const brow = "M150 486C240 462 380 464 440 500C480 516 520 516 560 500C620 464 760 462 850 486";
  const pads = [`M446 640q-16 26 -6 54`, "M554 640q16 26 6 54"];
  return (
    floor(paint) +
    arms(paint, 106, 540, 16) +
    lenses(paint, rim, 480, 320, 1) +
    cable(rim, body, 17) +
    cable(bridges, body, 15) +
    cable(brow, body, 11) +
    pads.map((d) => line(d, body.dark, 4) + line(d, "#dfe8f2", 15, 0.6) + line(d, "#fff", 5, 0.6)).join("") +
    pair("M96 530")
      .split("M")
      .slice(1)
      .map((at) => {
        const [x = 0, y = 0] = at.split(" ").map(Number);
        return (
          paint.solid(`M${x - 10} ${y - 16}h20v34h-20z`, { texture: false, bevel: 4 }) +
          shape(ellipse(x, y - 6, 4) + ellipse(x, y + 8, 4), body.deep)
        );
      })
      .join("") +
    line(pair("M124 560C120 640 160 730 230 764"), "#fff", 4, 0.5)
  );
}

function roundPair(paint: Paint): string {
  const { body } = paint;
  const [cx, cy] = [294, 624];
  const outline = symmetric(500, 566, [
    [484, 556, 470, 548, 462, 538],
    [426, 480, 362, 446, cx, 446],
    [220, 446, 156, 490, 130, 548],
    [104, 548, 92, 560, 92, 580],
    [92, 598, 102, 606, 118, 610],
    [114, 720, 200, 802, cx, 802],
    [400, 802, 476, 720, 476, 628],
    [478, 612, 488, 606, 500, 606],
  ]);
  const glass = `${ellipse(cx, cy, 146)}${ellipse(1000 - cx, cy, 146)}`;
  return (
    floor(paint) +
    arms(paint, 122, 566, 36) +
    lenses(paint, glass, 470, 310, 0.3) +
    paint.solid(outline + glass, { bevel: 22 }) +
    `<g fill="none" stroke-width="5">${line(glass, body.deep, 5, 0.7)}</g>` +
    line("M168 560C196 504 246 476 300 474M580 560C606 506 656 478 706 474", body.highlight, 6, 0.7) +
    line("M466 566C478 578 522 578 534 566", body.deep, 4, 0.35) +
    shape([112, 132, 868, 888].map((x) => ellipse(x, 580, 6.5)).join(""), silver.light) +
    shape([112, 132, 868, 888].map((x) => ellipse(x + 1, 581, 3)).join(""), silver.deep)
  );
}

/** Sunglasses with their arms open: thick acetate, wire aviators, or round. */
export const sunglasses: Drawing = (paint) => [acetate, aviator, roundPair][paint.design]?.(paint) ?? acetate(paint);
