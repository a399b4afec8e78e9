import { historyMonths, stockMax } from "@shop/shared/shop";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../../../db/client.ts";
import { orderEvents, orderItems } from "../../../db/schema/orders.ts";
import { refundItems, refunds } from "../../../db/schema/payments.ts";
import { productHistory } from "../../../db/schema/product-history.ts";
import { monthsAgo } from "../../../db/time.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError, notFound } from "../../base/errors.ts";
import { type ProductState, readState, type StateChanges, stateBefore } from "./product-state.ts";

/**
 * A product as it was at a time, deleted or not, rebuilt from what it is now by taking back every later change, of edits
 * and of orders. Orders count from the start of their transaction, so that the stock can differ by those that were being
 * placed. Fails with NOT_FOUND, and with VALIDATION for a time whose changes are not kept any more.
 */
export async function readProductAsOf(
  db: Db,
  _admin: Admin<"products.read">,
  id: string,
  at: Date,
): Promise<ProductState> {
  return db.transaction(
    async (tx) => {
      const current = await readState(tx, id);
      if (current === undefined) throw notFound("Product");
      if (!(await isRecorded(tx, at))) {
        throw new DomainError("VALIDATION", `Changes of products are kept for ${historyMonths} months`);
      }
      const later = await tx
        .select({ changes: productHistory.changes, recordedAt: productHistory.recordedAt })
        .from(productHistory)
        .where(and(eq(productHistory.productId, id), gt(productHistory.recordedAt, at)))
        .orderBy(desc(productHistory.number));
      const before = stateBefore(
        current,
        later.map(({ changes }) => changes),
      );
      if (!before.isStockCounted) return { ...before, countInStock: stockMax };
      let countInStock = before.countInStock;
      for (const { from, until } of countedTimes(at, later)) countInStock += await countSold(tx, id, from, until);
      return { ...before, countInStock };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function isRecorded(tx: Db, at: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ recorded: boolean }>(
    sql`select ${at.toISOString()}::timestamptz >= ${monthsAgo(historyMonths)} as recorded`,
  );
  return rows[0]?.recorded === true;
}

type Later = { changes: StateChanges; recordedAt: Date };

/** The times since one at which the stock was counted, while sales reduced it. */
function countedTimes(at: Date, newestFirst: readonly Later[]): { from: Date; until: Date }[] {
  const times: { from: Date; until: Date }[] = [];
  let from: Date | undefined = at;
  for (const { changes, recordedAt } of newestFirst.toReversed()) {
    const isCounted = changes.isStockCounted?.[1];
    if (isCounted === true) from = recordedAt;
    if (isCounted !== false || from === undefined) continue;
    times.push({ from, until: recordedAt });
    from = undefined;
  }
  return from === undefined ? times : [...times, { from, until: endOfTime }];
}

/** After every order. */
const endOfTime = new Date("9999-12-31T00:00:00Z");

const soldSchema = z.tuple([z.object({ sold: z.coerce.number() })]);

/** The units that orders took out of the stock between two times, without those that they returned. */
async function countSold(tx: Db, productId: string, from: Date, until: Date): Promise<number> {
  const isBetween = (time: AnyPgColumn) =>
    sql`${time} > ${from.toISOString()}::timestamptz and ${time} <= ${until.toISOString()}::timestamptz`;
  const { rows } = await tx.execute(sql`
    select (
      select coalesce(sum(case ${orderEvents.act} when 'released' then -i.qty else i.qty end), 0)
      from ${orderItems} i join ${orderEvents} on ${orderEvents.orderId} = i.order_id
      where i.product_id = ${productId} and ${orderEvents.act} in ('placed', 'held', 'released') and ${isBetween(orderEvents.createdAt)}
    ) - (
      select coalesce(sum(b.qty), 0) from ${refundItems} b join ${refunds} on ${refunds.id} = b.refund_id
      where b.product_id = ${productId} and ${isBetween(refunds.restockedAt)}
    ) as sold`);
  return soldSchema.parse(rows)[0].sold;
}
