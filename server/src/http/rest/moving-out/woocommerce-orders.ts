import { type EarlierOrderState, plainAmount } from "@shop/shared/order/earlier-order";
import { orderLinesMax } from "@shop/shared/shop";
import { countryCode } from "@shop/shared/terms-of-sale/countries";
import type { CsvColumns } from "../send-csv.ts";
import { nameParts, wordPressTime } from "./cells.ts";
import type { MovedOrder } from "./moved-order.ts";

type Column = [heading: string, cell: (order: MovedOrder) => string];

/** Bars part the fields of a line item, colons their names. */
const fieldText = (text: string) => text.replaceAll("|", "/");

const lineItems = Array.from(
  { length: orderLinesMax },
  (_, place): Column => [
    `line_item_${place + 1}`,
    ({ items, currency }) => {
      const item = items[place];
      if (item === undefined) return "";
      const total = plainAmount(item.totalCents, currency);
      return [
        `name:${fieldText(item.name)}`,
        `sku:${fieldText(item.sku)}`,
        `quantity:${item.qty}`,
        `total:${total}`,
        `sub_total:${total}`,
      ].join("|");
    },
  ],
);

const addressOf = (kind: string): Column[] => [
  [`${kind}_first_name`, ({ customer }) => nameParts(customer.name).first],
  [`${kind}_last_name`, ({ customer }) => nameParts(customer.name).last],
  [`${kind}_address_1`, ({ shippingAddress }) => shippingAddress.address],
  [`${kind}_postcode`, ({ shippingAddress }) => shippingAddress.postalCode],
  [`${kind}_city`, ({ shippingAddress }) => shippingAddress.city],
  [`${kind}_country`, ({ shippingAddress }) => countryCode(shippingAddress.country)],
];

const amountOf = (
  key: "shippingCents" | "taxCents" | "discountCents" | "itemsCents" | "totalCents" | "refundedCents",
) => {
  return (order: MovedOrder) => plainAmount(order[key], order.currency);
};

/** Orders as the importers of WooCommerce read them: a row for each, with a column for each line item. */
export const wooCommerceOrderColumns: CsvColumns<MovedOrder> = Object.fromEntries<Column[1]>([
  ["order_number", ({ number }) => number],
  ["order_date", ({ orderedAt }) => wordPressTime(orderedAt)],
  ["paid_date", ({ paidAt }) => wordPressTime(paidAt)],
  ["status", ({ state }) => statuses[state]],
  ["shipping_total", amountOf("shippingCents")],
  ["tax_total", amountOf("taxCents")],
  ["discount_total", amountOf("discountCents")],
  ["order_subtotal", amountOf("itemsCents")],
  ["order_total", amountOf("totalCents")],
  ["order_currency", ({ currency }) => currency],
  ["payment_method", () => "paypal"],
  ["payment_method_title", ({ paymentMethod }) => paymentMethod],
  ["customer_email", ({ customer }) => customer.email],
  ["billing_email", ({ customer }) => customer.email],
  ...addressOf("billing"),
  ...addressOf("shipping"),
  ["shipping_items", (order) => `method:Shipping|total:${amountOf("shippingCents")(order)}`],
  ["tax_items", (order) => (order.taxCents === 0 ? "" : `label:Tax|total:${amountOf("taxCents")(order)}`)],
  ["refund_items", (order) => (order.refundedCents === 0 ? "" : `amount:${amountOf("refundedCents")(order)}`)],
  ...lineItems,
]);

const statuses: Record<EarlierOrderState, string> = {
  unpaid: "pending",
  paid: "processing",
  shipped: "completed",
  delivered: "completed",
  cancelled: "cancelled",
  refunded: "refunded",
};
