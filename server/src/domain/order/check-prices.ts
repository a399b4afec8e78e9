import { toWire } from "@shop/shared/money";
import type { PriceParts } from "@shop/shared/pricing";
import { priceLinesByTerms } from "@shop/shared/terms-of-sale/price-by-terms";
import { regionCodeOf } from "@shop/shared/terms-of-sale/regions";
import { isReverseCharged } from "@shop/shared/terms-of-sale/reverse-charge";
import { termsFor } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { asc, gt, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderDiscounts, type StoredDiscount } from "../../db/schema/discounts.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { giveWay } from "../base/batches.ts";
import { runWhenDue } from "../base/job-runs.ts";
import { discountAgain } from "../discount/discount-order.ts";
import type { DiscountReader } from "../discount/discount-reader.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";
import { openMatter } from "./matters.ts";

/** The orders of one statement. */
const ordersPerBatch = 200;
const everyMs = 86_400_000;

type CheckDeps = { db: Db; terms: TermsReader; discounts: DiscountReader };

/**
 * Once a day on one of the instances, computes the amounts of every order anew from the terms of sale and the discounts that
 * it names. A difference opens a matter. Returns how many orders were checked, or nothing if it was not time.
 */
export function checkPricesDaily(deps: CheckDeps, isStopping: () => boolean): Promise<number | undefined> {
  return runWhenDue(deps.db, { job: "order prices", everyMs, isStopping }, () => checkPrices(deps, isStopping));
}

/** The same at once. */
export async function checkPrices(deps: CheckDeps, isStopping: () => boolean = () => false): Promise<number> {
  let checked = 0;
  let after: string | undefined;
  while (!isStopping()) {
    const batch = await readBatch(deps.db, after);
    for (const order of batch) await checkOrder(deps, order);
    checked += batch.length;
    after = batch.at(-1)?.id;
    if (batch.length < ordersPerBatch) break;
    await giveWay();
  }
  return checked;
}

type Item = { priceCents: number; discountCents: number; qty: number; taxClass: string; grams: number };
type Discount = Pick<StoredDiscount, "ruleId" | "ruleVersion" | "lines">;
type Row = Awaited<ReturnType<typeof readBatch>>[number];

function readBatch(db: Db, after: string | undefined) {
  return db
    .select({
      id: orders.id,
      itemsCents: orders.itemsCents,
      discountCents: orders.discountCents,
      shippingCents: orders.shippingCents,
      taxCents: orders.taxCents,
      totalCents: orders.totalCents,
      termsVersion: orders.termsVersion,
      countryCode: orders.countryCode,
      region: orders.region,
      postalCode: orders.postalCode,
      delivery: orders.delivery,
      taxNumber: orders.taxNumber,
      paymentMethod: orders.paymentMethod,
      createdAt: orders.createdAt,
      items: sql<Item[] | null>`(
        select json_agg(json_build_object('priceCents', i.price_cents, 'discountCents', i.discount_cents, 'qty', i.qty, 'taxClass', i.tax_class,
          'grams', i.grams) order by i.position)
        from ${orderItems} i where i.order_id = ${orders}.id
      )`,
      discounts: sql<Discount[] | null>`(
        select json_agg(json_build_object('ruleId', d.rule_id, 'ruleVersion', d.rule_version, 'lines', d.lines))
        from ${orderDiscounts} d where d.order_id = ${orders}.id
      )`,
    })
    .from(orders)
    .where(after === undefined ? undefined : gt(orders.id, after))
    .orderBy(asc(orders.id))
    .limit(ordersPerBatch);
}

async function checkOrder(deps: CheckDeps, order: Row): Promise<void> {
  const { db } = deps;
  const computed = await amountsOf(deps, order);
  const differing = (["itemsCents", "discountCents", "shippingCents", "taxCents", "totalCents"] as const).filter(
    (part) => computed[part] !== order[part],
  );
  if (differing.length === 0) return;
  const detail = differing.map(
    (part) => `${part.replace("Cents", "")}: ${toWire(order[part])}, not ${toWire(computed[part])}`,
  );
  await openMatter(db, {
    orderId: order.id,
    kind: "price differs",
    reference: `terms ${order.termsVersion}`,
    amountCents: order.totalCents,
    detail: detail.join("; "),
  });
}

/**
 * The amounts of an order by the terms of sale and the discounts that it names. Times are those of the transaction that
 * placed it.
 */
async function amountsOf({ db, terms, discounts }: CheckDeps, order: Row): Promise<PriceParts> {
  const { terms: of } = await terms.ofVersion(db, order.termsVersion);
  const { countryCode: country, region, postalCode, delivery, taxNumber, paymentMethod } = order;
  const destination = { country, region: regionCodeOf(country, region), postalCode };
  const choices = { destination, deliveryMethod: delivery?.id ?? null, at: order.createdAt.getTime() };
  const reversal = isReverseCharged({ destination, taxNumber }, of);
  const sold = { ...choices, isReverseCharged: reversal, isPaidOnDelivery: paymentMethod === "On Delivery" };
  const items = order.items ?? [];
  const charged = termsFor(delivery, of);
  const plain = priceLinesByTerms(items, sold, charged);
  const named = order.discounts ?? [];
  if (named.length === 0) return plain.parts;
  const rules = await discounts.ofVersions(
    db,
    named.map(({ ruleId, ruleVersion }) => ({ id: ruleId, version: ruleVersion })),
  );
  const again = discountAgain(named, rules, { lines: items, deliveryCents: plain.deliveryCents });
  return priceLinesByTerms(items, { ...sold, discounts: again }, charged).parts;
}
