import type { MatterKind } from "@shop/shared/matter";
import type { FilterOrders } from "@shop/shared/order-list";
import { and, desc, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema.ts";
import type { Admin } from "../account/actor.ts";
import { openMatterKinds, refundedCents, units } from "./dto.ts";
import { isMeant } from "./list.ts";

/** Few enough to be held at once, many enough that asking for them costs little. */
const batchSize = 1_000;

/** An order as it is exported, with the sums and the address that the admin list leaves out. */
export type ExportedOrder = typeof orders.$inferSelect & {
  units: number | null;
  refundedCents: number;
  matters: MatterKind[];
};

/**
 * All orders that a filter means, newest first, a batch at a time. No
 * transaction stays open in between, however slowly they are taken; an order
 * that comes or goes meanwhile may or may not be among them, and none is twice.
 */
export async function* exportOrders(db: Db, _admin: Admin, filter: FilterOrders): AsyncGenerator<ExportedOrder[]> {
  let last: { createdAt: string; id: string } | undefined;
  do {
    const isFurther =
      last === undefined
        ? undefined
        : sql`(${orders.createdAt}, ${orders.id}) < (${last.createdAt}::timestamptz, ${last.id}::uuid)`;
    const batch = await db
      .select({
        ...getTableColumns(orders),
        units,
        refundedCents,
        matters: openMatterKinds,
        // Finer than JavaScript's own dates, so that the next batch begins exactly where this one ends.
        exactly: sql<string>`${orders.createdAt}::text`,
      })
      .from(orders)
      .where(and(isMeant(filter), isFurther))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(batchSize);
    const end = batch.at(-1);
    last = end === undefined || batch.length < batchSize ? undefined : { createdAt: end.exactly, id: end.id };
    yield batch;
  } while (last !== undefined);
}
