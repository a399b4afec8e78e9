import { z } from "zod";
import { isStorableLine, keywordSchema, numberOfText, pageNumberSchema } from "../query.ts";
import { attributeNameLength, attributeUnitLength, attributeValueLength, nameLength } from "../shop.ts";
import { productPageSchema } from "./catalog.ts";
import {
  attributeChoicesMax,
  attributeProductsMax,
  countedMax,
  facetValuesMax,
  type ProductQuery,
  parseAttributeChoice,
  parsePriceRange,
  priceBands,
  productSorts,
  ratingSteps,
} from "./product-address.ts";

/** A parameter that can be given several times, as query strings and as JSON have it. */
function several(item: z.ZodString, description: string, max = facetValuesMax) {
  const list = z.array(item).max(max, `At most ${max} values can be chosen`);
  const asList = (value: unknown) => (typeof value === "string" ? [value] : value);
  return z.preprocess(asList, list.default([])).meta({ description });
}

const nameSchema = z.string().max(nameLength).refine(isStorableLine, "A name contains characters that no name has");
const truth = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
]);

/** What products to find. Every parameter is optional. */
export const productQuerySchema = z.object({
  keyword: keywordSchema.default(""),
  brand: several(nameSchema, "Names of brands. Products of any of them are found."),
  category: several(nameSchema, "Names of categories. Products of any of them, and of those below, are found."),
  collection: z
    .string()
    .max(nameLength * 2)
    .refine(isStorableLine, "A collection has no such name")
    .default("")
    .meta({ description: "The slug of a collection, whose products alone are found." }),
  price: several(
    z
      .string()
      .refine((text) => parsePriceRange(text) !== undefined, "A price range has the form 25-49.99, 25- or -49.99"),
    `Price ranges, both ends included: \`25-49.99\`, \`25-\` or \`-49.99\`. \`facets\` counts ${priceBands().join(", ")}.`,
  ),
  attribute: several(
    z
      .string()
      .max(attributeNameLength + attributeValueLength + attributeUnitLength + 2)
      .refine(
        (text) => isStorableLine(text) && parseAttributeChoice(text) !== undefined,
        "A value of an attribute has the form Material:Leather",
      ),
    "Values of attributes: `Material:Leather`, or `Weight:9.2 oz` with a unit. Products with any of an attribute's " +
      "values are found, and those that meet all chosen attributes.",
    attributeChoicesMax,
  ),
  rating: z
    .preprocess(
      numberOfText,
      z
        .int()
        .min(0)
        .max(Math.max(...ratingSteps))
        .default(0),
    )
    .meta({ description: "The lowest mean rating, 1 to 4." }),
  inStock: z
    .preprocess((value) => truth.get(value) ?? value, z.boolean().default(false))
    .meta({ description: "Whether to leave out what is sold out." }),
  onSale: z
    .preprocess((value) => truth.get(value) ?? value, z.boolean().default(false))
    .meta({ description: "Whether to leave out what is not reduced." }),
  sort: z
    .enum(productSorts)
    .default("relevance")
    .meta({ description: "Without a keyword, `relevance` means the newest first." }),
  pageNumber: pageNumberSchema.default(1),
}) satisfies z.ZodType<ProductQuery>;

/** The parameters besides those that every list of products has. */
export const facetParameters = [
  "brand",
  "category",
  "collection",
  "price",
  "attribute",
  "rating",
  "inStock",
  "onSale",
  "sort",
] as const;

const countShape = {
  count: z.int().meta({ description: `At most ${countedMax.toLocaleString("en-US")}.` }),
  hasMore: z.boolean().meta({ description: "Whether there are more than that." }),
};

const facetValueSchema = z.object({ value: z.string(), ...countShape });
export type FacetValue = z.infer<typeof facetValueSchema>;

const attributeValueSchema = facetValueSchema.extend({
  swatch: z.string().exactOptional().meta({
    description: "A color as #rrggbb or an image that stands for it, if it is a value of an option with such.",
  }),
});

/** What else could be chosen. The counts of a facet leave its own choice out of account, and have all others applied. */
export const facetsSchema = z.object({
  brand: z.array(facetValueSchema).meta({ description: `Those with the most products, at most ${facetValuesMax}.` }),
  category: z.array(
    facetValueSchema.extend({
      parent: z
        .string()
        .exactOptional()
        .meta({ description: "The category above it, which counts its products as well." }),
    }),
  ),
  price: z.array(facetValueSchema),
  rating: z.array(facetValueSchema),
  inStock: z.object(countShape),
  // Optional, because a server of the previous release leaves them out.
  onSale: z.object(countShape).exactOptional(),
  attributes: z
    .array(z.object({ name: z.string(), values: z.array(attributeValueSchema) }))
    .exactOptional()
    .meta({
      description:
        "Attributes of which the products have at least two values, those first that say most about them. Only for up " +
        `to ${attributeProductsMax.toLocaleString("en-US")} products; narrow the list for them.`,
    }),
  mostChosen: z
    .array(z.array(z.string()))
    .exactOptional()
    .meta({
      description:
        "The facets that customers choose most in this category, or else in the shop, the most chosen first and those " +
        "chosen equally often together: `price`, or `attribute:Material`. Absent until there are enough choices.",
    }),
});
export type Facets = z.infer<typeof facetsSchema>;

/** One page of found products with the counts of all facets. */
export const foundProductsSchema = productPageSchema.extend({
  total: z.int().meta({ description: `How many products are found, at most ${countedMax.toLocaleString("en-US")}.` }),
  hasMore: z.boolean().meta({ description: "Whether more products are found than `total`. Pages end there." }),
  facets: facetsSchema,
});
export type FoundProducts = z.infer<typeof foundProductsSchema>;
