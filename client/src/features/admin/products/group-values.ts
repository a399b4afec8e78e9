import type { GroupDetail, SaveGroup } from "@shop/shared/catalog/product-group";
import { variantsMax } from "@shop/shared/shop";

/** What the dialog of options edits: what is saved, with unfinished options. */
export type GroupValues = SaveGroup;

/** A product that can stand for a combination. */
export type KnownProduct = { _id: string; name: string };

type Options = GroupValues["options"];
type Variants = GroupValues["variants"];

/** The values of a group as the dialog begins with them; without a group, those of a product alone. */
export function groupValuesOf(product: KnownProduct, group: GroupDetail | null): GroupValues {
  if (group === null) {
    const options = [{ name: "Size", values: [] }];
    const variants = [{ productId: product._id, values: [] }];
    return {
      id: product._id,
      version: null,
      name: product.name,
      options,
      variants,
      defaultVariant: null,
      sizeGuide: null,
    };
  }
  const { version, name, options, variants, defaultId, sizeGuide } = group;
  const place = variants.findIndex(({ _id }) => _id === defaultId);
  return {
    id: product._id,
    version,
    name,
    options,
    variants: variants.map(({ _id, values }) => ({ productId: _id, values })),
    defaultVariant: place === -1 ? null : place,
    sizeGuide: sizeGuide === "size-guide" ? sizeGuide : null,
  };
}

/** All combinations of the options' values in their order; none while they are more than a group can have. */
export function combinationsOf(options: Options): number[][] {
  const count = options.reduce((product, { values }) => product * values.length, options.length === 0 ? 0 : 1);
  if (count > variantsMax) return [];
  return options.reduce<number[][]>(
    (found, { values }) => found.flatMap((before) => values.map((_value, n) => [...before, n])),
    count === 0 ? [] : [[]],
  );
}

/** The same combination; options beyond those of the other one do not count. */
const isSame = (a: readonly number[], b: readonly number[]) => a.every((value, place) => value === b[place]);

/**
 * The values with other options. Variants keep the values that are still there by their names; a combination that was not
 * possible before becomes a new product; and the product itself stays one of the variants.
 */
export function withOptions(values: GroupValues, options: Options): GroupValues {
  const label = (place: number, value: number | undefined) => values.options[place]?.values[value ?? -1]?.label;
  const moved = values.variants.flatMap(({ productId, values: before }) => {
    const after = options.map((option, place) => {
      const known = label(place, before[place]);
      return known === undefined ? 0 : option.values.findIndex((value) => value.label === known);
    });
    return after.includes(-1) ? [] : [{ productId, values: after }];
  });
  const wasPossible = (combination: readonly number[]) =>
    options.length === values.options.length &&
    combination.every((value, place) =>
      values.options[place]?.values.some((before) => before.label === options[place]?.values[value]?.label),
    );
  const variants = combinationsOf(options).flatMap((combination): Variants => {
    const known = moved.find((variant) => isSame(combination, variant.values));
    if (known !== undefined) return [known];
    return wasPossible(combination) ? [] : [{ productId: null, values: combination }];
  });
  return withOwn(
    { ...values, options, variants, defaultVariant: defaultOf(values, variants) },
    combinationsOf(options),
  );
}

function withOwn(values: GroupValues, combinations: readonly number[][]): GroupValues {
  if (values.variants.some(({ productId }) => productId === values.id)) return values;
  const free = values.variants.findIndex(({ productId }) => productId === null);
  const own = { productId: values.id, values: values.variants[free]?.values ?? combinations[0] ?? [] };
  const variants = free === -1 ? [own, ...values.variants.slice(1)] : values.variants.with(free, own);
  return { ...values, variants };
}

/** The place of the default variant's product among other variants. */
function defaultOf({ variants, defaultVariant }: GroupValues, after: Variants): number | null {
  const productId = defaultVariant === null ? undefined : variants[defaultVariant]?.productId;
  const place = after.findIndex((variant) => variant.productId !== null && variant.productId === productId);
  return place === -1 ? null : place;
}

/** What stands for a combination: a product's id, a new product, or nothing. */
export type Standing = { productId: string | null } | undefined;

/** The place of the variant that a combination is; -1 for none. */
export function placeOf({ variants }: GroupValues, combination: readonly number[]): number {
  return variants.findIndex(({ values }) => isSame(combination, values));
}

/** What a combination is at present. */
export function standingOf(values: GroupValues, combination: readonly number[]): Standing {
  return values.variants[placeOf(values, combination)];
}

/** The values with another product, a new one or none for a combination. A product moves from where it was. */
export function withStanding(values: GroupValues, combination: readonly number[], standing: Standing): GroupValues {
  const variants = combinationsOf(values.options).flatMap((each): Variants => {
    const before = standingOf(values, each);
    if (isSame(each, combination)) return standing === undefined ? [] : [{ ...standing, values: each }];
    const isMoved = standing !== undefined && standing.productId !== null && before?.productId === standing.productId;
    return before === undefined || isMoved ? [] : [{ productId: before.productId, values: each }];
  });
  return { ...values, variants, defaultVariant: defaultOf(values, variants) };
}
