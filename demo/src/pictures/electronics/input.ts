import type { Hex } from "../../look.ts";
import { type Drawing, ellipse, type Paint, roundRect } from "../paint.ts";
import { lightnessOf, mix, type Tones } from "../tone.ts";
import { keyGrid } from "./keys.ts";
import { cable, graphite, led, line, shape, silver } from "./parts.ts";

function compact(paint: Paint): string {
  const deck = "M196 404Q200 388 218 388H782Q800 388 804 404L900 722Q906 744 884 744H116Q94 744 100 722z";
  const keys = { left: 214, right: 786, top: 412, bottom: 708, spread: 88 };
  return (
    paint.shadow(500, 784, 440, 40, 1) +
    paint.solid("M98 726H902V764Q900 790 874 792H126Q100 790 98 764z", { direction: "down", bevel: 10 }) +
    paint.solid(deck, { bevel: 14 }) +
    shape("M208 404H792L880 716H120z", "#07090d", 0.75) +
    keyGrid(paint, keys, [15, 14, 14, 13, 11], caps(paint)) +
    accentKey("M142 652H196L188 694H130z", paint) +
    accentKey("M724 414H764L774 452H732z", paint) +
    paint.shadow(748, 432, 40, 22, 0.6) +
    paint.solid("M724 372V404A34 15 0 0 0 792 404V372z", {
      tones: paint.accent,
      material: "metal",
      direction: "tube",
      bevel: 0,
    }) +
    paint.solid(ellipse(758, 372, 34, 15), { tones: paint.accent, material: "metal", texture: false, bevel: 3 })
  );
}

/** Key caps: the body tones, lifted where the body is dark so that the caps stand out from their well. */
function caps(paint: Paint): Tones {
  const lift = Math.max(0.08, 0.34 - lightnessOf(paint.body.base) * 0.4);
  const lifted = (tone: Hex): Hex => mix(tone, "#ffffff", lift);
  const { highlight, light, base, dark, deep } = paint.body;
  return {
    highlight: lifted(highlight),
    light: lifted(light),
    base: lifted(base),
    dark: lifted(dark),
    deep: mix(deep, "#000000", 0.4),
  };
}

const accentKey = (d: string, paint: Paint): string =>
  paint.solid(d, { tones: paint.accent, material: "gloss", bevel: 5 });

function slim(paint: Paint): string {
  const deck = "M176 452Q180 440 194 440H806Q820 440 824 452L930 756Q934 772 918 772H82Q66 772 70 756z";
  return (
    paint.shadow(500, 786, 460, 30, 1) +
    paint.solid("M68 758H932V774Q930 790 912 792H88Q70 790 68 774z", {
      material: "metal",
      direction: "down",
      bevel: 5,
    }) +
    paint.solid(deck, { material: "metal", bevel: 9 }) +
    paint.solid(roundRect(196, 448, 608, 12, 6), { tones: graphite, material: "gloss", direction: "pipe", bevel: 0 }) +
    keyGrid(paint, { left: 196, right: 804, top: 474, bottom: 748, spread: 92 }, [17, 16, 16, 15, 13], caps(paint)) +
    accentKey("M794 474H815L823 512H801z", paint) +
    line("M186 446H814", paint.body.highlight, 3, 0.7)
  );
}

function split(paint: Paint): string {
  const half = (way: -1 | 1): string => {
    const deck = "M170 430Q172 408 196 406L452 390Q474 390 472 414L456 716Q454 742 428 744L112 762Q86 762 92 738z";
    const content =
      paint.solid("M92 738L92 764Q92 790 118 790L426 776Q454 774 456 746L456 716L430 744L112 762z", {
        tones: paint.accent,
        material: "metal",
        direction: "down",
        bevel: 5,
      }) +
      paint.solid(deck, { bevel: 14 }) +
      `<g transform="matrix(1 -0.06 0 1 0 24)">` +
      shape("M184 412H456L440 690H112z", "#07090d", 0.7) +
      keyGrid(paint, { left: 190, right: 452, top: 420, bottom: 684, spread: 42 }, [6, 6, 6, 6, 7], caps(paint)) +
      "</g>";
    return way === -1 ? content : `<g transform="translate(1000 0) scale(-1 1)">${content}</g>`;
  };
  return (
    paint.shadow(290, 786, 240, 30, 1) +
    paint.shadow(710, 786, 240, 30, 1) +
    cable("M446 430C470 330 530 330 554 430", paint.accent, 16) +
    half(-1) +
    half(1) +
    led(paint, 430, 420, 5, paint.accent.highlight)
  );
}

/** Keyboards: a compact one with a dial, a slim full one, a split one. */
export const keyboard: Drawing = (paint) => [compact, slim, split][paint.design]?.(paint) ?? "";

function smoothMouse(paint: Paint): string {
  const body =
    "M286 520C286 330 360 210 500 210C640 210 714 330 714 520C714 690 640 796 500 796C360 796 286 690 286 520z";
  return (
    paint.shadow(506, 776, 270, 46, 1) +
    paint.solid("M278 560C278 720 340 804 500 804C660 804 722 720 722 560z", {
      tones: graphite,
      material: "matte",
      bevel: 8,
    }) +
    paint.solid(body, { direction: "ball", bevel: 44 }) +
    line("M500 212V452", "#000", 5, 0.5) +
    line("M504 214V452", paint.body.highlight, 2, 0.4) +
    line("M292 470Q400 440 500 452Q600 440 708 470", "#000", 4, 0.4) +
    line("M292 475Q400 445 500 457Q600 445 708 475", paint.body.highlight, 2, 0.35) +
    shape(roundRect(470, 268, 60, 138, 30), "#06080c") +
    paint.solid(roundRect(478, 280, 44, 114, 22), {
      tones: paint.accent,
      material: "metal",
      direction: "pipe",
      bevel: 5,
    }) +
    Array.from({ length: 9 }, (_, index) => line(`M482 ${294 + index * 11}H518`, "#05070b", 3, 0.5)).join("") +
    paint.glow(390, 330, 52, 110, 0.4) +
    shape(roundRect(470, 660, 60, 8, 4), paint.accent.base, 0.9)
  );
}

function trackball(paint: Paint): string {
  const body =
    "M236 640C226 560 262 520 300 470C330 420 340 320 396 262C450 206 560 196 640 232C740 280 776 420 774 560C772 690 720 796 540 796C380 796 250 760 236 640z";
  const shelf =
    "M236 640C226 560 262 520 300 470C324 432 336 370 356 324C420 420 470 560 430 690C414 740 380 764 340 760C280 740 244 700 236 640z";
  return (
    paint.shadow(520, 776, 310, 44, 1) +
    paint.solid("M232 640C236 770 390 806 540 806C700 806 776 720 776 570z", {
      tones: graphite,
      material: "matte",
      bevel: 8,
    }) +
    paint.solid(body, { direction: "ball", bevel: 44 }) +
    paint.solid(shelf, { tones: graphite, material: "leather", bevel: 16 }) +
    line("M520 208C500 300 500 390 516 470", "#000", 5, 0.5) +
    line("M525 209C505 300 505 390 521 470", paint.body.highlight, 2, 0.4) +
    line("M404 430Q580 500 770 470", "#000", 4, 0.4) +
    line("M404 435Q580 505 770 475", paint.body.highlight, 2, 0.35) +
    shape(roundRect(484, 262, 54, 132, 27), "#06080c") +
    paint.solid(roundRect(491, 272, 40, 112, 20), { tones: silver, material: "metal", direction: "pipe", bevel: 5 }) +
    Array.from({ length: 9 }, (_, index) => line(`M495 ${286 + index * 11}H527`, "#05070b", 3, 0.5)).join("") +
    shape(ellipse(340, 584, 92), "#05070b", 0.85) +
    line(ellipse(340, 584, 92), paint.accent.light, 3, 0.6) +
    paint.solid(ellipse(340, 580, 80), { tones: paint.accent, material: "gloss", direction: "ball", bevel: 14 }) +
    paint.glow(314, 546, 30, 22, 0.95) +
    paint.glow(640, 330, 60, 90, 0.3) +
    shape(roundRect(560, 650, 70, 8, 4), paint.accent.base, 0.9)
  );
}

function angular(paint: Paint): string {
  const base = "M500 800L356 776L276 640L268 500L300 360L392 232L480 206H520L608 232L700 360L732 500L724 640L644 776z";
  const left = "M486 214L400 240L314 364L288 480L470 520L486 480z";
  const right = "M514 214L600 240L686 364L712 480L530 520L514 480z";
  const spine = "M470 530L500 548L530 530L622 512L604 720L500 782L396 720L378 512z";
  const flank = "M286 500L366 520L388 724L360 764L288 634z";
  return (
    paint.shadow(506, 782, 270, 40, 1) +
    paint.glow(500, 780, 300, 40, 0.5, paint.accent.light) +
    paint.solid(base, { tones: graphite, material: "matte", bevel: 12 }) +
    paint.solid(flank, { tones: graphite, material: "leather", bevel: 8 }) +
    `<g transform="translate(1000 0) scale(-1 1)">${paint.solid(flank, { tones: graphite, material: "leather", bevel: 8 })}</g>` +
    line("M276 500L372 518L392 726L360 772M724 500L628 518L608 726L640 772", paint.accent.light, 6, 0.95) +
    paint.solid(left, { bevel: 16 }) +
    paint.solid(right, { bevel: 16 }) +
    paint.solid(spine, { bevel: 20 }) +
    shape(roundRect(474, 258, 52, 178, 12), "#05070b") +
    paint.solid(roundRect(480, 280, 40, 104, 16), {
      tones: paint.accent,
      material: "gloss",
      direction: "pipe",
      bevel: 5,
    }) +
    Array.from({ length: 8 }, (_, index) => line(`M484 ${292 + index * 11}H516`, "#05070b", 3, 0.5)).join("") +
    paint.solid(roundRect(484, 400, 32, 26, 8), { tones: silver, material: "metal", bevel: 4 }) +
    shape("M500 640L534 674L500 708L466 674z", paint.accent.light, 0.95) +
    paint.glow(500, 674, 60, 60, 0.4, paint.accent.light) +
    paint.glow(400, 340, 44, 80, 0.3)
  );
}

/** Mice: a smooth one, one with a thumb ball, an angular one with lights. */
export const mouse: Drawing = (paint) => [smoothMouse, trackball, angular][paint.design]?.(paint) ?? "";
