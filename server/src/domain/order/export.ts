import type { MatterKind } from "@shop/shared/order/matter";
import type { FilterOrders } from "@shop/shared/order/order-list";
import { and, desc, getTableColumns } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema/orders.ts";
import type { Reader } from "../base/actor.ts";
import { type BatchRange, inBatches, isOlderThan } from "../base/batches.ts";
import { cancelledAtSql } from "./cancelled.ts";
import { type ItemRow, isRefundedSql, openMatterKinds, orderColumns, refundedCents, units } from "./dto.ts";
import { matchesFilter, type ShopZone } from "./list.ts";

/** What an export reads from, and the shop whose days its filter means. */
export type ExportDeps = { db: Db; shop: ShopZone };

/** An exported order: adds the amounts and the address that the admin list leaves out. */
export type ExportedOrder = typeof orders.$inferSelect & {
  units: number | null;
  refundedCents: number;
  matters: MatterKind[];
  cancelledAt: Date | null;
};

/** An order as other shops read it, with its line items in their order. */
export type ExportedOrderWithItems = typeof orders.$inferSelect & {
  items: ItemRow[] | null;
  refundedCents: number;
  isRefunded: boolean;
  cancelledAt: Date | null;
};

/** All orders that match a filter, newest first, in batches. */
export function exportOrders(
  { db, shop }: ExportDeps,
  _reader: Reader<"orders.read">,
  filter: FilterOrders,
): AsyncGenerator<ExportedOrder[]> {
  const read = ({ after, limit }: BatchRange) =>
    db
      .select({
        ...getTableColumns(orders),
        units,
        refundedCents,
        matters: openMatterKinds,
        cancelledAt: cancelledAtSql,
      })
      .from(orders)
      .where(and(matchesFilter(filter, shop), isOlderThan(orders, after)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit);
  return inBatches(read, ({ id }) => id);
}

/** The same orders with their line items. */
export function exportOrdersWithItems(
  { db, shop }: ExportDeps,
  _reader: Reader<"orders.read">,
  filter: FilterOrders,
): AsyncGenerator<ExportedOrderWithItems[]> {
  const read = ({ after, limit }: BatchRange) =>
    db
      .select({
        ...getTableColumns(orders),
        items: orderColumns.items,
        refundedCents,
        isRefunded: isRefundedSql,
        cancelledAt: cancelledAtSql,
      })
      .from(orders)
      .where(and(matchesFilter(filter, shop), isOlderThan(orders, after)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit);
  return inBatches(read, ({ id }) => id);
}
