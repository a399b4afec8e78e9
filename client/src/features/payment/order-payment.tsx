import { Button } from "@mantine/core";
import { formatMoney } from "@shop/shared/money";
import type { Order } from "@shop/shared/order";
import { IconCircleCheck, IconPrinter } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { lazyPart, type PartFailure } from "../../lib/lazy-part.tsx";
import { Day } from "../../ui/day.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import { Price } from "../../ui/price.tsx";
import { StateAlert } from "../../ui/state-alert.tsx";
import classes from "./order-payment.module.css";
import { PaymentHelp } from "./payment-help.tsx";
import { PaymentSkeleton } from "./payment-skeleton.tsx";

/** Lazy, because only an unpaid order needs the payment provider's library. */
const PaymentPanel = lazyPart("payment-panel", () => import("./payment-panel.tsx").then((part) => part.PaymentPanel), {
  loading: ComingPanel,
  failed: MissingPanel,
});

type OrderPaymentProps = {
  order: Order;
  /** Whether the viewer owns the order and is not an admin. */
  canPay: boolean;
};

/**
 * Payment state of an order and the controls to pay it. When the order becomes
 * paid while it is shown, a confirmation of the same height replaces the buttons.
 */
export function OrderPayment({ order, canPay }: OrderPaymentProps) {
  const [wasOpen] = useState(!order.isPaid);
  if (canPay && wasOpen) return <PaymentArea order={order} />;
  return (
    <>
      <PaymentState paidAt={order.paidAt} />
      {canPay && order.isPaid && <PrintReceipt />}
    </>
  );
}

function PaymentArea({ order }: { order: Order }) {
  const area = useRef<HTMLDivElement>(null);
  const paid = useRef<HTMLDivElement>(null);
  const wasPaid = useRef(order.isPaid);

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
      {order.paidAt !== null ? (
        <div ref={paid} className={classes.paid} tabIndex={-1}>
          <IconCircleCheck className={classes.mark} size={56} stroke={1.5} aria-hidden="true" />
          <p className={classes.day}>
            Paid on <Day time={order.paidAt} />
          </p>
          <p className={classes.thanks}>
            Thank you. We have received <Price amount={order.totalPrice} /> and will confirm your order soon.
          </p>
          <PrintReceipt />
        </div>
      ) : (
        <>
          <PaymentState paidAt={null} />
          <p className={classes.due}>
            To pay <Price amount={order.totalPrice} />
          </p>
          <PaymentPanel order={order} />
        </>
      )}
    </div>
  );
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

function MissingPanel({ order, onRetry, isRetrying }: { order: Order } & PartFailure) {
  return (
    <>
      <ErrorAlert
        message={`The payment buttons for ${formatMoney(order.totalPrice)} could not be loaded. Nothing was charged.`}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
      <PaymentHelp />
    </>
  );
}

function PaymentState({ paidAt }: { paidAt: string | null }) {
  if (paidAt === null) return <StateAlert tone="danger">Not Paid</StateAlert>;
  return (
    <StateAlert tone="success">
      Paid on <Day time={paidAt} />
    </StateAlert>
  );
}
