import type { Db } from "../../../db/client.ts";
import { transferCredit } from "../../store-credit/transfer.ts";
import type { PaymentRow } from "../read.ts";
import type { RefundRow } from "../refund-records.ts";

/** A refund, and the payment that its money was first taken by. */
type Target = { refund: RefundRow; source: PaymentRow };

/** Whether a refund goes to store credit, so that no provider is asked. */
export function isToCredit({ refund, source }: Target): boolean {
  return refund.creditAccountId !== null || source.creditAccountId !== null;
}

/** Moves a refund that was completed into the store credit that it goes to. */
export async function enterRefund(tx: Db, { refund, source }: Target): Promise<void> {
  const holder = refund.creditAccountId ?? source.creditAccountId;
  if (holder === null) return;
  const { id: refundId, orderId, amountCents, reason } = refund;
  const isReturned = source.creditAccountId !== null;
  const act = refund.creditAccountId === null ? "returned" : "refunded as credit";
  const from = isReturned ? "spent" : "refunded";
  await transferCredit(tx, { act, from, to: { holder }, amountCents, orderId, refundId, reason: reason ?? "" });
}
