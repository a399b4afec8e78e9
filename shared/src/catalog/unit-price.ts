/** Without zod, because lists load this. */

export const contentUnits = ["ml", "l", "g", "kg", "m", "m²", "piece"] as const;
export type ContentUnit = (typeof contentUnits)[number];

/** What a unit price is the price of, by the unit of the content. */
const bases = {
  ml: ["100 ml", "l"],
  l: ["100 ml", "l"],
  g: ["100 g", "kg"],
  kg: ["100 g", "kg"],
  m: ["m"],
  "m²": ["m²"],
  piece: ["piece"],
} as const satisfies Record<ContentUnit, readonly string[]>;
export const unitBases = ["100 ml", "l", "100 g", "kg", "m", "m²", "piece"] as const;
export type UnitBasis = (typeof unitBases)[number];

/** Millilitres, grams and the like in a unit or basis. */
const sizes: Record<ContentUnit | UnitBasis, number> = {
  ml: 1,
  l: 1_000,
  "100 ml": 100,
  g: 1,
  kg: 1_000,
  "100 g": 100,
  m: 1,
  "m²": 1,
  piece: 1,
};

/** How much a product contains, and what its unit price is of: 250 ml, priced per 100 ml. */
export type Content = { amount: number; unit: ContentUnit; basis: UnitBasis };

/** The bases that a content of a unit can be priced by. */
export function basesOf(unit: ContentUnit): readonly UnitBasis[] {
  return bases[unit];
}

/** The price of a basis in cents, from that of the whole content; half a cent is rounded up. */
export function unitPriceCents(priceCents: number, { amount, unit, basis }: Content): number {
  return Math.round((priceCents * sizes[basis]) / (amount * sizes[unit]));
}
