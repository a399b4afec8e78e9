import { type PageMeta, plainMeta } from "../page/page-data.ts";
import type { ProductQuery } from "./product-address.ts";

/** Meta of a page that lists the found products of a query, at a path with its query. */
export function productsMeta({ keyword, pageNumber }: ProductQuery, path: string): PageMeta {
  const name = keyword === "" ? "Products" : `Results for “${keyword}”`;
  const meta = plainMeta(pageNumber === 1 ? name : `${name}, page ${pageNumber}`, path);
  return keyword === "" ? meta : { ...meta, description: `Products that match “${keyword}”.` };
}
