import { lowestPriceDays } from "@shop/shared/discount/lowest-price";
import { and, asc, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { plannedPrices, productPrices } from "../../db/schema/prices.ts";
import { products } from "../../db/schema/products.ts";
import { readClock } from "../../db/time.ts";
import { retryingConflicts } from "../base/errors.ts";
import { waitForEach } from "../base/locks.ts";
import { setEditSource } from "../catalog/history/edit-source.ts";
import { type PlannedPriceEdit, writePlannedPrices } from "../catalog/write-product.ts";
import { hasEnded, periodAt } from "./calendar.ts";

/** So many products are locked at a time: an order of one of them waits for the transaction. */
const batchSize = 100;

type ApplyOptions = {
  /** The time that is applied; by default it is now, by the database's clock. */
  at?: Date;
  isStopping?: () => boolean;
};

/**
 * Gives products the prices that are planned for now, and their regular prices where a planned one has ended. Compares
 * the plan with what products have, under their locks, so that any number of instances can run it at the same time and
 * after any break: one of them changes a price, and the others find nothing to do. Products that somebody else has locked
 * wait for their turn after the others. Returns how many products changed.
 */
export async function applyPlannedPrices(db: Db, { at, isStopping = () => false }: ApplyOptions = {}): Promise<number> {
  const passedOver: string[] = [];
  let applied = 0;
  for (let after = beforeAll; !isStopping(); ) {
    const due = await findDue(db, { at, after });
    const last = due.at(-1);
    if (last === undefined) break;
    const batch = await retryingConflicts(() => db.transaction((tx) => applyToFree(tx, due, at)));
    applied += batch.applied;
    passedOver.push(...due.filter((id) => !batch.free.has(id)));
    after = last;
  }
  await waitForEach({ db, isStopping }, passedOver, async (tx, id) => {
    applied += await applyTo(tx, [id], at);
  });
  return applied;
}

/** Less than every id. */
const beforeAll = "00000000-0000-0000-0000-000000000000";

async function findDue(db: Db, { at, after }: { at: Date | undefined; after: string }): Promise<string[]> {
  // Stable, unlike the clock itself, so that indexes serve it.
  const now = at ?? sql`now()`;
  const isToBegin = and(isNull(plannedPrices.begunAt), lte(plannedPrices.startsAt, now));
  const isToEnd = and(isNotNull(plannedPrices.begunAt), lte(plannedPrices.endsAt, now));
  const rows = await db
    .selectDistinct({ productId: plannedPrices.productId })
    .from(plannedPrices)
    .where(and(isNull(plannedPrices.endedAt), or(isToBegin, isToEnd), gt(plannedPrices.productId, after)))
    .orderBy(asc(plannedPrices.productId))
    .limit(batchSize);
  return rows.map(({ productId }) => productId);
}

/** The same for those of some products that nobody else has locked. */
async function applyToFree(
  tx: Db,
  productIds: readonly string[],
  at: Date | undefined,
): Promise<{ free: ReadonlySet<string>; applied: number }> {
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...productIds]))
    .orderBy(asc(products.id))
    .for("no key update", { skipLocked: true });
  const ids = found.map(({ id }) => id);
  return { free: new Set(ids), applied: ids.length === 0 ? 0 : await applyTo(tx, ids, at) };
}

/**
 * The same for some products, in a transaction of the caller, who may have locked them. Products are locked by id, as
 * orders lock them, and before their planned prices.
 */
export async function applyTo(tx: Db, productIds: readonly string[], at?: Date): Promise<number> {
  const found = await tx
    .select({
      id: products.id,
      priceCents: products.priceCents,
      regularPriceCents: products.regularPriceCents,
      plannedPriceId: products.plannedPriceId,
      plannedUntil: products.plannedUntil,
      lowestPriceCents: products.lowestPriceCents,
    })
    .from(products)
    .where(inArray(products.id, [...productIds]))
    .orderBy(asc(products.id))
    .for("no key update");
  const open = await tx
    .select()
    .from(plannedPrices)
    .where(and(inArray(plannedPrices.productId, [...productIds]), isNull(plannedPrices.endedAt)));
  // Read under the locks, so that no later time was applied before.
  const now = at ?? (await readClock(tx));
  const plans = new Map(
    open.filter((plan) => periodAt([plan], now) !== undefined).map((plan) => [plan.productId, plan]),
  );
  const changes = found.flatMap((product) => priceChange(product, plans.get(product.id)));
  await writeChanges(tx, changes, now);
  await markPlans(
    tx,
    [...plans.values()].filter(({ begunAt }) => begunAt === null),
    { begunAt: now },
  );
  await markPlans(
    tx,
    open.filter((plan) => hasEnded(plan, now)),
    { endedAt: now },
  );
  return changes.length;
}

type Plan = typeof plannedPrices.$inferSelect;
type PriceChange = PlannedPriceEdit & { begins: boolean };

/** What a product is to have, given the planned price that holds now; nothing if it has that. */
function priceChange(product: PlannedPriceEdit, plan: Plan | undefined): PriceChange[] {
  const isSame = product.plannedPriceId === (plan?.id ?? null);
  if (isSame && (plan === undefined || product.plannedUntil?.getTime() === plan.endsAt?.getTime())) return [];
  const regular = product.regularPriceCents ?? product.priceCents;
  return [
    {
      id: product.id,
      priceCents: plan?.priceCents ?? regular,
      regularPriceCents: plan === undefined ? null : regular,
      plannedPriceId: plan?.id ?? null,
      plannedUntil: plan?.endsAt ?? null,
      lowestPriceCents: plan === undefined ? null : product.lowestPriceCents,
      begins: plan !== undefined && !isSame,
    },
  ];
}

/** Writes prices as a change of the product like any other: whoever has read it before has an old version. */
async function writeChanges(tx: Db, changes: readonly PriceChange[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  const lowest = await readLowest(
    tx,
    changes.flatMap(({ id, begins }) => (begins ? [id] : [])),
    now,
  );
  await writePlannedPrices(
    tx,
    changes.map(({ begins, ...change }) =>
      begins ? { ...change, lowestPriceCents: lowest.get(change.id) ?? null } : change,
    ),
  );
  await setEditSource(tx, "planned price");
}

/**
 * The lowest price at which each product was on sale in the thirty days before a time; none for one that was not. Prices
 * that no period tells of held from the beginning.
 */
async function readLowest(tx: Db, ids: readonly string[], at: Date): Promise<ReadonlyMap<string, number | null>> {
  const time = sql`${at.toISOString()}::timestamptz`;
  const lowest = sql<number | null>`(
    select min(sold.price_cents) from (
      select h.price_cents from ${productPrices} h
      where h.product_id = ${products.id} and (h.began_at is null or h.began_at < ${time})
        and (h.ended_at is null or h.ended_at > ${time} - ${lowestPriceDays} * interval '1 day')
      union all
      select ${products.priceCents} where ${products.publishedAt} is not null and ${products.deletedAt} is null
    ) sold
  )`;
  const rows = await tx
    .select({ id: products.id, lowest })
    .from(products)
    .where(inArray(products.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.lowest]));
}

async function markPlans(tx: Db, plans: readonly Plan[], mark: { begunAt: Date } | { endedAt: Date }): Promise<void> {
  if (plans.length === 0) return;
  const ids = plans.map(({ id }) => id);
  await tx.update(plannedPrices).set(mark).where(inArray(plannedPrices.id, ids));
}
