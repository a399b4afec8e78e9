import type { ListProducts } from "./catalog.ts";
import { hasOwnImage } from "./image.ts";
import { homePathOf } from "./pages.ts";
import type { PaymentMode } from "./payment.ts";
import type { ListReviews } from "./review.ts";

/**
 * What the server embeds in the HTML of a page, so that the first render needs
 * no further request. `Query` is a cache entry; its type is the server's.
 */
export type PageData<Query = unknown> = {
  shop: { name: string; origin: string; passwordMin: number; payments: PaymentMode };
  queries: Query[];
};

/** Id of the script element that carries the page's data as JSON. */
export const pageDataElementId = "page-data";

/** The input of Home's product list. Server and client build the same, because it is part of the cache key. */
export function homeListInput(keyword: string, pageNumber: number): ListProducts {
  return { keyword: keyword.trim(), pageNumber };
}

/** The input of the first reviews on a product's page. */
export function firstReviewsInput(productId: string): ListReviews {
  return { productId, order: "newest", pageNumber: 1 };
}

export const defaultTitle = "Modern E-Commerce Store";
export const defaultDescription =
  "Curated electronics, fashion and accessories, chosen with care and shipped free over $100.";
/** The image that previews show for a page without one. */
export const defaultShareImage = "/static/share.png";

/** The document title for a page's name; the default title without one. */
export function pageTitle(name: string | undefined, shopName: string): string {
  return name === undefined || name === "" ? defaultTitle : `${name} | ${shopName}`;
}

/** A page's metadata for browsers, search engines and link previews. */
export type PageMeta = {
  /** Absent for the default title. */
  name: string | undefined;
  description: string;
  image: string;
  /** Path of the canonical URL. */
  path: string;
};

/** A description cut at a word boundary to the 160 characters that search engines show. */
export function shortDescription(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= 160) return plain === "" ? defaultDescription : plain;
  const cut = plain.slice(0, 160);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 100))}…`;
}

/** Meta of a page of Home, searched or not. */
export function homeMeta(keyword: string, pageNumber: number): PageMeta {
  const results = keyword === "" ? undefined : `Results for “${keyword}”`;
  return {
    name: pageNumber === 1 ? results : `${results ?? "Products"}, page ${pageNumber}`,
    description: keyword === "" ? defaultDescription : `Products that match “${keyword}”.`,
    image: defaultShareImage,
    path: homePathOf(keyword, pageNumber),
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

/** Meta of a page with a name and nothing else of its own. */
export function plainMeta(name: string, path: string): PageMeta {
  return { name, description: defaultDescription, image: defaultShareImage, path };
}
