import type { MatterKind } from "@shop/shared/matter";
import type { FilterOrders } from "@shop/shared/order-list";
import { and, desc, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema.ts";
import type { Admin } from "../account/actor.ts";
import { openMatterKinds, refundedCents, units } from "./dto.ts";
import { matchesFilter } from "./list.ts";

/** A trade-off between memory per batch and the number of queries. */
const batchSize = 1_000;

/** An exported order: adds the amounts and the address that the admin list leaves out. */
export type ExportedOrder = typeof orders.$inferSelect & {
  units: number | null;
  refundedCents: number;
  matters: MatterKind[];
};

/**
 * All orders that match a filter, newest first, in batches. No transaction stays open between
 * batches, however slowly they are consumed. An order that is created or changed meanwhile may or
 * may not be included; no order is included twice.
 */
export async function* exportOrders(db: Db, _admin: Admin, filter: FilterOrders): AsyncGenerator<ExportedOrder[]> {
  let last: { createdAt: string; id: string } | undefined;
  do {
    const isAfterLast =
      last === undefined
        ? undefined
        : sql`(${orders.createdAt}, ${orders.id}) < (${last.createdAt}::timestamptz, ${last.id}::uuid)`;
    const batch = await db
      .select({
        ...getTableColumns(orders),
        units,
        refundedCents,
        matters: openMatterKinds,
        // As text: JavaScript dates drop the microseconds that keyset pagination needs.
        createdAtText: sql<string>`${orders.createdAt}::text`,
      })
      .from(orders)
      .where(and(matchesFilter(filter), isAfterLast))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(batchSize);
    const end = batch.at(-1);
    last = end === undefined || batch.length < batchSize ? undefined : { createdAt: end.createdAtText, id: end.id };
    yield batch;
  } while (last !== undefined);
}
