import type { OrderAct, OrderEvent } from "@shop/shared/order-history";
import { keptBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { Glass } from "../../ui/glass.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import classes from "./order-history.module.css";
import view from "./order-view.module.css";

const words: Record<OrderAct, string> = {
  placed: "Placed",
  released: "Reservation ended",
  held: "Reserved again",
  "payment started": "Payment started",
  "payment pending": "Payment pending",
  "payment failed": "Payment failed",
  "paid again": "Paid again",
  refunded: "Payment refunded",
  resolved: "Looked after",
  paid: "Paid",
  confirmed: "Confirmed",
  processed: "Marked processing",
  shipped: "Shipped",
  delivered: "Delivered",
};

/** What happened to an order, when, and, as far as the viewer may know, by whom. */
export function OrderHistory({ id }: { id: string }) {
  const history = trpc.order.history.useQuery({ id }, keptBriefly);
  return (
    <Glass component="section" className={`${view.pane} ${classes.history}`} aria-labelledby="order-history">
      <h2 id="order-history" className={view.title}>
        History
      </h2>
      {history.data !== undefined ? (
        <Events events={history.data} />
      ) : history.isError ? (
        <ErrorAlert
          message={messageOf(history.error, "An unknown error occurred")}
          onRetry={() => void history.refetch()}
          isRetrying={history.isFetching}
        />
      ) : (
        <Skeleton height="4rem" />
      )}
    </Glass>
  );
}

function Events({ events }: { events: OrderEvent[] }) {
  if (events.length === 0) return <p className={classes.by}>Nothing is written down yet.</p>;
  return (
    <ol className={classes.events}>
      {events.map(({ act, by, at }) => (
        <li key={`${at} ${act}`} className={classes.event}>
          <span className={classes.act}>{words[act]}</span>
          {by !== null && <span className={classes.by}>by {by}</span>}
          <Moment time={at} className={classes.when}>
            {toTheMinute(at)}
          </Moment>
        </li>
      ))}
    </ol>
  );
}

/** In the time that all days of the shop are told in. */
const toTheMinute = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
