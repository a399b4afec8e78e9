import { fromWire } from "@shop/shared/money";
import { orderEndingOf } from "@shop/shared/order/bank-transfer";
import { type SQL, sql } from "drizzle-orm";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { parcels } from "../../db/schema/parcels.ts";
import { payments, refunds } from "../../db/schema/payments.ts";
import { products } from "../../db/schema/products.ts";
import { holds } from "../../db/text.ts";

/** The ending of an order id, which the admin screens show as its number. */
const idEnding = /^[0-9a-f-]{5,36}$/;
/** The beginning of a tracking number. Shorter texts would find too many. */
const numberBeginning = /^[A-Z0-9][A-Z0-9-]{4,39}$/;
/** An id of the payment provider: of an order, a capture or a refund. */
const providerId = /^[\w-]{6,64}$/;
const amount = /^\$?\s?(?:\d{1,8}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;
/** Trigram indexes do not serve shorter words. */
const wordLength = 3;

/** A text as a LIKE pattern for what begins with it. */
const beginning = (text: string) => `${text.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * The condition of a search: words of customer and e-mail or of a product, in any order and with or without accents; end
 * of the number, tracking number, the payment provider's id, or total. `undefined` without words. A union of ids instead of alternatives, so that each way uses its own index.
 */
export function matchesSearch(search: string): SQL | undefined {
  if (search === "") return undefined;
  const ways = [byCustomer, byNumber, byProduct, byParcel, byProviderId, byTotal].flatMap((way) => way(search) ?? []);
  return sql`${orders}.id in (${sql.join(ways, sql` union all `)})`;
}

function byCustomer(search: string): SQL {
  // Must equal the expression of the trigram index over these texts.
  const customer = sql`(o.buyer_name || ' ' || o.buyer_email)`;
  return sql`select o.id from ${orders} o where ${holds(customer, search)}`;
}

/** By what screens show of its id, and by the reference of a bank transfer, which stands for the same. */
function byNumber(search: string): SQL | undefined {
  const ending = orderEndingOf(search) ?? search.replace(/^#/, "").toLowerCase();
  if (!idEnding.test(ending)) return undefined;
  return sql`select o.id from ${orders} o where reverse(o.id::text) like ${beginning([...ending].reverse().join(""))}`;
}

/** By the name that a product had when it was ordered, which is on the invoice, and by the one that it has now. */
function byProduct(search: string): SQL | undefined {
  if (search.length < wordLength) return undefined;
  return sql`
    select i.order_id from ${orderItems} i where ${holds(sql`i.name`, search)}
    union all select i.order_id from ${orderItems} i
    where i.product_id in (select p.id from ${products} p where ${holds(sql`p.name`, search)})`;
}

function byParcel(search: string): SQL | undefined {
  const number = search.replace(/\s+/g, "").toUpperCase();
  if (!numberBeginning.test(number)) return undefined;
  return sql`select b.order_id from ${parcels} b where b.tracking_number like ${beginning(number)}`;
}

function byProviderId(search: string): SQL | undefined {
  if (!providerId.test(search)) return undefined;
  // Their letters are capitals, which not everybody types.
  const ids = sql`(${search}, ${search.toUpperCase()})`;
  return sql`
    select p.order_id from ${payments} p where p.provider_order_id in ${ids}
    union all select p.order_id from ${payments} p where p.capture_id in ${ids}
    union all select r.order_id from ${refunds} r where r.provider_refund_id in ${ids}`;
}

function byTotal(search: string): SQL | undefined {
  if (!amount.test(search)) return undefined;
  const cents = fromWire(Number(search.replace(/[$,\s]/g, "")));
  return cents === null ? undefined : sql`select o.id from ${orders} o where o.total_cents = ${cents}`;
}
