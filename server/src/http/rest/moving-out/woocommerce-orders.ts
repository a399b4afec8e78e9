import { toDecimalString } from "@shop/shared/money";
import { currency, orderLinesMax } from "@shop/shared/shop";
import { countryCode } from "../../../domain/base/countries.ts";
import type { ExportedOrderWithItems } from "../../../domain/order/export.ts";
import type { CsvColumns } from "../send-csv.ts";
import { nameParts, orderNumberOf, wordPressTime } from "./cells.ts";

type Column = [heading: string, cell: (order: ExportedOrderWithItems) => string];

/** Bars part the fields of a line item, colons their names. */
const fieldText = (text: string) => text.replaceAll("|", "/");

const lineItems = Array.from(
  { length: orderLinesMax },
  (_, place): Column => [
    `line_item_${place + 1}`,
    ({ items }) => {
      const item = items?.[place];
      if (item === undefined) return "";
      const total = toDecimalString(item.priceCents * item.qty);
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
  [`${kind}_first_name`, ({ customerName }) => nameParts(customerName).first],
  [`${kind}_last_name`, ({ customerName }) => nameParts(customerName).last],
  [`${kind}_address_1`, ({ address }) => address],
  [`${kind}_postcode`, ({ postalCode }) => postalCode],
  [`${kind}_city`, ({ city }) => city],
  [`${kind}_country`, ({ country }) => countryCode(country)],
];

/** Orders as the importers of WooCommerce read them: a row for each, with a column for each line item. */
export const wooCommerceOrderColumns: CsvColumns<ExportedOrderWithItems> = Object.fromEntries<Column[1]>([
  ["order_number", ({ id }) => orderNumberOf(id)],
  ["order_date", ({ createdAt }) => wordPressTime(createdAt)],
  ["paid_date", ({ paidAt }) => wordPressTime(paidAt)],
  ["status", statusOf],
  ["shipping_total", ({ shippingCents }) => toDecimalString(shippingCents)],
  ["tax_total", ({ taxCents }) => toDecimalString(taxCents)],
  ["order_subtotal", ({ itemsCents }) => toDecimalString(itemsCents)],
  ["order_total", ({ totalCents }) => toDecimalString(totalCents)],
  ["order_currency", () => currency],
  ["payment_method", () => "paypal"],
  ["payment_method_title", ({ paymentMethod }) => paymentMethod],
  ["customer_email", ({ customerEmail }) => customerEmail],
  ["billing_email", ({ customerEmail }) => customerEmail],
  ...addressOf("billing"),
  ...addressOf("shipping"),
  ["shipping_items", ({ shippingCents }) => `method:Shipping|total:${toDecimalString(shippingCents)}`],
  ["tax_items", ({ taxCents }) => (taxCents === 0 ? "" : `label:Tax|total:${toDecimalString(taxCents)}`)],
  ["refund_items", ({ refundedCents }) => (refundedCents === 0 ? "" : `amount:${toDecimalString(refundedCents)}`)],
  ...lineItems,
]);

function statusOf({ paidAt, shippedAt, isRefunded }: ExportedOrderWithItems): string {
  if (isRefunded) return "refunded";
  if (paidAt === null) return "pending";
  return shippedAt === null ? "processing" : "completed";
}
