import type { RowWarning } from "@shop/shared/catalog/import";
import { toDecimalString } from "@shop/shared/money";
import { and, asc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { importRows } from "../../db/schema/imports.ts";
import { plannedPrices } from "../../db/schema/prices.ts";
import { writePlannedPrices } from "../catalog/write-product.ts";
import type { Import, ImportRow } from "./work.ts";

type Prices = { priceCents?: number | undefined; salePrice?: number | undefined; comparePrice?: number | undefined };
type Reduced = { priceCents?: number | undefined; reducedCents?: number | undefined; warnings: RowWarning[] };

/**
 * The regular price and the reduced one of a file: the price beside a lower sale price, or a compare-at price above the
 * price. In cents.
 */
export function reducedPrices({ priceCents, salePrice, comparePrice }: Prices): Reduced {
  if (priceCents === undefined) return { warnings: [] };
  if (comparePrice !== undefined && comparePrice > priceCents) {
    return { priceCents: comparePrice, reducedCents: priceCents, warnings: [] };
  }
  if (salePrice === undefined) return { priceCents, warnings: [] };
  if (salePrice < priceCents) return { priceCents, reducedCents: salePrice, warnings: [] };
  const about = `Sale price ${toDecimalString(salePrice)}: it is not below the price`;
  return { priceCents, warnings: [{ kind: "value-ignored", about }] };
}

/**
 * Plans the reductions of rows from now on. New products have their prices at once, so that none is on sale at the regular
 * price before; a job gives the others theirs within a second.
 */
export async function planReductions(
  tx: Db,
  { userId }: Import,
  written: readonly { row: ImportRow; id: string }[],
): Promise<void> {
  const planned: { line: number; planId: string }[] = [];
  const begun: Begun[] = [];
  for (const { row, id } of written) {
    const [, after] = row.changes.reducedCents ?? [];
    if (typeof after !== "number") continue;
    const planId = await plan(tx, { userId, productId: id, priceCents: after });
    planned.push({ line: row.line, planId });
    if (row.outcome === "new")
      begun.push({ id, planId, priceCents: after, regularPriceCents: Number(row.changes.priceCents?.[1]) });
  }
  await begin(tx, begun);
  const importId = written[0]?.row.importId;
  if (importId === undefined || planned.length === 0) return;
  await tx.execute(sql`
    update ${importRows} r set plan_id = v."planId"
    from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as v(line int, "planId" uuid)
    where r.import_id = ${importId} and r.line = v.line`);
}

type Begun = { id: string; planId: string; priceCents: number; regularPriceCents: number };

/** Gives new products the prices that are planned for them. They were never on sale, so that there is no lowest price. */
async function begin(tx: Db, begun: readonly Begun[]): Promise<void> {
  if (begun.length === 0) return;
  await writePlannedPrices(
    tx,
    begun.map(({ planId, ...product }) => ({
      ...product,
      plannedPriceId: planId,
      plannedUntil: null,
      lowestPriceCents: null,
    })),
  );
  const planIds = begun.map(({ planId }) => planId);
  await tx.update(plannedPrices).set({ begunAt: sql`now()` }).where(inArray(plannedPrices.id, planIds));
}

type Plan = { userId: string; productId: string; priceCents: number };

/** Plans a price from now until the next one, in place of the one that holds. The caller has locked the product. */
async function plan(tx: Db, { userId, productId, priceCents }: Plan): Promise<string> {
  const isOpen = and(eq(plannedPrices.productId, productId), isNull(plannedPrices.endedAt));
  await end(tx, and(isOpen, lte(plannedPrices.startsAt, sql`now()`)));
  const [next] = await tx
    .select({ startsAt: plannedPrices.startsAt })
    .from(plannedPrices)
    .where(and(isOpen, gt(plannedPrices.startsAt, sql`now()`)))
    .orderBy(asc(plannedPrices.startsAt))
    .limit(1);
  const id = uuidv7();
  const values = { id, productId, priceCents, startsAt: sql`now()`, endsAt: next?.startsAt ?? null, userId };
  await tx.insert(plannedPrices).values(values);
  return id;
}

/** Ends planned prices; one that has not begun is deleted. */
async function end(tx: Db, isMeant: ReturnType<typeof and>): Promise<void> {
  await tx.delete(plannedPrices).where(and(isMeant, isNull(plannedPrices.begunAt)));
  await tx
    .update(plannedPrices)
    .set({ endsAt: sql`now()`, version: sql`${plannedPrices.version} + 1` })
    .where(and(isMeant, isNull(plannedPrices.endedAt)));
}

/** Ends the reductions that an import has planned, and plans those of before anew. The caller has locked the products. */
export async function restoreReductions(tx: Db, { userId }: Import, rows: readonly ImportRow[]): Promise<void> {
  const planIds = rows.flatMap(({ planId }) => planId ?? []);
  if (planIds.length > 0) await end(tx, inArray(plannedPrices.id, planIds));
  for (const { productId, changes } of rows) {
    const [before] = changes.reducedCents ?? [];
    if (productId !== null && typeof before === "number") await plan(tx, { userId, productId, priceCents: before });
  }
}
