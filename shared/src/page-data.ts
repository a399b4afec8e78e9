import type { ListProducts } from "./catalog.ts";
import { hasOwnImage } from "./image.ts";
import type { PaymentMode } from "./payment.ts";
import type { ListReviews } from "./review.ts";

/**
 * What the server writes into the HTML of a page, so that the first screen
 * needs no further request. Read by the client once, at start.
 */
export type PageData = {
  shop: { name: string; origin: string; passwordMin: number; payments: PaymentMode };
  /** Answers of catalog queries, by procedure path and input. */
  queries: { path: string[]; input?: unknown; data: unknown }[];
};

/** Id of the script element that carries the page's data as JSON. */
export const pageDataElementId = "page-data";

/** The input of the product list on Home. Server and client must build the same, or the page's data is not found. */
export function homeListInput(keyword: string, pageNumber: number): ListProducts {
  return { keyword: keyword.trim(), pageNumber };
}

/** The input of the reviews that a product's page shows first. */
export function firstReviewsInput(productId: string): ListReviews {
  return { productId, order: "newest", pageNumber: 1 };
}

export const defaultTitle = "Modern E-Commerce Store";
export const defaultDescription =
  "Curated electronics, fashion and accessories, chosen with care and shipped free over $100.";
/** The picture that stands for the shop where a page has none of its own. */
export const defaultShareImage = "/static/share.png";

/** The document title for a page name; the default title when there is none. */
export function pageTitle(name: string | undefined, shopName: string): string {
  return name === undefined || name === "" ? defaultTitle : `${name} | ${shopName}`;
}

/** What a page says of itself to browsers and to sites that share it. */
export type PageMeta = {
  /** Name of the page; absent where the default title stands. */
  name: string | undefined;
  description: string;
  image: string;
  /** Path of the canonical address. */
  path: string;
};

/** A description cut at a word's end to what search engines show. */
export function shortDescription(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= 160) return plain === "" ? defaultDescription : plain;
  const cut = plain.slice(0, 160);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 100))}…`;
}

/** Meta of Home, searched or not. */
export function homeMeta(keyword: string, path: string): PageMeta {
  return {
    name: keyword === "" ? undefined : `Results for “${keyword}”`,
    description: keyword === "" ? defaultDescription : `Products that match “${keyword}”.`,
    image: defaultShareImage,
    path,
  };
}

/** Meta of a product page. */
export function productMeta(product: { _id: string; name: string; description: string; image: string }): PageMeta {
  return {
    name: product.name,
    description: shortDescription(product.description),
    image: hasOwnImage(product.image) ? product.image : defaultShareImage,
    path: `/product/${product._id}`,
  };
}

/** Meta of a page that is known by its name only. */
export function plainMeta(name: string, path: string): PageMeta {
  return { name, description: defaultDescription, image: defaultShareImage, path };
}
