import { Button } from "@mantine/core";
import type { Order } from "@shop/shared/order";
import { plainMeta } from "@shop/shared/page-data";
import { pages } from "@shop/shared/pages";
import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { useParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { BackToOrders } from "../../features/admin/orders/back-to-orders.tsx";
import { OrderAlert } from "../../features/orders/order-alert.tsx";
import { OrderHistory } from "../../features/orders/order-history.tsx";
import { OrderSkeleton } from "../../features/orders/order-skeleton.tsx";
import classes from "../../features/orders/order-view.module.css";
import { OrderView } from "../../features/orders/order-view.tsx";
import { OrderPayment } from "../../features/payment/order-payment.tsx";
import { loadChunk } from "../../lib/lazy-screen.ts";
import { orderPath, profilePath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

type AdminPart = ComponentType<{ order: Order }>;

// Lazy because customers do not need the admin code.
const loadMatters = (): Promise<AdminPart> =>
  loadChunk(() => import("../../features/admin/orders/order-matters.tsx").then((part) => part.OrderMatters)).catch(
    () => NoMatters,
  );
const loadActions = (): Promise<AdminPart> =>
  loadChunk(() => import("../../features/admin/orders/order-actions.tsx").then((part) => part.OrderActions)).catch(
    () => MissingActions,
  );
const OrderMatters = lazy(async () => ({ default: await loadMatters() }));
const OrderActions = lazy(async () => ({ default: await loadActions() }));

/** One order, for its customer and for admins. */
export function OrderPage() {
  const { id = "" } = useParams();
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  const order = trpc.order.byId.useQuery({ id }, cachedBriefly);
  useEffect(() => {
    // Loads the code in parallel with the order.
    if (isAdmin) void Promise.all([loadMatters(), loadActions()]);
  }, [isAdmin]);
  // Cached data takes precedence over a failed refetch, unless the order no longer exists.
  if (hasStatus(order.error, 404)) return <OrderNotFound id={id} />;
  const meta = <PageMeta meta={plainMeta(pages.order.title({ id }), orderPath(id))} />;
  if (order.data !== undefined) {
    return (
      <>
        {meta}
        <OrderView
          order={order.data}
          back={isAdmin && <BackToOrders />}
          alert={isAdmin ? <Matters key={id} order={order.data} /> : <OrderAlert matters={order.data.matters} />}
          payment={<OrderPayment key={id} order={order.data} canPay={!isAdmin} />}
          {...(isAdmin ? { actions: <Actions key={id} order={order.data} /> } : {})}
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

function Matters({ order }: { order: Order }) {
  return (
    <Suspense>
      <OrderMatters order={order} />
    </Suspense>
  );
}

function Actions({ order }: { order: Order }) {
  return (
    <Suspense fallback={<Skeleton height="16rem" />}>
      <OrderActions order={order} />
    </Suspense>
  );
}

/** Fallback without a message: MissingActions already reports the failed load. */
function NoMatters() {
  return null;
}

function MissingActions() {
  return (
    <ErrorAlert
      message="What can be done with this order could not be loaded. Nothing was changed."
      onRetry={() => location.reload()}
    />
  );
}

function OrderNotFound({ id }: { id: string }) {
  return (
    <div className={classes.order}>
      <PageMeta meta={plainMeta("Order not found", orderPath(id))} />
      <PageHeading isHidden>Order not found</PageHeading>
      <EmptyState
        illustration="bag"
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
