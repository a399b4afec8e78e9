import { formatMoney } from "@shop/shared/money";
import { amountToPay } from "@shop/shared/order/amount-to-pay";
import type { Order } from "@shop/shared/order/order";
import { useEffect, useRef, useState } from "react";
import { lazyPart, type PartFailure } from "../../lib/lazy-part.tsx";
import { homePath, profilePath } from "../../lib/paths.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { notify } from "../../ui/notify.ts";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./order-payment.module.css";
import { PaidOrder, Papers, PaymentState } from "./paid-order.tsx";
import { useReloadForPayment } from "./payment-document.ts";
import { PaymentHelp } from "./payment-help.tsx";
import { PaymentSkeleton } from "./payment-skeleton.tsx";
import { type ReturnedPayment, useReturnedPayment } from "./use-returned-payment.ts";

/** Lazy, because only an unpaid order needs the payment provider's library. */
const PaymentPanel = lazyPart("payment-panel", () => import("./payment-panel.tsx").then((part) => part.PaymentPanel), {
  loading: ComingPanel,
  failed: MissingPanel,
});

const TransferPanel = lazyPart(
  "transfer-panel",
  () => import("./transfer-panel.tsx").then((part) => part.TransferPanel),
  {
    loading: PaymentSkeleton,
    failed: MissingTransfer,
  },
);

/** Lazy, because most customers have neither. */
const CreditPanel = lazyPart("credit-panel", () => import("./credit-panel.tsx").then((part) => part.CreditPanel), {
  failed: missingPart("Gift cards and credit cannot be used right now."),
});

type OrderPaymentProps = {
  order: Order;
  /** Whether the viewer owns the order and is not an admin. */
  canPay: boolean;
};

/**
 * Payment state of an order and the controls to pay it. When the order becomes
 * paid while it is shown, a confirmation replaces the buttons.
 */
export function OrderPayment({ order, canPay }: OrderPaymentProps) {
  const [wasOpen] = useState(!order.isPaid);
  const returned = useReturnedPayment();
  if (!canPay && !order.isPaid && order.cancellation !== null) return <StateAlert tone="info">Not paid</StateAlert>;
  if (!canPay && !order.isPaid && order.isWithdrawn)
    return <StateAlert tone="info">Not paid: the customer has withdrawn from this order</StateAlert>;
  if (!canPay && !order.isPaid && order.paymentMethod === "On Delivery")
    return (
      <StateAlert tone="info">Not paid: the customer pays {formatMoney(amountToPay(order))} on delivery</StateAlert>
    );
  if (!canPay) return <PaymentState paidAt={order.paidAt} />;
  return (
    <>
      <OwnPayment order={order} wasOpen={wasOpen} returned={returned} />
      <nav className={classes.links} aria-label="More">
        <PrefetchLink to={profilePath}>My Orders</PrefetchLink>
        <PrefetchLink to={homePath}>Back to the shop</PrefetchLink>
      </nav>
      <Papers order={order} />
    </>
  );
}

/** An order, and the payment with which its customer has come back from another page. */
type Payable = { order: Order; returned: ReturnedPayment | undefined };

/** The payment of one's own order. Nobody is asked to pay for one that was cancelled, or that they have withdrawn from. */
function OwnPayment({ order, wasOpen, returned }: Payable & { wasOpen: boolean }) {
  if (order.cancellation !== null && !order.isPaid) return <StateAlert tone="info">{cancelledText(order)}</StateAlert>;
  if (order.isWithdrawn && !order.isPaid) return <StateAlert tone="info">{withdrawnText(order)}</StateAlert>;
  if (order.paymentMethod === "On Delivery" && !isUnderWay(order)) return <PaidOrder order={order} />;
  return wasOpen ? <PaymentArea order={order} returned={returned} /> : <PaidOrder order={order} />;
}

function PaymentArea({ order, returned }: Payable) {
  const area = useRef<HTMLDivElement>(null);
  const paid = useRef<HTMLDivElement>(null);
  const wasPaid = useRef(order.isPaid);
  const isReloading = useReloadForPayment(order.isPaid);

  useEffect(() => {
    if (order.isPaid && !wasPaid.current) {
      notify.withdrawErrors();
      notify.success("Order is paid");
      if (isFocusFree(area.current)) paid.current?.focus();
    }
    wasPaid.current = order.isPaid;
  }, [order.isPaid]);

  return (
    <div ref={area} className={classes.area}>
      {order.isPaid ? (
        <PaidOrder ref={paid} order={order} />
      ) : (
        <>
          <div className={classes.due}>
            <h3 className={classes.step}>{dueText(order)}</h3>
            <StateAlert tone="danger" isSmall>
              Not Paid
            </StateAlert>
          </div>
          {!isUnderWay(order) && <CreditPanel order={order} />}
          {isReloading ? (
            <PaymentSkeleton />
          ) : (
            // Anew for another amount, which another payment is for.
            <PayingPanel key={amountToPay(order)} order={order} returned={returned} />
          )}
        </>
      )}
    </div>
  );
}

/** The chosen way to pay, unless the money is under way in another one. */
function PayingPanel({ order, returned }: Payable) {
  const isTransfer = order.paymentMethod === "Bank Transfer" && !isUnderWay(order) && returned === undefined;
  return isTransfer ? <TransferPanel order={order} /> : <PaymentPanel order={order} returned={returned} />;
}

/** Why a cancelled order is not to be paid. */
function cancelledText({ capturedPrice }: Order): string {
  return capturedPrice > 0
    ? "Your payment came after the order was cancelled, so it goes back."
    : "There is nothing to pay.";
}

/** Why a withdrawn order is not to be paid. */
function withdrawnText({ paymentResult }: Order): string {
  const nothing = "You have withdrawn from this order, so there is nothing to pay.";
  return paymentResult === null
    ? nothing
    : `${nothing} A payment is still being checked. If it was taken, we write to you about your money.`;
}

/** What the customer owes, or that the money is already under way. */
function dueText(order: Order): string {
  const total = formatMoney(amountToPay(order));
  if (isUnderWay(order)) return `Your payment of ${total} is being checked`;
  return order.paymentMethod === "Bank Transfer" ? `One step left: transfer ${total}` : `One step left: pay ${total}`;
}

function isUnderWay({ paymentResult }: Order): boolean {
  return paymentResult?.status === "pending" || paymentResult?.status === "capturing";
}

/** Whether moving the focus is safe: it is inside `area`, or its element was removed. */
function isFocusFree(area: HTMLElement | null): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || (area?.contains(active) ?? false);
}

function ComingPanel() {
  return (
    <>
      <PaymentSkeleton />
      <PaymentHelp />
    </>
  );
}

function MissingTransfer({ onRetry, isRetrying }: { order: Order } & PartFailure) {
  return (
    <ErrorAlert
      message="The bank details could not be loaded. Your order is saved, and they are in our mail as well."
      onRetry={onRetry}
      isRetrying={isRetrying}
    />
  );
}

function MissingPanel({ order, onRetry, isRetrying }: { order: Order } & PartFailure) {
  return (
    <>
      <ErrorAlert
        message={`The payment buttons for ${formatMoney(amountToPay(order))} could not be loaded. Nothing was charged.`}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
      <PaymentHelp />
    </>
  );
}
