import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

export type PurchaseProbe = {
  /** Where customers reach the shop. */
  origin: string;
  /** An account that is for this alone. */
  email: string;
  password: string;
  /** Where orders may be sent to, as the shop's checkout takes it. */
  country: string;
  postalCode: string;
  paymentMethod: string;
  /** The payment simulator. Without it the probe ends before the payment. */
  simulator?: string | undefined;
};

/** What was bought. Times in milliseconds. */
export type Purchase = { order: string; product: string; isPaid: boolean; ms: number };

/** A step of a customer that did not succeed; the message has nothing of the account. */
export class ProbeFailed extends Error {
  override readonly name = "ProbeFailed";
}

/** By this address the probe knows its own orders, and people who pack know what not to send. */
export const probeAddress = "Purchase probe, do not send";
const reason = "This order was placed by the purchase probe.";
/** The time-out of each request, and the pause before a cancellation is asked for again, in milliseconds. */
const timeoutMs = 15_000;
const pauseMs = 1_000;
const cancelTries = 5;

const idSchema = z.looseObject({ _id: z.string() });
const productsSchema = z.looseObject({
  products: z.array(
    z.looseObject({ _id: z.string(), price: z.number(), countInStock: z.number(), isGiftCard: z.boolean().optional() }),
  ),
});
const orderSchema = z.looseObject({
  _id: z.string(),
  isPaid: z.boolean(),
  isProcessed: z.boolean(),
  cancellation: z.unknown(),
  shippingAddress: z.looseObject({ address: z.string() }),
});
const startedSchema = z.looseObject({
  result: z.looseObject({ data: z.looseObject({ id: z.string().regex(/^[\w-]{1,64}$/) }) }),
});

type Ask = (
  step: string,
  path: string,
  request?: { method?: string; body?: unknown; key?: string },
) => Promise<unknown>;

/**
 * Buys the cheapest product as a customer does, pays where there is a simulator, and cancels the order: its stock is back,
 * what was paid is refunded, and reports of sales leave it out. Throws ProbeFailed; an order that was placed is cancelled
 * then too, or by the next probe.
 */
export async function probePurchase(probe: PurchaseProbe): Promise<Purchase> {
  const since = performance.now();
  const ask = await signIn(probe);
  await cancelLeftOvers(ask);
  const product = await findCheapest(ask);
  await open(`${probe.origin}/product/${product}`, "the page of the product");
  const { country, postalCode, paymentMethod } = probe;
  const shippingAddress = { address: probeAddress, city: "Probe", postalCode, country };
  const body = { orderItems: [{ product, qty: 1 }], shippingAddress, paymentMethod };
  const placed = await ask("order", "/api/orders", { method: "POST", body, key: randomUUID() });
  const { _id: order } = idSchema.parse(placed);
  const isPaid = await payBy(probe.simulator, ask, order).catch(async (error: unknown) => {
    // The first failure is the one to know.
    await cancel(ask, order).catch(() => undefined);
    throw error;
  });
  await cancel(ask, order);
  return { order, product, isPaid, ms: Math.round(performance.now() - since) };
}

/** Returns how the account asks the shop. */
async function signIn({ origin, email, password }: PurchaseProbe): Promise<Ask> {
  const answer = await open(`${origin}/api/users/auth`, "sign in", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0] ?? "")
    .join("; ");
  return async (step, path, { method = "GET", body, key } = {}) => {
    const response = await open(origin + path, step, {
      method,
      headers: {
        cookie,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
}

async function findCheapest(ask: Ask): Promise<string> {
  const { products } = productsSchema.parse(await ask("list products", "/api/products?sort=price-up&inStock=true"));
  const found = products.find(({ price, countInStock, isGiftCard }) => price > 0 && countInStock > 0 && !isGiftCard);
  if (found === undefined) throw new ProbeFailed("list products: none of the first page can be bought");
  return found._id;
}

/** Returns whether the order was paid: not without a simulator. */
async function payBy(simulator: string | undefined, ask: Ask, order: string): Promise<boolean> {
  if (simulator === undefined) return false;
  const started = await ask("begin to pay", "/trpc/order.startPayment", { method: "POST", body: { id: order } });
  const { id } = startedSchema.parse(started).result.data;
  await open(`${simulator}/checkoutnow/${id}/approve`, "approve in the simulator", { method: "POST" });
  const paid = await ask("pay", `/api/orders/${order}/pay`, { method: "PUT", body: { id } });
  if (!orderSchema.parse(paid).isPaid) throw new ProbeFailed("pay: the order is not paid");
  return true;
}

/** Cancels what an interrupted probe has left, and nothing that the account has ordered otherwise. */
async function cancelLeftOvers(ask: Ask): Promise<void> {
  const orders = z.array(orderSchema).parse(await ask("list orders", "/api/orders/mine?limit=20"));
  const left = orders.filter(
    ({ cancellation, isProcessed, shippingAddress }) =>
      cancellation == null && !isProcessed && shippingAddress.address === probeAddress,
  );
  for (const { _id } of left) await cancel(ask, _id);
}

/** A payment whose outcome is not known yet refuses it for a moment. */
async function cancel(ask: Ask, order: string, triesLeft = cancelTries): Promise<void> {
  try {
    await ask("cancel", `/api/orders/mine/${order}/cancel`, { method: "PUT", body: { reason } });
  } catch (error) {
    if (triesLeft <= 1) throw error;
    await delay(pauseMs);
    await cancel(ask, order, triesLeft - 1);
  }
}

async function open(url: string, step: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    throw new ProbeFailed(`${step}: no answer`);
  }
  if (response.ok) return response;
  const requestId = response.headers.get("x-request-id") ?? "none";
  throw new ProbeFailed(`${step}: status ${response.status}, request ${requestId}`);
}
