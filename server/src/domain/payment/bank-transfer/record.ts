import { shopCurrency } from "@shop/shared/currency";
import { formatMoney, toWire } from "@shop/shared/money";
import type { RecordTransfer } from "@shop/shared/order/bank-transfer";
import type { Order } from "@shop/shared/order/order";
import { eq } from "drizzle-orm";
import { orders } from "../../../db/schema/orders.ts";
import type { Editor } from "../../base/actor.ts";
import { DomainError, notFound } from "../../base/errors.ts";
import type { OrderRow } from "../../order/hold.ts";
import { readOrder, requireOrder } from "../../order/read.ts";
import { applyObservation } from "../apply.ts";
import type { PaymentDeps } from "../deps.ts";
import { findPayment, type PaymentRow } from "../read.ts";
import type { Observation } from "../verify.ts";

/**
 * Records money of a bank transfer that has arrived for an order. The order's total pays it, by the transition table of
 * all payments; any other amount is kept beside it and opens a matter, as does money for an order that is paid already.
 * Idempotent by the bank's reference. Throws NOT_FOUND for an order that does not exist, and IN_USE for another amount
 * with the same reference.
 */
export async function recordTransfer(
  deps: PaymentDeps,
  editor: Editor<"orders.refund">,
  orderId: string,
  { amount: amountCents, bankReference }: RecordTransfer,
): Promise<Order> {
  await requireOrder(deps.db, editor, orderId);
  const [order] = await deps.db.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw notFound("Order");
  const providerOrderId = entryId(orderId, bankReference);
  const seen = await findPayment(deps.db, providerOrderId);
  if (seen?.settledAt != null) {
    if (seen.amountCents !== amountCents) throw recordedOtherwise(seen.amountCents);
  } else {
    await applyTransfer(deps, order, { providerOrderId, amountCents, by: editor.id, seen });
  }
  return readOrder(deps.db, editor, orderId);
}

type ArrivedTransfer = { providerOrderId: string; amountCents: number; by: string; seen: PaymentRow | undefined };

/** Applies money of a transfer as a payment that was captured. It pays its order if it is over the order's total. */
export async function applyTransfer(
  deps: PaymentDeps,
  order: OrderRow,
  { providerOrderId, amountCents, by, seen }: ArrivedTransfer,
): Promise<void> {
  const money = {
    captureId: providerOrderId,
    amountCents,
    currency: shopCurrency(),
    returned: { listed: [], unlistedCents: 0 },
  };
  const observation: Observation =
    amountCents === order.totalCents
      ? { is: "captured", money }
      : { is: "differs", kind: "AMOUNT_MISMATCH", message: "This payment is not over the order's total", money };
  await applyObservation(deps, { order, takenBy: "bank transfer", providerOrderId, by }, { seen, observation });
}

/** No provider has such ids, and no customer can report them: they have colons. */
function entryId(orderId: string, bankReference: string): string {
  return `transfer:${orderId}:${bankReference}`;
}

function recordedOtherwise(cents: number): DomainError {
  const message = `This entry was recorded before, with ${formatMoney(toWire(cents))}. Take it back first if that was wrong.`;
  return new DomainError("IN_USE", message, { errors: [{ path: "bankReference", message }] });
}
