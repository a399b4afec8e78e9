import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import {
  type ImportDetail,
  type ImportKind,
  type ImportOutcome,
  type ImportRow,
  type ImportWarning,
  importOutcomes,
  importWarnings,
} from "@shop/shared/catalog/import";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StatusDot, type StatusTone } from "../../../ui/status-dot.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import { ChangesList, ValuesList } from "./changes-list.tsx";
import { countedName, outcomeNames, warningNames } from "./import-words.ts";

const tones: Record<ImportOutcome, StatusTone> = { new: "done", changed: "going", same: "going", refused: "danger" };
const count = (value: number) => value.toLocaleString("en-US");

/** What an import does, or did, with the rows of its file. */
export function ImportRows({ found }: { found: ImportDetail }) {
  const { _id: id, counts, state } = found;
  const [filter, setFilter] = useState<RowFilter>({});
  const [pageNumber, setPageNumber] = useState(1);
  const rows = trpc.admin.imports.rows.useQuery({ id, ...filter, pageNumber }, { placeholderData: keepPreviousData });
  const { outcome, warning } = filter;
  const warnings = importWarnings.filter((each) => (found.warnings[each] ?? 0) > 0);
  const select = useRef<HTMLSelectElement>(null);
  const show = (wanted: RowFilter) => {
    setFilter(wanted);
    setPageNumber(1);
  };
  return (
    <AdminPanel title={state === "checked" ? "What would change" : "What has changed"}>
      <Stack gap="md">
        <Text role="status">
          {importOutcomes.map((each) => `${count(counts[each])} ${outcomeNames[each].toLowerCase()}`).join(", ")}
        </Text>
        {warnings.length > 0 && (
          <Warnings
            found={found}
            warnings={warnings}
            onShow={(wanted) => {
              show({ warning: wanted });
              select.current?.focus();
            }}
          />
        )}
        <Group gap="sm" align="flex-end">
          <NativeSelect
            ref={select}
            label="Show"
            value={outcome ?? warning ?? ""}
            onChange={({ currentTarget: { value } }) =>
              show({
                outcome: importOutcomes.find((each) => each === value),
                warning: importWarnings.find((each) => each === value),
              })
            }
            data={[
              { value: "", label: "All rows" },
              ...importOutcomes.map((each) => ({ value: each, label: outcomeNames[each] })),
              ...warnings.map((each) => ({ value: each, label: warningNames[each] })),
            ]}
          />
          <Button
            component="a"
            href={`/api/imports/${id}/rows.csv${queryOf(filter)}`}
            download
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
          >
            {outcome !== undefined
              ? `Download ${outcomeNames[outcome].toLowerCase()} rows`
              : warning !== undefined
                ? "Download these rows"
                : "Download as CSV"}
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
                  <Line key={row.line} kind={found.kind} row={row} />
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

type RowFilter = { outcome?: ImportOutcome | undefined; warning?: ImportWarning | undefined };

function queryOf({ outcome, warning }: RowFilter): string {
  if (outcome !== undefined) return `?outcome=${outcome}`;
  return warning === undefined ? "" : `?warning=${warning}`;
}

type WarningsProps = { found: ImportDetail; warnings: ImportWarning[]; onShow: (warning: ImportWarning) => void };

/** What is no fault and yet seldom meant, each with its rows. */
function Warnings({ found, warnings, onShow }: WarningsProps) {
  return (
    <section aria-label="Worth a look">
      <Text fw={600} mb="xs">
        Worth a look
      </Text>
      <DividedList>
        {warnings.map((warning) => (
          <Group component="li" key={warning} justify="space-between" gap="xs" px="md" py="xs">
            <StatusDot tone="warning">{warningNames[warning]}</StatusDot>
            <Button variant="subtle" size="compact-sm" onClick={() => onShow(warning)}>
              {rowsText(found.warnings[warning] ?? 0)}
            </Button>
          </Group>
        ))}
      </DividedList>
    </section>
  );
}

const rowsText = (rows: number) => (rows === 1 ? "Show 1 row" : `Show ${count(rows)} rows`);

function Apply({ found: { _id: id, kind, counts } }: { found: ImportDetail }) {
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
      {apply.isPending ? "Starting…" : `Import ${countedName(kind, total)}`}
    </Button>
  );
}

const keyNames: Record<ImportKind, string> = { products: "key", customers: "e-mail", orders: "order" };

function Line({ kind, row }: { kind: ImportKind; row: ImportRow }) {
  const { line, name, key, outcome, reason, changes, warnings } = row;
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
        {key !== "" && `, ${keyNames[kind]} ${key}`}
      </Text>
      {reason !== "" && <Text fz="sm">{reason}</Text>}
      {warnings.map((warning) => (
        <Text key={`${warning.kind} ${warning.about}`} fz="sm" style={{ overflowWrap: "anywhere" }}>
          <StatusDot tone="warning">{warningNames[warning.kind]}</StatusDot>
          {warning.about !== "" && ` ${warning.about}`}
        </Text>
      ))}
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
