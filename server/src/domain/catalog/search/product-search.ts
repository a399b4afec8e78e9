import type { ListProducts, ProductPage, Suggestions } from "@shop/shared/catalog";
import type { Db } from "../../../db/client.ts";
import { searchProducts } from "./search-products.ts";
import { suggestProducts } from "./suggest-products.ts";

/** Everything that a search engine does for the shop. Another engine implements this and replaces `productSearch`. */
export type ProductSearch = {
  /** One page of the products on sale that a keyword finds, the best first, with their exact number. */
  searchProducts: (db: Db, input: ListProducts, pageSize: number) => Promise<ProductPage>;
  /** A few products, brands and categories for a keyword that is still being typed. */
  suggestProducts: (db: Db, keyword: string) => Promise<Suggestions>;
};

/** The search of the shop: PostgreSQL. */
export const productSearch: ProductSearch = { searchProducts, suggestProducts };
