import type { MatterKind } from "@shop/shared/order/matter";
import type { FilterOrders } from "@shop/shared/order/order-list";
import { and, desc, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import type { Reader } from "../base/actor.ts";
import { type BatchRange, inBatches, isOlderThan } from "../base/batches.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";
import { cancelledAtSql } from "./cancelled.ts";
import {
  type ItemRow,
  isRefundedSql,
  openMatterKinds,
  orderColumns,
  type ParcelRow,
  refundedCents,
  units,
} from "./dto.ts";
import { divideTax, type LineTax } from "./line-taxes.ts";
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

type ExportedItem = Pick<ItemRow, "name" | "sku" | "qty" | "priceCents" | "product"> & {
  discountCents: number;
  regularPriceCents: number | null;
  taxClass: string;
};

/** An order as other shops read it, with its line items in their order and what each of them has of its tax. */
export type ExportedOrderWithItems = typeof orders.$inferSelect & {
  items: (ExportedItem & { tax: LineTax })[];
  shippingTaxCents: number;
  parcels: ParcelRow[];
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

/** The same orders with their line items, each with its part of the order's tax. */
export async function* exportOrdersWithItems(
  { db, shop, terms }: ExportDeps & { terms: TermsReader },
  _reader: Reader<"orders.read">,
  filter: FilterOrders,
): AsyncGenerator<ExportedOrderWithItems[]> {
  const read = ({ after, limit }: BatchRange) =>
    db
      .select({
        ...getTableColumns(orders),
        items: exportedItems,
        parcels: orderColumns.parcels,
        refundedCents,
        isRefunded: isRefundedSql,
        cancelledAt: cancelledAtSql,
      })
      .from(orders)
      .where(and(matchesFilter(filter, shop), isOlderThan(orders, after)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit);
  for await (const batch of inBatches(read, ({ id }) => id)) {
    const found: ExportedOrderWithItems[] = [];
    for (const { items, parcels, ...order } of batch) {
      const { terms: of } = await terms.ofVersion(db, order.termsVersion);
      const tax = divideTax({ ...order, items: items ?? [] }, of);
      found.push({
        ...order,
        items: (items ?? []).map((item, n) => ({ ...item, tax: tax.items[n] ?? { cents: 0, rates: [] } })),
        shippingTaxCents: tax.shippingCents,
        parcels: parcels ?? [],
      });
    }
    yield found;
  }
}

const exportedItems = sql<ExportedItem[] | null>`(
  select json_agg(json_build_object('name', i.name, 'sku', i.sku, 'qty', i.qty, 'product', i.product_id,
    'priceCents', i.price_cents, 'discountCents', i.discount_cents, 'regularPriceCents', i.regular_price_cents, 'taxClass', i.tax_class) order by i.position)
  from ${orderItems} i where i.order_id = ${orders}.id
)`;
