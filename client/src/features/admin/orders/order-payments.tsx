import { Button } from "@mantine/core";
import type { Order } from "@shop/shared/order";
import type { PaymentRecord, RefundRecord } from "@shop/shared/refund";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { useFocusOnNext } from "../../../lib/use-focus-on-next.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Price } from "../../../ui/price.tsx";
import { RefundStatusDot } from "../../../ui/refund-status.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { loadModal } from "./load-modal.ts";
import classes from "./order-payments.module.css";
import { isRefundRequested, paymentAmount, paymentStates } from "./payment-words.ts";
import { useOrderMoney } from "./use-order-money.ts";

const RefundModal = lazy(loadModal(() => import("./refund-modal.tsx").then((modal) => modal.RefundModal)));

/** Every payment of an order with what was refunded of it, and the way to refund it. */
export function OrderPayments({ order }: { order: Order }) {
  const id = useId();
  const money = useOrderMoney(order._id);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isRefunding, setRefunding] = useState(false);
  const section = useRef<HTMLElement>(null);
  const payments = money.data?.payments ?? [];
  const chosen = payments.find(({ _id }) => _id === chosenId);
  useFocusOnNext(section, payments.filter(canRefund).length, "[data-refund]");

  return (
    <Panel
      component="section"
      isPlain
      ref={(element) => {
        section.current = element;
      }}
      className={classes.payments ?? ""}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <h2 id={id} className={classes.title}>
        Payments
      </h2>
      {money.data === undefined ? (
        money.isError ? (
          <ErrorAlert
            message={messageOf(money.error, "Failed to load payments")}
            onRetry={() => void money.refetch()}
            isRetrying={money.isFetching}
          />
        ) : (
          <Skeleton height="8rem" />
        )
      ) : payments.length === 0 ? (
        <p className={classes.about}>No payment was started yet.</p>
      ) : (
        <ul className={classes.list}>
          {payments.map((payment) => (
            <Payment
              key={payment._id}
              payment={payment}
              isOneOfMany={payments.length > 1}
              onRefund={() => {
                setChosenId(payment._id);
                setRefunding(true);
              }}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {chosen !== undefined && (
          <RefundModal
            key={chosen._id}
            order={order}
            payment={chosen}
            restockable={money.data?.restockable ?? []}
            isOpen={isRefunding}
            onClose={() => setRefunding(false)}
            otherwise={section}
          />
        )}
      </Suspense>
    </Panel>
  );
}

const canRefund = (payment: PaymentRecord) => payment.refundable > 0 && !isRefundRequested(payment);

type PaymentProps = { payment: PaymentRecord; isOneOfMany: boolean; onRefund: () => void };

function Payment({ payment, isOneOfMany, onRefund }: PaymentProps) {
  const id = useId();
  const { tone, text } = paymentStates[payment.status];
  return (
    <li className={classes.payment}>
      <div id={id} className={classes.head}>
        <StatusDot tone={tone}>{text}</StatusDot>
        <span className={classes.amount}>{paymentAmount(payment)}</span>
      </div>
      {isOneOfMany && payment.captureId !== null && (
        <p className={classes.about}>
          {payment.isSettling ? "This payment paid the order." : "This is not the payment that paid the order."}
        </p>
      )}
      <dl className={classes.facts}>
        <Identifier name="Provider order" value={payment.providerOrderId} />
        {payment.captureId !== null && <Identifier name="Capture" value={payment.captureId} />}
        <div className={classes.fact}>
          <dt>Started</dt>
          <dd className={classes.id}>
            <Minute time={payment.createdAt} />
          </dd>
        </div>
        {payment.refunds.length > 0 && payment.refundable > 0 && (
          <div className={classes.fact}>
            <dt>Can still be refunded</dt>
            <dd>
              <Price amount={payment.refundable} />
            </dd>
          </div>
        )}
      </dl>
      {payment.refunds.length > 0 && (
        <ul className={classes.refunds} aria-label="Refunds of this payment">
          {payment.refunds.map((refund) => (
            <RefundLine key={refund._id} refund={refund} />
          ))}
        </ul>
      )}
      {/* Its place stays, so that its words are read aloud when they come. */}
      <div role="status" className={classes.waiting}>
        {isRefundRequested(payment) &&
          "The payment provider has not answered yet. The refund shows here as soon as it has; please do not refund again."}
      </div>
      {canRefund(payment) && (
        <Button
          data-refund
          variant="default"
          fullWidth
          aria-describedby={isOneOfMany ? id : undefined}
          onClick={onRefund}
        >
          Refund…
        </Button>
      )}
    </li>
  );
}

function Identifier({ name, value }: { name: string; value: string }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>
        <span className={classes.id}>{value}</span>
        <CopyButton value={value} name={`${name.toLowerCase()} id`} isIcon />
      </dd>
    </div>
  );
}

function RefundLine({ refund: { amount, status, reason, createdAt, by } }: { refund: RefundRecord }) {
  return (
    <li className={classes.refund}>
      <div className={classes.head}>
        <RefundStatusDot status={status} />
        <Price amount={amount} isDeduction={status !== "failed"} />
      </div>
      {reason !== null && <p className={classes.reason}>{reason}</p>}
      <p className={classes.about}>
        <Minute time={createdAt} /> {by === null ? "at the payment provider" : `by ${by}`}
      </p>
    </li>
  );
}
