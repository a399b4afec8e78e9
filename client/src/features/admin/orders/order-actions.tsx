import type { Order } from "@shop/shared/order";
import classes from "./order-actions.module.css";
import { OrderPayments } from "./order-payments.tsx";
import { OrderSteps } from "./order-steps.tsx";

/** The steps and the payments of an order, for admins. */
export function OrderActions({ order }: { order: Order }) {
  return (
    <>
      <div className={classes.steps}>
        <OrderSteps order={order} />
      </div>
      <OrderPayments order={order} />
    </>
  );
}
