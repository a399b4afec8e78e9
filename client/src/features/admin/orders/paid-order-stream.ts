import { type PaidOrders, paidOrdersPath, paidOrdersSchema } from "@shop/shared/order/order-list";

/** The pause before a refused stream is asked for again, and its longest one; in milliseconds. */
const pauseMs = 5_000;
const pauseMaxMs = 60_000;

type Listener = {
  onOrders: (orders: PaidOrders) => void;
  /** Orders may have been missed, or the stream has just begun. */
  onReload: () => void;
};

/**
 * Follows the orders that are paid, until the returned function is called. Only while the tab is visible: a browser opens
 * few connections to one host, and hidden tabs would take them from the others.
 */
export function followPaidOrders({ onOrders, onReload }: Listener): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let refusals = 0;

  const close = () => {
    window.clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    if (document.hidden) return;
    const opened = new EventSource(paidOrdersPath);
    source = opened;
    opened.addEventListener("reload", () => {
      refusals = 0;
      onReload();
    });
    opened.addEventListener("orders", (event) => {
      const orders = readOrders(event.data);
      if (orders === undefined) onReload();
      else onOrders(orders);
    });
    opened.addEventListener("error", () => {
      // The browser opens a lost stream again by itself, but not one that was refused.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      timer = window.setTimeout(open, Math.min(pauseMs * 2 ** refusals, pauseMaxMs) * (0.5 + Math.random() / 2));
      refusals += 1;
    });
  };

  document.addEventListener("visibilitychange", open);
  open();
  return () => {
    document.removeEventListener("visibilitychange", open);
    close();
  };
}

/** What an event says; `undefined` if a newer server says it otherwise. */
function readOrders(text: unknown): PaidOrders | undefined {
  try {
    return paidOrdersSchema.safeParse(JSON.parse(String(text))).data;
  } catch {
    return undefined;
  }
}
