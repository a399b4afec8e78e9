import type { ListProducts, ProductPage } from "@shop/shared/catalog";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { isVisible, summaryColumns, toSummary } from "./summary.ts";

/** The keyword in the case that the searched columns are kept in. */
const lowered = sql`lower(${sql.placeholder("keyword")}::text collate "pg_c_utf8")`;

/** The same as a pattern for any place in a text, with the pattern's own characters taken literally. */
const anywhere = sql`'%' || regexp_replace(${lowered}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** Likeness below which a word is not taken for a misspelling. */
const likenessFloor = 0.45;

/** How well the keyword resembles a part of the product's name, brand or category, from 0 to 1. */
const likeness = sql`word_similarity(${lowered}, ${products.searchName})`;

function pageOfHits(name: string, condition: SQL, order: SQL) {
  const isHit = and(isVisible, condition);
  const total = sql<number>`(select count(*)::int from ${products} where ${isHit})`;
  return preparedFor((db) =>
    db
      .select({ ...summaryColumns, total })
      .from(products)
      .innerJoin(brands, eq(brands.id, products.brandId))
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(isHit)
      .orderBy(order, desc(products.createdAt), desc(products.id))
      .limit(sql.placeholder("limit"))
      .offset(sql.placeholder("offset"))
      .prepare(name),
  );
}

function countOfHits(name: string, condition: SQL) {
  return preparedFor((db) =>
    db.select({ total: sql<number>`count(*)::int` }).from(products).where(and(isVisible, condition)).prepare(name),
  );
}

const literal = sql`${products.searchText} like ${anywhere}`;
const nameFirst = sql`position(${lowered} in lower(${products.name} collate "pg_c_utf8")) = 0`;
// The operator is what the index answers; its own, lower threshold is then narrowed to ours.
const alike = sql`${lowered} <% ${products.searchName} and ${likeness} >= ${likenessFloor}`;

const literalHits = pageOfHits("search_literal", literal, nameFirst);
const literalCount = countOfHits("search_literal_count", literal);
const similarHits = pageOfHits("search_similar", alike, sql`${likeness} desc`);
const similarCount = countOfHits("search_similar_count", alike);

/**
 * One page of the products whose name, brand, category or description holds
 * the keyword as it is written, in any case; those whose name holds it first,
 * then newest first. When nothing holds it, the products whose names resemble
 * it. The order is total, so pages neither repeat nor lose a product.
 */
export async function searchProducts(
  db: Db,
  { keyword, pageNumber }: ListProducts,
  pageSize: number,
): Promise<ProductPage> {
  const parameters = { keyword, limit: pageSize, offset: (pageNumber - 1) * pageSize };
  for (const { hits, count } of [
    { hits: literalHits, count: literalCount },
    { hits: similarHits, count: similarCount },
  ]) {
    const rows = await hits(db).execute(parameters);
    const total = rows[0]?.total ?? (pageNumber === 1 ? 0 : ((await count(db).execute({ keyword }))[0]?.total ?? 0));
    if (total > 0) {
      return { products: rows.map(toSummary), page: pageNumber, pages: Math.ceil(total / pageSize) };
    }
  }
  return { products: [], page: pageNumber, pages: 0 };
}
