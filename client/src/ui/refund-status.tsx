import type { Refund, RefundStatus } from "@shop/shared/order/refund";
import { StatusDot, type StatusTone } from "./status-dot.tsx";

const labels: Record<RefundStatus, { tone: StatusTone; text: string }> = {
  requested: { tone: "going", text: "Requested" },
  pending: { tone: "going", text: "On its way" },
  completed: { tone: "done", text: "Refunded" },
  failed: { tone: "danger", text: "Not made" },
};

type RefundStatusDotProps = { refund: Pick<Refund, "status" | "exchange" | "asCredit"> };

/** Status of a refund, with the same texts for customers and admins. */
export function RefundStatusDot({ refund: { status, exchange, asCredit } }: RefundStatusDotProps) {
  const { tone, text } = labels[status];
  return (
    <StatusDot tone={tone}>
      {exchange !== undefined ? "Exchanged" : asCredit === true ? "Given as credit" : text}
    </StatusDot>
  );
}
