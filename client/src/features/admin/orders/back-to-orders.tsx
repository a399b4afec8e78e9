import { IconArrowLeft } from "@tabler/icons-react";
import { orderListPath } from "../../../lib/paths.ts";
import { useReturnTo } from "../../../ui/data-table/row-action.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import classes from "./back-to-orders.module.css";

/** The way back to the list of orders, as it stood when one left it. */
export function BackToOrders() {
  return (
    <PrefetchLink to={useReturnTo(orderListPath)} className={classes.back}>
      <IconArrowLeft size={18} aria-hidden="true" />
      Orders
    </PrefetchLink>
  );
}
