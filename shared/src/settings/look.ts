// Pages show the accent, so this module must not import zod.

/** The colour of buttons and links as specified. */
export const specifiedAccent = "#2563eb";

/** The id of the style element that gives a page its look. */
export const lookStyleId = "shop-look";

/** White text on an accent, and links on a panel, must have this contrast (WCAG 2.2, 1.4.3). */
export const contrastMin = 4.5;

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The backgrounds of links that are nearest to them: the lightest of the dark scheme, the darkest of the light one. */
const raised: Rgb = [35, 43, 67];
const lightHover: Rgb = [226, 232, 244];

/** As specified, the light one of the same design, or what the device of whoever looks asks for. */
export const colorSchemes = ["dark", "light", "system"] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/** What browsers paint around a page, by its scheme. */
export const pageColors = { dark: "#0b0f1a", light: "#f2f5fb" } as const;

type Rgb = readonly [red: number, green: number, blue: number];

function toRgb(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [red, green, blue];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** A colour that is so much of another one: 0 is none of it. */
function mix(of: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => of[at] + (other[at] - of[at]) * share;
  return [part(0), part(1), part(2)];
}

/** The relative luminance (WCAG 2.2). */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = Math.round(part) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** How well white text can be read on a colour such as #2563eb. */
export function contrastOfAccent(hex: string): number {
  return contrast(toRgb(hex), white);
}

/** The colour itself, or as much of black in it as white text needs. */
export function nearestAccent(hex: string): string {
  const nearest = firstMix(toRgb(hex), black, (mixed) => contrast(mixed, white) >= contrastMin);
  return toHex(nearest);
}

/** The accent with so much white in it that a link can be read on every background of the shop. */
export function linkOfAccent(hex: string): string {
  if (hex.toLowerCase() === specifiedAccent) return "#8ab4ff";
  return toHex(firstMix(toRgb(hex), white, (mixed) => contrast(mixed, raised) >= contrastMin));
}

/** The accent with so much black in it that a link can be read on every background of the light scheme. */
export function linkOnLight(hex: string): string {
  if (hex.toLowerCase() === specifiedAccent) return "#1d4ed8";
  return toHex(firstMix(toRgb(hex), black, (mixed) => contrast(mixed, lightHover) >= contrastMin));
}

/** The first of a colour's mixtures with another one that is good enough; in steps of a hundredth. */
function firstMix(of: Rgb, other: Rgb, isEnough: (mixed: Rgb) => boolean): Rgb {
  for (let percent = 0; percent < 100; percent += 1) {
    const mixed = mix(of, other, percent / 100);
    if (isEnough(mixed)) return mixed;
  }
  return other;
}

/** How much white or black is in each of Mantine's ten shades, of which the seventh is the accent. */
const whites = [0.92, 0.84, 0.7, undefined, 0.3, 0.14];
const blacks = [0.18, 0.36, 0.48];

/** The ten shades of an accent; the fourth is that of links. */
function shadesOf(hex: string): string[] {
  const accent = toRgb(hex);
  const link = linkOfAccent(hex);
  const lighter = whites.map((share) => (share === undefined ? link : toHex(mix(accent, white, share))));
  return [...lighter, toHex(accent), ...blacks.map((share) => toHex(mix(accent, black, share)))];
}

/** The shade of an accent for links on white, as in mails, and for people who ask for more contrast. */
export function strongAccent(hex: string): string {
  return hex.toLowerCase() === specifiedAccent ? "#1d4ed8" : (shadesOf(hex)[7] ?? hex);
}

type Look = { accent: string; phoneColumns: string; colorScheme: ColorScheme };

/** The rules that give a page its look; none for the specified one, which the style sheet has. */
export function lookRules({ accent, phoneColumns, colorScheme }: Look): string {
  const ofLight = colorScheme === "dark" ? "" : lightAccentRules(accent);
  return `${accentRules(accent)}${ofLight}${phoneColumns === "1" ? "" : `:root:root{--phone-columns:${phoneColumns}}`}`;
}

function accentRules(hex: string): string {
  if (hex.toLowerCase() === specifiedAccent) return "";
  const accent = toRgb(hex);
  const page: Rgb = [11, 15, 26];
  const variables = [
    `--shop-accent:${toHex(accent)}`,
    `--shop-link:${linkOfAccent(hex)}`,
    ...shadesOf(hex).map((shade, n) => `--mantine-color-accent-${n}:${shade}`),
    `--mantine-color-accent-light:${toHex(mix(page, accent, 0.28))}`,
    `--mantine-color-accent-light-hover:${toHex(mix(page, accent, 0.38))}`,
  ];
  // Twice, so that they win over the style sheet wherever it stands.
  return `:root:root{${variables.join(";")}}@media (prefers-contrast:more){:root:root{--shop-accent:${strongAccent(hex)}}}`;
}

/** What is another in the light scheme. */
function lightAccentRules(hex: string): string {
  if (hex.toLowerCase() === specifiedAccent) return "";
  const accent = toRgb(hex);
  const variables = [
    `--shop-link:${linkOnLight(hex)}`,
    `--mantine-color-accent-light:${toHex(mix(white, accent, 0.12))}`,
    `--mantine-color-accent-light-hover:${toHex(mix(white, accent, 0.18))}`,
  ];
  return `:root:root[data-mantine-color-scheme="light"]{${variables.join(";")}}`;
}
