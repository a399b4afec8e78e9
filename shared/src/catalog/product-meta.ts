import { defaultDescription, type PageMeta, shareImage } from "../page/page-data.ts";
import type { ProductSummary } from "./catalog.ts";
import { descriptionText } from "./description-text.ts";
import { hasOwnImage } from "./image.ts";
import { canonicalProductPath, type ProductPaths } from "./product-path.ts";
import { fullName } from "./variant-name.ts";

// Apart from the data of all pages, because Home needs none of it.

/** A description cut at a word boundary to the 160 characters that search engines show. */
export function shortDescription(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= 160) return plain === "" ? defaultDescription : plain;
  const cut = plain.slice(0, 160);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 100))}…`;
}

/** Meta of a product page. */
export function productMeta(
  product: Pick<
    ProductSummary,
    "_id" | "name" | "variant" | "description" | "isMarkdown" | "image" | "price" | "countInStock"
  > & { slug?: string | undefined },
  paths?: ProductPaths,
): PageMeta {
  return {
    name: fullName(product.name, product.variant),
    description: shortDescription(descriptionText(product)),
    ...(hasOwnImage(product.image) ? { image: product.image, imageAlt: product.name } : shareImage),
    offer: { price: product.price, isInStock: product.countInStock > 0 },
    path: canonicalProductPath(product, paths),
  };
}
