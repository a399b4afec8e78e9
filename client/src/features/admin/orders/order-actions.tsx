import type { Order } from "@shop/shared/order";
import { OrderMails } from "../mails/order-mails.tsx";
import classes from "./order-actions.module.css";
import { OrderPayments } from "./order-payments.tsx";
import { OrderSteps } from "./order-steps.tsx";

/** The steps, the payments and the mails of an order, for admins. */
export function OrderActions({ order }: { order: Order }) {
  return (
    <>
      <div className={classes.steps}>
        <OrderSteps order={order} />
      </div>
      <OrderPayments order={order} />
      <OrderMails orderId={order._id} />
    </>
  );
}
