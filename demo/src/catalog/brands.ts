/** Brands of the demo catalog. All are invented. */
export const brands: readonly string[] = [
  "Arkvell",
  "Brünnholt",
  "Dunmarrow",
  "Hexmoor",
  "Kestrik",
  "Lindqvale",
  "Meridane",
  "Ohmlund",
  "Okumori",
  "Penhallow & Rook",
  "Quillfen",
  "Saltgarth",
  "Solvanne",
  "Tarnwick",
  "Tonvik",
  "Vérane",
];
