import { inArray, or } from "drizzle-orm";
import { z } from "zod";
import { payments } from "../../db/schema/payments.ts";
import { captureOf, toCents } from "../../infra/paypal/documents.ts";
import type { WebhookHeaders } from "../../infra/paypal/gateway.ts";
import { ProviderError } from "../../infra/paypal/settings.ts";
import { DomainError, retryingConflicts } from "../errors.ts";
import { lockOrder } from "../order/hold.ts";
import { openMatter } from "../order/matters.ts";
import { actDeadline, type PaymentDeps } from "./deps.ts";
import type { PaymentRow } from "./read.ts";
import { syncKnown } from "./reconcile.ts";

const idSchema = z.string().min(1).max(127);
const linksSchema = z.array(z.object({ href: z.string(), rel: z.string() }));

/**
 * The ids by which an event can name a payment. A refund's own id is unknown to the shop; its `up`
 * link names the capture.
 */
const eventSchema = z.object({
  event_type: z.string().optional(),
  resource: z.object({
    id: idSchema.optional(),
    custom_id: idSchema.optional(),
    invoice_id: idSchema.optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: idSchema.optional() }).optional() }).optional(),
    links: linksSchema.optional(),
    dispute_id: idSchema.optional(),
    reason: z.string().max(100).optional(),
    dispute_amount: z.object({ value: z.string() }).optional(),
    disputed_transactions: z
      .array(
        z.object({
          seller_transaction_id: idSchema.optional(),
          custom: idSchema.optional(),
          invoice_number: idSchema.optional(),
        }),
      )
      .optional(),
  }),
});
type WebhookEvent = z.output<typeof eventSchema>;

/**
 * The age limit of a transmission and the tolerated clock skew, in milliseconds. The provider
 * repeats events for three days.
 */
const oldestMs = 4 * 86_400_000;
const aheadMs = 600_000;

/**
 * Handles a webhook event: reads the payments that it names, and opens a matter for a dispute.
 * Nothing else in the event is believed, and events that the provider does not verify are refused.
 * Headers, age and the named payment are checked first, so that forged events cause no provider
 * calls. Throws PAYMENT_PROVIDER_UNAVAILABLE while the provider cannot be asked, so that it sends
 * the event again, and NOT_FOUND if no webhook is configured.
 */
export async function handleWebhook(
  deps: PaymentDeps,
  headers: WebhookHeaders | undefined,
  body: string,
): Promise<void> {
  const verify = deps.payments.provider?.verifyWebhook;
  if (verify === undefined) throw new DomainError("NOT_FOUND", "Not found");
  if (headers === undefined || !isRecent(headers.time)) throw forged();
  const event = parseEvent(body);
  const named = event === undefined ? [] : await findNamedPayments(deps, event);
  if (event === undefined || named.length === 0) return;
  await limitVerifications(deps);
  const isGenuine = await verify(headers, body, actDeadline(deps)).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    throw unavailable(error);
  });
  if (!isGenuine) throw forged();
  await openDispute(deps, event, named);
  for (const payment of named) {
    const outcome = await syncKnown(deps, payment);
    if (outcome.is === "unavailable") throw unavailable(outcome.cause);
  }
}

function forged(): DomainError {
  return new DomainError("FORBIDDEN", "This event does not come from the payment provider");
}

function unavailable(cause: Error | undefined): DomainError {
  const message = "The event cannot be verified right now";
  return new DomainError("PAYMENT_PROVIDER_UNAVAILABLE", message, cause === undefined ? {} : { cause });
}

function isRecent(time: string): boolean {
  const age = Date.now() - Date.parse(time);
  return age <= oldestMs && age >= -aheadMs;
}

function parseEvent(body: string): WebhookEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(body)).data;
  } catch {
    throw new DomainError("VALIDATION", "The request is not valid");
  }
}

/** The payments that an event names: by capture, provider order, or order id. */
async function findNamedPayments({ db }: PaymentDeps, { resource }: WebhookEvent): Promise<PaymentRow[]> {
  const disputed = resource.disputed_transactions ?? [];
  const given = (ids: (string | undefined)[]) => ids.filter((id) => id !== undefined);
  const captures = given([
    resource.id,
    captureOf(resource.links ?? []),
    ...disputed.map((transaction) => transaction.seller_transaction_id),
  ]);
  const providerOrders = given([resource.id, resource.supplementary_data?.related_ids?.order_id]);
  const ownOrders = given([
    resource.custom_id,
    resource.invoice_id,
    ...disputed.flatMap(({ custom, invoice_number }) => [custom, invoice_number]),
  ]).filter((id) => z.uuid().safeParse(id).success);
  const byCapture =
    captures.length === 0 ? [] : await db.select().from(payments).where(inArray(payments.captureId, captures));
  if (byCapture.length > 0) return byCapture;
  const conditions = [
    ...(providerOrders.length === 0 ? [] : [inArray(payments.providerOrderId, providerOrders)]),
    ...(ownOrders.length === 0 ? [] : [inArray(payments.orderId, ownOrders)]),
  ];
  if (conditions.length === 0) return [];
  // Bounds the work of one event; an order has few payments.
  return db
    .select()
    .from(payments)
    .where(or(...conditions))
    .limit(10);
}

/**
 * Throws RATE_LIMITED beyond a limit that genuine events never reach, so that forged events cannot
 * use up the provider's own rate limit.
 */
async function limitVerifications({ limits, emit }: PaymentDeps): Promise<void> {
  const retryAfter = await limits.webhooks.count("all");
  if (retryAfter === null) return;
  emit({ type: "too many tries", limit: "webhooks" });
  throw new DomainError("RATE_LIMITED", "Too many events", { retryAfter });
}

/** Opens a matter for a dispute. Its money is read like any other. */
async function openDispute(
  { db }: PaymentDeps,
  { resource }: WebhookEvent,
  [payment]: readonly PaymentRow[],
): Promise<void> {
  const { dispute_id: reference, reason, dispute_amount } = resource;
  if (reference === undefined || payment === undefined) return;
  const cents = dispute_amount === undefined ? null : toCents(dispute_amount.value);
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      await lockOrder(tx, payment.orderId);
      await openMatter(tx, {
        ...{ orderId: payment.orderId, kind: "disputed", reference, paymentId: payment.id },
        ...(cents === null ? {} : { amountCents: cents }),
        ...(reason === undefined ? {} : { detail: reason }),
      });
    }),
  );
}
