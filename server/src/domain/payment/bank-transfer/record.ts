import { shopCurrency } from "@shop/shared/currency";
import { formatMoney, toWire } from "@shop/shared/money";
import type { RecordTransfer } from "@shop/shared/order/bank-transfer";
import type { Order } from "@shop/shared/order/order";
import type { Editor } from "../../base/actor.ts";
import { DomainError, retryingConflicts } from "../../base/errors.ts";
import type { DomainEvent } from "../../base/events.ts";
import { centsToPay } from "../../order/amount-to-pay.ts";
import { lockOrder, type OrderRow } from "../../order/hold.ts";
import { readOrder, requireOrder } from "../../order/read.ts";
import { applyWithin } from "../apply.ts";
import type { PaymentDeps } from "../deps.ts";
import { findPayment } from "../read.ts";
import type { Observation } from "../verify.ts";
import { entryId } from "./entries.ts";

/**
 * Records money that has arrived for an order by bank transfer, or that was collected on its delivery. The amount to pay
 * settles it, by the transition table of all payments; any other amount is kept beside it and opens a matter, as does money
 * for an order that is paid already. Idempotent by the reference of the bank or of the carrier. Throws NOT_FOUND for an order
 * that does not exist, and IN_USE for another amount with the same reference.
 */
export async function recordTransfer(
  deps: PaymentDeps,
  editor: Editor<"orders.refund">,
  orderId: string,
  { amount: amountCents, bankReference }: RecordTransfer,
): Promise<Order> {
  await requireOrder(deps.db, editor, orderId);
  const providerOrderId = entryId(orderId, bankReference);
  const events: DomainEvent[] = [];
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      events.length = 0;
      const order = await lockOrder(tx, orderId);
      const seen = await findPayment(tx, providerOrderId);
      if (seen?.settledAt == null) {
        const transfer = { providerOrderId, amountCents, by: editor.id };
        await applyTransfer({ db: tx, seller: deps.seller }, order, transfer, events);
      } else if (seen.amountCents !== amountCents) throw recordedOtherwise(seen.amountCents);
    }),
  );
  for (const event of events) deps.emit(event);
  return readOrder(deps.db, editor, orderId);
}

type ArrivedTransfer = { providerOrderId: string; amountCents: number; by: string };

/**
 * Applies money of a transfer as a payment that was captured, as the last part of a transaction. It pays its order if it
 * is over what the order costs.
 */
export async function applyTransfer(
  deps: Pick<PaymentDeps, "db" | "seller">,
  order: OrderRow,
  { providerOrderId, amountCents, by }: ArrivedTransfer,
  events: DomainEvent[],
): Promise<void> {
  const money = {
    captureId: providerOrderId,
    amountCents,
    currency: shopCurrency(),
    returned: { listed: [], unlistedCents: 0 },
    risks: [],
  };
  const observation: Observation =
    amountCents === centsToPay(order)
      ? { is: "captured", money }
      : { is: "differs", kind: "AMOUNT_MISMATCH", message: "This payment is not over the order's total", money };
  const takenBy = order.paymentMethod === "On Delivery" ? "on delivery" : "bank transfer";
  const attempt = { order, takenBy, providerOrderId, by } as const;
  // An answer about money is never older than the row.
  await applyWithin(deps, attempt, { seen: undefined, observation }, events);
}

function recordedOtherwise(cents: number): DomainError {
  const message = `This entry was recorded before, with ${formatMoney(toWire(cents))}. Take it back first if that was wrong.`;
  return new DomainError("IN_USE", message, { errors: [{ path: "bankReference", message }] });
}
