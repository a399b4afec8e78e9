import { pathOf } from "../page/pages.ts";

/** What the addresses of products have: their ids, or their names. The other address leads to the same page. */
export const productPaths = ["id", "name"] as const;
export type ProductPaths = (typeof productPaths)[number];

/** The canonical address of a product's page. A product without a slug, which is a new one, has the other address. */
export function canonicalProductPath(
  { _id, slug }: { _id: string; slug?: string | null | undefined },
  paths: ProductPaths = "id",
): string {
  return paths === "id" || slug === undefined || slug === null
    ? pathOf("product", { id: _id })
    : pathOf("productByName", { slug });
}
