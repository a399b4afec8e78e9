import { useCallback } from "react";
import { trpc } from "../../../lib/trpc.ts";

/** Invalidates every query that a change of an order may affect, without waiting for the refetch. */
export function useOrderRefresh(): () => void {
  const utils = trpc.useUtils();
  return useCallback(() => {
    void utils.order.byId.invalidate();
    void utils.order.history.invalidate();
    void utils.order.messages.invalidate();
    void utils.admin.orders.invalidate();
    void utils.admin.dashboard.invalidate();
  }, [utils]);
}
