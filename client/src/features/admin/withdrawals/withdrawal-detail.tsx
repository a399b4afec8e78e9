import { Anchor, Button, DataList, Flex, Stack, Text } from "@mantine/core";
import type { Order } from "@shop/shared/order/order";
import type { DecideWithdrawal, WithdrawalDecision, WithdrawalRecord } from "@shop/shared/order/withdrawal";
import { useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { orderPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { notify } from "../../../ui/notify.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Price } from "../../../ui/price.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StateAlert } from "../../../ui/state-alert.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { useOrderRefresh } from "../parts/use-order-refresh.ts";
import { RefusalForm } from "./refusal-form.tsx";
import { decisionWords, withdrawalStateWords } from "./withdrawal-words.ts";

/** One withdrawal: what was declared, and its decisions. The money is refunded on the page of its order. */
export function WithdrawalDetail({ id }: { id: string }) {
  const withdrawal = trpc.admin.withdrawals.byId.useQuery({ id }, cachedBriefly);
  const orderId = withdrawal.data?.orderId ?? "";
  const order = trpc.order.byId.useQuery({ id: orderId }, { ...cachedBriefly, enabled: orderId !== "" });
  const failed = withdrawal.isError ? withdrawal : order.isError ? order : undefined;
  if (withdrawal.data !== undefined && order.data !== undefined) {
    return (
      <Stack gap="lg" maw="48rem">
        <About withdrawal={withdrawal.data} order={order.data} />
        <Decisions withdrawal={withdrawal.data} order={order.data} />
      </Stack>
    );
  }
  if (failed !== undefined) {
    return (
      <ErrorAlert
        message={messageOf(failed.error, "Failed to load the withdrawal")}
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
      />
    );
  }
  return (
    <div data-screen-coming>
      <Skeleton height="20rem" />
    </div>
  );
}

type PartProps = { withdrawal: WithdrawalRecord; order: Order };

function About({ withdrawal, order }: PartProps) {
  const { state, customer, declaredAt, decidedAt, decidedBy, isLate, words, orderId } = withdrawal;
  const { tone, text } = withdrawalStateWords[state];
  const facts = [
    { name: "State", value: <StatusDot tone={tone}>{text}</StatusDot> },
    {
      name: "Order",
      value: (
        <Anchor component={PrefetchLink} to={orderPath(orderId)} underline="always">
          Order {orderId.slice(-5)}
        </Anchor>
      ),
    },
    { name: "Customer", value: `${customer.name}, ${customer.email}` },
    { name: "Declared", value: <Minute time={declaredAt} /> },
    {
      name: "Delivered",
      value: order.deliveredAt === null ? "Not yet" : <Minute time={order.deliveredAt} />,
    },
    { name: "Total", value: <Price amount={order.totalPrice} /> },
    ...(decidedAt === null
      ? []
      : [
          {
            name: "Last decision",
            value: (
              <>
                <Minute time={decidedAt} />, {decidedBy}
              </>
            ),
          },
        ]),
    ...(words === null ? [] : [{ name: "The customer was told", value: words }]),
  ];
  return (
    <AdminPanel title="Declaration" titleSize="lg">
      {isLate && (
        <StateAlert tone="info">
          It was declared after the period for withdrawals. You decide whether to accept it all the same.
        </StateAlert>
      )}
      <DataList>
        {facts.map(({ name, value }) => (
          <DataList.Item key={name}>
            <DataList.ItemLabel>{name}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: "anywhere" }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
    </AdminPanel>
  );
}

/** Whether the order has a refund that was not refused since the customer withdrew. */
function hasRefundSince({ refunds }: Order, declaredAt: string): boolean {
  return refunds.some(({ status, createdAt }) => status !== "failed" && createdAt >= declaredAt);
}

function Decisions({ withdrawal, order }: PartProps) {
  const utils = trpc.useUtils();
  const refresh = useOrderRefresh();
  const oneAtATime = useOneAtATime();
  const [isRefusing, setRefusing] = useState(false);
  const { _id: id, next } = withdrawal;
  const section = useRef<HTMLElement>(null);
  const close = () => {
    setRefusing(false);
    // The button that had the focus unmounts.
    section.current?.focus();
  };
  const decide = trpc.admin.withdrawals.decide.useMutation({
    onSuccess: (after, { decision }) => {
      notify.withdrawErrors();
      notify.success(decision.to === "refused" ? "Withdrawal refused" : decisionWords[decision.to].done);
      utils.admin.withdrawals.byId.setData({ id }, after);
      close();
    },
    onError: (error) => notify.error(messageOf(error, "Update failed")),
    onSettled: () => {
      void utils.admin.withdrawals.invalidate();
      refresh();
    },
  });
  const take = (decision: DecideWithdrawal) => oneAtATime(() => decide.mutateAsync({ id, decision }));
  const isBusy = (to: WithdrawalDecision) => decide.isPending && decide.variables.decision.to === to;
  const canRefund = hasRefundSince(order, withdrawal.declaredAt);
  const needsRefund = next.includes("refunded") && !canRefund;
  return (
    <AdminPanel ref={section} title="Decision" titleSize="lg">
      {next.length === 0 ? (
        <Text c="dimmed">Nothing more is to be decided.</Text>
      ) : (
        <Text c="dimmed">The customer gets a mail about each decision.</Text>
      )}
      {needsRefund && (
        <Text id="refund-first">
          Refund the payment on{" "}
          <Anchor component={PrefetchLink} to={orderPath(order._id)} underline="always">
            the order’s page
          </Anchor>
          , then mark it here.
        </Text>
      )}
      {isRefusing ? (
        <RefusalForm isBusy={isBusy("refused")} onRefuse={(words) => take({ to: "refused", words })} onCancel={close} />
      ) : (
        <Flex gap="sm" wrap="wrap">
          {next.map((to, place) =>
            to === "refused" ? (
              <Button key={to} variant="default" onClick={() => setRefusing(true)}>
                Refuse…
              </Button>
            ) : (
              <Button
                key={to}
                variant={place === 0 ? "filled" : "default"}
                disabled={to === "refunded" && !canRefund}
                aria-describedby={to === "refunded" && !canRefund ? "refund-first" : undefined}
                aria-disabled={isBusy(to) || undefined}
                onClick={() => take({ to })}
              >
                {isBusy(to) ? decisionWords[to].busy : decisionWords[to].button}
              </Button>
            ),
          )}
        </Flex>
      )}
    </AdminPanel>
  );
}
