import { imageAt, imageSet } from "@shop/shared/catalog/image";
import { escapeHtml } from "@shop/shared/page/html";
import { metaTags, type PageMeta, pageTitle } from "@shop/shared/page/page-data";
import type { ShopIdentity } from "../../domain/base/shop-facts.ts";

/** The title, canonical link and meta elements of a page. */
export function renderMeta(meta: PageMeta, shop: ShopIdentity): string {
  const tags = metaTags(meta, shop).map(([kind, key, content]) => {
    return `<meta ${kind}="${key}" content="${escapeHtml(content)}">`;
  });
  return [
    `<title>${escapeHtml(pageTitle(meta.name, shop.name))}</title>`,
    `<link rel="canonical" href="${escapeHtml(shop.origin + meta.path)}">`,
    ...tags,
  ].join("");
}

/** Preloads the page's largest image. */
export function renderImagePreload(image: string, sizes: string, set = imageSet(image)): string {
  if (set === undefined) return "";
  return `<link rel="preload" as="image" href="${escapeHtml(imageAt(image, 640))}" imagesrcset="${escapeHtml(set)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`;
}
