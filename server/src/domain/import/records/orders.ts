import { type EarlierOrderRecord, earlierOrderRecordSchema } from "@shop/shared/catalog/import-records";
import { formatAmount } from "@shop/shared/order/earlier-order";
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema/accounts.ts";
import { earlierOrderItems, earlierOrders } from "../../../db/schema/earlier-orders.ts";
import type { Import } from "../work.ts";
import { parseOrder } from "./parse-order.ts";
import type { Current, RecordWriter, Wanted } from "./record-writer.ts";

/** Orders of a former shop become earlier orders, which are history and take no part in stock, payments or invoices. */
export const orderWriter: RecordWriter<EarlierOrderRecord> = {
  schema: earlierOrderRecordSchema,
  parse: parseOrder,
  numbersOf: ({ values: { discount, shipping, tax, total, refunded }, items = [] }) =>
    [discount, shipping, tax, total, refunded, ...items.flatMap((item) => [item.price, item.total])].flatMap((text) =>
      text === undefined || text === "" ? [] : [text],
    ),
  keyOf: ({ number }) => number,
  nameOf: ({ customerName, customerEmail }) => (customerName === "" ? customerEmail : customerName),
  shown,
  merge: (content) => content,
  read: readOrders,
  insert: async (tx, found, records) => {
    if (records.length === 0) return;
    const { id: importId, format: source } = found;
    await tx
      .insert(earlierOrders)
      .values(records.map(({ id, content }) => ({ id, importId, source, ...toRow(content) })));
    await insertItems(tx, records);
    await linkToAccounts(tx, records);
  },
  update: async (tx, _found, records) => {
    for (const { id, content } of records) {
      await tx
        .update(earlierOrders)
        .set({ ...toRow(content), userId: null })
        .where(eq(earlierOrders.id, id));
    }
    const ids = records.map(({ id }) => id);
    await tx.delete(earlierOrderItems).where(inArray(earlierOrderItems.orderId, ids));
    await insertItems(tx, records);
    await linkToAccounts(tx, records);
  },
  remove: async (tx, ids) => void (await tx.delete(earlierOrders).where(inArray(earlierOrders.id, [...ids]))),
};

function shown({ items, currency, ...order }: EarlierOrderRecord): Record<string, unknown> {
  const amounts = {
    discount: order.discountCents,
    shipping: order.shippingCents,
    tax: order.taxCents,
    total: order.totalCents,
    refunded: order.refundedCents,
  };
  const { state, orderedAt, paidAt, shippedAt, deliveredAt, cancelledAt } = order;
  const { customerName, customerEmail, address, city, postalCode, country, paymentMethod } = order;
  return {
    orderedAt,
    state,
    customerName,
    customerEmail,
    address,
    city,
    postalCode,
    country,
    paymentMethod,
    items: items.map(({ name, sku, qty, totalCents }) => [
      ...[`${qty} × ${name}`, ...(sku === "" ? [] : [sku])],
      formatAmount(totalCents, currency),
    ]),
    ...Object.fromEntries(
      Object.entries(amounts).map(([name, units]) => [name, units === 0 ? "" : formatAmount(units, currency)]),
    ),
    paidAt,
    shippedAt,
    deliveredAt,
    cancelledAt,
  };
}

const timeOf = (iso: string | null) => (iso === null ? null : new Date(iso));
const isoOf = (time: Date | null) => time?.toISOString() ?? null;

function toRow({
  items: _items,
  orderedAt,
  paidAt,
  shippedAt,
  deliveredAt,
  cancelledAt,
  ...order
}: EarlierOrderRecord) {
  return {
    ...order,
    orderedAt: new Date(orderedAt),
    paidAt: timeOf(paidAt),
    shippedAt: timeOf(shippedAt),
    deliveredAt: timeOf(deliveredAt),
    cancelledAt: timeOf(cancelledAt),
  };
}

async function insertItems(tx: Db, records: Current<EarlierOrderRecord>[]): Promise<void> {
  const items = records.flatMap(({ id: orderId, content }) =>
    content.items.map((item, position) => ({ orderId, position, ...item })),
  );
  if (items.length > 0) await tx.insert(earlierOrderItems).values(items);
}

/** Gives orders to the accounts of their e-mails: proven ones, and those that nobody can use without proving it. */
async function linkToAccounts(tx: Db, records: Current<EarlierOrderRecord>[]): Promise<void> {
  const ids = records.map(({ id }) => id);
  const isReadByOwner = or(isNotNull(users.provenAt), isNull(users.passwordHash));
  await tx
    .update(earlierOrders)
    .set({ userId: users.id })
    .from(users)
    .where(
      and(
        inArray(earlierOrders.id, ids),
        eq(earlierOrders.customerEmail, sql`coalesce(${users.previousEmail}, ${users.email})`),
        isReadByOwner,
        isNull(users.deletedAt),
      ),
    );
}

/** The earlier orders of the same former shop with some numbers, or of some ids. */
async function readOrders(
  db: Db,
  { format }: Import,
  wanted: Wanted,
  { lock }: { lock: boolean },
): Promise<Current<EarlierOrderRecord>[]> {
  const isWanted =
    "ids" in wanted
      ? inArray(earlierOrders.id, [...wanted.ids])
      : and(eq(earlierOrders.source, format), inArray(earlierOrders.number, [...wanted.keys]));
  const chosen = db.select({ id: earlierOrders.id }).from(earlierOrders).where(isWanted).orderBy(earlierOrders.id);
  const ids = (await (lock ? chosen.for("no key update") : chosen)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const [rows, items] = [
    await db.select().from(earlierOrders).where(inArray(earlierOrders.id, ids)),
    await db
      .select()
      .from(earlierOrderItems)
      .where(inArray(earlierOrderItems.orderId, ids))
      .orderBy(earlierOrderItems.orderId, asc(earlierOrderItems.position)),
  ];
  const itemsOf = new Map<string, typeof items>();
  for (const item of items) itemsOf.set(item.orderId, [...(itemsOf.get(item.orderId) ?? []), item]);
  return rows.map((row) => ({
    id: row.id,
    content: earlierOrderRecordSchema.parse({
      ...row,
      orderedAt: row.orderedAt.toISOString(),
      paidAt: isoOf(row.paidAt),
      shippedAt: isoOf(row.shippedAt),
      deliveredAt: isoOf(row.deliveredAt),
      cancelledAt: isoOf(row.cancelledAt),
      items: itemsOf.get(row.id) ?? [],
    }),
  }));
}
