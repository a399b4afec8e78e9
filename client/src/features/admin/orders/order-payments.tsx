import { Button, DataList, Flex, Group, Paper, Text } from "@mantine/core";
import { onlineProviders } from "@shop/shared/order/online-providers";
import type { Order } from "@shop/shared/order/order";
import { isByHand, isCredit } from "@shop/shared/order/payment";
import type { PaymentRecord, RefundRecord } from "@shop/shared/order/refund";
import { isPaidOnline, type PaymentMethod } from "@shop/shared/shop";
import { type ReactNode, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { orderPath } from "../../../lib/paths.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { useFocusOnNext } from "../../../lib/use-focus-on-next.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { MissingModal } from "../../../ui/missing-modal.ts";
import { Price } from "../../../ui/price.tsx";
import { RefundStatusDot } from "../../../ui/refund-status.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { useWaysToPay } from "../../../ui/ways-to-pay.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { usePermissions } from "../parts/use-permissions.ts";
import { isRefundRequested, paymentAmount, paymentStates } from "./payment-words.ts";
import { useOrderMoney } from "./use-order-money.ts";

// Lazy, because their forms depend on the validation library.
const RecordTransfer = lazyPart(
  "record-transfer",
  () => import("./record-transfer.tsx").then((dialog) => dialog.RecordTransfer),
  { failed: MissingModal },
);
const TakeBackTransfer = lazyPart(
  "take-back-transfer",
  () => import("./take-back-transfer.tsx").then((dialog) => dialog.TakeBackTransfer),
  { failed: MissingModal },
);
const RefundModal = lazyPart("refund-modal", () => import("./refund-modal.tsx").then((modal) => modal.RefundModal), {
  failed: MissingModal,
});

/** The payments of an order with their refunds, each with a button to refund it. */
export function OrderPayments({ order }: { order: Order }) {
  const money = useOrderMoney(order._id);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [opened, setOpened] = useState<"refund" | "take back" | "record">();
  const may = usePermissions();
  const { methods } = useWaysToPay();
  const open = (dialog: "refund" | "take back", { _id }: PaymentRecord) => {
    setChosenId(_id);
    setOpened(dialog);
  };
  const close = () => setOpened(undefined);
  const section = useRef<HTMLElement>(null);
  const payments = money.data?.payments ?? [];
  const chosen = payments.find(({ _id }) => _id === chosenId);
  useFocusOnNext(section, payments.filter((payment) => canRefund(order, payment)).length, "[data-refund]");

  return (
    <AdminPanel ref={section} title="Payments" titleSize="lg">
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
        <Text c="dimmed">No payment yet.</Text>
      ) : (
        <DividedList>
          {payments.map((payment) => (
            <Payment
              key={payment._id}
              payment={payment}
              order={order}
              isOneOfMany={payments.length > 1}
              {...(canRefund(order, payment) && { onRefund: () => open("refund", payment) })}
              {...(canTakeBack(order, payment) && { onTakeBack: () => open("take back", payment) })}
            />
          ))}
        </DividedList>
      )}
      {chosen !== undefined && (
        <RefundModal
          key={chosen._id}
          order={order}
          payment={chosen}
          // The units of an unpaid order return by themselves.
          restockable={order.isPaid ? (money.data?.restockable ?? []) : []}
          isOpen={opened === "refund"}
          onClose={close}
          fallbackFocus={section}
        />
      )}
      {may("orders.refund") && isRecorded(order, methods) && (
        <Button variant="default" fullWidth mt="md" onClick={() => setOpened("record")}>
          {order.paymentMethod === "On Delivery" ? "Record money from delivery…" : "Record a bank transfer…"}
        </Button>
      )}
      <RecordTransfer order={order} isOpen={opened === "record"} onClose={close} fallbackFocus={section} />
      {chosen !== undefined && (
        <TakeBackTransfer
          key={`take back ${chosen._id}`}
          order={order}
          payment={chosen}
          isOpen={opened === "take back"}
          onClose={close}
          fallbackFocus={section}
        />
      )}
    </AdminPanel>
  );
}

/** Whether money of an order is recorded by hand: it was placed so, or others are transferred and this one may be too. */
function isRecorded({ paymentMethod }: Order, offered: readonly PaymentMethod[]): boolean {
  return !isPaidOnline(paymentMethod) || offered.includes("Bank Transfer");
}

/** Whether that money was recorded can be taken back. */
function canTakeBack(order: Order, { provider, status, isSettling, refunds }: PaymentRecord): boolean {
  const isUsed = isSettling && order.isProcessed && order.paymentMethod !== "On Delivery";
  return isByHand(provider) && status === "completed" && refunds.length === 0 && !isUsed;
}

/** What an exchange or credit has paid of an unpaid order goes back with its cancellation only. */
function canRefund({ isPaid, cancellation }: Order, payment: PaymentRecord): boolean {
  const isAskedFor = !isPaid && cancellation === null && isCredit(payment.provider);
  return payment.refundable > 0 && !isRefundRequested(payment) && !isAskedFor;
}

type PaymentProps = {
  payment: PaymentRecord;
  order: Order;
  isOneOfMany: boolean;
  onRefund?: () => void;
  onTakeBack?: () => void;
};

function Payment({ payment, order, isOneOfMany, onRefund, onTakeBack }: PaymentProps) {
  const may = usePermissions();
  const id = useId();
  const { tone, text } = paymentStates[payment.status];
  return (
    <Flex component="li" direction="column" gap="sm" py="sm">
      <Group id={id} justify="space-between" gap="xs">
        <StatusDot tone={tone}>{text}</StatusDot>
        <Text span fz="lg" fw={650}>
          {paymentAmount(payment)}
        </Text>
      </Group>
      {isOneOfMany && payment.captureId !== null && !isCredit(payment.provider) && (
        <Text fz="xs" lh="xs" c="dimmed">
          {payment.isSettling ? "The order was paid with this payment." : "The order was paid with another payment."}
        </Text>
      )}
      <Facts payment={payment} order={order} />
      {payment.refunds.length > 0 && (
        <Flex
          component="ul"
          direction="column"
          gap="sm"
          pl="sm"
          style={{ borderLeft: "2px solid var(--shop-panel-edge)" }}
          aria-label="Refunds of this payment"
        >
          {payment.refunds.map((refund) => (
            <RefundLine key={refund._id} refund={refund} />
          ))}
        </Flex>
      )}
      {/* Always rendered, because screen readers announce changes in a status that is already there. */}
      <div role="status">
        {isRefundRequested(payment) && (
          <Paper p="sm" bg="var(--shop-raised)" bd="1px solid var(--shop-edge)">
            Waiting for the payment provider. The refund appears here as soon as it is confirmed. Please do not refund
            again.
          </Paper>
        )}
      </div>
      {may("orders.refund") && onRefund !== undefined && (
        <Button
          data-refund
          variant="default"
          fullWidth
          {...(isOneOfMany && { "aria-describedby": id })}
          onClick={onRefund}
        >
          Refund…
        </Button>
      )}
      {may("orders.refund") && onTakeBack !== undefined && (
        <Button variant="subtle" fullWidth {...(isOneOfMany && { "aria-describedby": id })} onClick={onTakeBack}>
          Take back…
        </Button>
      )}
    </Flex>
  );
}

function Facts({ payment, order }: { payment: PaymentRecord; order: Order }) {
  return (
    <DataList size="xs" gap={4} labelWidth={0}>
      <Origin payment={payment} order={order} />
      <Fact name={onlineProviders.some((name) => name === payment.provider) ? "Started" : "Recorded"}>
        <Minute time={payment.createdAt} />
      </Fact>
      {payment.refunds.length > 0 && payment.refundable > 0 && (
        <Fact name="Can still be refunded">
          <Price amount={payment.refundable} />
        </Fact>
      )}
    </DataList>
  );
}

/** Where the money came from. */
function Origin({ payment, order: { exchange } }: { payment: PaymentRecord; order: Order }) {
  if (payment.bankReference !== null) return <Fact name="Entry at the bank">{payment.bankReference}</Fact>;
  if (payment.provider === "exchange" && exchange !== undefined) {
    return (
      <Fact name="Exchanged for">
        <Link to={orderPath(exchange.of)}>order {exchange.of.slice(-5)}</Link>
      </Fact>
    );
  }
  if (payment.provider === "store credit") return <Fact name="Paid with">A gift card or credit</Fact>;
  return (
    <>
      <Identifier name="Provider order" value={payment.providerOrderId} />
      {payment.captureId !== null && <Identifier name="Capture" value={payment.captureId} />}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <DataList.Item mih={32} style={{ alignItems: "center", justifyContent: "space-between" }}>
      <DataList.ItemLabel flex="none">{name}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}

function Identifier({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name}>
      <Group gap={0} wrap="nowrap" mr={-12} style={{ overflowWrap: "anywhere" }}>
        {value}
        <CopyButton value={value} name={`${name.toLowerCase()} id`} isIcon />
      </Group>
    </Fact>
  );
}

function RefundLine({ refund }: { refund: RefundRecord }) {
  const { amount, status, reason, createdAt, by } = refund;
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <RefundStatusDot refund={refund} />
        <Price amount={amount} isDeduction={status !== "failed"} />
      </Group>
      {reason !== null && <Text style={{ overflowWrap: "anywhere" }}>{reason}</Text>}
      <Text fz="xs" lh="xs" c="dimmed">
        <Minute time={createdAt} /> {by === null ? "at the payment provider" : `by ${by}`}
      </Text>
    </li>
  );
}
