import type { Order } from "@shop/shared/order/order";
import { Day } from "../../ui/day.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./cancelled-alert.module.css";

/** That an order was cancelled, by whom and why. Renders nothing for any other. */
export function CancelledAlert({ order: { cancellation }, isAdmin }: { order: Order; isAdmin: boolean }) {
  if (cancellation === null) return null;
  const { by, at, reason } = cancellation;
  const isOwnAct = isAdmin ? by === "shop" : by === "customer";
  const who = isOwnAct
    ? "You cancelled this order"
    : by === "shop"
      ? "We cancelled this order"
      : "The customer cancelled this order";
  return (
    <StateAlert tone="info">
      {who} on <Day time={at} className={classes.day ?? ""} />
      {reason === null ? "." : `: ${reason}`}
    </StateAlert>
  );
}
