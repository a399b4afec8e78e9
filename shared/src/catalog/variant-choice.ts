import type { ProductGroup, ProductVariant } from "./catalog.ts";

/** Without zod, because the product page loads this. */

export type OptionValue = {
  label: string;
  swatch: string;
  isChosen: boolean;
  /** The variant to go to for it: with the other chosen values, or as many of them as there are with this one. */
  target: ProductVariant;
  /** `missing`: not with the other chosen values. */
  state: "available" | "sold-out" | "missing";
};

export type OptionRow = { place: number; name: string; values: OptionValue[] };

/** The options that a customer still has to choose, as an address names them: `?choose` for all, `?choose=1` for one. */
export const chooseParam = "choose";

/**
 * The places of the options that are not chosen yet on the page of a variant. A customer who comes from a list sees the
 * color, but has chosen no size.
 */
export function openOptions({ options }: ProductGroup, choose: string | null): number[] {
  if (choose === null) return [];
  const named = choose.split(",").map(Number);
  return options.flatMap(({ values }, place) => {
    const isSeen = values.some(({ swatch }) => swatch !== "");
    const isAsked = choose === "" ? !isSeen : named.includes(place);
    return isAsked && values.length > 1 ? [place] : [];
  });
}

/** The options of a group with what each value leads to from one of its variants. Values that no variant has are left out. */
export function optionRows(group: ProductGroup, currentId: string, open: readonly number[]): OptionRow[] {
  const current = group.variants.find(({ _id }) => _id === currentId);
  return group.options.map(({ name, values }, place) => ({
    place,
    name,
    values: values.flatMap(({ label, swatch }, value) => {
      const found = choose(group.variants, { current, place, value, open });
      const isChosen = current?.values[place] === value && !open.includes(place);
      return found === undefined ? [] : [{ label, swatch, isChosen, ...found }];
    }),
  }));
}

type Choosing = { current: ProductVariant | undefined; place: number; value: number; open: readonly number[] };

function choose(
  variants: readonly ProductVariant[],
  { current, place, value, open }: Choosing,
): Pick<OptionValue, "target" | "state"> | undefined {
  const having = variants.filter((variant) => variant.values[place] === value);
  const alike = ({ values }: ProductVariant) =>
    values.filter((other, n) => n !== place && other === current?.values[n]).length;
  const matching = having.filter(({ values }) =>
    values.every((other, n) => n === place || open.includes(n) || other === current?.values[n]),
  );
  const inOrder = (matching.length > 0 ? matching : having).toSorted(
    (a, b) => alike(b) - alike(a) || Number(b.countInStock > 0) - Number(a.countInStock > 0),
  );
  // While other options are open, rather what can be bought than what is alike.
  const target = open.length > 0 ? (inOrder.find(({ countInStock }) => countInStock > 0) ?? inOrder[0]) : inOrder[0];
  if (target === undefined) return undefined;
  const isAvailable = matching.some(({ countInStock }) => countInStock > 0);
  return { target, state: matching.length === 0 ? "missing" : isAvailable ? "available" : "sold-out" };
}
