import type { Order } from "@shop/shared/order/order";
import { Permitted } from "../parts/permitted.tsx";
import classes from "./order-actions.module.css";
import { OrderCancellation } from "./order-cancellation.tsx";
import { OrderPaper } from "./order-paper.tsx";
import { OrderParcelsPanel } from "./order-parcels-panel.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { OrderSteps } from "./order-steps.tsx";

/** The steps, the parcels, the payments and the paper of an order, for admins. */
export function OrderActions({ order }: { order: Order }) {
  return (
    <>
      <Permitted to="orders.fulfil">
        <div className={classes.steps}>
          <OrderSteps order={order} />
        </div>
      </Permitted>
      {(order.isShipped || order.isPartlyShipped) && <OrderParcelsPanel order={order} />}
      <OrderPayments order={order} />
      <Permitted to="orders.refund">
        <OrderCancellation order={order} />
      </Permitted>
      <OrderPaper order={order} />
    </>
  );
}
