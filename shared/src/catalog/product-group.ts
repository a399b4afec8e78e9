import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { infoSlugs } from "../page/info-page.ts";
import { isId, storedVersionSchema } from "../query.ts";
import {
  optionNameLength,
  optionsMax,
  optionValueLength,
  optionValuesMax,
  productNameLength,
  variantsMax,
} from "../shop.ts";
import { imageSchema } from "./admin-catalog.ts";
import type { ProductOption } from "./catalog.ts";

/** A variant as admins see it. `values` has the place of its value in each option, from 0. */
export type VariantDetail = {
  _id: string;
  name: string;
  image: string;
  values: number[];
  /** What customers pay now, and what an edit sets: the regular price while a planned one holds. */
  price: number;
  editedPrice: number;
  countInStock: number;
  isStockCounted: boolean;
  /** Empty for none. */
  sku: string;
  version: number;
  isDraft: boolean;
};

/** A product group as admins see it, drafts included. */
export type GroupDetail = {
  version: number;
  name: string;
  options: ProductOption[];
  variants: VariantDetail[];
  /** The variant that lists show while it is in stock; `null` for the first one. */
  defaultId: string | null;
  sizeGuide: string | null;
};

const colorOf = /^#[0-9a-f]{6}$/;
const swatchSchema = z.union([z.string().trim().toLowerCase().regex(colorOf, "Use a color or an image"), imageSchema]);

const optionSchema = z.object({
  name: lineSchema("Option", optionNameLength).refine((name) => !name.includes(":"), "Leave out the colon"),
  values: z
    .array(z.object({ label: lineSchema("Value", optionValueLength), swatch: swatchSchema }))
    .min(1, "Add a value")
    .max(optionValuesMax, `An option can have at most ${optionValuesMax} values`),
});

const variantSchema = z.object({
  /** `null` for a product that is made now, like the one whose options these are. */
  productId: z.string().refine(isId).nullable(),
  values: z.array(z.int().min(0)).max(optionsMax),
});

type Refuse = (path: (string | number)[], message: string) => void;

/** Refuses a key that an earlier item has. */
function refuseRepeated<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
  refuse: (place: number) => void,
) {
  const seen = new Set<string>();
  for (const [place, item] of items.entries()) {
    const key = keyOf(item);
    if (key === null) continue;
    if (seen.has(key)) refuse(place);
    seen.add(key);
  }
}

const savedSchema = z.object({
  /** The product that new variants are made like; it must be one of them. */
  id: z.string(),
  /** That of the group as it was read, so that nobody's change is overwritten; `null` for a new group. */
  version: storedVersionSchema.nullable(),
  name: lineSchema("Name", productNameLength),
  options: z.array(optionSchema).min(1, "Add an option").max(optionsMax, `At most ${optionsMax} options`),
  variants: z.array(variantSchema).max(variantsMax, `A product can have at most ${variantsMax} variants`),
  /** The place in `variants`. */
  defaultVariant: z.int().min(0).nullable(),
  sizeGuide: z.enum(infoSlugs).nullable(),
});

/** The options of a product and all variants of its group, in their order. */
export const saveGroupSchema = savedSchema.superRefine((group, context) => {
  const refuse: Refuse = (path, message) => context.addIssue({ code: "custom", path, message });
  refuseOptions(group.options, refuse);
  refuseVariants(group, refuse);
});
export type SaveGroup = z.output<typeof saveGroupSchema>;

function refuseOptions(options: SaveGroup["options"], refuse: Refuse): void {
  refuseRepeated(
    options,
    ({ name }) => name.toLowerCase(),
    (place) => refuse(["options", place, "name"], "Two options have this name"),
  );
  for (const [place, { values }] of options.entries()) {
    refuseRepeated(
      values,
      ({ label }) => label.toLowerCase(),
      (n) => refuse(["options", place, "values", n, "label"], "Two values have this name"),
    );
  }
}

function refuseVariants({ id, options, variants, defaultVariant }: z.output<typeof savedSchema>, refuse: Refuse): void {
  for (const [place, { values }] of variants.entries()) {
    const isWhole =
      values.length === options.length && values.every((value, n) => value < (options[n]?.values.length ?? 0));
    if (!isWhole) refuse(["variants", place, "values"], "Choose a value of each option");
  }
  refuseRepeated(
    variants,
    ({ values }) => values.join(),
    (place) => refuse(["variants", place, "values"], "Two variants have these values"),
  );
  refuseRepeated(
    variants,
    ({ productId }) => productId,
    (place) => refuse(["variants", place, "productId"], "This product is in the list already"),
  );
  if (!variants.some(({ productId }) => productId === id))
    refuse(["variants"], "The product itself must be one of the variants");
  if (defaultVariant !== null && defaultVariant >= variants.length)
    refuse(["defaultVariant"], "Choose one of the variants");
}

export const endGroupSchema = z.object({ id: z.string(), version: storedVersionSchema });
export type EndGroup = z.output<typeof endGroupSchema>;
