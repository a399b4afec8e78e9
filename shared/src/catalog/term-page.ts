import { type PageMeta, shareImage } from "../page/page-data.ts";
import { pathOf } from "../page/pages.ts";
import { hasOwnImage } from "./image.ts";
import { type ProductQuery, productQueryText } from "./product-address.ts";
import { shortDescription } from "./product-meta.ts";

/** The pages of brands, categories and collections. Without zod, because screens load this. */

/** What a term is: the name of its page in the manifest as well. */
export const termKinds = ["brand", "category", "collection"] as const;
export type TermKind = (typeof termKinds)[number];

/** What the page with an address pattern shows. */
export function termKindOf(path: string): TermKind {
  return termKinds.find((kind) => path.startsWith(`/${kind}/`)) ?? "category";
}

/** A brand, category or collection as its page shows it. */
export type TermPage = {
  _id: string;
  name: string;
  slug: string;
  description: string;
  image: string;
  /** What the image shows; empty for one that only decorates. */
  imageAlt: string;
  /** How many products it has that customers see. */
  products: number;
  /** The categories above it, the top one first. Absent where there is none. */
  above?: { name: string; slug: string }[];
  /** The categories below it that have products, in the order of the menu. Absent where there is none. */
  below?: Omit<MenuTerm, "parentId">[];
};

/** A brand or category in the menu, and the category that it is below. */
export type MenuTerm = { _id: string; name: string; slug: string; products: number; parentId?: string };

/** What the menu lists: the published collections, and the categories and brands that have products. */
export type Menu = {
  categories: MenuTerm[];
  brands: MenuTerm[];
  collections?: Omit<MenuTerm, "parentId" | "products">[];
};

/** A brand, category or collection on Home. */
export type Entrance = {
  _id: string;
  kind: TermKind;
  name: string;
  slug: string;
  /** Its own, or else that of the product in `imageOf`. */
  image: string;
  imageOf: string | null;
};

/** How many brands and categories Home shows. */
export const entrancesMax = 12;

/** The address of a page of a brand's, category's or collection's products. */
export function termPath(kind: TermKind, slug: string, pageNumber = 1): string {
  return pathOf(kind, { slug }) + (pageNumber === 1 ? "" : `?pageNumber=${pageNumber}`);
}

/** What a page of a brand, category or collection lists, by what its address asks for. */
export function termQuery(kind: TermKind, term: { name: string; slug: string }, wanted: ProductQuery): ProductQuery {
  const query = { ...wanted, keyword: "" };
  return kind === "collection" ? { ...query, collection: term.slug } : { ...query, [kind]: [term.name] };
}

/** The address of a choice among a brand's, category's or collection's products. */
export function termListPath(kind: TermKind, slug: string, query: ProductQuery): string {
  return termPath(kind, slug) + productQueryText({ ...query, [kind]: kind === "collection" ? "" : [] });
}

/** Meta of the page of a brand, category or collection. */
export function termMeta(kind: TermKind, term: TermPage, pageNumber: number): PageMeta {
  const { name, slug, description, image, imageAlt, products } = term;
  const amount = `${products.toLocaleString("en-US")} ${products === 1 ? "product" : "products"}`;
  return {
    name: pageNumber === 1 ? name : `${name}, page ${pageNumber}`,
    description:
      description === ""
        ? `${amount} ${kind === "brand" ? `by ${name}` : `in ${name}`}, with reviews, prices and what is in stock.`
        : shortDescription(description),
    ...(hasOwnImage(image) ? { image, imageAlt: imageAlt || name } : shareImage),
    path: termPath(kind, slug, pageNumber),
  };
}
