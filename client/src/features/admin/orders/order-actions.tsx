import type { Order } from "@shop/shared/order/order";
import type { NewParcel } from "@shop/shared/order/parcel";
import type { RefObject } from "react";
import { Permitted } from "../parts/permitted.tsx";
import classes from "./order-actions.module.css";
import { OrderCancellation } from "./order-cancellation.tsx";
import { OrderPaper } from "./order-paper.tsx";
import { OrderParcelsPanel } from "./order-parcels-panel.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { OrderSteps } from "./order-steps.tsx";

/** Reads the parcels that were entered for the step to shipped; empty while the fields are not there. */
export type ParcelReader = RefObject<(() => NewParcel[] | null) | null>;

type OrderActionsProps = { order: Order; reader: ParcelReader };

/** The steps, the parcels, the payments and the paper of an order, for admins. */
export function OrderActions({ order, reader }: OrderActionsProps) {
  return (
    <>
      <Permitted to="orders.fulfil">
        <div className={classes.steps}>
          <OrderSteps order={order} readParcels={() => (reader.current === null ? [] : reader.current())} />
        </div>
      </Permitted>
      {order.isShipped && <OrderParcelsPanel order={order} />}
      <OrderPayments order={order} />
      <Permitted to="orders.refund">
        <OrderCancellation order={order} />
      </Permitted>
      <OrderPaper order={order} />
    </>
  );
}
