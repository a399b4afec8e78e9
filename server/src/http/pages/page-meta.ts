import type { ProductSummary } from "@shop/shared/catalog";
import { escapeHtml } from "@shop/shared/html";
import { hasOwnImage, imageAt, imageSet } from "@shop/shared/image";
import { metaTags, type PageMeta, pageTitle } from "@shop/shared/page-data";
import { currency } from "@shop/shared/shop";
import type { ShopIdentity } from "../../domain/shop-identity.ts";
import { scriptJson } from "./html.ts";

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

/** Product data for search engines, as schema.org JSON-LD. */
export function renderProductLd(product: ProductSummary, shop: ShopIdentity): string {
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
  return `<script type="application/ld+json">${scriptJson(data)}</script>`;
}

/** Preloads the page's largest image. */
export function renderImagePreload(image: string, sizes: string): string {
  const set = imageSet(image);
  if (set === undefined) return "";
  return `<link rel="preload" as="image" href="${escapeHtml(imageAt(image, 640))}" imagesrcset="${escapeHtml(set)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`;
}

function absolute(image: string, origin: string): string {
  return URL.canParse(image) ? image : origin + image;
}
