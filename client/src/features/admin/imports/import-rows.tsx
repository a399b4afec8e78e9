import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { type ImportDetail, type ImportOutcome, type ImportRow, importOutcomes } from "@shop/shared/catalog/import";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot, type StatusTone } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { ChangesList, ValuesList } from "./changes-list.tsx";
import { outcomeNames } from "./import-words.ts";

const tones: Record<ImportOutcome, StatusTone> = { new: "done", changed: "going", same: "going", refused: "danger" };
const count = (value: number) => value.toLocaleString("en-US");

/** What an import does, or did, with the rows of its file. */
export function ImportRows({ found }: { found: ImportDetail }) {
  const { _id: id, counts, state } = found;
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const [pageNumber, setPageNumber] = useState(1);
  const rows = trpc.admin.imports.rows.useQuery({ id, outcome, pageNumber }, { placeholderData: keepPreviousData });
  return (
    <AdminPanel title={state === "checked" ? "What would change" : "What has changed"}>
      <Stack gap="md">
        <Text role="status">
          {importOutcomes.map((each) => `${count(counts[each])} ${outcomeNames[each].toLowerCase()}`).join(", ")}
        </Text>
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label="Show"
            value={outcome ?? ""}
            onChange={(event) => {
              setOutcome(importOutcomes.find((each) => each === event.currentTarget.value));
              setPageNumber(1);
            }}
            data={[
              { value: "", label: "All rows" },
              ...importOutcomes.map((each) => ({ value: each, label: outcomeNames[each] })),
            ]}
          />
          <Button
            component="a"
            href={`/api/imports/${id}/rows.csv${outcome === undefined ? "" : `?outcome=${outcome}`}`}
            download
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
          >
            {outcome === undefined ? "Download as CSV" : `Download ${outcomeNames[outcome].toLowerCase()} rows`}
          </Button>
          {state === "checked" && <Apply found={found} />}
        </Group>
        {rows.isError ? (
          <ErrorAlert
            message={messageOf(rows.error, "Failed to load the rows")}
            onRetry={() => void rows.refetch()}
            isRetrying={rows.isFetching}
          />
        ) : rows.data === undefined ? (
          <Skeleton height="16rem" />
        ) : (
          <>
            {rows.data.rows.length === 0 ? (
              <Text>There are no such rows.</Text>
            ) : (
              <DividedList>
                {rows.data.rows.map((row) => (
                  <Line key={row.line} row={row} />
                ))}
              </DividedList>
            )}
            <Pages page={pageNumber} pages={rows.data.pages} onPage={setPageNumber} />
          </>
        )}
      </Stack>
    </AdminPanel>
  );
}

function Apply({ found: { _id: id, counts } }: { found: ImportDetail }) {
  const utils = trpc.useUtils();
  const apply = trpc.admin.imports.start.useMutation({
    onSuccess: () => utils.admin.imports.invalidate(),
    onError: (error) => notify.error(messageOf(error, "The import could not be started")),
  });
  const total = counts.new + counts.changed;
  if (total === 0) return <Text>There is nothing to import.</Text>;
  return (
    <Button
      aria-disabled={apply.isPending || undefined}
      onClick={() => {
        if (!apply.isPending) apply.mutate({ id });
      }}
    >
      {apply.isPending ? "Starting…" : `Import ${count(total)} ${total === 1 ? "product" : "products"}`}
    </Button>
  );
}

function Line({ row: { line, name, key, outcome, reason, changes } }: { row: ImportRow }) {
  return (
    <Stack component="li" gap={4} px="md" py="sm">
      <Group justify="space-between" gap="xs" style={{ overflowWrap: "anywhere" }}>
        <Text fw={600} miw={0}>
          {name === "" ? "No name" : name}
        </Text>
        <StatusDot tone={tones[outcome]}>{outcomeNames[outcome]}</StatusDot>
      </Group>
      <Text fz="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        Line {count(line)}
        {key !== "" && `, key ${key}`}
      </Text>
      {reason !== "" && <Text fz="sm">{reason}</Text>}
      {outcome === "new" ? <ValuesList changes={changes} /> : <ChangesList changes={changes} />}
    </Stack>
  );
}

type PagesProps = { page: number; pages: number; onPage: (page: number) => void };

function Pages({ page, pages, onPage }: PagesProps) {
  if (pages <= 1) return null;
  return (
    <Group gap="sm">
      <Button variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Text>
        Page {count(page)} of {count(pages)}
      </Text>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </Group>
  );
}
