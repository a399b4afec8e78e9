import type { Refund } from "@shop/shared/refund";
import { Day } from "../../ui/day.tsx";
import { Price } from "../../ui/price.tsx";
import { RefundStatusDot } from "../../ui/refund-status.tsx";
import classes from "./order-refunds.module.css";

/** What went back of an order's money, or is about to: when, how much, how far it is, and why. */
export function OrderRefunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <ul className={classes.refunds}>
      {refunds.map(({ _id, amount, status, reason, createdAt, completedAt }) => (
        <li key={_id} className={classes.refund}>
          <span className={classes.about}>
            <RefundStatusDot status={status} />
            <Day time={completedAt ?? createdAt} className={classes.day} />
          </span>
          <Price amount={amount} isDeduction={status !== "failed"} />
          <p className={classes.reason}>{reason ?? "Refunded at the payment provider"}</p>
        </li>
      ))}
    </ul>
  );
}
