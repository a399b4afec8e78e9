import { Stack, Text } from "@mantine/core";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { BackLink } from "../../features/admin/parts/back-link.tsx";
import { EarlierOrderView } from "../../features/orders/earlier-order-view.tsx";
import { profilePath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { useReturnTo } from "../../ui/data-table/use-return-to.ts";
import { earlierOrderListPath, earlierOrderPath } from "../../ui/earlier-order/earlier-order-paths.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { OrderMissing } from "./order-missing.tsx";

/** An order of the former shop, for its customer and for admins. */
export function EarlierOrderPage() {
  const { id = "" } = useParams();
  const isAdmin = useSignedIn()?.isAdmin ?? false;
  const order = trpc.order.earlierById.useQuery({ id }, cachedBriefly);
  const isMissing = hasStatus(order.error, 404);
  const back = useReturnTo(isAdmin ? earlierOrderListPath : profilePath);
  const title = order.data === undefined ? pages.earlierOrder.title : `Order ${order.data.number}`;
  return (
    <Stack gap={20} maw="68rem" mx="auto">
      <PageMeta meta={plainMeta(isMissing ? "Order not found" : title, earlierOrderPath(id))} />
      <div>
        <BackLink to={back} label={isAdmin ? "Earlier orders" : "Profile"} />
        <PageHeading>{isMissing ? "Order not found" : title}</PageHeading>
        {!isMissing && <Text c="dimmed">Placed before we moved to this shop. It is shown as it was.</Text>}
      </div>
      {isMissing ? (
        <OrderMissing />
      ) : order.data !== undefined ? (
        <EarlierOrderView order={order.data} />
      ) : order.isError ? (
        <ErrorAlert
          message={messageOf(order.error, "Failed to load order")}
          onRetry={() => void order.refetch()}
          isRetrying={order.isFetching}
        />
      ) : (
        <Skeleton height="24rem" />
      )}
    </Stack>
  );
}
