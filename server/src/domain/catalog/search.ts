import type { ListProducts, ProductPage } from "@shop/shared/catalog";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Db, preparedFor } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import { searchable } from "../../db/text.ts";
import { spelledAnew } from "./spelling.ts";
import { isVisible, summaryColumns, toSummary } from "./summary.ts";

const keywordLowered = searchable(sql`${sql.placeholder("keyword")}::text`);
const nameLowered = searchable(sql`${products.name}`);
const patternLowered = searchable(sql`${sql.placeholder("pattern")}::text`);

/** A way to search: which products it finds, and their rank, the lowest first. */
type Way = { isHit: SQL; rank: SQL };

const literally: Way = {
  isHit: sql`${products.searchText} like ${patternLowered}`,
  rank: sql`(position(${keywordLowered} in ${nameLowered}) = 0)`,
};

/** Products that have every one of these words, or longer ones that hold them. */
function having(words: string[]): Way {
  return {
    isHit: and(...words.map((word) => sql`${products.searchName} like ${`%${word}%`}`)) ?? sql`false`,
    rank: sql`0`,
  };
}

/**
 * No name: PostgreSQL then plans every search for its own keyword. A plan kept
 * for all of them would send the words too short for the index through it too.
 */
const plannedAnew = "";

/** Hits are found, counted and cut to the page by themselves; only the page's rows are then read whole. */
function pageOfHits(db: Db, { isHit, rank }: Way) {
  const ranked = rank.as("rank");
  const hits = db
    .select({
      id: products.id,
      rank: ranked,
      createdAt: products.createdAt,
      total: sql<number>`(count(*) over ())::int`.as("total"),
    })
    .from(products)
    .where(and(isVisible, isHit))
    .orderBy(ranked, desc(products.createdAt), desc(products.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .as("hits");
  return db
    .select({ ...summaryColumns, total: hits.total })
    .from(hits)
    .innerJoin(products, eq(products.id, hits.id))
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .orderBy(hits.rank, desc(hits.createdAt), desc(hits.id))
    .prepare(plannedAnew);
}

function countOfHits(db: Db, { isHit }: Way) {
  return db
    .select({ total: sql<number>`count(*)::int` })
    .from(products)
    .where(and(isVisible, isHit))
    .prepare(plannedAnew);
}

const literalPage = preparedFor((db) => pageOfHits(db, literally));
const literalCount = preparedFor((db) => countOfHits(db, literally));

/** The words as a pattern in which no character is special. */
function patternOf(words: string): string {
  return `%${words.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Whether a product's name, brand, category or description holds these words as they are written, in any case. */
export function holdsWords(words: string): SQL {
  return sql`${products.searchText} like ${searchable(sql`${patternOf(words)}::text`)}`;
}

/**
 * One page of the products whose name, brand, category or description holds
 * the keyword as it is written, in any case; those whose name holds it first,
 * then newest first. When nothing holds it, the products that have its words
 * as the shop spells them. The order is total, so pages neither repeat nor
 * lose a product.
 */
export async function searchProducts(db: Db, search: ListProducts, pageSize: number): Promise<ProductPage> {
  const { keyword, pageNumber } = search;
  const parameters = {
    keyword,
    pattern: patternOf(keyword),
    limit: pageSize,
    offset: (pageNumber - 1) * pageSize,
  };
  const find = async (
    page: ReturnType<typeof pageOfHits>,
    count: ReturnType<typeof countOfHits>,
  ): Promise<ProductPage | null> => {
    const rows = await page.execute(parameters);
    const total = rows[0]?.total ?? (pageNumber === 1 ? 0 : ((await count.execute(parameters))[0]?.total ?? 0));
    if (total === 0) return null;
    return { products: rows.map(toSummary), page: pageNumber, pages: Math.ceil(total / pageSize) };
  };
  const asWritten = await find(literalPage(db), literalCount(db));
  if (asWritten !== null) return asWritten;
  for (const words of await spelledAnew(db, keyword)) {
    const way = having(words);
    const found = await find(pageOfHits(db, way), countOfHits(db, way));
    if (found !== null) return found;
  }
  return { products: [], page: pageNumber, pages: 0 };
}
