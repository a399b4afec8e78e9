import { and, asc, gte, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { ownEmail, users } from "../../db/schema/accounts.ts";
import { customerTags } from "../../db/schema/customer-service.ts";
import { orderDiscounts, type StoredDiscount } from "../../db/schema/discounts.ts";
import { earlierOrders } from "../../db/schema/earlier-orders.ts";
import { orderExchanges } from "../../db/schema/order-exchanges.ts";
import { orderEvents, orderItems, orders } from "../../db/schema/orders.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { type BatchRange, inBatches } from "../base/batches.ts";
import { isCancelledSql } from "../order/cancelled.ts";

/** The orders of one statement. */
const ordersPerBatch = 200;

type Item = {
  productId: string;
  name: string;
  qty: number;
  priceCents: number;
  discountCents: number;
  taxClass: string;
  grams: number;
  /** What one unit costs the shop today; null if nobody knows. */
  costCents: number | null;
};

export type PastOrder = Awaited<ReturnType<typeof readBatch>>[number];

/** Which orders are read: those since a time that were not cancelled and are paid or held. */
type Wanted = { since: Date; where?: SQL | undefined; asksForCustomer?: boolean };

/** Orders of the past, the oldest first, with all that they are priced anew from. */
export function readPastOrders(db: Db, wanted: Wanted, limit: number): AsyncGenerator<PastOrder[]> {
  return inBatches(
    (range) => readBatch(db, wanted, range),
    ({ id }) => id,
    { limit, atOnce: ordersPerBatch },
  );
}

/** When the first of the newest orders was placed, as many as there may be. */
export async function sinceOfNewest(db: Db, since: Date, ordersMax: number): Promise<Date> {
  const [first] = await db
    .select({ createdAt: orders.createdAt })
    .from(orders)
    .where(gte(orders.createdAt, since))
    .orderBy(sql`${orders.createdAt} desc nulls first, ${orders.id} desc nulls first`)
    .offset(ordersMax)
    .limit(1);
  return first?.createdAt ?? since;
}

function readBatch(db: Db, { since, where, asksForCustomer = false }: Wanted, { after, limit }: BatchRange) {
  const last = sql`(select o.created_at, o.id from ${orders} o where o.id = ${after ?? null}::uuid)`;
  return db
    .select({
      id: orders.id,
      createdAt: orders.createdAt,
      itemsCents: orders.itemsCents,
      discountCents: orders.discountCents,
      shippingCents: orders.shippingCents,
      taxCents: orders.taxCents,
      totalCents: orders.totalCents,
      termsVersion: orders.termsVersion,
      taxIncluded: orders.taxIncluded,
      countryCode: orders.countryCode,
      region: orders.region,
      postalCode: orders.postalCode,
      delivery: orders.delivery,
      taxNumber: orders.taxNumber,
      paymentMethod: orders.paymentMethod,
      items: sql<Item[]>`(
        select json_agg(json_build_object('productId', i.product_id, 'name', i.name, 'qty', i.qty, 'priceCents', i.price_cents,
          'discountCents', i.discount_cents, 'taxClass', i.tax_class, 'grams', i.grams, 'costCents', t.cost_cents)
          order by i.position)
        from ${orderItems} i left join ${productTrade} t on t.product_id = i.product_id where i.order_id = ${orders}.id
      )`,
      discounts: sql<Pick<StoredDiscount, "ruleId" | "ruleVersion" | "code" | "name" | "lines">[]>`(
        select coalesce(json_agg(json_build_object('ruleId', d.rule_id, 'ruleVersion', d.rule_version, 'code', d.code,
          'name', d.name, 'lines', d.lines)), '[]')
        from ${orderDiscounts} d where d.order_id = ${orders}.id
      )`,
      /** Orders that the shop entered or sent in exchange have no discounts. */
      isOfShop: sql<boolean>`exists (select from ${orderExchanges} x where x.order_id = ${orders}.id) or exists (
        select from ${orderEvents} e
        where e.order_id = ${orders}.id and e.act = 'placed' and e.user_id <> ${orders}.user_id
      )`,
      /** The same for an account and for guests with its e-mail. */
      customer: customerKey,
      tags: asksForCustomer ? tags : sql<string[]>`array[]::text[]`,
      isFirstOrder: asksForCustomer ? isFirstOrder : sql<boolean>`true`,
    })
    .from(orders)
    .where(
      and(
        gte(orders.createdAt, since),
        or(sql`${orders.paidAt} is not null`, orders.isStockHeld),
        sql`not ${isCancelledSql}`,
        after === undefined ? undefined : sql`(${orders.createdAt}, ${orders.id}) > ${last}`,
        where,
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit);
}

const customerKey = sql<string>`(
  select coalesce(${ownEmail}, ${users.id}::text) from ${users} where ${users.id} = ${orders}.user_id
)`;
const tags = sql<string[]>`array(select t.tag from ${customerTags} t where t.user_id = ${orders}.user_id)`;

/** The accounts and guests with the e-mail of an order's customer. */
const sameCustomer = sql`(
  select other.id from ${users} u join ${users} other
    on other.id = u.id or other.email = coalesce(u.email, u.guest_email) or other.guest_email = coalesce(u.email, u.guest_email)
  where u.id = ${orders}.user_id
)`;
const isFirstOrder = sql<boolean>`not exists (
    select from ${orders} o where o.user_id in ${sameCustomer} and (o.paid_at is not null or o.is_stock_held)
      and (o.created_at, o.id) < (${orders}.created_at, ${orders}.id)
  ) and not exists (select from ${earlierOrders} e where e.user_id in ${sameCustomer})`;
