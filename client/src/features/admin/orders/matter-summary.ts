import type { MatterKind } from "@shop/shared/order/matter";

/** The short name of each kind of matter. */
const names: Record<MatterKind, string> = {
  "stock gone": "Stock gone",
  "paid twice": "Paid twice",
  "payment differs": "Payment differs",
  refunded: "Refund to check",
  reversed: "Payment reversed",
  disputed: "Disputed",
  "payment stuck": "Payment unclear",
  "payment refused": "Payment refused",
  "payment risk": "Payment to look at",
  "unknown payment": "Unknown payment",
  "refund failed": "Refund failed",
  "refund stuck": "Refund unclear",
  "mail failed": "Mail not sent",
  withdrawal: "Withdrawal",
  return: "Return",
  "refund due": "Money to send back",
  "exchange unpaid": "Exchange not paid",
  "price differs": "Amounts differ",
};

/** The first open matter of an order and the number of the others; `null` where there is none. */
export function matterSummary([first, ...more]: readonly MatterKind[]): string | null {
  if (first === undefined) return null;
  return more.length === 0 ? names[first] : `${names[first]} +${more.length}`;
}
