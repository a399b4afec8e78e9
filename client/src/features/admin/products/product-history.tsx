import { Button, Group, Stack, Text } from "@mantine/core";
import type {
  EditSource,
  FieldChange,
  ProductHistory as History,
  ProductChange,
} from "@shop/shared/catalog/product-history";
import { historyMonths } from "@shop/shared/shop";
import { localTimeIn } from "@shop/shared/time-zone";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { FieldChanges } from "./field-changes.tsx";
import { UndoConflict } from "./undo-conflict.tsx";
import { useProductRefresh } from "./use-product-refresh.ts";

/** What was changed in a product, by whom and when, newest first, each with its undo. */
export function ProductHistory({ id }: { id: string }) {
  // The pages that were left for older ones.
  const [pages, setPages] = useState<readonly (number | undefined)[]>([]);
  const [before, setBefore] = useState<number>();
  const history = trpc.admin.productHistory.page.useQuery(
    { id, before },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  const older = history.data?.older ?? null;
  return (
    <AdminPanel title="History">
      {history.error !== null && (
        <ErrorAlert
          message={messageOf(history.error, "Failed to load the history")}
          onRetry={() => void history.refetch()}
          isRetrying={history.isFetching}
        />
      )}
      {history.data === undefined && history.error === null && <Skeleton height="12rem" />}
      {history.data !== undefined && <Entries id={id} history={history.data} isStale={history.isPlaceholderData} />}
      {(pages.length > 0 || older !== null) && (
        <Group gap="sm">
          <Button
            variant="default"
            disabled={pages.length === 0}
            onClick={() => {
              setBefore(pages.at(-1));
              setPages(pages.slice(0, -1));
            }}
          >
            Newer
          </Button>
          <Button
            variant="default"
            disabled={older === null}
            onClick={() => {
              setPages([...pages, before]);
              if (older !== null) setBefore(older);
            }}
          >
            Older
          </Button>
        </Group>
      )}
    </AdminPanel>
  );
}

type Conflict = { change: ProductChange; since: FieldChange[]; newest: number };

function Entries({ id, history, isStale }: { id: string; history: History; isStale: boolean }) {
  const [conflict, setConflict] = useState<Conflict>();
  const refresh = useProductRefresh();
  const undo = trpc.admin.productHistory.undo.useMutation({
    onError: (error) => notify.error(messageOf(error, "The change could not be undone")),
    onSettled: refresh,
  });
  const { entries, timeZone } = history;
  if (entries.length === 0) return <Text c="dimmed">Nothing has changed in the last {historyMonths} months.</Text>;

  async function begin(change: ProductChange, newest?: number): Promise<void> {
    if (undo.isPending) return;
    const outcome = await undo.mutateAsync({ id, number: change.number, newest }).catch(() => undefined);
    if (outcome === undefined) return;
    if (!outcome.isUndone) {
      setConflict({ change, since: outcome.since, newest: outcome.newest });
      return;
    }
    setConflict(undefined);
    notify.success("Change undone");
  }
  return (
    <>
      <Text c="dimmed" fz="sm">
        Times of {timeZone}
      </Text>
      <Stack gap={0} opacity={isStale ? 0.6 : 1} aria-busy={isStale}>
        <DividedList isOrdered>
          {entries.map((change) => (
            <Entry
              key={change.number}
              change={change}
              timeZone={timeZone}
              isBusy={undo.isPending}
              onUndo={() => void begin(change)}
            />
          ))}
        </DividedList>
      </Stack>
      {conflict !== undefined && (
        <UndoConflict
          since={conflict.since}
          onAnswer={(isYes) => (isYes ? void begin(conflict.change, conflict.newest) : setConflict(undefined))}
        />
      )}
    </>
  );
}

const sources: Record<EditSource, string> = {
  import: "by an import",
  "import undone": "by undoing an import",
  "planned price": "by a planned price",
  undo: "by an undo",
};

type EntryProps = { change: ProductChange; timeZone: string; isBusy: boolean; onUndo: () => void };

function Entry({ change, timeZone, isBusy, onUndo }: EntryProps) {
  const time = localTimeIn(timeZone, new Date(change.at)).replace("T", " ");
  return (
    <Stack component="li" gap="xs" px="md" py="sm">
      <Group justify="space-between" align="flex-start" gap="xs" wrap="nowrap">
        <Stack gap={0} miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text>
            <strong>{change.by ?? "The shop"}</strong>
            {change.source !== null && ` ${sources[change.source]}`}
          </Text>
          <Text c="dimmed" fz="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
            <Timestamp time={change.at}>{time}</Timestamp>
          </Text>
        </Stack>
        {change.canUndo && (
          <Button
            variant="default"
            size="sm"
            mih={44}
            flex="none"
            aria-label={`Undo the change of ${time}`}
            aria-disabled={isBusy || undefined}
            onClick={onUndo}
          >
            Undo
          </Button>
        )}
      </Group>
      {change.isCreation && <Text>Made the product</Text>}
      <FieldChanges changes={change.changes} />
    </Stack>
  );
}
