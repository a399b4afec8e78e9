import { Skeleton } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { EditOrder } from "../../../features/admin/orders/edit/edit-order.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { editOrderPath } from "../../../lib/admin-paths.ts";
import { orderPath } from "../../../lib/paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";

/** An order that an administrator changes. */
export function EditOrderPage() {
  const { id = "" } = useParams();
  // As it is now, and not anew while somebody types.
  const fresh = { staleTime: 0, refetchOnMount: "always", refetchOnWindowFocus: false } as const;
  const order = trpc.order.byId.useQuery({ id }, fresh);
  const edits = trpc.admin.orderEdits.list.useQuery({ id }, fresh);
  const failure = order.error ?? edits.error;
  const isFresh = order.isFetchedAfterMount && edits.isFetchedAfterMount;
  return (
    <AdminPage
      title={`${pages.editOrder.title} ${id.slice(-5)}`}
      path={editOrderPath(id)}
      back={{ to: orderPath(id), label: "Order" }}
    >
      {failure !== null && (
        <ErrorAlert
          message={messageOf(failure, "Failed to load the order")}
          onRetry={() => {
            void order.refetch();
            void edits.refetch();
          }}
          isRetrying={order.isFetching || edits.isFetching}
        />
      )}
      {failure === null && !isFresh && <Skeleton height="24rem" />}
      {isFresh && edits.data?.scope === "nothing" && (
        <ErrorAlert message={edits.data.refusal ?? "This order cannot be changed."} />
      )}
      {isFresh && order.data !== undefined && edits.data !== undefined && edits.data.scope !== "nothing" && (
        <EditOrder key={edits.data.version} order={order.data} edits={edits.data} />
      )}
    </AdminPage>
  );
}
