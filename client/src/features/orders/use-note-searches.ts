import type { Order } from "@shop/shared/order/order";
import { useEffect } from "react";
import { takeSearchesOf } from "../../lib/search-trail.ts";
import { trpc } from "../../lib/trpc.ts";

/** Has the searches of this tab counted that led to products of an order, once it is paid. */
export function useNoteSearches(order: Order | undefined): void {
  const { client } = trpc.useUtils();
  const isPaid = order?.isPaid === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items of a paid order stay
  useEffect(() => {
    if (!isPaid) return;
    const searches = takeSearchesOf(order.orderItems.map(({ product }) => product));
    if (searches.length === 0) return;
    // A count that is lost is nothing to tell.
    client.order.noteSearches.mutate({ id: order._id, searches }).catch(() => undefined);
  }, [isPaid, order?._id, client]);
}
