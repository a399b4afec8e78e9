import { shopCurrency } from "@shop/shared/currency";
import type { OnlineProvider } from "@shop/shared/order/online-providers";
import { later } from "../../db/time.ts";
import type { PaymentProvider, ReadCapture } from "../../infra/payment-provider.ts";
import { ProviderError } from "../../infra/payment-provider.ts";
import { retryingConflicts } from "../base/errors.ts";
import { lockOrder, type OrderRow } from "../order/hold.ts";
import { openMatter } from "../order/matters.ts";
import { actDeadline, type PaymentDeps, requireProvider } from "./deps.ts";
import { lookUp, observe } from "./look-up.ts";
import { findOwnOrder, ownIds } from "./read.ts";
import { changePayment, claimPayment } from "./records.ts";
import { syncPayment } from "./sync.ts";
import { capturedCents, isCaptured, isDeclined } from "./verify.ts";

/** What a genuine event is about; the shop has recorded neither. */
type Subject = { captureId: string | undefined; providerOrderId: string | undefined };

/** An order, and the capture that an event names. */
type Lost = { order: OrderRow; captureId: string | undefined };

/** The age at which a capture's provider order may have expired, in milliseconds. */
const expiredMs = 3_600_000;

export type FoundUnknown =
  | { is: "found"; order: OrderRow }
  /** It names no order of the shop. */
  | { is: "foreign" }
  /** The provider cannot be asked, or does not know yet what its own event tells of. */
  | { is: "unavailable"; cause: Error | undefined };

/**
 * Reads a provider order that the shop has not begun, such as one that was captured in a browser or after the backup that
 * was restored. If it belongs to an order of the shop, it is recorded and synchronized like any other payment. Money that
 * does not belong to the order that it names, or cannot be found by its event, opens *unknown payment*. `order` is the
 * order that the event names, `reference` the id of its resource, `via` its provider.
 */
export async function syncUnknown(
  deps: PaymentDeps,
  { captureId, providerOrderId }: Subject,
  { order: named, reference, via }: { order: OrderRow | undefined; reference: string | undefined; via: OnlineProvider },
): Promise<FoundUnknown> {
  const provider = requireProvider(deps, via);
  const until = actDeadline(deps);
  const needsCapture = providerOrderId === undefined || named === undefined;
  const capture = needsCapture ? await readCapture(provider, captureId, until) : null;
  if (capture instanceof ProviderError) return { is: "unavailable", cause: capture };
  const order = named ?? (await findOwnOrder(deps.db, ownIds([capture?.customId, capture?.invoiceId])));
  if (order === undefined) return { is: "foreign" };
  const id = providerOrderId ?? capture?.providerOrderId;
  if (id !== undefined) return syncProviderOrder(deps, { order, captureId, provider }, id);
  if (captureId !== undefined) return openCaptured(deps, { order, captureId }, capture);
  await openUnknown(deps, order, { reference: reference ?? "event", cents: null });
  return { is: "found", order };
}

/** A capture by its id; `null` without an id and for one that the provider does not know. */
async function readCapture(
  provider: PaymentProvider,
  id: string | undefined,
  until: number,
): Promise<ReadCapture | ProviderError | null> {
  if (id === undefined) return null;
  return provider.readCapture(id, until).catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });
}

async function syncProviderOrder(
  deps: PaymentDeps,
  { order, captureId, provider }: Lost & { provider: PaymentProvider },
  id: string,
): Promise<FoundUnknown> {
  const until = actDeadline(deps);
  const found = await lookUp(provider, id, until);
  if (found.is === "unavailable") return found;
  if (found.order === null) return handleExpired(deps, { order, captureId, provider }, until);
  const observation = observe(provider, { order }, undefined, found.order);
  if (observation.is === "foreign") {
    if (isCaptured(found.order)) {
      const cents = capturedCents(found.order, shopCurrency());
      await openUnknown(deps, order, { reference: id, cents, detail: observation.kind });
    }
    return { is: "found", order };
  }
  await recordFound(deps, order, id);
  const outcome = await syncPayment(deps, { order, providerOrderId: id, by: null });
  return outcome.is === "unavailable" ? { is: "unavailable", cause: outcome.cause } : { is: "found", order };
}

/** Handles a provider order that can be read no more: its capture can for longer, and shows whether there is money. */
async function handleExpired(
  deps: PaymentDeps,
  { order, captureId, provider }: Lost & { provider: PaymentProvider },
  until: number,
): Promise<FoundUnknown> {
  const capture = await readCapture(provider, captureId, until);
  if (capture instanceof ProviderError) return { is: "unavailable", cause: capture };
  return openCaptured(deps, { order, captureId }, capture);
}

/** Opens the matter of a capture whose provider order cannot be read. */
async function openCaptured(
  deps: PaymentDeps,
  { order, captureId }: Lost,
  capture: ReadCapture | null,
): Promise<FoundUnknown> {
  // What its own event tells of exists.
  if (captureId === undefined || capture === null) return { is: "unavailable", cause: undefined };
  // A provider order that is younger has not expired: the provider will know it when it sends the event again.
  if (Date.now() - (capture.createdAt?.getTime() ?? 0) < expiredMs) return { is: "unavailable", cause: undefined };
  if (isDeclined(capture)) return { is: "found", order };
  const cents = capture.amount?.currency === shopCurrency() ? capture.amount.cents : null;
  await openUnknown(deps, order, { reference: captureId, cents });
  return { is: "found", order };
}

/** Records a provider order that belongs to an order, so that it is polled even if nothing comes of it now. */
async function recordFound(deps: PaymentDeps, { id }: OrderRow, providerOrderId: string): Promise<void> {
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      const payment = await claimPayment(tx, await lockOrder(tx, id), providerOrderId);
      if (payment?.askAgainAt !== null) return;
      if (payment.status === "created") await changePayment(tx, payment.id, { askAgainAt: later(deps.reconcileMs) });
    }),
  );
}

async function openUnknown(
  { db }: PaymentDeps,
  { id: orderId }: OrderRow,
  { reference, cents, detail }: { reference: string; cents: number | null; detail?: string },
): Promise<void> {
  await retryingConflicts(() =>
    db.transaction(async (tx) => {
      await lockOrder(tx, orderId);
      await openMatter(tx, {
        orderId,
        kind: "unknown payment",
        reference,
        ...(cents === null || cents === 0 ? {} : { amountCents: cents }),
        ...(detail === undefined ? {} : { detail }),
      });
    }),
  );
}
