import "../../../ui/mantine-styles.ts";
import "@mantine/core/styles/Code.layer.css";
import { Button, Code, Flex, Group, Stack, Text } from "@mantine/core";
import type { DeliveryRecord } from "@shop/shared/program/webhook";
import { type DeliveryStatus, deliveryStatuses } from "@shop/shared/program/webhook-events";
import { keepPreviousData } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { TableFilter } from "../../../ui/data-table/table-tools.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { deliveryState } from "./webhook-words.ts";

/** A delivery that is being sent shows its outcome soon. */
const pollMs = 2_000;

const statusNames: Record<DeliveryStatus, string> = { waiting: "Waiting", sent: "Arrived", failed: "Given up" };

/** What was sent to an address, newest first, with buttons to send it again. */
export function DeliveryLog({ endpointId }: { endpointId: string }) {
  const [status, setStatus] = useState<DeliveryStatus>();
  const [before, setBefore] = useState<string>();
  const log = trpc.admin.webhooks.deliveries.useQuery(
    { endpointId, status, before },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => (data?.deliveries.some(isUnderWay) === true ? pollMs : false),
    },
  );
  return (
    <AdminPanel
      title="Log"
      aside={
        <TableFilter
          label="State"
          all="All"
          value={status}
          onChange={(value) => {
            setBefore(undefined);
            setStatus(deliveryStatuses.find((known) => known === value));
          }}
          options={deliveryStatuses.map((value) => ({ value, label: statusNames[value] }))}
        />
      }
    >
      {log.error !== null && (
        <ErrorAlert
          message={messageOf(log.error, "Failed to load the log")}
          onRetry={() => void log.refetch()}
          isRetrying={log.isFetching}
        />
      )}
      {log.data === undefined && log.error === null && <Skeleton height="12rem" />}
      {log.data?.deliveries.length === 0 && (
        <EmptyState text="Nothing here" help="Send a test to see whether the program answers." />
      )}
      {log.data !== undefined && log.data.deliveries.length > 0 && <Deliveries deliveries={log.data.deliveries} />}
      <Group gap="xs">
        {before !== undefined && (
          <Button variant="default" onClick={() => setBefore(undefined)}>
            Newest
          </Button>
        )}
        {log.data?.older != null && (
          <Button variant="default" onClick={() => setBefore(log.data?.older ?? undefined)}>
            Older
          </Button>
        )}
      </Group>
    </AdminPanel>
  );
}

const isUnderWay = ({ status, attempts }: DeliveryRecord) => status === "waiting" && attempts <= 1;

function Deliveries({ deliveries }: { deliveries: DeliveryRecord[] }) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const replay = trpc.admin.webhooks.replay.useMutation({
    onSuccess: () => notify.success("The message is on its way again"),
    onError: (error) => notify.error(messageOf(error, "The message could not be sent again")),
    onSettled: () => utils.admin.webhooks.invalidate(),
  });
  return (
    <DividedList>
      {deliveries.map((delivery) => (
        <DeliveryLine
          key={delivery._id}
          delivery={delivery}
          isSending={replay.isPending}
          onReplay={() => oneAtATime(() => replay.mutateAsync({ id: delivery._id }))}
        />
      ))}
    </DividedList>
  );
}

type DeliveryLineProps = { delivery: DeliveryRecord; isSending: boolean; onReplay: () => void };

function DeliveryLine({ delivery, isSending, onReplay }: DeliveryLineProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { type, createdAt, messageId, attempts, responseStatus, detail, nextAt, endedAt, body } = delivery;
  const { tone, text } = deliveryState(delivery);
  return (
    <Flex component="li" wrap="wrap" justify="space-between" align="center" gap="sm" py="sm">
      <Stack gap={4} flex="1 1 16rem" miw={0} style={{ overflowWrap: "anywhere" }}>
        <Text fw={600} id={id}>
          {type} <Minute time={createdAt} />
        </Text>
        <StatusDot tone={tone}>{text}</StatusDot>
        <Text fz="xs" lh="xs" c="dimmed">
          {attempts === 1 ? "1 attempt" : `${attempts} attempts`}
          {detail !== null ? ` · ${detail}` : responseStatus !== null && ` · answered ${responseStatus}`}
          {nextAt !== null && attempts > 0 && (
            <>
              {" "}
              · next on <Minute time={nextAt} />
            </>
          )}
          {endedAt !== null && (
            <>
              {" "}
              · <Minute time={endedAt} />
            </>
          )}
        </Text>
        {isOpen && (
          <>
            <Text fz="xs" c="dimmed">
              {messageId}
            </Text>
            <Code block fz="xs" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
              {JSON.stringify(JSON.parse(body), null, 2)}
            </Code>
          </>
        )}
      </Stack>
      <Group gap="xs">
        <Button variant="default" aria-describedby={id} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Message
        </Button>
        <Button variant="default" aria-describedby={id} aria-disabled={isSending || undefined} onClick={onReplay}>
          Send again
        </Button>
      </Group>
    </Flex>
  );
}
