import { and, isNotNull, isNull } from "drizzle-orm";
import { products } from "../../db/schema/products.ts";

/** What guests and customers can see. */
export const isVisible = and(isNotNull(products.publishedAt), isNull(products.deletedAt));
