import { Button } from "@mantine/core";
import { amountToPay } from "@shop/shared/order/amount-to-pay";
import { isCancelled } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import { IconCircleCheck, IconPrinter } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Ref } from "react";
import { downloadFile } from "../../lib/download-file.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { ArrivalOfOrder } from "../../ui/arrival.tsx";
import { Day } from "../../ui/day.tsx";
import { notify } from "../../ui/notify.ts";
import { Price } from "../../ui/price.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./paid-order.module.css";

/** The thanks to the customer of an order that is paid, or will be on delivery, with what happens next. */
export function PaidOrder({ order, ref }: { order: Order; ref?: Ref<HTMLDivElement> }) {
  if (order.isRefunded || isCancelled(order)) {
    return <PaymentState paidAt={order.paidAt} />;
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
        <Received order={order} />
        {next !== null && ` ${next}`}
      </p>
      {order.arrival !== null && !order.isDelivered && (
        <ArrivalOfOrder
          arrival={order.arrival}
          isCollected={order.delivery?.pickUp !== undefined}
          className={classes.arrival}
        />
      )}
      {!order.isDelivered && <p className={classes.mails}>Our mails go to {order.user.email}.</p>}
    </div>
  );
}

/** What has paid the order: money, an exchange, or both; or what is paid on delivery. */
function Received({ order }: { order: Order }) {
  const number = order._id.slice(-5);
  const paid = amountToPay(order);
  if (!order.isPaid && order.isDelivered) return <>Order {number} was to be paid on delivery.</>;
  if (!order.isPaid) {
    const when = order.delivery?.pickUp === undefined ? "when it arrives" : "when you collect it";
    return (
      <>
        We have received order {number}. You pay <Price amount={paid} /> {when}.
      </>
    );
  }
  if (paid === 0 && order.credits !== undefined)
    return (
      <>
        Order {number} is paid{byCredit(order.credits)}.
      </>
    );
  if (paid === 0 && order.exchange !== undefined) return <>Your exchange has paid for order {number}.</>;
  return (
    <>
      We have received <Price amount={paid} /> for order {number}.
    </>
  );
}

/** What has paid an order instead of money. */
function byCredit(credits: NonNullable<Order["credits"]>): string {
  const cards = credits.filter(({ giftCard }) => giftCard !== null).length;
  if (cards === 0) return " with your credit";
  const named = cards === 1 ? " with your gift card" : " with your gift cards";
  return cards === credits.length ? named : `${named} and your credit`;
}

/** The first word of a name, as one is addressed. */
function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** What the shop does next; `null` while an open matter has its own text above. */
function nextText(order: Order): string | null {
  if (order.orderItems.length > 0 && order.orderItems.every(({ isGiftCard }) => isGiftCard === true)) {
    return order.isDelivered ? "Your codes are on this page, and in our mail." : "We mail you the codes in a moment.";
  }
  if (order.isDelivered) return "Your order has arrived. Enjoy it!";
  if (order.isShipped && order.delivery?.pickUp !== undefined) return "Your order is ready. You can collect it.";
  if (order.isShipped) {
    if (order.parcels.length === 0) return "Your order is on its way to you.";
    return `Your order is on its way to you. Track ${order.parcels.length === 1 ? "it" : "its parcels"} above.`;
  }
  if (order.matters.length > 0) return null;
  if (order.isPartlyShipped) return "A part of it is on its way to you, and we are packing the rest.";
  if (order.isProcessed) return "We are packing your items. Next, they go to the carrier.";
  if (order.isConfirmed) return "We have checked your order. Next, we pack your items.";
  return "Next, we check your order and pack your items. This page shows each step.";
}

/** Prints the page of an order, as its receipt. */
function PrintReceipt() {
  return (
    <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden="true" />} onClick={() => window.print()}>
      Print receipt
    </Button>
  );
}

/** The receipt and the invoice of a paid order. */
export function Papers({ order }: { order: Order }) {
  if (!order.isPaid) return null;
  return (
    <div className={classes.print}>
      <PrintReceipt />
      <InvoiceButton order={order} />
    </div>
  );
}

/** Downloads the invoice, with the credit notes of refunds. */
function InvoiceButton({ order: { _id, refunds } }: { order: Order }) {
  const oneAtATime = useOneAtATime();
  const download = useMutation({
    mutationFn: () => downloadFile(`/api/orders/${_id}/invoice.pdf`, "invoice.pdf"),
    onSuccess: () => notify.withdrawErrors(),
    onError: (error) => notify.error(messageOf(error, "The invoice could not be downloaded. Please try again.")),
  });
  const hasCredit = refunds.some(({ status }) => status === "completed");
  const name = hasCredit ? "Invoice and credit note (PDF)" : "Invoice (PDF)";
  return (
    <Button
      variant="default"
      aria-disabled={download.isPending || undefined}
      onClick={() => oneAtATime(() => download.mutateAsync())}
    >
      {download.isPending ? "Preparing…" : name}
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
