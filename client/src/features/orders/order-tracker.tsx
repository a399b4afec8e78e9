import { isCancelled, nextStep, type Step } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import { IconCheck } from "@tabler/icons-react";
import { Day } from "../../ui/day.tsx";
import classes from "./order-tracker.module.css";

const tracked: { step: Step; name: string; time: (order: Order) => string | null }[] = [
  { step: "confirmed", name: "Confirmed", time: (order) => order.confirmedAt },
  { step: "processed", name: "Processing", time: (order) => order.processedAt },
  { step: "shipped", name: "Shipped", time: (order) => order.shippedAt },
  { step: "delivered", name: "Delivered", time: (order) => order.deliveredAt },
];

/** What a step that is not done waits for. */
function waitOf({ isPartlyShipped }: Order, step: Step, next: Step | null): string {
  if (step !== next) return "Not yet";
  return step === "shipped" && isPartlyShipped ? "In part" : "Next";
}

/** Whether no further step comes: the order was cancelled, or its customer withdrew before anything was paid or sent. */
function isOver(order: Order): boolean {
  return isCancelled(order) || (order.isWithdrawn && !order.isPaid && !order.isShipped);
}

/** Fulfilment steps of an order with their dates. */
export function OrderTracker({ order }: { order: Order }) {
  const isEnded = isOver(order);
  const next = isEnded ? null : nextStep(order);
  return (
    <ol className={classes.tracker} aria-label="Order status">
      {tracked.map(({ step, name, time }) => {
        const at = time(order);
        const state = at !== null ? "done" : step === next ? "next" : "ahead";
        return (
          <li key={step} className={classes.step} data-state={state}>
            <span className={classes.mark} aria-hidden="true">
              {state === "done" && <IconCheck size={16} stroke={3} />}
            </span>
            <span className={classes.name}>{name}</span>
            <span className={classes.when}>
              {at !== null ? <Day time={at} /> : isEnded ? "Not needed" : waitOf(order, step, next)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
