import { and, asc, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/catalog.ts";
import { plannedPrices, productPrices } from "../../db/schema/prices.ts";
import { setEditSource } from "../catalog/history/edit-source.ts";
import { retryingConflicts } from "../errors.ts";
import { hasEnded, periodAt } from "./calendar.ts";

/** So many products are locked at a time: an order of one of them waits for the transaction. */
const batchSize = 100;

/** The days before a reduction of which the lowest price is shown (directive 98/6/EC, article 6a). */
const lowestPriceDays = 30;

type ApplyOptions = {
  /** The time that is applied; by default it is now, by the database's clock. */
  at?: Date;
  isStopping?: () => boolean;
};

/**
 * Gives products the prices that are planned for now, and their regular prices where a planned one has ended. Compares
 * the plan with what products have, under their locks, so that any number of instances can run it at the same time and
 * after any break: one of them changes a price, and the others find nothing to do. Returns how many products changed.
 */
export async function applyPlannedPrices(db: Db, { at, isStopping = () => false }: ApplyOptions = {}): Promise<number> {
  let applied = 0;
  while (!isStopping()) {
    const due = await findDue(db, at);
    if (due.length === 0) break;
    applied += await retryingConflicts(() => db.transaction((tx) => applyTo(tx, due, at)));
  }
  return applied;
}

async function findDue(db: Db, at: Date | undefined): Promise<string[]> {
  // Stable, unlike the clock itself, so that indexes serve it.
  const now = at ?? sql`now()`;
  const isToBegin = and(isNull(plannedPrices.begunAt), lte(plannedPrices.startsAt, now));
  const isToEnd = and(isNotNull(plannedPrices.begunAt), lte(plannedPrices.endsAt, now));
  const rows = await db
    .selectDistinct({ productId: plannedPrices.productId })
    .from(plannedPrices)
    .where(and(isNull(plannedPrices.endedAt), or(isToBegin, isToEnd)))
    .orderBy(asc(plannedPrices.productId))
    .limit(batchSize);
  return rows.map(({ productId }) => productId);
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

async function readClock(tx: Db): Promise<Date> {
  const { rows } = await tx.execute(sql`select clock_timestamp() as now`);
  const [row] = z.tuple([z.object({ now: z.coerce.date() })]).parse(rows);
  return row.now;
}

type Plan = typeof plannedPrices.$inferSelect;
type CurrentPrice = Pick<
  typeof products.$inferSelect,
  "id" | "priceCents" | "regularPriceCents" | "plannedPriceId" | "plannedUntil"
>;
type PriceChange = CurrentPrice & { begins: boolean };

/** What a product is to have, given the planned price that holds now; nothing if it has that. */
function priceChange(product: CurrentPrice, plan: Plan | undefined): PriceChange[] {
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
      begins: plan !== undefined && !isSame,
    },
  ];
}

/** Writes prices without a new version: the price that admins edit stays as it is. */
async function writeChanges(tx: Db, changes: readonly PriceChange[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  // A product that was never sold before has no lowest price. Prices that no period tells of held from the beginning.
  const lowest = sql`(
    select min(sold.price_cents) from (
      select h.price_cents from ${productPrices} h
      where h.product_id = p.id and (h.began_at is null or h.began_at < ${at})
        and (h.ended_at is null or h.ended_at > ${at} - ${lowestPriceDays} * interval '1 day')
      union all
      select p.price_cents where p.published_at is not null and p.deleted_at is null
    ) sold
  )`;
  await tx.execute(sql`
    update ${products} p set
      price_cents = v."priceCents", regular_price_cents = v."regularPriceCents",
      planned_price_id = v."plannedPriceId", planned_until = v."plannedUntil",
      lowest_price_cents = case
        when v."plannedPriceId" is null then null when v.begins then ${lowest} else p.lowest_price_cents end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as v(
      id uuid, "priceCents" int, "regularPriceCents" int, "plannedPriceId" uuid, "plannedUntil" timestamptz,
      begins boolean
    )
    where p.id = v.id`);
  await setEditSource(tx, "planned price");
}

async function markPlans(tx: Db, plans: readonly Plan[], mark: { begunAt: Date } | { endedAt: Date }): Promise<void> {
  if (plans.length === 0) return;
  const ids = plans.map(({ id }) => id);
  await tx.update(plannedPrices).set(mark).where(inArray(plannedPrices.id, ids));
}
