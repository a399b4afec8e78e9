import { Button } from "@mantine/core";
import type { Order } from "@shop/shared/order/order";
import { homePath, orderPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { Day } from "../../ui/day.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Price } from "../../ui/price.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { unpaidWords } from "../../ui/unpaid-words.ts";
import classes from "./my-orders.module.css";

/** Orders of the signed-in customer, newest first: a table, or cards on phones. */
export function MyOrders() {
  const orders = trpc.order.mine.useQuery(undefined, cachedBriefly);
  return (
    <section className={classes.orders} aria-labelledby="my-orders">
      <h2 id="my-orders" className={classes.title}>
        My Orders
      </h2>
      {orders.data !== undefined ? (
        <OrdersTable orders={orders.data} />
      ) : orders.isError ? (
        <ErrorAlert
          message={messageOf(orders.error, "An unknown error occurred")}
          onRetry={() => void orders.refetch()}
          isRetrying={orders.isFetching}
        />
      ) : (
        <Skeleton height="12rem" />
      )}
    </section>
  );
}

function OrdersTable({ orders }: { orders: Order[] }) {
  if (orders.length === 0) {
    return (
      <EmptyState
        illustration="bag"
        text="You have no orders yet."
        action={
          <Button component={PrefetchLink} to={homePath} variant="default">
            Go shopping
          </Button>
        }
      />
    );
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">ID</th>
          <th scope="col">DATE</th>
          <th scope="col">TOTAL</th>
          <th scope="col">PAID</th>
          <th scope="col">DELIVERED</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => {
          const shortId = order._id.slice(-5);
          return (
            <tr key={order._id}>
              <td data-label="ID">{shortId}</td>
              <td data-label="DATE">
                <Day time={order.createdAt} />
              </td>
              <td data-label="TOTAL" className={classes.money}>
                <Price amount={order.totalPrice} />
              </td>
              <td data-label="PAID">
                <span className={classes.paid}>
                  <DoneOn time={order.paidAt} missing={order.isWithdrawn ? "Withdrawn" : unpaidWords(order)} />
                  {order.refundedPrice > 0 && (
                    <span className={classes.refunded}>{order.isRefunded ? "Refunded" : "Partly refunded"}</span>
                  )}
                </span>
              </td>
              <td data-label="DELIVERED">
                <DoneOn time={order.deliveredAt} missing={order.cancellation === null ? "Not yet" : "Cancelled"} />
              </td>
              <td className={classes.details}>
                <PrefetchLink to={orderPath(order._id)} aria-label={`Details of order ${shortId}`}>
                  Details
                </PrefetchLink>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function DoneOn({ time, missing }: { time: string | null; missing: string }) {
  if (time === null) return <span className={classes.missing}>{missing}</span>;
  return (
    <span className={classes.done}>
      <Day time={time} />
    </span>
  );
}
