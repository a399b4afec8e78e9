import { optionValuesMax, variantsMax } from "@shop/shared/shop";
import type { FileVariant, FormerGroup } from "../../db/schema/imports.ts";

/** A row of a file whose product is a variant. */
export type VariantRow = { line: number; productId: string; variant: FileVariant };

/** A row whose variant stays as it is in the shop, and why. */
export type UnplacedRow = { line: number; reason: string };

const sameValues = "another variant has these values";

/**
 * The group with the variants of a file: those that it has get their values, also in exchange, new ones come last, and the
 * others stay. A variant that finds no place stays as it is in the shop.
 */
export function placeVariants(
  group: FormerGroup,
  rows: readonly VariantRow[],
): { group: FormerGroup; unplaced: UnplacedRow[] } {
  const unplaced: UnplacedRow[] = [];
  const placed = withoutTaken(group, fitting(group, rows, unplaced), unplaced);
  const options = group.options.map((option) => ({ ...option, values: [...option.values] }));
  const placesOf = ({ options: chosen }: FileVariant) =>
    options.map(({ values }, index) => {
      const label = chosen[index]?.value ?? "";
      const known = values.findIndex((value) => value.label.toLowerCase() === label.toLowerCase());
      return known === -1 ? values.push({ label, swatch: "" }) - 1 : known;
    });
  const after = new Map(placed.map(({ productId, variant }) => [productId, placesOf(variant)]));
  const variants = group.variants.map((variant) => ({
    ...variant,
    values: after.get(variant.productId) ?? variant.values,
  }));
  const former = new Set(group.variants.map(({ productId }) => productId));
  const added = [...after].flatMap(([productId, values]) => (former.has(productId) ? [] : [{ productId, values }]));
  return { group: { ...group, options, variants: [...variants, ...added] }, unplaced };
}

/** The rows that have the options of the group, and are not too many for it. */
function fitting(group: FormerGroup, rows: readonly VariantRow[], unplaced: UnplacedRow[]): VariantRow[] {
  const labels = group.options.map(({ values }) => new Set(values.map(({ label }) => label.toLowerCase())));
  const members = new Set(group.variants.map(({ productId }) => productId));
  return rows.filter(({ line, productId, variant: { options } }) => {
    const values = options.map(({ value }) => value.toLowerCase());
    const hasRoom = members.has(productId) || members.size < variantsMax;
    const reason = hasRoom ? faultOfValues(values, labels) : `the product has ${variantsMax} variants already`;
    if (reason !== undefined) {
      unplaced.push({ line, reason });
      return false;
    }
    members.add(productId);
    for (const [index, value] of values.entries()) labels[index]?.add(value);
    return true;
  });
}

/** Why a group cannot have a variant with these values. */
function faultOfValues(values: readonly string[], labels: readonly ReadonlySet<string>[]): string | undefined {
  if (values.length !== labels.length) return "it has other options";
  const isFull = labels.some((known, index) => known.size >= optionValuesMax && !known.has(values[index] ?? ""));
  return isFull ? `an option has ${optionValuesMax} values already` : undefined;
}

/** The rows without those whose values a variant has that stays as it is. Each of them is one more that stays. */
function withoutTaken(group: FormerGroup, rows: readonly VariantRow[], unplaced: UnplacedRow[]): VariantRow[] {
  const current = new Map(group.variants.map(({ productId, values }) => [productId, keyOfPlaces(group, values)]));
  const moving = new Map(rows.map((row) => [row.productId, row]));
  const taken = new Set([...current].flatMap(([productId, key]) => (moving.has(productId) ? [] : [key])));
  for (let isStable = false; !isStable; ) {
    isStable = true;
    const wanted = new Set<string>();
    for (const [productId, { line, variant }] of moving) {
      const key = keyOf(variant.options.map(({ value }) => value));
      if (!taken.has(key) && !wanted.has(key)) {
        wanted.add(key);
        continue;
      }
      moving.delete(productId);
      unplaced.push({ line, reason: sameValues });
      const stays = current.get(productId);
      if (stays !== undefined) taken.add(stays);
      isStable = false;
    }
  }
  return [...moving.values()];
}

const keyOf = (labels: readonly string[]) => JSON.stringify(labels.map((label) => label.toLowerCase()));

const keyOfPlaces = ({ options }: FormerGroup, places: readonly number[]) =>
  keyOf(places.map((place, index) => options[index]?.values[place]?.label ?? ""));
