import type { Decision } from "@shop/paypal-simulator/bank";
import { type ErrorBody, errorBodySchema } from "@shop/shared/errors";
import type { OnlineProvider } from "@shop/shared/order/online-providers";
import type { PaymentMethod } from "@shop/shared/shop";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { expect, vi } from "vitest";
import { z } from "zod";
import { payments, refunds } from "../../src/db/schema/payments.ts";
import type { PaymentDeps } from "../../src/domain/payment/deps.ts";
import { reconcilePayments } from "../../src/domain/payment/reconcile.ts";
import { type Customer, insertCustomer } from "./customers.ts";
import { makeProduct } from "./factories.ts";
import { orderOf, orderSchema, placedOrder, type SeenOrder } from "./ordering.ts";
import type { TestShop } from "./shop.ts";
import { fromTrpc, type Transport } from "./test-client.ts";

const timeoutMs = 30_000;

/** What became of an attempt to pay, or to begin to. Times in milliseconds. */
export type PayAttempt<Content> = {
  status: number;
  content: Content | undefined;
  refusal: ErrorBody | undefined;
  /** The status, and the code of a refusal. */
  outcome: string;
  retryAfter: string | null;
  ms: number;
};

async function send<Content>(
  schema: z.ZodType<Content>,
  {
    url,
    method,
    body,
    cookie,
    isRest,
  }: { url: string; method: string; body: unknown; cookie: string; isRest: boolean },
): Promise<PayAttempt<Content>> {
  const started = performance.now();
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...(cookie === "" ? {} : { cookie }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer: unknown = await response.json();
  const ms = performance.now() - started;
  const said = isRest ? answer : fromTrpc(answer);
  const isDone = response.status === 200;
  const refusal = isDone ? undefined : errorBodySchema.parse(said);
  return {
    status: response.status,
    content: isDone ? schema.parse(said) : undefined,
    refusal,
    outcome: refusal === undefined ? "200" : `${response.status} ${refusal.code}`,
    retryAfter: response.headers.get("retry-after"),
    ms,
  };
}

type Payer = { cookie: string };
type ShopAt = { origin: string };

/** Reports a payment for an order, by REST unless told otherwise. */
export function pay(
  { origin, transport = "REST" }: ShopAt & { transport?: Transport },
  { cookie }: Payer,
  orderId: string,
  details: unknown,
): Promise<PayAttempt<SeenOrder>> {
  if (transport === "REST") {
    const url = `${origin}/api/orders/${encodeURIComponent(orderId)}/pay`;
    return send(orderSchema, { url, method: "PUT", body: details, cookie, isRest: true });
  }
  const body = { ...z.object({}).loose().parse(details), orderId };
  return send(orderSchema, { url: `${origin}/trpc/order.pay`, method: "POST", body, cookie, isRest: false });
}

const startedSchema = z.strictObject({ id: z.string(), clientSecret: z.string().exactOptional() });
type Started = z.output<typeof startedSchema>;

/** Asks for the provider's order that pays one of ours. */
export function start(
  { origin }: ShopAt,
  { cookie }: Payer,
  id: string,
  provider?: OnlineProvider,
): Promise<PayAttempt<Started>> {
  return send(startedSchema, {
    url: `${origin}/trpc/order.startPayment`,
    method: "POST",
    body: { id, provider },
    cookie,
    isRest: false,
  });
}

/** Begins to pay, which must succeed, and lets the customer decide; gives the provider's order. */
export async function decided(
  shop: Pick<TestShop, "origin" | "simulator">,
  customer: Payer,
  orderId: string,
  decision: Decision = "approve",
): Promise<string> {
  const { content, outcome } = await start(shop, customer, orderId);
  if (content === undefined) throw new Error(`a payment could not be started: ${outcome}`);
  shop.simulator.bank.decide(content.id, decision);
  return content.id;
}

/** A customer with an order of one piece of a product of its own, over 21.50 by default. */
export async function orderToPay(
  shop: Pick<TestShop, "origin" | "db">,
  {
    priceCents = 10_00,
    countInStock = 10,
    customer,
    paymentMethod = "PayPal",
  }: { priceCents?: number; countInStock?: number; customer?: Customer; paymentMethod?: PaymentMethod } = {},
) {
  const product = await makeProduct(shop.db, { priceCents, countInStock });
  const payer = customer ?? (await insertCustomer(shop.db));
  const order = await placedOrder(shop.origin, payer, { ...orderOf([{ product, qty: 1 }]), paymentMethod });
  return { customer: payer, order, product };
}

type Unit = {
  amount?: string;
  currency?: string;
  customId?: string;
  invoiceId?: string;
  payee?: string;
};

/**
 * An order that was made and captured in the browser, past our server. It says
 * nothing of our order unless told to.
 */
export function capturedElsewhere(
  shop: Pick<TestShop, "simulator">,
  amount: string,
  units: Unit[] = [{}],
  decision: Decision = "approve",
) {
  const { bank } = shop.simulator;
  const order = bank.create(
    units.map((unit) => ({
      custom_id: unit.customId,
      invoice_id: unit.invoiceId,
      amount: { currency_code: unit.currency ?? "USD", value: unit.amount ?? amount },
      payee: { merchant_id: unit.payee },
    })),
  );
  bank.decide(order.id, decision);
  return bank.capture(order.id);
}

/**
 * Captured money is the money of paid orders and of orders that are flagged, and
 * each order has one capture. A capture that is under way has a moment to be written down.
 */
export async function expectMoneyAgrees({ simulator, pool }: Pick<TestShop, "simulator" | "pool">): Promise<void> {
  const held = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"];
  await vi.waitFor(
    async () => {
      const captured = [...simulator.bank.orders.keys()]
        .flatMap((id) => simulator.bank.captures(id))
        .filter(({ status }) => held.includes(status));
      const { rows } = await pool.query(
        `select capture_id from payments
         where provider = 'paypal' and status in ('completed', 'refunded') and (is_settling
           or id in (select payment_id from order_matters) or id in (select payment_id from refunds))`,
      );
      expect(rows.map(({ capture_id }) => capture_id).sort()).toEqual(captured.map(({ id }) => id).sort());
    },
    { timeout: 60_000, interval: 500 },
  );
}

/** Pays an order past the shop, with all that belongs to it, for tests of what comes later. */
export async function markPaid(pool: pg.Pool, orderId: string): Promise<void> {
  await pool.query(
    `with paid as (
       update orders set paid_at = clock_timestamp() where id = $1 and paid_at is null returning id, total_cents
     )
     insert into payments (id, order_id, provider_order_id, capture_id, status, amount_cents, currency, is_settling, settled_at)
     select gen_random_uuid(), id, 'ORDER-' || id, 'CAPTURE-' || id, 'completed', total_cents, 'USD', true, now() from paid`,
    [orderId],
  );
}

/** An order as its customer sees it now. */
export async function seenOrder({ origin }: ShopAt, { cookie }: Payer, id: string): Promise<SeenOrder> {
  const response = await fetch(`${origin}/api/orders/${id}`, { headers: { cookie } });
  return orderSchema.parse(await response.json());
}

/** The payments of an order as the database has them, oldest first. */
export async function paymentsOf(pool: pg.Pool, orderId: string) {
  const { rows } = await pool.query("select * from payments where order_id = $1 order by created_at, id", [orderId]);
  return z
    .array(
      z.object({
        provider_order_id: z.string(),
        capture_id: z.string().nullable(),
        status: z.string(),
        is_settling: z.boolean(),
        ask_again_at: z.date().nullable(),
      }),
    )
    .parse(rows);
}

/** What happened to an order, in order. */
export async function actsOf(pool: pg.Pool, orderId: string): Promise<string[]> {
  const { rows } = await pool.query("select act from order_events where order_id = $1 order by created_at, id", [
    orderId,
  ]);
  return z
    .array(z.object({ act: z.string() }))
    .parse(rows)
    .map(({ act }) => act);
}

/** The kinds of an order's open matters, the oldest first. */
export async function mattersOf(pool: pg.Pool, orderId: string): Promise<string[]> {
  const { rows } = await pool.query(
    "select kind from order_matters where order_id = $1 and resolved_at is null order by opened_at, id",
    [orderId],
  );
  return z
    .array(z.object({ kind: z.string() }))
    .parse(rows)
    .map(({ kind }) => kind);
}

/** The captures that the provider was asked for, by its order. */
export function capturesAsked(shop: TestShop, providerOrderId: string) {
  return shop.simulator.calls.filter(
    ({ call, path }) => call === "capture" && path === `/v2/checkout/orders/${providerOrderId}/capture`,
  );
}

/**
 * Lets the shop poll all that is due, as if no request were in flight any more; gives how many orders
 * were paid by it.
 */
export async function reconcileNow(deps: PaymentDeps, onItemError: (error: unknown) => void = () => undefined) {
  for (const table of [payments, refunds]) {
    await deps.db.update(table).set({ lastRequestedAt: sql`${table.lastRequestedAt} - interval '1 minute'` });
  }
  return reconcilePayments(deps, { limit: 50, isStopping: () => false, onItemError });
}
