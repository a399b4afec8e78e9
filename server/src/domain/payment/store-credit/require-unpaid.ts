import { cancelledRefusal } from "@shop/shared/order/cancel-rules";
import type { Db } from "../../../db/client.ts";
import { DomainError } from "../../base/errors.ts";
import { findCancellation } from "../../order/cancelled.ts";
import type { OrderRow } from "../../order/hold.ts";
import { hasOpenMatterOf } from "../../order/matters.ts";
import { findWithdrawal, withdrawnRefusal } from "../../order/withdrawn.ts";
import { refusalOf } from "../outcome.ts";
import { findInProgress } from "../records.ts";

/**
 * Throws unless a locked order awaits its payment: ALREADY_PAID, ILLEGAL_TRANSITION if it was cancelled or its customer has
 * withdrawn, and what says that money is in progress, or has come that differs.
 */
export async function requireUnpaid(tx: Db, order: OrderRow): Promise<void> {
  const { id, paidAt } = order;
  if (paidAt !== null) throw new DomainError("ALREADY_PAID", "This order is already paid");
  if ((await findWithdrawal(tx, id)) !== undefined) throw new DomainError("ILLEGAL_TRANSITION", withdrawnRefusal);
  if ((await findCancellation(tx, id)) !== undefined) throw new DomainError("ILLEGAL_TRANSITION", cancelledRefusal);
  const isBlocked =
    (await findInProgress(tx, order)) !== null ||
    (await hasOpenMatterOf(tx, id, ["unknown payment", "payment differs"]));
  const refusal = refusalOf({ is: "pending" });
  if (isBlocked && refusal !== null) throw refusal;
}
