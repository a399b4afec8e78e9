/** The makers whose goods the demo shop carries. All are invented. */
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
