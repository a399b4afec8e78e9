import { shopCurrency } from "@shop/shared/currency";
import type { OnlineProvider } from "@shop/shared/order/online-providers";
import { and, inArray, or } from "drizzle-orm";
import { isOnline } from "../../db/online-payments.ts";
import { payments } from "../../db/schema/payments.ts";
import { type EventSignature, ProviderError, type ProviderEvent } from "../../infra/payment-provider.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { lockOrder, type OrderRow } from "../order/hold.ts";
import { openMatter } from "../order/matters.ts";
import { actDeadline, type PaymentDeps } from "./deps.ts";
import { findOwnOrder, ownIds, type PaymentRow } from "./read.ts";
import { syncKnown } from "./reconcile.ts";
import { syncUnknown } from "./unknown.ts";

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
 * calls. `via` is the provider whose webhook it is, `address` the key of the sender's address. Throws PAYMENT_PROVIDER_UNAVAILABLE while the
 * provider cannot be asked, so that it sends
 * the event again, and NOT_FOUND if no webhook is configured.
 */
export async function handleWebhook(
  deps: PaymentDeps,
  signature: EventSignature | undefined,
  { via, body, address }: { via: OnlineProvider; body: string; address: string },
): Promise<void> {
  const events = deps.payments.providers[via]?.events;
  if (events === undefined) throw new DomainError("NOT_FOUND", "Not found");
  if (signature === undefined || !isRecent(signature.sentAt)) throw forged();
  const event = events.read(parseJson(body));
  if (event === undefined) return;
  const named = await findNamed(deps, event);
  const isNamed = named.payments.length > 0 || named.order !== undefined;
  if (!isNamed && !namesByCapture(event)) return;
  const takeBack = await countAsForged(deps, address, isNamed);
  const isGenuine = await events.verify(signature, body, actDeadline(deps)).catch((error: unknown) => {
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
  if (isSubjectKnown(event, await findNamed(deps, event))) return;
  const found = await syncUnknown(deps, event.subject, { order: named.order, reference: event.reference, via });
  if (found.is === "unavailable") throw unavailable(found.cause);
  if (found.is === "found") await openDispute(deps, event, await findNamed(deps, event, found.order));
}

/** Throws VALIDATION for what is no JSON. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new DomainError("VALIDATION", "The request is not valid");
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

/** Whether an event is about money that was returned, which names the capture only: the capture names the order. */
function namesByCapture({ reference, subject }: ProviderEvent): boolean {
  return subject.captureId !== undefined && subject.captureId !== reference;
}

/** What an event names: a payment by capture, or else by provider order or order id. */
async function findNamed({ db }: PaymentDeps, event: ProviderEvent, order?: OrderRow): Promise<Named> {
  const ownOrders = ownIds(event.ownOrders);
  const ofCaptures = inArray(payments.captureId, event.captures);
  const byCapture = event.captures.length === 0 ? [] : await db.select().from(payments).where(ofCaptures);
  const own = order ?? (await findOwnOrder(db, ownOrders));
  if (byCapture.length > 0) return { payments: byCapture, order: own };
  const conditions = [
    ...(event.providerOrders.length === 0 ? [] : [inArray(payments.providerOrderId, event.providerOrders)]),
    ...(ownOrders.length === 0 ? [] : [inArray(payments.orderId, ownOrders)]),
  ];
  if (conditions.length === 0) return { payments: [], order: own };
  // Bounds the work of one event; an order has few payments.
  const found = await db
    .select()
    .from(payments)
    .where(and(isOnline, or(...conditions)))
    .limit(10);
  return { payments: found, order: own };
}

/** Whether the capture or the provider order that an event is about is recorded. */
function isSubjectKnown(
  { subject: { captureId, providerOrderId } }: ProviderEvent,
  { payments: known }: Named,
): boolean {
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
  { dispute }: ProviderEvent,
  { payments: [payment], order }: Named,
): Promise<void> {
  const orderId = payment?.orderId ?? order?.id;
  if (dispute === undefined || orderId === undefined) return;
  const { reference, reason, amount } = dispute;
  const cents = amount?.currency === shopCurrency() ? amount.cents : null;
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
