import { useCallback } from "react";
import { trpc } from "../../../lib/trpc.ts";

/** Has everything read anew that an act on an order may have changed. Nothing waits for it. */
export function useOrderRefresh(): () => void {
  const utils = trpc.useUtils();
  return useCallback(() => {
    void utils.order.byId.invalidate();
    void utils.order.history.invalidate();
    void utils.admin.orders.invalidate();
    void utils.admin.dashboard.invalidate();
  }, [utils]);
}
