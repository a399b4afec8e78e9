import { Button } from "@mantine/core";
import { isCancelled } from "@shop/shared/fulfilment";
import type { Order } from "@shop/shared/order";
import { IconCircleCheck, IconPrinter } from "@tabler/icons-react";
import type { Ref } from "react";
import { ArrivalOfOrder } from "../../ui/arrival.tsx";
import { Day } from "../../ui/day.tsx";
import { Price } from "../../ui/price.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./paid-order.module.css";

/** A paid order's thanks to its customer, with what happens next, and the receipt. */
export function PaidOrder({ order, ref }: { order: Order; ref?: Ref<HTMLDivElement> }) {
  if (order.isRefunded || isCancelled(order)) {
    return (
      <>
        <PaymentState paidAt={order.paidAt} />
        <PrintReceipt />
      </>
    );
  }
  const next = nextText(order);
  return (
    <div ref={ref} className={classes.paid} tabIndex={-1}>
      <IconCircleCheck className={classes.mark} size={48} stroke={1.5} aria-hidden="true" />
      <h3 className={classes.thanks}>Thank you, {firstNameOf(order.user.name)}</h3>
      {order.paidAt !== null && (
        <p className={classes.day}>
          Paid on <Day time={order.paidAt} />
        </p>
      )}
      <p className={classes.text}>
        We have received <Price amount={order.totalPrice} />.{next !== null && ` ${next}`}
      </p>
      {order.arrival !== null && !order.isDelivered && (
        <ArrivalOfOrder arrival={order.arrival} className={classes.arrival} />
      )}
      <PrintReceipt />
    </div>
  );
}

/** The first word of a name, as one is addressed. */
function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** What the shop does next; `null` while an open matter has its own text above. */
function nextText(order: Order): string | null {
  if (order.isDelivered) return "Your order has arrived. Enjoy it!";
  if (order.isShipped) {
    if (order.parcels.length === 0) return "Your order is on its way to you.";
    return `Your order is on its way to you. Track ${order.parcels.length === 1 ? "it" : "its parcels"} above.`;
  }
  if (order.matters.length > 0) return null;
  if (order.isProcessed) return "We are packing your items. Next, they go to the carrier.";
  if (order.isConfirmed) return "We have checked your order. Next, we pack your items.";
  return "Next, we check your order and pack your items. This page shows each step.";
}

function PrintReceipt() {
  return (
    <Button
      variant="default"
      className={classes.print ?? ""}
      leftSection={<IconPrinter size={20} aria-hidden="true" />}
      onClick={() => window.print()}
    >
      Print receipt
    </Button>
  );
}

/** Whether an order is paid, as an alert. */
export function PaymentState({ paidAt }: { paidAt: string | null }) {
  if (paidAt === null) return <StateAlert tone="danger">Not Paid</StateAlert>;
  return (
    <StateAlert tone="success">
      Paid on <Day time={paidAt} />
    </StateAlert>
  );
}
