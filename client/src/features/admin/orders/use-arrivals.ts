import type { OrderFilter } from "@shop/shared/order/order-filter";
import type { PaidOrders } from "@shop/shared/order/order-list";
import { useEffect, useRef, useState } from "react";
import { loadChunk } from "../../../lib/load-chunk.ts";
import { trpc } from "../../../lib/trpc.ts";
import { insertOrders, updateOrders } from "./insert-orders.ts";

/** How long it is said that new orders are in the list, in milliseconds. */
const shownMs = 8_000;

/** What the list shows: the input of its query. */
type View = {
  search: string;
  sort: string;
  pageNumber: number;
  pageSize: number;
  state?: OrderFilter;
  from?: string;
  to?: string;
};

/** Orders that were paid since the list was opened or looked at: how many, and whether the list shows them. */
export type Arrivals = { count: number; isShown: boolean };

/** Whether new orders belong to the top of what is shown. */
function isOnTop({ search, sort, pageNumber, state, from, to }: View): boolean {
  const isFirst = sort === "-date" && pageNumber === 1;
  return isFirst && search === "" && from === undefined && to === undefined && (state ?? "to-confirm") === "to-confirm";
}

/** Whether somebody is at work in the list or has scrolled into it, so that its rows must not move. */
function isInUse(list: HTMLElement | null): boolean {
  if (list === null) return false;
  return list.matches(":hover, :focus-within") || list.getBoundingClientRect().top < 0;
}

/**
 * Brings orders into the open list once they are paid, at the top, where they belong; the list never moves under
 * somebody who works in it. The rows come with the event, so that open lists ask the server for nothing.
 */
export function useArrivals(view: View, { hasSelection }: { hasSelection: boolean }) {
  const utils = trpc.useUtils();
  const list = useRef<HTMLDivElement>(null);
  const [arrivals, setArrivals] = useState<Arrivals | null>(null);

  function onOrders({ count, rows }: PaidOrders): void {
    const key = utils.admin.orders.page;
    utils.admin.orders.waiting.setData(
      undefined,
      (waiting) => waiting && { ...waiting, "to-confirm": waiting["to-confirm"] + count },
    );
    const canInsert = isOnTop(view) && count === rows.length && !hasSelection && !isInUse(list.current);
    key.setData(view, (page) => page && (canInsert ? insertOrders(page, rows) : updateOrders(page, rows)));
    setArrivals((before) => ({
      count: (before?.count ?? 0) + count,
      isShown: canInsert && before?.isShown !== false,
    }));
  }
  function onReload(): void {
    void utils.admin.orders.waiting.invalidate();
    if (!hasSelection && !isInUse(list.current)) void utils.admin.orders.page.invalidate();
  }

  const now = useRef({ onOrders, onReload });
  useEffect(() => {
    now.current = { onOrders, onReload };
  });
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    // In a chunk of its own, so that the list does not wait for the library of schemas.
    loadChunk("paid-order-stream", () => import("./paid-order-stream.ts")).then(
      ({ followPaidOrders }) => {
        if (isOver) return;
        stop = followPaidOrders({
          onOrders: (orders) => now.current.onOrders(orders),
          onReload: () => now.current.onReload(),
        });
      },
      // The list works without it; it is then loaded anew as any other.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, []);

  const isShown = arrivals?.isShown === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each order begins the time anew
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setArrivals(null), shownMs);
    return () => clearTimeout(timer);
  }, [isShown, arrivals]);

  const place = JSON.stringify(view);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown now was loaded after the orders had come
  useEffect(() => setArrivals(null), [place]);

  return {
    list,
    arrivals,
    /** Loads the list anew, if it would show the orders. */
    show: () => {
      setArrivals(null);
      void utils.admin.orders.page.invalidate();
    },
    isOnTop: isOnTop(view),
  };
}
