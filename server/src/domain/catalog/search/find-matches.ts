import { and, desc, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../db/client.ts";
import { products } from "../../../db/schema.ts";
import { isVisible } from "../summary.ts";
import { versionColumn, versionNumberColumn } from "../version.ts";
import { correctSpelling } from "./correct-spelling.ts";
import { literalMatcher, type Matcher, wordsMatcher } from "./matcher.ts";
import type { Matches, MatchWindow } from "./matches.ts";
import { readWindow } from "./read-window.ts";
import { updateMatches } from "./update-matches.ts";

/** Above this estimate, matches are counted first and their window is read separately. */
const largeEstimate = 40_000;

/**
 * Finds the products whose name, brand, category or description contains the
 * keyword in any case: matches by name first, then newest first. Without any,
 * finds the products that contain the words of a corrected spelling. Updates
 * `previous` matches, of any window, where that is cheaper. Sends several
 * statements: call it in a snapshot.
 */
export async function findMatches(tx: Db, keyword: string, window: MatchWindow, previous?: Matches): Promise<Matches> {
  const updated = previous?.isLiteral ? await updateMatches(tx, keyword, window, previous) : undefined;
  if (updated !== undefined) return updated;
  const literal = await findBy(tx, literalMatcher(keyword), window);
  if (literal.total > 0) return { ...literal, isLiteral: true };
  for (const words of await correctSpelling(tx, keyword)) {
    const corrected = await findBy(tx, wordsMatcher(words), window);
    if (corrected.total > 0) return corrected;
  }
  return literal;
}

/** Counting alone runs as a parallel query; counting and sorting in one statement does not, but reads once. */
async function findBy(tx: Db, matcher: Matcher, window: MatchWindow): Promise<Matches> {
  const { offset } = window;
  if ((await estimateTotal(tx, matcher)) <= largeEstimate) {
    return { ...(await countAndSort(tx, matcher, window)), isLiteral: false, offset };
  }
  const [counted] = await tx
    .select({
      version: versionColumn,
      versionNumber: versionNumberColumn,
      total: sql<number>`count(*)::int`,
      rankedFirst: countIf(matcher.ranksFirst),
    })
    .from(products)
    .where(and(isVisible, matcher.isMatch));
  if (counted === undefined) throw new Error("count(*) returned no row");
  return { ...counted, isLiteral: false, offset, ids: await readWindow(tx, matcher, counted, window) };
}

const planSchema = z.tuple([
  z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number() }) })]) }),
]);

/** The planner's estimate of the number of matches. */
async function estimateTotal(tx: Db, { isMatch }: Matcher): Promise<number> {
  const { rows } = await tx.execute(
    sql`explain (format json) select from ${products} where ${and(isVisible, isMatch)}`,
  );
  return planSchema.parse(rows)[0]["QUERY PLAN"][0].Plan["Plan Rows"];
}

async function countAndSort(tx: Db, { isMatch, ranksFirst }: Matcher, { offset, limit }: MatchWindow) {
  const found = tx.$with("found").as(
    tx
      .select({
        id: products.id,
        createdAt: products.createdAt,
        ranksFirst: sql<boolean>`${ranksFirst}`.as("ranks_first"),
      })
      .from(products)
      .where(and(isVisible, isMatch)),
  );
  const ids = tx
    .select({ id: found.id })
    .from(found)
    .orderBy(desc(found.ranksFirst), desc(found.createdAt), desc(found.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await tx
    .with(found)
    .select({
      version: versionColumn,
      versionNumber: versionNumberColumn,
      total: sql<number>`count(*)::int`,
      rankedFirst: countIf(sql`${found.ranksFirst}`),
      ids: sql<string[]>`array(${ids})`,
    })
    .from(found);
  if (counted === undefined) throw new Error("count(*) returned no row");
  return counted;
}

function countIf(condition: SQL): SQL<number> {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}
