import { shopCurrency } from "@shop/shared/currency";
import type { EarlierOrder, EarlierOrderState } from "@shop/shared/order/earlier-order";
import type { exportEarlierOrders } from "../../../domain/order/earlier-orders.ts";
import type { ExportedOrderWithItems } from "../../../domain/order/export.ts";
import type { Exported } from "../send-csv.ts";
import { orderNumberOf } from "./cells.ts";

type MovedItem = {
  name: string;
  sku: string;
  qty: number;
  totalCents: number;
  /** The price before a reduction of one unit; null for none. */
  regularPriceCents: number | null;
  /** Its part of the order's tax, the rates in percent, and the tracking numbers that it was sent with. Unknown of earlier orders. */
  taxCents: number | null;
  taxRates: number[];
  trackingNumbers: string[];
};

/** An order as exports for other shops have it. Amounts are in the smallest units of its currency. */
export type MovedOrder = Pick<
  EarlierOrder,
  "number" | "customer" | "shippingAddress" | "paymentMethod" | "currency" | "itemsCents" | "discountCents"
> &
  Pick<EarlierOrder, "shippingCents" | "taxCents" | "totalCents" | "refundedCents"> & {
    id: string;
    state: EarlierOrderState;
    orderedAt: Date;
    paidAt: Date | null;
    shippedAt: Date | null;
    deliveredAt: Date | null;
    cancelledAt: Date | null;
    /** The part of the tax that delivery bears; null where that is unknown. */
    shippingTaxCents: number | null;
    items: MovedItem[];
  };

/** The orders of this shop, and after them those of the shop that was before it. */
export async function* movedOrders(
  own: AsyncIterable<ExportedOrderWithItems[]>,
  earlier: AsyncIterable<EarlierOrder[]>,
): AsyncGenerator<MovedOrder[]> {
  for await (const batch of own) yield batch.map(fromOrder);
  for await (const batch of earlier) yield batch.map(fromEarlier);
}

function fromOrder(order: ExportedOrderWithItems): MovedOrder {
  const { address, city, postalCode, country, createdAt: orderedAt } = order;
  return {
    id: order.id,
    number: orderNumberOf(order.id),
    customer: { name: order.customerName, email: order.customerEmail },
    shippingAddress: { address, city, postalCode, country },
    paymentMethod: order.paymentMethod,
    currency: shopCurrency(),
    itemsCents: order.itemsCents,
    discountCents: order.discountCents,
    shippingCents: order.shippingCents,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    refundedCents: order.refundedCents,
    state: stateOf(order),
    orderedAt,
    paidAt: order.paidAt,
    shippedAt: order.shippedAt,
    deliveredAt: order.deliveredAt,
    cancelledAt: order.cancelledAt,
    shippingTaxCents: order.shippingTaxCents,
    items: order.items.map(({ name, sku, qty, priceCents, regularPriceCents, product, tax }) => ({
      name,
      sku,
      qty,
      totalCents: priceCents * qty,
      regularPriceCents,
      taxCents: tax.cents,
      taxRates: tax.rates.map(({ rate }) => rate / 1_000),
      trackingNumbers: order.parcels
        .filter((parcel) => mayHave(parcel, product))
        .map((parcel) => parcel.trackingNumber),
    })),
  };
}

/** Parcels of which it was not entered what is in them may have everything. */
function mayHave({ items }: Pick<ExportedOrderWithItems["parcels"][number], "items">, productId: string): boolean {
  return items.length === 0 || items.some(({ product }) => product === productId);
}

function stateOf(order: ExportedOrderWithItems): EarlierOrderState {
  const { paidAt, shippedAt, deliveredAt, isRefunded, cancelledAt } = order;
  if (isRefunded) return "refunded";
  if (cancelledAt !== null) return "cancelled";
  if (deliveredAt !== null) return "delivered";
  if (shippedAt !== null) return "shipped";
  return paidAt === null ? "unpaid" : "paid";
}

const timeOf = (iso: string | null) => (iso === null ? null : new Date(iso));

function fromEarlier({ _id: id, items, ...order }: Exported<typeof exportEarlierOrders>): MovedOrder {
  return {
    ...order,
    id,
    orderedAt: new Date(order.orderedAt),
    paidAt: timeOf(order.paidAt),
    shippedAt: timeOf(order.shippedAt),
    deliveredAt: timeOf(order.deliveredAt),
    cancelledAt: timeOf(order.cancelledAt),
    shippingTaxCents: null,
    items: items.map(({ name, sku, qty, totalCents }) => ({
      name,
      sku,
      qty,
      totalCents,
      regularPriceCents: null,
      taxCents: null,
      taxRates: [],
      trackingNumbers: [],
    })),
  };
}
