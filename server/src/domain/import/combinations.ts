import type { DecimalMark } from "@shop/shared/catalog/import";
import { toDecimalString, toWire } from "@shop/shared/money";
import { type CurrentProduct, stateOf } from "./current-products.ts";
import { factLines } from "./facts.ts";
import type { Combination, FileProduct } from "./file-row.ts";
import { numberBy } from "./numbers.ts";

/** A row of a combination with all that it has from the product of the shop, or why that is not possible. */
export function completeCombination(
  { combination, ...product }: FileProduct,
  byKey: ReadonlyMap<string | null, CurrentProduct>,
  decimal: DecimalMark | undefined,
): FileProduct {
  if (combination === undefined || product.problem !== undefined) return product;
  const base = combination.productKeys.map((key) => byKey.get(key)).find((each) => each !== undefined);
  if (base === undefined) return { ...product, problem: unknownProduct(combination) };
  const price = priceOf(base, combination, decimal);
  if (price === undefined) {
    return { ...product, problem: `Impact on price “${combination.price.slice(0, 40)}” is not a number` };
  }
  const values = { ...product.values, price };
  const grams = gramsOf(base, combination, decimal);
  if (grams !== undefined) values.weight = `${grams} g`;
  const variant = product.variant && { ...product.variant, name: base.name };
  const known = { ...product, variant, values };
  if (combination.isMain) {
    // The product stays itself, with its orders, its reviews and its key.
    const { key: _key, ...others } = values;
    return { ...known, values: { ...others, id: base.id } };
  }
  if (byKey.has(values.key ?? "")) return known;
  return {
    ...known,
    isMarkdown: base.isMarkdown,
    images: product.images.length > 0 ? product.images : sourcesOf(base),
    values: {
      ...textsOf(base),
      ...(variant === undefined && { name: `${base.name} – ${combination.label}` }),
      ...values,
    },
  };
}

function unknownProduct({ productKeys: [key] }: Combination): string {
  if (key === undefined) return "It names no product";
  const word = key.startsWith("id:") ? `number ${key.slice(3, 43)}` : `reference “${key.slice(0, 40)}”`;
  return `The shop has no product with the ${word}. Import the file of products first; those with a reference are found by the column Product reference.`;
}

/** What a new product has from the one of which it is a combination. */
function textsOf(base: CurrentProduct): FileProduct["values"] {
  const texts = {
    name: base.name,
    description: base.description,
    brand: base.brand,
    category: base.category,
    state: stateOf(base),
    weight: base.weightGrams === null ? "" : `${base.weightGrams} g`,
    facts: factLines(base.attributes),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

/** Where its images were fetched from. */
function sourcesOf({ imageSource, moreSources }: CurrentProduct): string[] {
  return [imageSource ?? "", ...(moreSources ?? [])].filter((source) => source !== "");
}

/**
 * The price of the combination, as a cell of the file; nothing if it cannot be read. A product that is a combination
 * already has the price of the main one.
 */
function priceOf(base: CurrentProduct, { price, mainPrice }: Combination, decimal: DecimalMark | undefined) {
  const [own, main] = [centsOf(price, decimal), centsOf(mainPrice, decimal)];
  const cents = base.priceCents - (base.groupId === null ? 0 : main) + own;
  return Number.isFinite(cents) ? toDecimalString(cents).replace(".", decimal ?? ".") : undefined;
}

/** Cells of additions have six decimals; empty ones add nothing. */
function centsOf(text: string, decimal: DecimalMark | undefined): number {
  return text === "" ? 0 : Math.round(numberBy(text, decimal) / toWire(1));
}

function gramsOf({ weightGrams }: CurrentProduct, { weight, isMain }: Combination, decimal: DecimalMark | undefined) {
  const grams = weight === "" ? Number.NaN : Math.round(numberBy(weight, decimal) * 1_000);
  // An addition to the product itself would be added again by each import.
  if (weightGrams === null || isMain || !Number.isFinite(grams)) return undefined;
  return weightGrams + grams > 0 ? weightGrams + grams : undefined;
}
