import type { Order } from "@shop/shared/order/order";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";

/** Shows an order as an act has left it, and says what was done. */
export function useOrderChanged(): (after: Order, said: string) => void {
  const utils = trpc.useUtils();
  return (after, said) => {
    notify.withdrawErrors();
    notify.success(said);
    utils.order.byId.setData({ id: after._id }, after);
  };
}
