import { Skeleton } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { useParams, useSearchParams } from "react-router-dom";
import { ExchangeGoods } from "../../../features/admin/orders/exchange/exchange-goods.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { exchangePath } from "../../../lib/admin-paths.ts";
import { orderPath } from "../../../lib/paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";

/** Goods of an order, or of one of its returns, that are exchanged for others. */
export function ExchangePage() {
  const { id = "" } = useParams();
  const returnId = useSearchParams()[0].get("return") ?? undefined;
  // As it is now, and not anew while somebody types.
  const fresh = { staleTime: 0, refetchOnMount: "always", refetchOnWindowFocus: false } as const;
  const order = trpc.order.byId.useQuery({ id }, fresh);
  const asked = returnId === undefined ? { id } : { id, return: returnId };
  const options = trpc.admin.exchanges.options.useQuery(asked, fresh);
  const failure = order.error ?? options.error;
  const isFresh = order.isFetchedAfterMount && options.isFetchedAfterMount;
  const refusal = options.data?.refusal ?? null;
  return (
    <AdminPage
      title={`${pages.exchange.title} ${id.slice(-5)}`}
      path={exchangePath(id)}
      back={{ to: orderPath(id), label: "Order" }}
    >
      {failure !== null && (
        <ErrorAlert
          message={messageOf(failure, "Failed to load the order")}
          onRetry={() => {
            void order.refetch();
            void options.refetch();
          }}
          isRetrying={order.isFetching || options.isFetching}
        />
      )}
      {failure === null && !isFresh && <Skeleton height="24rem" />}
      {isFresh && refusal !== null && <ErrorAlert message={refusal} />}
      {isFresh && order.data !== undefined && options.data !== undefined && refusal === null && (
        <ExchangeGoods order={order.data} exchangeable={options.data} returnId={returnId} />
      )}
    </AdminPage>
  );
}
