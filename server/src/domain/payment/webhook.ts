import { shopCurrency } from "@shop/shared/currency";
import { inArray, or } from "drizzle-orm";
import { payments } from "../../db/schema/payments.ts";
import { toCents } from "../../infra/paypal/documents.ts";
import type { WebhookHeaders } from "../../infra/paypal/gateway.ts";
import { ProviderError } from "../../infra/paypal/settings.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { lockOrder, type OrderRow } from "../order/hold.ts";
import { openMatter } from "../order/matters.ts";
import { actDeadline, type PaymentDeps } from "./deps.ts";
import { findOwnOrder, type PaymentRow } from "./read.ts";
import { syncKnown } from "./reconcile.ts";
import { syncUnknown } from "./unknown.ts";
import { type EventIds, idsIn, parseEvent, type WebhookEvent } from "./webhook-event.ts";

/**
 * The age limit of a transmission and the tolerated clock skew, in milliseconds. The provider
 * repeats events for three days.
 */
const oldestMs = 4 * 86_400_000;
const aheadMs = 600_000;

/** What an event names: payments that the shop knows, and the first of its own orders. */
type Named = { payments: PaymentRow[]; order: OrderRow | undefined };

/**
 * Handles a webhook event: reads the payments that it names, and opens a matter for a dispute. A
 * provider order that the shop does not know is read as well if it, or its capture, names an order of
 * the shop. Nothing else in the event is believed, and events that the provider does not verify are
 * refused. Headers, age and what is named are checked first, so that forged events cause no provider
 * calls. `address` is the key of the sender's address. Throws PAYMENT_PROVIDER_UNAVAILABLE while the
 * provider cannot be asked, so that it sends
 * the event again, and NOT_FOUND if no webhook is configured.
 */
export async function handleWebhook(
  deps: PaymentDeps,
  headers: WebhookHeaders | undefined,
  { body, address }: { body: string; address: string },
): Promise<void> {
  const verify = deps.payments.provider?.verifyWebhook;
  if (verify === undefined) throw new DomainError("NOT_FOUND", "Not found");
  if (headers === undefined || !isRecent(headers.time)) throw forged();
  const event = parseEvent(body);
  if (event === undefined) return;
  const ids = idsIn(event);
  const named = await findNamed(deps, ids);
  const isNamed = named.payments.length > 0 || named.order !== undefined;
  if (!isNamed && !namesByCapture(event, ids)) return;
  const takeBack = await countAsForged(deps, address, isNamed);
  const isGenuine = await verify(headers, body, actDeadline(deps)).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    throw unavailable(error);
  });
  if (!isGenuine) throw forged();
  await takeBack();
  await openDispute(deps, event, named);
  for (const payment of named.payments) {
    const outcome = await syncKnown(deps, payment);
    if (outcome.is === "unavailable") throw unavailable(outcome.cause);
  }
  if (isSubjectKnown(ids, await findNamed(deps, ids))) return;
  const found = await syncUnknown(deps, ids.subject, { order: named.order, reference: event.resource.id });
  if (found.is === "unavailable") throw unavailable(found.cause);
  if (found.is === "found") await openDispute(deps, event, await findNamed(deps, ids, found.order));
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

/** Whether an event is about money that was returned, which names the capture only: the capture names the order. */
function namesByCapture({ resource }: WebhookEvent, { subject }: EventIds): boolean {
  return subject.captureId !== undefined && subject.captureId !== resource.id;
}

/** What an event names: a payment by capture, or else by provider order or order id. */
async function findNamed({ db }: PaymentDeps, ids: EventIds, order?: OrderRow): Promise<Named> {
  const ofCaptures = inArray(payments.captureId, ids.captures);
  const byCapture = ids.captures.length === 0 ? [] : await db.select().from(payments).where(ofCaptures);
  const own = order ?? (await findOwnOrder(db, ids.ownOrders));
  if (byCapture.length > 0) return { payments: byCapture, order: own };
  const conditions = [
    ...(ids.providerOrders.length === 0 ? [] : [inArray(payments.providerOrderId, ids.providerOrders)]),
    ...(ids.ownOrders.length === 0 ? [] : [inArray(payments.orderId, ids.ownOrders)]),
  ];
  if (conditions.length === 0) return { payments: [], order: own };
  // Bounds the work of one event; an order has few payments.
  const found = await db
    .select()
    .from(payments)
    .where(or(...conditions))
    .limit(10);
  return { payments: found, order: own };
}

/** Whether the capture or the provider order that an event is about is recorded. */
function isSubjectKnown({ subject: { captureId, providerOrderId } }: EventIds, { payments: known }: Named): boolean {
  if (captureId === undefined && providerOrderId === undefined) return known.length > 0;
  const names = [captureId, providerOrderId];
  return known.some((each) => names.includes(each.captureId ?? "") || names.includes(each.providerOrderId));
}

/**
 * Counts an event as forged until it has been verified; the returned function takes that back. Throws RATE_LIMITED
 * beyond limits that genuine events do not use up; those that name nothing of the shop's have one of their own. Forged ones
 * cannot use up the provider's own rate limit, nor what
 * the addresses need from which genuine ones have come.
 */
async function countAsForged(
  { limits, emit }: PaymentDeps,
  address: string,
  isNamed: boolean,
): Promise<() => Promise<void>> {
  const isKnown = await limits.webhookSenders.has(address);
  const counts: [limit: "webhooks" | "webhooksPerAddress", ...key: string[]][] = isKnown
    ? [["webhooks", "known", address]]
    : [
        ["webhooksPerAddress", address],
        ["webhooks", isNamed ? "unknown" : "unnamed"],
      ];
  for (const [limit, ...key] of counts) {
    const retryAfter = await limits[limit].count(...key);
    if (retryAfter === null) continue;
    emit({ type: "too many tries", limit });
    throw new DomainError("RATE_LIMITED", "Too many events", { retryAfter });
  }
  return async () => {
    await limits.webhookSenders.add(address);
    for (const [limit, ...key] of counts) await limits[limit].takeBack(...key);
  };
}

/** Opens a matter for a dispute. Its money is read like any other. */
async function openDispute(
  { db }: PaymentDeps,
  { resource }: WebhookEvent,
  { payments: [payment], order }: Named,
): Promise<void> {
  const { dispute_id: reference, reason, dispute_amount } = resource;
  const orderId = payment?.orderId ?? order?.id;
  if (reference === undefined || orderId === undefined) return;
  const cents = dispute_amount === undefined ? null : toCents(dispute_amount.value, shopCurrency());
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      await lockOrder(tx, orderId);
      await openMatter(tx, {
        orderId,
        kind: "disputed",
        reference,
        ...(payment === undefined ? {} : { paymentId: payment.id }),
        ...(cents === null ? {} : { amountCents: cents }),
        ...(reason === undefined ? {} : { detail: reason }),
      });
    }),
  );
}
