import type { ProductSummary } from "@shop/shared/catalog";
import { escapeHtml } from "@shop/shared/html";
import { imageIdOf } from "@shop/shared/image";
import { formatMoney } from "@shop/shared/money";
import { type Place, places, type StockLook, stockLook } from "@shop/shared/prerender";
import { ratingLabel, reviewCount, toStars } from "@shop/shared/rating";
import { z } from "zod";
import { type Html, joinHtml } from "./html.ts";

/** The prerendered bodies of pages; empty where the client has to render. */
export type Prerendered = {
  home: (featured: ProductSummary | undefined) => Html[];
  product: (product: ProductSummary) => Html[];
};

const prerenderedSchema = z.object({
  home: z.string(),
  product: z.record(z.enum(["plenty", "low", "none"] satisfies StockLook[]), z.string()),
  demo: z.string(),
  stars: z.array(z.string()).length(11),
});

type Words = Partial<Record<Place, Html>>;

/** For a client that was built without prerendered pages. */
export const nothingPrerendered: Prerendered = { home: () => [], product: () => [] };

/** Parses the client's prerendered pages and splits them at their placeholders once. */
export function readPrerendered(prerendered: unknown, shopName: string, isDemo: boolean): Prerendered {
  const { home, product, demo, stars } = prerenderedSchema.parse(prerendered);
  const fillHome = cut(home);
  const fillProduct = { plenty: cut(product.plenty), low: cut(product.low), none: cut(product.none) };
  const fillStars = stars.map(cut);
  const shop = escapeHtml(shopName);
  const demoNote = Buffer.from(demo);

  const wordsOf = (shown: ProductSummary): Words | null => {
    const image = imageIdOf(shown.image);
    // An external image has no srcset, so the client renders its page.
    if (image === undefined) return null;
    const { full, half } = toStars(shown.rating);
    const rating = { rating: ratingLabel(shown.rating), reviews: reviewCount(shown.numReviews) };
    return {
      shop,
      demo: isDemo ? demoNote : "",
      year: String(new Date().getFullYear()),
      id: shown._id,
      image,
      name: escapeHtml(shown.name),
      brand: escapeHtml(shown.brand),
      description: escapeHtml(shown.description),
      price: formatMoney(shown.price),
      rating: joinHtml(fillStars[full * 2 + half]?.(rating) ?? []),
      left: String(shown.countInStock),
    };
  };
  const fill = (prerendered: (words: Words) => Html[], shown: ProductSummary) => {
    const words = wordsOf(shown);
    return words === null ? [] : ['<div id="prerender">', ...prerendered(words), "</div>"];
  };
  return {
    home: (featured) => (featured === undefined ? [] : fill(fillHome, featured)),
    product: (shown) => fill(fillProduct[stockLook(shown.countInStock)], shown),
  };
}

/** A prerendered page as a function of its placeholders' values. */
function cut(prerendered: string): (words: Words) => Html[] {
  const known = new Set<string>(places);
  const isPlace = (part: string): part is Place => known.has(part);
  const parts = prerendered
    .split(new RegExp(`\\{\\{(${places.join("|")})\\}\\}`))
    .map((part, index) => (index % 2 === 1 && isPlace(part) ? part : Buffer.from(part)));
  return (words) => parts.map((part) => (typeof part === "string" ? (words[part] ?? "") : part));
}
