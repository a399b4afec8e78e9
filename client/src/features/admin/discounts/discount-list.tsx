import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import type { DiscountLine } from "@shop/shared/discount/discount-schema";
import { editPath } from "../../../lib/admin-paths.ts";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { giftWords, stateWords, usesWords } from "./discount-words.ts";

/** All discounts, the newest first. */
export function DiscountList() {
  const list = trpc.admin.discounts.list.useQuery(undefined, cachedBriefly);
  if (list.data === undefined && list.isError) {
    return (
      <ErrorAlert
        message={messageOf(list.error, "Failed to load discounts")}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    );
  }
  if (list.data === undefined) return <Skeleton height="16rem" />;
  if (list.data.length === 0) {
    return (
      <EmptyState
        text="No discounts yet."
        help="A discount makes orders cost less: by a code that customers enter, or by itself."
      />
    );
  }
  return (
    <Stack gap="md" maw="56rem">
      <AdminPanel title="The newest first">
        <DividedList>
          {list.data.map((discount) => (
            <Line key={discount._id} discount={discount} />
          ))}
        </DividedList>
      </AdminPanel>
    </Stack>
  );
}

function Line({ discount }: { discount: DiscountLine }) {
  const { _id: id, name, state } = discount;
  const { words, tone } = stateWords[state];
  return (
    <Group component="li" justify="space-between" gap="xs" py="xs">
      <Stack gap={0} miw={0} flex="1 1 14rem">
        <Anchor component={PrefetchLink} to={editPath("discount", id)} fw={600} py={4}>
          {name}
        </Anchor>
        <Text fz="xs" lh="xs">
          {giftWords(discount.gives)}, {codeWords(discount)}
        </Text>
        <Text c="dimmed" fz="xs" lh="xs">
          {usesWords(discount)}
        </Text>
      </Stack>
      <StatusDot tone={tone}>{words}</StatusDot>
      <Permitted to="products.write">
        <StopButton discount={discount} />
      </Permitted>
    </Group>
  );
}

function codeWords({ needsCode, codes, code }: DiscountLine): string {
  if (!needsCode) return "by itself";
  if (code === null) return "without a code yet";
  return codes === 1 ? `with the code ${code}` : `with ${codes.toLocaleString("en-US")} codes`;
}

/** Stops a discount everywhere at once, or starts it. */
export function StopButton({
  discount: { _id: id, name, state },
}: {
  discount: Pick<DiscountLine, "_id" | "name" | "state">;
}) {
  const isStopped = state === "stopped";
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const stop = trpc.admin.discounts.stop.useMutation({
    onSuccess: (saved) => {
      notify.withdrawErrors();
      notify.success(isStopped ? "The discount is on" : "The discount is stopped");
      utils.admin.discounts.byId.setData({ id }, saved);
      void utils.admin.discounts.list.invalidate();
    },
    onError: (error) => notify.error(messageOf(error, "Nothing was changed. Please try again.")),
  });
  const verb = isStopped ? "Start" : "Stop";
  return (
    <Button
      variant="default"
      miw={96}
      aria-label={`${verb} ${name}`}
      aria-disabled={stop.isPending || undefined}
      onClick={() => oneAtATime(() => stop.mutateAsync({ id, isStopped: !isStopped }))}
    >
      {verb}
    </Button>
  );
}
