import type { EarlierOrderRow, EarlierOrderState } from "@shop/shared/order/earlier-order";
import { StatusDot, type StatusTone } from "../status-dot.tsx";

const states: Record<EarlierOrderState, { text: string; tone: StatusTone }> = {
  unpaid: { text: "Not paid", tone: "quiet" },
  paid: { text: "Paid", tone: "done" },
  shipped: { text: "Shipped", tone: "done" },
  delivered: { text: "Delivered", tone: "done" },
  cancelled: { text: "Cancelled", tone: "quiet" },
  refunded: { text: "Refunded", tone: "quiet" },
};

/** How far an order of the former shop came. */
export function EarlierState({ order }: { order: Pick<EarlierOrderRow, "state" | "refundedCents"> }) {
  const { text, tone } = states[order.state];
  const isPartly = order.refundedCents > 0 && order.state !== "refunded";
  return <StatusDot tone={tone}>{isPartly ? `${text}, partly refunded` : text}</StatusDot>;
}
