import type { Order } from "@shop/shared/order/order";
import type { OrderAct, OrderEvent } from "@shop/shared/order/order-history";
import { useEffect, useRef } from "react";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { LocalMinute } from "../../ui/local-minute.tsx";
import { Minute } from "../../ui/minute.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Price } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./order-history.module.css";
import view from "./order-view.module.css";

const labels: Record<OrderAct, string> = {
  placed: "Placed",
  released: "Reservation ended",
  held: "Reserved again",
  "payment started": "Payment started",
  "payment pending": "Payment pending",
  "payment failed": "Payment failed",
  "paid again": "Paid again",
  "transfer taken back": "Transfer taken back",
  "paid too late": "Paid after it was cancelled",
  cancelled: "Cancelled",
  reinstated: "Reinstated",
  exchanged: "Exchanged",
  "paid by credit": "Paid with credit",
  "credit returned": "Credit given back",
  edited: "Changed",
  "part shipped": "Sent in part",
  refunded: "Refunded",
  "refund requested": "Refund requested",
  "refund failed": "Refund not made",
  "matter opened": "Matter opened",
  resolved: "Matter resolved",
  paid: "Paid",
  confirmed: "Confirmed",
  processed: "Marked processing",
  shipped: "Shipped",
  delivered: "Delivered",
};

type OrderHistoryProps = {
  order: Order;
  /** Customers read their own time. Admins read UTC, as in exports and logs. */
  isLocalTime: boolean;
};

/** Events of an order. The server leaves out names that the viewer may not see. */
export function OrderHistory({ order, isLocalTime }: OrderHistoryProps) {
  const utils = trpc.useUtils();
  const { _id: id } = order;
  const history = trpc.order.history.useQuery({ id }, cachedBriefly);
  const shown = useRef(order);
  useEffect(() => {
    // Whatever changes an order also adds to its history.
    if (shown.current === order) return;
    shown.current = order;
    void utils.order.history.invalidate({ id });
  }, [order, id, utils]);
  return (
    <Panel component="section" className={`${view.panel} ${classes.history}`} aria-labelledby="order-history">
      <h2 id="order-history" className={view.title}>
        History
      </h2>
      {history.data !== undefined ? (
        <Events events={history.data} isLocalTime={isLocalTime} />
      ) : history.isError ? (
        <ErrorAlert
          message={messageOf(history.error, "An unknown error occurred")}
          onRetry={() => void history.refetch()}
          isRetrying={history.isFetching}
        />
      ) : (
        <Skeleton height="4rem" />
      )}
    </Panel>
  );
}

function Events({ events, isLocalTime }: { events: OrderEvent[]; isLocalTime: boolean }) {
  const Time = isLocalTime ? LocalMinute : Minute;
  if (events.length === 0) return <p className={classes.by}>Nothing has happened yet.</p>;
  return (
    <ol className={classes.events}>
      {events.map(({ act, by, amount, at }) => (
        <li key={`${at} ${act} ${amount}`} className={classes.event}>
          <span className={classes.act}>{labels[act]}</span>
          {amount !== null && <Price amount={amount} />}
          {by !== null && <span className={classes.by}>by {by}</span>}
          <Time time={at} className={classes.when} />
        </li>
      ))}
    </ol>
  );
}
