import { historyMonths } from "@shop/shared/shop";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../db/client.ts";
import { orderEvents, orderItems } from "../../../db/schema/orders.ts";
import { refundItems, refunds } from "../../../db/schema/payments.ts";
import { productHistory } from "../../../db/schema/product-history.ts";
import { monthsAgo } from "../../../db/time.ts";
import type { Admin } from "../../base/actor.ts";
import { DomainError, notFound } from "../../base/errors.ts";
import { type ProductState, readState, stateBefore } from "./product-state.ts";

/**
 * A product as it was at a time, deleted or not, rebuilt from what it is now by taking back every later change, of edits
 * and of orders. Orders count from the start of their transaction, so that the stock can differ by those that were being
 * placed. Fails with NOT_FOUND, and with VALIDATION for a time whose changes are not kept any more.
 */
export async function readProductAsOf(db: Db, _admin: Admin, id: string, at: Date): Promise<ProductState> {
  return db.transaction(
    async (tx) => {
      const current = await readState(tx, id);
      if (current === undefined) throw notFound("Product");
      if (!(await isRecorded(tx, at))) {
        throw new DomainError("VALIDATION", `Changes of products are kept for ${historyMonths} months`);
      }
      const later = await tx
        .select({ changes: productHistory.changes })
        .from(productHistory)
        .where(and(eq(productHistory.productId, id), gt(productHistory.recordedAt, at)))
        .orderBy(desc(productHistory.number));
      const before = stateBefore(
        current,
        later.map(({ changes }) => changes),
      );
      return { ...before, countInStock: before.countInStock + (await countSoldSince(tx, id, at)) };
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

const soldSchema = z.tuple([z.object({ sold: z.coerce.number() })]);

/** The units that orders took out of the stock since a time, without those that they returned. */
async function countSoldSince(tx: Db, productId: string, at: Date): Promise<number> {
  const since = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute(sql`
    select (
      select coalesce(sum(case e.act when 'released' then -i.qty else i.qty end), 0)
      from ${orderItems} i join ${orderEvents} e on e.order_id = i.order_id
      where i.product_id = ${productId} and e.act in ('placed', 'held', 'released') and e.created_at > ${since}
    ) - (
      select coalesce(sum(b.qty), 0) from ${refundItems} b join ${refunds} r on r.id = b.refund_id
      where b.product_id = ${productId} and r.restocked_at > ${since}
    ) as sold`);
  return soldSchema.parse(rows)[0].sold;
}
