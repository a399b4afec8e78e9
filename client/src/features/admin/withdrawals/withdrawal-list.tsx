import { Anchor, Badge, Flex, Group, Stack, Text } from "@mantine/core";
import type { WithdrawalRecord, Withdrawals } from "@shop/shared/order/withdrawal";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Price } from "../../../ui/price.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { withdrawalDecisionPath } from "../parts/withdrawal-paths.ts";
import { withdrawalStateWords } from "./withdrawal-words.ts";

/** The withdrawals, those that are open first. */
export function WithdrawalList() {
  const list = trpc.admin.withdrawals.list.useQuery(undefined, cachedBriefly);
  if (list.data !== undefined) return <Listed {...list.data} />;
  if (list.isError) {
    return (
      <ErrorAlert
        message={messageOf(list.error, "Failed to load withdrawals")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  return (
    <div data-screen-coming>
      <Skeleton height="20rem" />
    </div>
  );
}

function Listed({ rows, total }: Withdrawals) {
  if (total === 0) {
    return (
      <EmptyState
        text="No withdrawals"
        help="A withdrawal that a customer declares shows here, and its order needs attention until you have decided it."
      />
    );
  }
  return (
    <AdminPanel title={total === 1 ? "1 withdrawal" : `${total.toLocaleString("en-US")} withdrawals`}>
      <DividedList>
        {rows.map((withdrawal) => (
          <Line key={withdrawal._id} {...withdrawal} />
        ))}
      </DividedList>
      {total > rows.length && <Text c="dimmed">These are {rows.length} of them, open ones first.</Text>}
    </AdminPanel>
  );
}

function Line({ _id, orderId, customer, totalPrice, declaredAt, isLate, state }: WithdrawalRecord) {
  const { tone, text } = withdrawalStateWords[state];
  return (
    <Flex component="li" wrap="wrap" justify="space-between" align="center" gap="sm" py="sm">
      <Stack gap={4} flex="1 1 16rem" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Anchor component={PrefetchLink} to={withdrawalDecisionPath(_id)} fw={600} underline="always">
            Order {orderId.slice(-5)}
          </Anchor>
          {isLate && (
            <Badge variant="default" c="var(--shop-warning)">
              Late
            </Badge>
          )}
        </Group>
        <Text>{customer.name}</Text>
        <Text fz="xs" lh="xs" c="dimmed">
          Declared <Minute time={declaredAt} />
        </Text>
      </Stack>
      <Group gap="md">
        <Price amount={totalPrice} />
        <StatusDot tone={tone}>{text}</StatusDot>
      </Group>
    </Flex>
  );
}
