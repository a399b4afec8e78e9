import {
  type ProductQuery,
  type ProductSort,
  parseAttributeChoice,
  priceRangeLabel,
} from "@shop/shared/catalog/product-address";
import type { TermKind } from "@shop/shared/catalog/term-page";

/** A list of products that the customer narrows. */
export type Listing = {
  query: ProductQuery;
  /** What the page itself chooses, so that the customer cannot. */
  fixed?: TermKind;
  /** Where the list is for another choice. */
  toPath: (query: ProductQuery) => string;
};

/** A value that the customer has chosen, and what the query is without it. */
export type Chosen = { kind: string; text: string; without: Partial<ProductQuery> };

/** The orders, by the value of `sort`. */
export const sortNames: Readonly<Record<string, string>> = {
  relevance: "Best match",
  newest: "Newest",
  "price-up": "Price: low to high",
  "price-down": "Price: high to low",
  rating: "Best rated",
  bestselling: "Bestselling",
} satisfies Record<ProductSort, string>;

const without = (values: string[], value: string) => values.filter((each) => each !== value);

/** What the customer has chosen. */
export function chosenIn({ query, fixed }: Listing): Chosen[] {
  const { brand, category, collection, price, attribute, rating, inStock, onSale } = query;
  return [
    ...(fixed === "brand" ? [] : brand).map((text) => ({
      kind: "Brand",
      text,
      without: { brand: without(brand, text) },
    })),
    ...(fixed === "category" ? [] : category).map((text) => ({
      kind: "Category",
      text,
      without: { category: without(category, text) },
    })),
    ...(fixed === "collection" || collection === ""
      ? []
      : [{ kind: "Collection", text: collection, without: { collection: "" } }]),
    ...price.map((range) => ({
      kind: "Price",
      text: priceRangeLabel(range),
      without: { price: without(price, range) },
    })),
    ...attribute.map((choice) => {
      const { name = "", value = "" } = parseAttributeChoice(choice) ?? {};
      return { kind: name, text: value, without: { attribute: without(attribute, choice) } };
    }),
    ...(rating === 0 ? [] : [{ kind: "Rating", text: ratingText(rating), without: { rating: 0 } }]),
    ...(inStock ? [{ kind: "Availability", text: "In stock", without: { inStock: false } }] : []),
    ...(onSale ? [{ kind: "Price", text: "On sale", without: { onSale: false } }] : []),
  ];
}

/** The query without what the customer has chosen. */
export function withoutChoice({ query, fixed }: Listing): ProductQuery {
  return {
    ...query,
    price: [],
    attribute: [],
    rating: 0,
    inStock: false,
    onSale: false,
    pageNumber: 1,
    brand: fixed === "brand" ? query.brand : [],
    category: fixed === "category" ? query.category : [],
    collection: fixed === "collection" ? query.collection : "",
  };
}

/** `4 stars and up`. */
export function ratingText(rating: number): string {
  return `${rating} ${rating === 1 ? "star" : "stars"} and up`;
}
