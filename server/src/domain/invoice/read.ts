import type { Sheet } from "@shop/shared/order/paper";
import type { PaperKind } from "@shop/shared/order/paper-kinds";
import { and, asc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { parcelItems, parcels } from "../../db/schema/parcels.ts";
import { invoices, refundItems, refunds } from "../../db/schema/payments.ts";
import type { Admin, User } from "../base/actor.ts";
import { DomainError, notFound } from "../base/errors.ts";
import type { Seller, ShopIdentity } from "../base/shop-facts.ts";
import { isRefundedSql } from "../order/dto.ts";
import { requireOrder } from "../order/read.ts";
import { type InvoiceDeps, issueMissing } from "./issue.ts";
import { type InvoiceOfOrder, type OrderToPack, toInvoiceSheet, toPackingSlip } from "./sheets.ts";

export type SheetDeps = InvoiceDeps & { shop: ShopIdentity };

/** Which sheets of which orders. */
export type WantedSheets = {
  kind: PaperKind;
  ids: readonly string[];
  hasPrices: boolean;
  /** A parcel of the order whose packing slip is wanted. */
  parcelId?: string | undefined;
};

/** The orders of one query. */
const ordersPerBatch = 25;

/**
 * The invoice of an order and its credit notes, for its owner and for admins. Throws NOT_FOUND for everybody else, and
 * ILLEGAL_TRANSITION while the order is not paid.
 */
export async function openInvoice(deps: SheetDeps, user: User, orderId: string): Promise<AsyncGenerator<Sheet[]>> {
  await requireOrder(deps.db, user, orderId);
  return openSheets(deps, { kind: "invoices", ids: [orderId.toLowerCase()], hasPrices: true });
}

/**
 * The sheets of some orders, in their order and in batches. Invoices that are missing are written first. Throws
 * NOT_FOUND if one of the orders does not exist, and ILLEGAL_TRANSITION if an invoice is wanted of one that is not paid.
 */
export async function openPaper(
  deps: SheetDeps,
  _admin: Admin<"orders.read">,
  wanted: WantedSheets,
): Promise<AsyncGenerator<Sheet[]>> {
  const ids = [...new Set(wanted.ids.map((id) => id.toLowerCase()))];
  const known = await deps.db.select({ id: orders.id }).from(orders).where(inArray(orders.id, ids));
  if (known.length < ids.length) throw notFound("Order");
  return openSheets(deps, { ...wanted, ids });
}

async function openSheets(deps: SheetDeps, { kind, ids, ...choice }: WantedSheets): Promise<AsyncGenerator<Sheet[]>> {
  const { db, shop } = deps;
  if (kind === "packing-slips") {
    return inOrderBatches(ids, async (batch) =>
      (await readToPack(db, deps.seller, batch)).map((order) => [order.id, toPackingSlip(order, shop.name, choice)]),
    );
  }
  await refuseUnpaid(db, ids);
  await issueMissing(deps, ids);
  return inOrderBatches(ids, async (batch) =>
    (await readInvoices(db, batch)).map((row) => [row.orderId, toInvoiceSheet(row, shop.name)]),
  );
}

async function* inOrderBatches(
  ids: readonly string[],
  read: (batch: string[]) => Promise<[orderId: string, sheet: Sheet][]>,
): AsyncGenerator<Sheet[]> {
  for (let from = 0; from < ids.length; from += ordersPerBatch) {
    const batch = ids.slice(from, from + ordersPerBatch);
    const found = new Map<string, Sheet[]>(batch.map((id) => [id, []]));
    for (const [orderId, sheet] of await read(batch)) found.get(orderId)?.push(sheet);
    yield [...found.values()].flat();
  }
}

async function refuseUnpaid(db: Db, ids: readonly string[]): Promise<void> {
  const [unpaid] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isNull(orders.paidAt)))
    .limit(1);
  if (unpaid === undefined) return;
  throw new DomainError("ILLEGAL_TRANSITION", `Order ${unpaid.id.slice(-5)} has no invoice, because it is not paid`);
}

function readToPack(db: Db, { timeZone }: Seller, ids: string[]): Promise<OrderToPack[]> {
  return db
    .select({
      ...getTableColumns(orders),
      placedOn: sql<string>`to_char(${orders.createdAt} at time zone ${timeZone}, 'YYYY-MM-DD')`,
      isRefunded: isRefundedSql,
      items: sql<OrderToPack["items"]>`(
        select json_agg(json_build_object('productId', i.product_id, 'name', i.name, 'qty', i.qty, 'image', i.image,
          'priceCents', i.price_cents) order by i.position)
        from ${orderItems} i where i.order_id = ${orders}.id
      )`,
      parcels: sql<OrderToPack["parcels"]>`(
        select json_agg(json_build_object('id', b.id, 'trackingNumber', b.tracking_number, 'items', (
          select coalesce(json_agg(json_build_object('product', u.product_id, 'qty', u.qty)), '[]')
          from ${parcelItems} u where u.parcel_id = b.id
        )) order by b.created_at, b.id)
        from ${parcels} b where b.order_id = ${orders}.id
      )`,
      restocked: sql<OrderToPack["restocked"]>`(
        select json_object_agg(b.product_id, b.qty) from (
          select i.product_id, sum(i.qty)::int as qty
          from ${refundItems} i join ${refunds} r on r.id = i.refund_id
          where r.order_id = ${orders}.id and r.restocked_at is not null group by i.product_id
        ) b
      )`,
    })
    .from(orders)
    .where(inArray(orders.id, ids));
}

/** The invoices of some orders, each before the credit notes that correct it. */
function readInvoices(db: Db, ids: string[]): Promise<InvoiceOfOrder[]> {
  return db
    .select({ ...getTableColumns(invoices), isVoid: sql<boolean>`coalesce(${refunds.status} = 'failed', false)` })
    .from(invoices)
    .leftJoin(refunds, eq(refunds.id, invoices.refundId))
    .where(inArray(invoices.orderId, ids))
    .orderBy(asc(invoices.orderId), asc(sql`${invoices.kind} <> 'invoice'`), asc(invoices.year), asc(invoices.number));
}
