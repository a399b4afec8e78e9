import { plainMeta } from "@shop/shared/page-data";
import { useParams } from "react-router-dom";
import { OrderView } from "../../features/orders/order-view.tsx";
import { orderPath } from "../../lib/paths.ts";
import { keptBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** One order, for its buyer and for administrators. */
export function OrderPage() {
  const { id = "" } = useParams();
  const order = trpc.order.byId.useQuery({ id }, keptBriefly);
  const meta = <PageMeta meta={plainMeta(`Order ${id.slice(-5)}`, orderPath(id))} />;
  if (order.data !== undefined) {
    return (
      <>
        {meta}
        <OrderView order={order.data} />
      </>
    );
  }
  return (
    <>
      {meta}
      <PageHeading>Order {id.slice(-5)}</PageHeading>
      {order.isError ? (
        <ErrorAlert
          message={messageOf(order.error, "Failed to load order")}
          onRetry={() => void order.refetch()}
          isRetrying={order.isFetching}
        />
      ) : (
        <Skeleton height="60vh" />
      )}
    </>
  );
}
