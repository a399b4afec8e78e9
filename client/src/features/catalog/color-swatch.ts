/** Colors that names of facts tell without a swatch of the shop's own. */
const named: Readonly<Record<string, string>> = {
  beige: "#d8c7a3",
  black: "#16181d",
  blue: "#2f62c9",
  bronze: "#8c6239",
  brown: "#6f4a2f",
  burgundy: "#6d1f33",
  camel: "#b98a56",
  charcoal: "#3a3f45",
  cream: "#f3ead5",
  gold: "#c9a24b",
  gray: "#8a8f96",
  green: "#2f8a57",
  grey: "#8a8f96",
  indigo: "#3f3d99",
  ivory: "#f5f0e1",
  khaki: "#a3966a",
  mint: "#a5d9c1",
  natural: "#e0d4bd",
  navy: "#1d2b50",
  olive: "#6b6d36",
  orange: "#df7a2b",
  pink: "#e48fb0",
  purple: "#6e47a3",
  red: "#c03434",
  rust: "#a34e2b",
  sand: "#cfbb93",
  silver: "#c3c8cd",
  teal: "#2b8087",
  terracotta: "#bb5f42",
  turquoise: "#3fb3ae",
  violet: "#7c55b8",
  white: "#ffffff",
  yellow: "#e3b628",
};

/** What stands for a value of a facet: the shop's own swatch, or for the name of a color that color. */
export function colorSwatch(facet: string, value: string, own: string | undefined): string | undefined {
  if (own !== undefined) return own;
  return /colou?r/i.test(facet) ? named[value.toLowerCase()] : undefined;
}
