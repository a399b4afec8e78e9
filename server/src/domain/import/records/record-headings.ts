import type { ImportFormat, ImportKind, ImportMapping } from "@shop/shared/catalog/import";
import { type CustomerField, customerFields, type OrderField, orderFields } from "@shop/shared/catalog/import-records";
import { findFormat, findMapping, inLowerCase, mapHeadings } from "../formats.ts";

/** The exports that customers and orders come from. */
type RecordFormat = Extract<ImportFormat, "own" | "shopify" | "woocommerce" | "other">;

type Headings<Field extends string> = Partial<Record<Field, readonly string[]>>;

/** The headings of customers in lower case, the newest name first. */
const customerHeadings: Record<RecordFormat, Headings<CustomerField>> = {
  own: {
    email: ["email"],
    customerName: ["name"],
    address: ["address"],
    city: ["city"],
    postalCode: ["postal code"],
    country: ["country"],
    marketing: ["marketing"],
    since: ["since"],
  },
  shopify: {
    email: ["email"],
    firstName: ["first name"],
    lastName: ["last name"],
    company: ["default address company", "company"],
    address: ["default address address1", "address1"],
    address2: ["default address address2", "address2"],
    city: ["default address city", "city"],
    region: ["default address province code", "province code", "province"],
    postalCode: ["default address zip", "zip"],
    country: ["default address country code", "country code", "country"],
    marketing: ["accepts email marketing", "accepts marketing"],
  },
  woocommerce: {
    email: ["user_email", "email", "billing_email"],
    customerName: ["display_name", "name"],
    firstName: ["first_name", "billing_first_name"],
    lastName: ["last_name", "billing_last_name"],
    company: ["shipping_company", "billing_company"],
    address: ["shipping_address_1", "billing_address_1"],
    address2: ["shipping_address_2", "billing_address_2"],
    city: ["shipping_city", "billing_city", "city"],
    region: ["shipping_state", "billing_state", "region"],
    postalCode: ["shipping_postcode", "billing_postcode", "postal code"],
    country: ["shipping_country", "billing_country", "country / region"],
    since: ["user_registered", "date_registered", "sign up"],
  },
  other: {
    email: ["email", "e-mail", "email address", "e-mail address", "mail"],
    customerName: ["name", "full name", "customer name", "customer"],
    firstName: ["first name", "firstname", "first_name", "given name"],
    lastName: ["last name", "lastname", "last_name", "family name", "surname"],
    company: ["company"],
    address: ["address", "street", "address 1", "address1", "address line 1"],
    address2: ["address 2", "address2", "address line 2"],
    city: ["city", "town"],
    region: ["state", "province", "region"],
    postalCode: ["postal code", "postcode", "zip", "zip code"],
    country: ["country", "country code"],
    marketing: ["marketing", "accepts marketing", "newsletter", "subscribed"],
    since: ["since", "created at", "created", "registered", "customer since"],
  },
};

/** The headings of orders in lower case, the newest name first. */
const orderHeadings: Record<RecordFormat, Headings<OrderField>> = {
  own: {
    number: ["number"],
    orderedAt: ["date"],
    email: ["email"],
    customerName: ["name"],
    address: ["address"],
    city: ["city"],
    postalCode: ["postal code"],
    country: ["country"],
    paymentMethod: ["payment method"],
    currency: ["currency"],
    discount: ["discount"],
    shipping: ["shipping"],
    tax: ["tax"],
    total: ["total"],
    refunded: ["refunded"],
    orderState: ["state"],
    paidAt: ["paid"],
    shippedAt: ["shipped"],
    deliveredAt: ["delivered"],
    cancelledAt: ["cancelled"],
    itemName: ["item"],
    itemSku: ["item sku"],
    itemQuantity: ["quantity"],
    itemTotal: ["item total"],
  },
  shopify: {
    number: ["name"],
    orderedAt: ["created at"],
    email: ["email"],
    customerName: ["shipping name"],
    company: ["shipping company"],
    address: ["shipping address1", "shipping street"],
    address2: ["shipping address2"],
    city: ["shipping city"],
    region: ["shipping province"],
    postalCode: ["shipping zip"],
    country: ["shipping country"],
    paymentMethod: ["payment method"],
    currency: ["currency"],
    discount: ["discount amount"],
    shipping: ["shipping"],
    tax: ["taxes"],
    total: ["total"],
    refunded: ["refunded amount"],
    orderState: ["financial status"],
    fulfilment: ["fulfillment status"],
    paidAt: ["paid at"],
    shippedAt: ["fulfilled at"],
    cancelledAt: ["cancelled at"],
    itemName: ["lineitem name"],
    itemSku: ["lineitem sku"],
    itemQuantity: ["lineitem quantity"],
    itemPrice: ["lineitem price"],
  },
  woocommerce: {
    number: ["order_number", "order_id", "order number", "order id"],
    orderedAt: ["order_date", "order date"],
    email: ["billing_email", "customer_email", "email (billing)"],
    firstName: ["shipping_first_name", "first name (shipping)"],
    lastName: ["shipping_last_name", "last name (shipping)"],
    company: ["shipping_company", "company (shipping)"],
    address: ["shipping_address_1", "address 1&2 (shipping)"],
    address2: ["shipping_address_2"],
    city: ["shipping_city", "city (shipping)"],
    region: ["shipping_state", "state code (shipping)"],
    postalCode: ["shipping_postcode", "postcode (shipping)"],
    country: ["shipping_country", "country code (shipping)"],
    paymentMethod: ["payment_method_title", "payment method title", "payment_method"],
    currency: ["order_currency", "currency"],
    discount: ["discount_total", "cart_discount", "cart discount amount"],
    shipping: ["shipping_total", "order_shipping", "order shipping amount"],
    tax: ["tax_total", "order total tax amount"],
    total: ["order_total", "order total amount"],
    refunded: ["refunded_total", "order refund amount"],
    orderState: ["status", "order_status", "order status"],
    paidAt: ["paid_date", "paid date"],
    deliveredAt: ["completed_date", "completed date"],
    itemName: ["item name"],
    itemSku: ["sku"],
    itemQuantity: ["quantity"],
    itemPrice: ["item cost"],
    itemTotal: ["order line subtotal"],
  },
  other: {
    number: ["number", "order number", "order", "order id", "order no", "order no."],
    orderedAt: ["date", "order date", "ordered at", "created at"],
    email: ["email", "e-mail", "customer email"],
    customerName: ["name", "customer", "customer name"],
    firstName: ["first name"],
    lastName: ["last name"],
    company: ["company"],
    address: ["address", "street", "address 1"],
    address2: ["address 2"],
    city: ["city"],
    region: ["state", "province", "region"],
    postalCode: ["postal code", "postcode", "zip"],
    country: ["country"],
    paymentMethod: ["payment method", "payment"],
    currency: ["currency"],
    discount: ["discount", "discount amount"],
    shipping: ["shipping", "delivery", "shipping cost"],
    tax: ["tax", "taxes", "vat"],
    total: ["total", "order total", "grand total"],
    refunded: ["refunded", "refunded amount"],
    orderState: ["order state", "order status", "status"],
    paidAt: ["paid", "paid at"],
    shippedAt: ["shipped", "shipped at"],
    deliveredAt: ["delivered", "delivered at"],
    cancelledAt: ["cancelled", "cancelled at"],
    itemName: ["item", "item name", "product", "product name"],
    itemSku: ["item sku", "sku"],
    itemQuantity: ["quantity", "qty"],
    itemPrice: ["item price", "unit price", "price"],
    itemTotal: ["item total", "line total"],
  },
};

/** What a file with these headings is about, and whose export it is. */
export function findContent(columns: readonly string[]): { kind: ImportKind; format: ImportFormat } {
  const names = new Set(columns.map(inLowerCase));
  const has = (...wanted: string[]) => wanted.every((name) => names.has(name));
  const orders = orderFormat(has);
  if (orders !== undefined) return { kind: "orders", format: orders };
  const customers = customerFormat(has);
  if (customers !== undefined) return { kind: "customers", format: customers };
  return { kind: "products", format: findFormat(columns) };
}

type Has = (...wanted: string[]) => boolean;

function orderFormat(has: Has): RecordFormat | undefined {
  if (has("financial status") || has("lineitem name")) return "shopify";
  if (has("order_total") || has("order number", "order status")) return "woocommerce";
  if (has("number", "date", "total", "item", "item total")) return "own";
  const isNamed = has("order number") || has("order id") || has("order");
  return isNamed && has("total") ? "other" : undefined;
}

function customerFormat(has: Has): RecordFormat | undefined {
  if (has("user_email") || has("user_login") || has("email", "username", "sign up")) return "woocommerce";
  if (has("email", "first name", "accepts email marketing") || has("email", "first name", "accepts marketing"))
    return "shopify";
  if (has("email", "default address address1") || has("email", "first name", "total spent")) return "shopify";
  if (has("email", "name", "admin", "since")) return "own";
  const isPriced = has("price") || has("sku") || has("stock");
  return !isPriced && (has("email") || has("e-mail") || has("email address") || has("e-mail address"))
    ? "other"
    : undefined;
}

/** The column of each field, by what its format calls it. */
export function findMappingOf(kind: ImportKind, format: ImportFormat, columns: readonly string[]): ImportMapping {
  if (kind === "products") return findMapping(format, columns);
  const own = isRecordFormat(format) ? format : "other";
  return kind === "customers"
    ? mapHeadings(customerFields, customerHeadings[own], own, columns)
    : mapHeadings(orderFields, orderHeadings[own], own, columns);
}

/** The format that a file is read by as a kind that an admin chooses. */
export function formatOf(kind: ImportKind, columns: readonly string[]): ImportFormat {
  const found = findContent(columns);
  if (found.kind === kind) return found.format;
  return kind === "products" ? findFormat(columns) : "other";
}

function isRecordFormat(format: ImportFormat): format is RecordFormat {
  return format === "own" || format === "shopify" || format === "woocommerce" || format === "other";
}
