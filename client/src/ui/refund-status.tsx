import type { RefundStatus } from "@shop/shared/refund";
import { StatusDot, type StatusTone } from "./status-dot.tsx";

const words: Record<RefundStatus, { tone: StatusTone; text: string }> = {
  requested: { tone: "going", text: "Requested" },
  pending: { tone: "going", text: "On its way" },
  completed: { tone: "done", text: "Refunded" },
  failed: { tone: "danger", text: "Not made" },
};

/** How far a refund has come, in the same words for customers and administrators. */
export function RefundStatusDot({ status }: { status: RefundStatus }) {
  const { tone, text } = words[status];
  return <StatusDot tone={tone}>{text}</StatusDot>;
}
