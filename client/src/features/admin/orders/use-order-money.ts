import { useEffect, useRef } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { isRefundRequested } from "./payment-words.ts";
import { useOrderRefresh } from "./use-order-refresh.ts";

const watchMs = 5_000;

/** The money of an order. While the provider owes an answer to a refund it is read again and again. */
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
    // What the order itself says of its money was read before the answer came.
    if (wasWaiting.current && !isWaiting) refresh();
    wasWaiting.current = isWaiting;
  }, [isWaiting, refresh]);
  return money;
}
