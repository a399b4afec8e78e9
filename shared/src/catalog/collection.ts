import { z } from "zod";
import { isStorableLine } from "../query.ts";
import {
  attributeNameLength,
  attributeUnitLength,
  attributeValueLength,
  collectionProductsMax,
  newWithinDaysMax,
} from "../shop.ts";
import { wireIdSchema } from "../wire.ts";
import { menuPositionSchema, priceSchema, type TermDetail, updateTermSchema } from "./admin-catalog.ts";
import { attributeChoicesMax, facetValuesMax, parseAttributeChoice } from "./product-address.ts";

/** A collection as everybody may read it. */
export const collectionSchema = z.object({
  _id: wireIdSchema,
  name: z.string(),
  slug: z.string().meta({ description: "The end of its page's address, and its name in lists of products." }),
  description: z.string(),
  image: z.string().meta({ description: "A path of this shop, an https address, or empty." }),
});
export type Collection = z.infer<typeof collectionSchema>;

/** How the products of a collection are chosen. */
export const collectionKinds = ["hand", "rule"] as const;
export type CollectionKind = (typeof collectionKinds)[number];

const idsSchema = (max: number, message: string) =>
  z
    .array(z.string())
    .max(max, message)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);

const daysRule = `New within must be a whole number of days from 1 to ${newWithinDaysMax}`;

const ruleShape = {
  brandIds: idsSchema(facetValuesMax, `At most ${facetValuesMax} brands can be chosen`),
  categoryIds: idsSchema(facetValuesMax, `At most ${facetValuesMax} categories can be chosen`),
  attributes: z
    .array(
      z
        .string()
        .trim()
        .max(attributeNameLength + attributeValueLength + attributeUnitLength + 2)
        .refine(
          (text) => isStorableLine(text) && parseAttributeChoice(text) !== undefined,
          "Write a fact as its name, a colon and its value, such as Material:Leather",
        ),
    )
    .max(attributeChoicesMax, `At most ${attributeChoicesMax} facts can be chosen`),
  minPrice: priceSchema.nullable(),
  maxPrice: priceSchema.nullable(),
  newWithinDays: z.int(daysRule).min(1, daysRule).max(newWithinDaysMax, daysRule).nullable(),
  isOnSale: z.boolean(),
};

const pricesRule = { path: ["maxPrice"], error: "The highest price must not be below the lowest" };
const hasPriceRange = ({ minPrice, maxPrice }: { minPrice: number | null; maxPrice: number | null }) =>
  minPrice === null || maxPrice === null || minPrice <= maxPrice;

/** What a product must meet: all that is given. */
export const collectionRuleSchema = z.object(ruleShape).refine(hasPriceRange, pricesRule);
/** Prices are in cents. */
export type CollectionRule = z.output<typeof collectionRuleSchema>;
/** The wire format: prices as decimal numbers. */
export type CollectionRuleInput = z.input<typeof collectionRuleSchema>;

/** Whether a rule asks for anything. One that does not has no products. */
export function isAsking(rule: CollectionRule): boolean {
  const { brandIds, categoryIds, attributes, minPrice, maxPrice, newWithinDays, isOnSale } = rule;
  const lists = [brandIds, categoryIds, attributes];
  const values = [minPrice, maxPrice, newWithinDays];
  return lists.some((list) => list.length > 0) || values.some((value) => value !== null) || isOnSale;
}

/** Everything that an admin says of a collection. */
export const saveCollectionSchema = updateTermSchema
  .required({ description: true, image: true, imageAlt: true })
  .extend({
    menuPosition: menuPositionSchema.nullable(),
    isPublished: z.boolean(),
    kind: z.enum(collectionKinds),
    /** In their order. */
    productIds: idsSchema(
      collectionProductsMax,
      `At most ${collectionProductsMax} products can be chosen by hand. A rule can find more.`,
    ),
    ...ruleShape,
  })
  .refine(hasPriceRange, pricesRule)
  .refine((collection) => collection.kind === "hand" || isAsking(collection), {
    path: ["kind"],
    error: "Choose at least one condition",
  });
export type SaveCollection = z.output<typeof saveCollectionSchema>;

type Named = { _id: string; name: string };

/** A collection as its edit screen loads it; prices as decimal numbers. */
export type CollectionDetail = Omit<TermDetail, "parentId"> &
  Omit<CollectionRuleInput, "brandIds" | "categoryIds"> & {
    isPublished: boolean;
    kind: CollectionKind;
    products: (Named & { image: string; isShown: boolean })[];
    brands: Named[];
    categories: Named[];
  };

/** A line of the list of collections. `products`: those that were chosen by hand. */
export type CollectionLine = Pick<CollectionDetail, "_id" | "name" | "slug" | "kind" | "isPublished"> & {
  products: number;
};
