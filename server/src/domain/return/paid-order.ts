import { apportion } from "@shop/shared/terms-of-sale/exact";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema/orders.ts";
import { deliveryDiscount, divideTax, type TaxTerms } from "../order/line-taxes.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";
import type { PaidOrder } from "./amount-due.ts";

/** What was paid for each line of an order and for its delivery, by the terms of sale that it was priced by. */
export async function readPaidOrder(db: Db, terms: TermsReader, orderId: string): Promise<PaidOrder> {
  const [[order], items] = await Promise.all([
    db.select().from(orders).where(eq(orders.id, orderId)),
    db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(orderItems.position),
  ]);
  if (order === undefined) throw new Error("order not found");
  const { terms: of } = await terms.ofVersion(db, order.termsVersion);
  return toPaidOrder(order, items, of);
}

type PricedOrder = Parameters<typeof deliveryDiscount>[0] &
  Omit<Parameters<typeof divideTax>[0], "items"> &
  Pick<typeof orders.$inferSelect, "taxIncluded">;
type PricedItem = Pick<
  typeof orderItems.$inferSelect,
  "productId" | "qty" | "priceCents" | "discountCents" | "taxClass"
>;

/** The same of an order that was read. */
export function toPaidOrder(
  order: Omit<PricedOrder, "items">,
  items: readonly PricedItem[],
  terms: TaxTerms,
): PaidOrder {
  const taxes = divideTax({ ...order, items }, terms);
  const onTop = (cents: number) => (order.taxIncluded ? 0 : cents);
  return {
    lines: items.map(({ productId, qty, priceCents, discountCents }, n) => {
      const { cents: taxCents, rates } = taxes.items[n] ?? { cents: 0, rates: [] };
      const soldCents = priceCents * qty - discountCents;
      const netCents = soldCents - (order.taxIncluded ? taxCents : 0);
      const shares = apportion(
        taxCents,
        rates.map(({ rate }) => rate),
      );
      return {
        productId,
        qty,
        cents: soldCents + onTop(taxCents),
        taxes: rates.map(({ tax, name, rate }, place) => ({ tax, name, rate, netCents, taxCents: shares[place] ?? 0 })),
      };
    }),
    deliveryCents: order.shippingCents - deliveryDiscount({ ...order, items }) + onTop(taxes.shippingCents),
  };
}
