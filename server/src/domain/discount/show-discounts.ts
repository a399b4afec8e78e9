import type { DiscountRule } from "@shop/shared/discount/discount-rule";
import { shownRules } from "@shop/shared/discount/shown-discounts";
import { historyMonths } from "@shop/shared/shop";
import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { discountPeriods, discountRules } from "../../db/schema/discounts.ts";
import { monthsAgo, readClock } from "../../db/time.ts";
import { deleteInBatches } from "../base/batches.ts";
import { announceEverywhere } from "../catalog/version.ts";
import type { DiscountReader } from "./discount-reader.ts";
import { lockRules } from "./rules-lock.ts";

type Versioned = { id: string; version: number };

const keyOf = ({ id, version }: Versioned) => `${id} ${version}`;

/**
 * Has products shown with the discounts that hold for everybody now, and records since when. Compares what is shown with what
 * the rules say, so that any number of instances can run it at the same time and after any break. `at` is now by default.
 * Returns whether anything changed.
 */
export async function showDiscounts(db: Db, reader: DiscountReader, at?: Date): Promise<boolean> {
  if ((await findChanges(db, reader, at)) === undefined) return false;
  return db.transaction(async (tx) => {
    await lockRules(tx);
    const changes = await findChanges(tx, reader, at);
    if (changes === undefined) return false;
    const { ended, begun, now } = changes;
    if (ended.length > 0) {
      const { ruleId, beganAt, endedAt } = discountPeriods;
      await tx
        .update(discountPeriods)
        // After a failover the clock can be behind the one that a period began by.
        .set({ endedAt: sql`greatest(${now.toISOString()}::timestamptz, ${beganAt})` })
        .where(
          and(
            isNull(endedAt),
            inArray(
              ruleId,
              ended.map(({ id }) => id),
            ),
          ),
        );
    }
    if (begun.length > 0) {
      const periods = begun.map(({ id, version }) => ({ ruleId: id, ruleVersion: version, beganAt: now }));
      await tx.insert(discountPeriods).values(periods);
    }
    await announceEverywhere(tx);
    return true;
  });
}

/** The rules to show no longer and those to show from now on; `undefined` for none. */
async function findChanges(
  db: Db,
  reader: DiscountReader,
  at: Date | undefined,
): Promise<{ ended: Versioned[]; begun: Versioned[]; now: Date } | undefined> {
  const { ruleId, ruleVersion, endedAt } = discountPeriods;
  const { id, version, stoppedAt } = discountRules;
  const shown = await db.select({ id: ruleId, version: ruleVersion }).from(discountPeriods).where(isNull(endedAt));
  const live = await db.select({ id, version }).from(discountRules).where(isNull(stoppedAt));
  if (shown.length + live.length === 0) return undefined;
  const now = at ?? (await readClock(db));
  const rules = await reader.ofVersions(db, live);
  const wanted = shownRules(rules.filter((rule) => holdsAt(rule, now.getTime())));
  const [shownKeys, wantedKeys] = [new Set(shown.map(keyOf)), new Set(wanted.map(keyOf))];
  const ended = shown.filter((each) => !wantedKeys.has(keyOf(each)));
  const begun = wanted.filter((each) => !shownKeys.has(keyOf(each)));
  return ended.length + begun.length === 0 ? undefined : { ended, begun, now };
}

const holdsAt = ({ from, until }: DiscountRule, at: number) =>
  (from === null || from <= at) && (until === null || until > at);

/** Deletes times of discounts long after the days of which the lowest price is shown. */
export function deleteOldDiscountPeriods(db: Db, isStopping?: () => boolean): Promise<number> {
  const where = lt(discountPeriods.endedAt, monthsAgo(historyMonths));
  return deleteInBatches(db, { table: discountPeriods, where, order: discountPeriods.endedAt, isStopping });
}
