import { type ErrorBody, errorBodySchema } from "@shop/shared/errors";
import { cancellationSchema } from "@shop/shared/order/cancellation";
import { matterSchema } from "@shop/shared/order/matter";
import { moreAddressFields } from "@shop/shared/order/order";
import { parcelSchema } from "@shop/shared/order/parcel";
import { paymentStatuses } from "@shop/shared/order/payment";
import { refundSchema } from "@shop/shared/order/refund";
import { paymentMethods } from "@shop/shared/shop";
import type pg from "pg";
import { z } from "zod";
import type { Customer } from "./customers.ts";
import { fromTrpc, type Transport } from "./test-client.ts";

const timestamp = z.iso.datetime();

/** An order as its owner gets it: these fields and no others. */
export const orderSchema = z.strictObject({
  _id: z.uuid(),
  user: z.strictObject({ name: z.string(), email: z.string() }),
  orderItems: z
    .array(
      z.strictObject({
        name: z.string(),
        qty: z.number(),
        image: z.string(),
        price: z.number(),
        discount: z.number().exactOptional(),
        product: z.uuid(),
        isGiftCard: z.literal(true).exactOptional(),
        regularPrice: z.number().exactOptional(),
        lowestPrice: z.number().exactOptional(),
      }),
    )
    .min(1),
  shippingAddress: z.strictObject({
    address: z.string(),
    city: z.string(),
    postalCode: z.string(),
    country: z.string(),
    ...moreAddressFields,
  }),
  paymentMethod: z.enum(paymentMethods),
  itemsPrice: z.number(),
  discountPrice: z.number(),
  discounts: z.array(z.strictObject({ code: z.string().nullable(), name: z.string(), amount: z.number() })),
  shippingPrice: z.number(),
  taxPrice: z.number(),
  totalPrice: z.number(),
  // Of orders by other terms of sale than the specified ones.
  taxIncluded: z.literal(true).exactOptional(),
  taxes: z
    .array(z.strictObject({ name: z.string(), rate: z.number(), net: z.number(), tax: z.number() }))
    .exactOptional(),
  delivery: z.looseObject({ name: z.string() }).exactOptional(),
  paymentResult: z.strictObject({ id: z.string(), status: z.enum(paymentStatuses) }).nullable(),
  isPaid: z.boolean(),
  paidAt: timestamp.nullable(),
  isConfirmed: z.boolean(),
  confirmedAt: timestamp.nullable(),
  isProcessed: z.boolean(),
  processedAt: timestamp.nullable(),
  isShipped: z.boolean(),
  shippedAt: timestamp.nullable(),
  isDelivered: z.boolean(),
  deliveredAt: timestamp.nullable(),
  isPartlyShipped: z.boolean(),
  createdAt: timestamp,
  arrival: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  parcels: z.array(z.strictObject(parcelSchema.shape)),
  matters: z.array(z.strictObject(matterSchema.shape)),
  refunds: z.array(z.strictObject(refundSchema.shape)),
  capturedPrice: z.number(),
  refundedPrice: z.number(),
  isRefunded: z.boolean(),
  isRestocked: z.boolean(),
  isWithdrawn: z.boolean(),
  cancellation: cancellationSchema.nullable(),
  exchange: z.strictObject({ of: z.uuid(), credit: z.number() }).exactOptional(),
  exchangedFor: z.array(z.uuid()).exactOptional(),
  credits: z.array(z.strictObject({ giftCard: z.string().nullable(), amount: z.number() })).exactOptional(),
});
export type SeenOrder = z.infer<typeof orderSchema>;

export const address = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

/** A body that orders lines, with whatever else is asked for. */
export function orderOf(orderItems: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { orderItems, shippingAddress: address, paymentMethod: "PayPal", ...more };
}

/** What became of an attempt to order. Times in milliseconds. */
export type Attempt = {
  /** 0 when no answer came. */
  status: number;
  order: SeenOrder | undefined;
  refusal: ErrorBody | undefined;
  isReplay: boolean;
  retryAfter: string | null;
  ms: number;
};

const timeoutMs = 60_000;

/** Sends an order over either transport. An answer that is neither an order nor a refusal throws. */
export async function sendOrder(
  origin: string,
  customer: { cookie: string },
  body: Record<string, unknown>,
  { transport = "REST", key }: { transport?: Transport; key?: string } = {},
): Promise<Attempt> {
  const isRest = transport === "REST";
  const keyHeader = isRest && key !== undefined ? { "idempotency-key": key } : {};
  const keyField = !isRest && key !== undefined ? { idempotencyKey: key } : {};
  const started = performance.now();
  const response = await fetch(`${origin}${isRest ? "/api/orders" : "/trpc/order.place"}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: customer.cookie, ...keyHeader },
    body: JSON.stringify({ ...body, ...keyField }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer: unknown = await response.json();
  const ms = performance.now() - started;
  const content = isRest ? answer : fromTrpc(answer);
  const isPlaced = response.status === (isRest ? 201 : 200);
  return {
    status: response.status,
    order: isPlaced ? orderSchema.parse(content) : undefined,
    refusal: isPlaced ? undefined : errorBodySchema.parse(content),
    isReplay: response.headers.get("idempotency-replayed") === "true",
    retryAfter: response.headers.get("retry-after"),
    ms,
  };
}

/** Places an order that must succeed. */
export async function placedOrder(
  origin: string,
  customer: Customer,
  body: Record<string, unknown>,
  options: { transport?: Transport; key?: string } = {},
): Promise<SeenOrder> {
  const { order, refusal, status } = await sendOrder(origin, customer, body, options);
  if (order === undefined) throw new Error(`not placed: ${status} ${JSON.stringify(refusal)}`);
  return order;
}

/** How many attempts ended in each way: `placed`, or the code of the refusal. */
export function outcomes(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { order, refusal, status } of attempts) {
    const outcome = order !== undefined ? "placed" : (refusal?.code ?? `status ${status}`);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const stockSchema = z.array(z.object({ count_in_stock: z.number() })).length(1);
const countSchema = z.array(z.object({ total: z.number() })).length(1);

/** Units of a product that nobody has ordered. */
export async function stockOf(pool: pg.Pool, productId: string): Promise<number> {
  const { rows } = await pool.query("select count_in_stock from products where id = $1", [productId]);
  return stockSchema.parse(rows)[0]?.count_in_stock ?? Number.NaN;
}

/** Orders that hold a line of a product. */
export async function ordersOf(pool: pg.Pool, productId: string): Promise<number> {
  const { rows } = await pool.query(
    "select count(distinct order_id)::int as total from order_items where product_id = $1",
    [productId],
  );
  return countSchema.parse(rows)[0]?.total ?? Number.NaN;
}

/** Orders that a person has placed. */
export async function ordersBy(pool: pg.Pool, customer: { id: string }): Promise<number> {
  const { rows } = await pool.query("select count(*)::int as total from orders where user_id = $1", [customer.id]);
  return countSchema.parse(rows)[0]?.total ?? Number.NaN;
}
