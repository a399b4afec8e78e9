import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import {
  discountCodes,
  discountRules,
  discountRuleVersions,
  orderDiscounts,
  type StoredDiscount,
} from "../../db/schema/discounts.ts";
import { DomainError } from "../base/errors.ts";

/*
 * A use is counted in the row of its rule, which each order that uses the rule locks after everything else. So limits are
 * exact, and a stop holds for every order that is not committed yet.
 */

type Use = Pick<StoredDiscount, "ruleId" | "ruleVersion" | "code" | "amountCents">;

/**
 * Counts the uses of a new order. Gives the discount whose rule was changed, stopped or used up meanwhile, which the caller's
 * transaction must then not commit; none if all were counted.
 */
export async function takeUses<Discount extends Use>(
  tx: Db,
  given: readonly Discount[],
): Promise<Discount | undefined> {
  for (const discount of inLockOrder(given)) {
    const isCurrent = sql`r.version = ${discount.ruleVersion}`;
    if (!(await takeUse(tx, discount, isCurrent))) return discount;
  }
  return undefined;
}

/** Counts a use, unless its rule is stopped or has given all that it may. */
async function takeUse(tx: Db, { ruleId, ruleVersion, code, amountCents }: Use, isAllowed = sql`true`) {
  const limit = (name: string) => sql`(v.terms->'limits'->>${name}::text)::bigint`;
  const { rowCount } = await tx.execute(sql`
    update ${discountRules} r set uses = r.uses + 1, given_cents = r.given_cents + ${amountCents}::bigint
    from ${discountRuleVersions} v
    where r.id = ${ruleId} and v.rule_id = r.id and v.version = ${ruleVersion} and r.stopped_at is null and ${isAllowed}
      and coalesce(r.uses < ${limit("usesMax")}, true)
      and coalesce(r.given_cents + ${amountCents}::bigint <= ${limit("budgetCents")}, true)`);
  if (rowCount === 0 || code === null) return rowCount !== 0;
  const taken = await tx.execute(sql`
    update ${discountCodes} c set uses = c.uses + 1
    where c.code = ${code} and (c.uses_max is null or c.uses < c.uses_max)`);
  return taken.rowCount !== 0;
}

/** Gives the uses of a locked order back, whose hold has lapsed or which was cancelled before it was paid. */
export async function giveBackUses(tx: Db, orderId: string): Promise<void> {
  const back = await markUses(tx, orderId, false);
  for (const use of inLockOrder(back)) await addUses(tx, use, -1);
}

/**
 * Counts the uses of a locked order again, whose customer is about to pay after its hold has lapsed. Throws OUT_OF_STOCK if
 * a rule was stopped or used up meanwhile.
 */
export async function renewUses(tx: Db, orderId: string): Promise<void> {
  for (const use of inLockOrder(await markUses(tx, orderId, true))) {
    if (await takeUse(tx, use)) continue;
    const message = `The time to pay for this order has run out, and “${use.name}” has ended. Please order again.`;
    throw new DomainError("OUT_OF_STOCK", message);
  }
}

/** The same of an order whose money has come after all: it has the price that it was promised, whatever the limits say. */
export async function countUsesAgain(tx: Db, orderId: string): Promise<void> {
  for (const use of inLockOrder(await markUses(tx, orderId, true))) await addUses(tx, use, 1);
}

/** Gives a locked order other discounts, which count whatever the limits say: an administrator has edited it. */
export async function replaceDiscounts(tx: Db, orderId: string, given: readonly StoredDiscount[]): Promise<void> {
  await giveBackUses(tx, orderId);
  await tx.delete(orderDiscounts).where(eq(orderDiscounts.orderId, orderId));
  if (given.length === 0) return;
  await tx.insert(orderDiscounts).values(given.map((each) => ({ ...each, orderId })));
  for (const use of inLockOrder(given)) await addUses(tx, use, 1);
}

/** Says whether the discounts of an order count as uses; gives those of which that was not said before. */
function markUses(tx: Db, orderId: string, isCounted: boolean) {
  return tx
    .update(orderDiscounts)
    .set({ isCounted })
    .where(and(eq(orderDiscounts.orderId, orderId), eq(orderDiscounts.isCounted, !isCounted)))
    .returning();
}

/** Counts a use whatever the limits say, or gives it back. */
async function addUses(tx: Db, { ruleId, code, amountCents }: Use, by: 1 | -1): Promise<void> {
  const uses = sql`${discountRules.uses} + ${by}`;
  const givenCents = sql`${discountRules.givenCents} + ${by * amountCents}::bigint`;
  await tx.update(discountRules).set({ uses, givenCents }).where(eq(discountRules.id, ruleId));
  if (code === null) return;
  const ofCode = sql`${discountCodes.uses} + ${by}`;
  await tx.update(discountCodes).set({ uses: ofCode }).where(eq(discountCodes.code, code));
}

/** The discounts of an order. */
export async function readDiscounts(db: Db, orderId: string): Promise<StoredDiscount[]> {
  const rows = await db
    .select()
    .from(orderDiscounts)
    .where(eq(orderDiscounts.orderId, orderId))
    .orderBy(orderDiscounts.ruleId);
  return rows.map(({ orderId: _order, isCounted: _counted, ...stored }) => stored);
}

/** Rules are locked by their ids, so that two orders wait for each other in one order. */
function inLockOrder<Discount extends Pick<Use, "ruleId">>(discounts: readonly Discount[]): Discount[] {
  return discounts.toSorted((a, b) => (a.ruleId < b.ruleId ? -1 : 1));
}
