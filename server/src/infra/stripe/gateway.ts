import type Stripe from "stripe";
import {
  type PaymentProvider,
  ProviderError,
  type ProviderEvents,
  type ProviderOrder,
  type ProviderRefund,
  type RequestResult,
} from "../payment-provider.ts";
import { defaultTimeouts } from "../provider-timeouts.ts";
import { toStripeUnits } from "./amounts.ts";
import { type Answer, type AskStripe, type OnCall, openAsk } from "./ask.ts";
import {
  chargeListSchema,
  chargeSchema,
  disputeListSchema,
  intentSchema,
  listSchema,
  refundSchema,
  type StripeIntent,
  toReversal,
} from "./documents.ts";
import { readEvent } from "./events.ts";
import { listMoney } from "./lists.ts";
import { toPaymentRefusal, toRefundRefusal } from "./refusals.ts";
import type { StripeSettings } from "./settings.ts";

/**
 * Stripe by the contract of a provider: an order is a payment intent, a capture its charge. Cards are authorised first and
 * captured by the shop; methods that cannot wait are captured by Stripe as the customer approves, and found by a read.
 */
export function openStripe(settings: StripeSettings, onCall: OnCall): PaymentProvider {
  const ask = openAsk({ ...settings, timeouts: settings.timeouts ?? defaultTimeouts }, onCall);
  return {
    // The secret key is that of the paid account.
    payee: undefined,
    isReadCurrent: true,
    ...orderCalls(ask),
    ...captureCalls(ask),
    countDeclines: (id, until) => countDeclines(ask, id, until),
    listMoney: (range, page, until) => listMoney(ask, range, page, until),
    express: undefined,
    parcels: undefined,
    findAccessProblem: (until) => findAccessProblem(ask, until),
    events: openEvents(settings),
  };
}

/** What a read of an intent shows beside it. */
const expand = ["latest_charge", "latest_charge.refunds"];

function orderCalls(
  ask: AskStripe,
): Pick<PaymentProvider, "createOrder" | "readOrder" | "captureOrder" | "closeOrder"> {
  return {
    createOrder: async ({ orderId, amountCents, currency, requestId }, until) => {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: toStripeUnits(amountCents, currency),
        currency: currency.toLowerCase(),
        automatic_payment_methods: { enabled: true },
        payment_method_options: { card: { capture_method: "manual" } },
        description: `Order ${orderId.slice(-5)}`,
        metadata: { order_id: orderId },
      };
      // Stripe refuses a key that comes with other parameters, as after an edit of the order.
      const idempotencyKey = `${requestId}-${params.amount}-${params.currency}`;
      const create = (client: Stripe, options: Stripe.RequestOptions) =>
        client.paymentIntents.create(params, { ...options, idempotencyKey });
      const answer = await ask("create order", create, until);
      const { error, status } = answer;
      if (error !== undefined && [400, 402, 403].includes(status))
        return { is: "refused", refusal: toPaymentRefusal(error) };
      if (error !== undefined) throw new ProviderError(`no intent created, status ${status}`);
      const { order } = toIntent(answer);
      if (!/^pi_[A-Za-z0-9_]{1,60}$/.test(order.id)) throw new ProviderError("invalid intent id");
      return { is: "created", id: order.id, clientSecret: order.clientSecret };
    },

    readOrder: (id, until) => readOrder(ask, id, until),

    closeOrder: async (id, until) => {
      const cancel = (client: Stripe, options: Stripe.RequestOptions) =>
        client.paymentIntents.cancel(id, { cancellation_reason: "abandoned" }, options);
      const { status, error } = await ask("close order", cancel, until);
      if (error === undefined || status === 404) return true;
      if (status !== 400) throw new ProviderError(`no intent cancelled, status ${status}`);
      return error.payment_intent?.status === "canceled";
    },

    captureOrder: async (id, requestId, until) => {
      const capture = (client: Stripe, options: Stripe.RequestOptions) =>
        client.paymentIntents.capture(id, { expand }, { ...options, idempotencyKey: requestId });
      const read = (body: unknown) => {
        const intent = intentSchema.safeParse(body).data;
        return intent?.order.id === id ? intent.order : undefined;
      };
      return moveMoney(() => ask("capture order", capture, until), read, toPaymentRefusal);
    },
  };
}

async function readOrder(ask: AskStripe, id: string, until: number): Promise<ProviderOrder | null> {
  const answer = await ask(
    "read order",
    (client, options) => client.paymentIntents.retrieve(id, { expand }, options),
    until,
  );
  if (answer.status === 404) return null;
  if (answer.error !== undefined) throw new ProviderError(`no intent read, status ${answer.status}`);
  return withAllRefunds(ask, toIntent(answer, id), until);
}

/** An order with what an intent does not show: refunds beyond the first ten, and what disputes have taken back. */
async function withAllRefunds(ask: AskStripe, { order, charge }: StripeIntent, until: number): Promise<ProviderOrder> {
  const hasMore = charge?.refunds?.has_more === true;
  if (charge === undefined || !(hasMore || charge.disputed)) return order;
  const listed = hasMore ? await listRefunds(ask, order.id, until) : (charge.refunds?.data ?? []);
  const reversed = charge.disputed ? await listReversals(ask, order.id, charge.id, until) : [];
  const refunds = [...listed, ...reversed];
  return { ...order, units: order.units.map((unit) => ({ ...unit, refunds })) };
}

/** A charge takes no more refunds than one page holds. */
const pageMax = 100;

async function listRefunds(ask: AskStripe, intentId: string, until: number): Promise<ProviderRefund[]> {
  const list = (client: Stripe, options: Stripe.RequestOptions) =>
    client.refunds.list({ payment_intent: intentId, limit: pageMax }, options);
  const answer = await ask("read order", list, until);
  const parsed = listSchema.safeParse(answer.body);
  if (!parsed.success) throw new ProviderError(`no refunds read, status ${answer.status}`);
  return parsed.data.data;
}

async function listReversals(
  ask: AskStripe,
  intentId: string,
  chargeId: string,
  until: number,
): Promise<ProviderRefund[]> {
  const list = (client: Stripe, options: Stripe.RequestOptions) =>
    client.disputes.list({ payment_intent: intentId, limit: pageMax }, options);
  const answer = await ask("read order", list, until);
  const parsed = disputeListSchema.safeParse(answer.body);
  if (!parsed.success) throw new ProviderError(`no disputes read, status ${answer.status}`);
  return parsed.data.data.filter(({ status }) => status === "lost").map((dispute) => toReversal(dispute, chargeId));
}

/** Stripe declines cards in the browser, so that the shop hears of none of them. */
async function countDeclines(ask: AskStripe, intentId: string, until: number): Promise<number> {
  const list = (client: Stripe, options: Stripe.RequestOptions) =>
    client.charges.list({ payment_intent: intentId, limit: pageMax }, options);
  const answer = await ask("count declines", list, until);
  const parsed = chargeListSchema.safeParse(answer.body);
  if (!parsed.success) throw new ProviderError(`no charges read, status ${answer.status}`);
  return parsed.data.data.filter(({ status }) => status === "declined").length;
}

function captureCalls(ask: AskStripe): Pick<PaymentProvider, "readCapture" | "refundCapture"> {
  return {
    readCapture: async (id, until) => {
      const answer = await ask("read capture", (client, options) => client.charges.retrieve(id, {}, options), until);
      if (answer.status === 404) return null;
      const parsed = chargeSchema.safeParse(answer.body);
      if (!parsed.success || parsed.data.id !== id) throw new ProviderError(`no charge read, status ${answer.status}`);
      return parsed.data;
    },

    refundCapture: async ({ id, captureId, amountCents, currency, note }, until) => {
      const params: Stripe.RefundCreateParams = {
        charge: captureId,
        amount: toStripeUnits(amountCents, currency),
        metadata: { refund_id: id, reason: note.slice(0, 500) },
      };
      const refund = (client: Stripe, options: Stripe.RequestOptions) =>
        client.refunds.create(params, { ...options, idempotencyKey: id });
      return moveMoney(
        () => ask("refund capture", refund, until),
        (body) => refundSchema.safeParse(body).data,
        toRefundRefusal,
      );
    },
  };
}

/** An intent that nobody has. */
const unknownIntent = "pi_settings";

async function findAccessProblem(ask: AskStripe, until: number): Promise<string | null> {
  const read = (client: Stripe, options: Stripe.RequestOptions) =>
    client.paymentIntents.retrieve(unknownIntent, {}, options);
  const answer = await ask("read order", read, until).catch((error: unknown) => {
    if (error instanceof ProviderError) return undefined;
    throw error;
  });
  if (answer?.status === 404 || answer?.status === 200) return null;
  if (answer?.status === 401)
    return "Stripe does not know this secret key. Test payments and live payments have one each.";
  if (answer?.status === 403)
    return "This key may not read payments. Please give it the rights to payment intents, charges, refunds and disputes.";
  return "Stripe cannot be reached right now. Please try again in a minute.";
}

/** Classifies the outcome of a request that moves money. After it was sent, only a clear answer proves that it had no effect. */
async function moveMoney<Document, Reason>(
  request: () => Promise<Answer>,
  read: (body: unknown) => Document | undefined,
  toRefusal: (error: Stripe.errors.StripeError) => Reason,
): Promise<RequestResult<Document, Reason>> {
  const answer = await request().catch((error: unknown) => {
    if (error instanceof ProviderError) return null;
    throw error;
  });
  if (answer === null) return { is: "unknown" };
  const { status, body, error } = answer;
  if (error === undefined) {
    const document = read(body);
    return document === undefined ? { is: "unknown" } : { is: "answered", document };
  }
  if (status === 401 || status === 429) return { is: "untried", refusal: undefined };
  if (status === 403) return { is: "untried", refusal: toRefusal(error) };
  return status === 400 || status === 402 ? { is: "refused", refusal: toRefusal(error) } : { is: "unknown" };
}

function openEvents({ webhookSecret }: StripeSettings): ProviderEvents | undefined {
  if (webhookSecret === undefined) return undefined;
  return {
    read: readEvent,
    verify: async ({ headers }, body) => {
      const { default: Library } = await import("stripe");
      try {
        await Library.webhooks.constructEventAsync(body, headers["stripe-signature"] ?? "", webhookSecret);
        return true;
      } catch (error) {
        if (error instanceof Library.errors.StripeSignatureVerificationError) return false;
        throw error;
      }
    },
  };
}

function toIntent({ body, status }: Answer, id?: string): StripeIntent {
  const parsed = intentSchema.safeParse(body);
  if (!parsed.success) throw new ProviderError(`invalid intent, status ${status}`);
  if (id !== undefined && parsed.data.order.id !== id) throw new ProviderError("response for another intent");
  return parsed.data;
}
