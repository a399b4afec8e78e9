import type { MatterKind } from "@shop/shared/matter";

/** Each kind of matter where there is little room. */
const names: Record<MatterKind, string> = {
  "stock gone": "Stock gone",
  "paid twice": "Paid twice",
  "payment differs": "Payment differs",
  refunded: "Refund to check",
  reversed: "Payment reversed",
  disputed: "Disputed",
  "payment stuck": "Payment unclear",
  "payment refused": "Payment refused",
  "unknown payment": "Unknown payment",
  "refund failed": "Refund failed",
  "refund stuck": "Refund unclear",
};

/** The open matters of an order in few words: the first, and how many more. `null` where there is none. */
export function matterSummary([first, ...more]: readonly MatterKind[]): string | null {
  if (first === undefined) return null;
  return more.length === 0 ? names[first] : `${names[first]} +${more.length}`;
}
