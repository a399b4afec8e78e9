import { useEffect, useRef } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { isRefundRequested } from "./payment-words.ts";

const watchMs = 5_000;

/** The payments and refunds of an order, polled while the result of a refund is unknown. */
export function useOrderMoney(id: string) {
  const refresh = useOrderRefresh();
  const money = trpc.admin.orders.money.useQuery(
    { id },
    {
      ...cachedBriefly,
      refetchInterval: ({ state: { data } }) => (data?.payments.some(isRefundRequested) === true ? watchMs : false),
    },
  );
  const isWaiting = money.data?.payments.some(isRefundRequested) ?? false;
  const wasWaiting = useRef(false);
  useEffect(() => {
    // The order was fetched before the result of the refund was known.
    if (wasWaiting.current && !isWaiting) refresh();
    wasWaiting.current = isWaiting;
  }, [isWaiting, refresh]);
  return money;
}
