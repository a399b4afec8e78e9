import { Button } from "@mantine/core";
import { plainMeta } from "@shop/shared/page-data";
import { useParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { BackToOrders, OrderDesk } from "../../features/administration/orders/order-desk.tsx";
import { OrderHistory } from "../../features/orders/order-history.tsx";
import { OrderSkeleton } from "../../features/orders/order-skeleton.tsx";
import classes from "../../features/orders/order-view.module.css";
import { OrderView } from "../../features/orders/order-view.tsx";
import { OrderPayment } from "../../features/payment/order-payment.tsx";
import { orderPath, profilePath } from "../../lib/paths.ts";
import { keptBriefly } from "../../lib/query-client.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";

/** One order, for its buyer and for administrators. */
export function OrderPage() {
  const { id = "" } = useParams();
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  const order = trpc.order.byId.useQuery({ id }, keptBriefly);
  // What was read before is worth more than a failure to read it again, unless it is gone.
  if (hasStatus(order.error, 404)) return <OrderNotFound id={id} />;
  const meta = <PageMeta meta={plainMeta(`Order ${id.slice(-5)}`, orderPath(id))} />;
  if (order.data !== undefined) {
    return (
      <>
        {meta}
        <OrderView
          order={order.data}
          back={isAdmin && <BackToOrders />}
          payment={<OrderPayment key={id} order={order.data} canPay={!isAdmin} />}
          {...(isAdmin ? { actions: <OrderDesk key={id} order={order.data} /> } : {})}
          history={<OrderHistory id={id} />}
        />
      </>
    );
  }
  return (
    <div className={classes.order}>
      {meta}
      <header className={classes.head}>
        <PageHeading>Order {id.slice(-5)}</PageHeading>
        <p className={classes.placed} data-coming />
      </header>
      {order.isError ? (
        <ErrorAlert
          message={messageOf(order.error, "Failed to load order")}
          onRetry={() => void order.refetch()}
          isRetrying={order.isFetching}
        />
      ) : (
        <OrderSkeleton />
      )}
    </div>
  );
}

function OrderNotFound({ id }: { id: string }) {
  return (
    <div className={classes.order}>
      <PageMeta meta={plainMeta("Order not found", orderPath(id))} />
      <PageHeading isHidden>Order not found</PageHeading>
      <EmptyState
        drawing="bag"
        text="Order not found"
        help="It may belong to another account than the one you are signed in with."
        action={
          <Button component={PrefetchLink} to={profilePath} variant="default">
            My Orders
          </Button>
        }
      />
    </div>
  );
}
