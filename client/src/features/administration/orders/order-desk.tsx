import type { Order } from "@shop/shared/order";
import { IconArrowLeft } from "@tabler/icons-react";
import { orderListPath } from "../../../lib/paths.ts";
import { useReturnTo } from "../../../ui/data-table/row-action.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { OrderAttention } from "./order-attention.tsx";
import classes from "./order-desk.module.css";
import { OrderSteps } from "./order-steps.tsx";

/** What administrators can do about an order. */
export function OrderDesk({ order }: { order: Order }) {
  return (
    <div className={classes.desk}>
      {order.attention !== null && <OrderAttention order={order} attention={order.attention} />}
      <OrderSteps order={order} />
    </div>
  );
}

/** The way back to the list of orders, as it stood when one left it. */
export function BackToOrders() {
  return (
    <PrefetchLink to={useReturnTo(orderListPath)} className={classes.back}>
      <IconArrowLeft size={18} aria-hidden="true" />
      Orders
    </PrefetchLink>
  );
}
