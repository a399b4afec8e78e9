import { nextStep } from "@shop/shared/fulfilment";
import type { Order } from "@shop/shared/order";
import type { NewParcel } from "@shop/shared/parcel";
import { useRef } from "react";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { missingPart } from "../../../ui/missing-part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import classes from "./order-actions.module.css";
import { OrderParcelsPanel } from "./order-parcels-panel.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { OrderSteps } from "./order-steps.tsx";

/** Lazy, because its fields are needed for one step only. */
const ParcelDrafts = lazyPart("parcel-drafts", () => import("./parcel-drafts.tsx").then((part) => part.ParcelDrafts), {
  loading: () => <Skeleton height="14rem" />,
  failed: missingPart("The fields for parcels could not be loaded. You can add parcels once the order is shipped."),
});

/** The steps, the parcels and the payments of an order, for admins. */
export function OrderActions({ order }: { order: Order }) {
  // Empty while the fields are not there.
  const reader = useRef<() => NewParcel[] | null>(null);
  const isShippedNext = nextStep(order) === "shipped";
  return (
    <>
      {isShippedNext && <ParcelDrafts reader={reader} />}
      <div className={classes.steps}>
        <OrderSteps order={order} readParcels={() => (reader.current === null ? [] : reader.current())} />
      </div>
      {order.isShipped && <OrderParcelsPanel order={order} />}
      <OrderPayments order={order} />
    </>
  );
}
