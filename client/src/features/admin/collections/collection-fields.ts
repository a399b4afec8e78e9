import {
  type CollectionDetail,
  type CollectionRuleInput,
  collectionKinds,
  saveCollectionSchema,
} from "@shop/shared/catalog/collection";
import { collectionProductsMax } from "@shop/shared/shop";
import { z } from "zod";
import type { ChosenProduct } from "../parts/find-products.tsx";
import { type ListingPage, listingPageLabels, positionOrEmptySchema } from "../parts/listing-page-fields.tsx";
import type { Saved } from "../parts/use-edit-form.ts";

/** The fields of a collection. Empty numbers stand for none. Records are named, for those who read a conflict. */
export type CollectionFields = ListingPage & {
  name: string;
  isPublished: boolean;
  kind: string;
  productIds: ChosenProduct[];
  brandIds: Named[];
  categoryIds: Named[];
  attributes: { text: string }[];
  minPrice: number | "";
  maxPrice: number | "";
  newWithinDays: number | "";
  isOnSale: boolean;
};

type Named = { _id: string; name: string };

export const collectionLabels: Record<keyof CollectionFields, string> = {
  name: "Name",
  isPublished: "Show it to customers",
  ...listingPageLabels,
  kind: "How its products are chosen",
  productIds: "Products",
  brandIds: "Brands",
  categoryIds: "Categories",
  attributes: "Facts",
  minPrice: "Lowest price",
  maxPrice: "Highest price",
  newWithinDays: "New within days",
  isOnSale: "Only what is on sale",
};

const { shape } = saveCollectionSchema;
const priceOrEmpty = z.union([z.literal(""), shape.minPrice.unwrap()], { error: "Enter a price such as 25 or 49.99" });
const named = { _id: z.string(), name: z.string() };

/** The fields as they are typed. */
export const collectionFieldsSchema = z.object({
  name: shape.name,
  isPublished: shape.isPublished,
  image: shape.image,
  imageAlt: shape.imageAlt,
  description: shape.description,
  menuPosition: positionOrEmptySchema,
  kind: z.string(),
  productIds: z
    .array(z.object({ ...named, image: z.string(), state: z.string() }))
    .max(
      collectionProductsMax,
      `At most ${collectionProductsMax} products can be chosen by hand. A rule can find more.`,
    ),
  brandIds: z.array(z.object(named)),
  categoryIds: z.array(z.object(named)),
  attributes: z.array(z.object({ text: z.string() })),
  minPrice: priceOrEmpty,
  maxPrice: priceOrEmpty,
  newWithinDays: z.union([z.literal(""), shape.newWithinDays.unwrap()]),
  isOnSale: shape.isOnSale,
});

const orNull = (value: number | "") => (value === "" ? null : value);
const idsOf = (records: readonly Named[]) => records.map(({ _id }) => _id);

/** What the fields ask of a product. */
export function toRule(fields: CollectionFields): CollectionRuleInput {
  return {
    brandIds: idsOf(fields.brandIds),
    categoryIds: idsOf(fields.categoryIds),
    attributes: fields.attributes.map(({ text }) => text),
    minPrice: orNull(fields.minPrice),
    maxPrice: orNull(fields.maxPrice),
    newWithinDays: orNull(fields.newWithinDays),
    isOnSale: fields.isOnSale,
  };
}

/** The fields as the server takes them. */
export function toInput(fields: CollectionFields, version: number): z.input<typeof saveCollectionSchema> {
  const { name, isPublished, image, imageAlt, description, menuPosition, kind, productIds } = fields;
  return {
    name,
    isPublished,
    image,
    imageAlt,
    description,
    menuPosition: orNull(menuPosition),
    kind: collectionKinds.find((each) => each === kind) ?? "hand",
    productIds: idsOf(productIds),
    ...toRule(fields),
    version,
  };
}

/** A stored collection as fields. */
export function toSaved(collection: CollectionDetail): Saved<CollectionFields> {
  const { name, isPublished, image, imageAlt, description, kind, isOnSale, version, updatedAt } = collection;
  const { products, brands, categories, attributes } = collection;
  return {
    values: {
      name,
      isPublished,
      image,
      imageAlt,
      description,
      menuPosition: collection.menuPosition ?? "",
      kind,
      productIds: products.map(({ isShown, ...product }) => ({ ...product, state: isShown ? "" : "not on sale" })),
      brandIds: brands,
      categoryIds: categories,
      attributes: attributes.map((text) => ({ text })),
      minPrice: collection.minPrice ?? "",
      maxPrice: collection.maxPrice ?? "",
      newWithinDays: collection.newWithinDays ?? "",
      isOnSale,
    },
    version,
    updatedAt,
  };
}
