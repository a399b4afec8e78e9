import type { ProductSummary } from "@shop/shared/catalog";
import { hasOwnImage, imageAt, imageSet } from "@shop/shared/image";
import { type PageMeta, pageTitle } from "@shop/shared/page-data";
import { currency } from "@shop/shared/shop";
import { escapeHtml, scriptJson } from "./html.ts";

/** Where and under which name the shop is reached. */
export type ShopIdentity = { name: string; origin: string };

/** The head elements that title and describe a page to browsers and to sites that share it. */
export function renderMeta(meta: PageMeta, shop: ShopIdentity): string {
  const title = pageTitle(meta.name, shop.name);
  const url = shop.origin + meta.path;
  const image = absolute(meta.image, shop.origin);
  const tags: [kind: "name" | "property", key: string, content: string][] = [
    ["name", "description", meta.description],
    ["property", "og:site_name", shop.name],
    ["property", "og:type", meta.path.startsWith("/product/") ? "product" : "website"],
    ["property", "og:title", title],
    ["property", "og:description", meta.description],
    ["property", "og:image", image],
    ["property", "og:url", url],
    ["name", "twitter:card", "summary_large_image"],
    ["name", "twitter:title", title],
    ["name", "twitter:description", meta.description],
    ["name", "twitter:image", image],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...tags.map(([kind, key, content]) => `<meta ${kind}="${key}" content="${escapeHtml(content)}">`),
  ].join("");
}

/** Product data for search engines, as schema.org JSON-LD. */
export function renderProductLd(product: ProductSummary, shop: ShopIdentity, nonce: string): string {
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    description: product.description,
    image: hasOwnImage(product.image) ? absolute(product.image, shop.origin) : undefined,
    sku: product._id,
    brand: { "@type": "Brand", name: product.brand },
    category: product.category,
    offers: {
      "@type": "Offer",
      url: `${shop.origin}/product/${product._id}`,
      price: product.price.toFixed(2),
      priceCurrency: currency,
      availability: `https://schema.org/${product.countInStock > 0 ? "InStock" : "OutOfStock"}`,
      itemCondition: "https://schema.org/NewCondition",
    },
    aggregateRating:
      product.numReviews === 0
        ? undefined
        : {
            "@type": "AggregateRating",
            ratingValue: product.rating,
            reviewCount: product.numReviews,
            bestRating: 5,
            worstRating: 1,
          },
  };
  return `<script type="application/ld+json" nonce="${nonce}">${scriptJson(data)}</script>`;
}

/** Starts loading the page's largest picture before any script has run. */
export function renderImagePreload(image: string, sizes: string): string {
  const set = imageSet(image);
  if (set === undefined) return "";
  return `<link rel="preload" as="image" href="${escapeHtml(imageAt(image, 640))}" imagesrcset="${escapeHtml(set)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`;
}

function absolute(image: string, origin: string): string {
  return URL.canParse(image) ? image : origin + image;
}
