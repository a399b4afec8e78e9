import type { Order } from "@shop/shared/order/order";
import { withdrawalPath } from "../../lib/paths.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import type { WithdrawalFields } from "./withdrawal-fields.ts";
import classes from "./withdrawal-link.module.css";

/** Leads to the form for a withdrawal with the fields of an order filled. */
export function WithdrawalLink({ order: { _id, user } }: { order: Order }) {
  const state: WithdrawalFields = { orderNumber: _id.slice(-5), email: user.email, goods: "" };
  return (
    <PrefetchLink to={withdrawalPath} state={state} className={classes.link}>
      Withdraw from this contract
    </PrefetchLink>
  );
}
