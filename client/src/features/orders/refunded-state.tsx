import type { Order } from "@shop/shared/order";
import { Day } from "../../ui/day.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";

/** That all money of an order went back, and when; nothing while some of it is the shop's. */
export function RefundedState({ order: { isRefunded, refunds } }: { order: Order }) {
  if (!isRefunded) return null;
  const isComing = refunds.some(({ status }) => status === "requested" || status === "pending");
  const [last] = refunds
    .flatMap(({ completedAt }) => completedAt ?? [])
    .toSorted()
    .reverse();
  if (isComing || last === undefined) return <StateAlert tone="info">The refund is on its way</StateAlert>;
  return (
    <StateAlert tone="info">
      Refunded on <Day time={last} />
    </StateAlert>
  );
}
