import type { Hex } from "../look.ts";

/** Five steps of one colour, from lit edge to deepest shade. All are `#rrggbb`. */
export type Tones = { highlight: Hex; light: Hex; base: Hex; dark: Hex; deep: Hex };

/** A colour in OKLab: lightness 0..1 and two opponent axes. Steps in it look even to the eye. */
type Lab = { l: number; a: number; b: number };

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;

const channelOf = (hex: Hex, start: number): number => toLinear(Number.parseInt(hex.slice(start, start + 2), 16) / 255);

function toLab(hex: Hex): Lab {
  const red = channelOf(hex, 1);
  const green = channelOf(hex, 3);
  const blue = channelOf(hex, 5);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

const hexOf = (linear: number): string => {
  const byte = Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, linear)))) * 255);
  return byte.toString(16).padStart(2, "0");
};

function toHex({ l, a, b }: Lab): Hex {
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = hexOf(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z);
  const green = hexOf(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z);
  const blue = hexOf(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z);
  return `#${red}${green}${blue}`;
}

/** The perceived lightness of a colour, 0 (black) to 1 (white). */
export const lightnessOf = (hex: Hex): number => toLab(hex).l;

/** The colour `share` (0..1) of the way from `from` to `to`. */
export function mix(from: Hex, to: Hex, share: number): Hex {
  const start = toLab(from);
  const end = toLab(to);
  const between = (one: number, other: number): number => one + (other - one) * share;
  return toHex({ l: between(start.l, end.l), a: between(start.a, end.a), b: between(start.b, end.b) });
}

const atLightness = ({ l, a, b }: Lab, target: number): Hex => {
  // Colourfulness fades towards white and black, as it does on a real lit surface.
  const fade = target > l ? (1 - target) / (1 - l) : 0.35 + (0.65 * target) / l;
  const chroma = Math.min(1, fade + 0.25);
  return toHex({ l: target, a: a * chroma, b: b * chroma });
};

/** The five tones of a colour; near-black and near-white are pulled in so that every tone stays visible. */
export function tonesOf(hex: Hex): Tones {
  const lab = toLab(hex);
  const l = Math.min(0.93, Math.max(0.27, lab.l));
  const base: Lab = { ...lab, l };
  return {
    highlight: atLightness(base, l + (1 - l) * 0.62),
    light: atLightness(base, l + (1 - l) * 0.24),
    base: toHex(base),
    dark: atLightness(base, l * 0.74),
    deep: atLightness(base, l * 0.46),
  };
}
