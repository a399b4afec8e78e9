import "../mantine-styles.ts";
import { Button, Group, Paper, Stack, Table, Text } from "@mantine/core";
import type { AdminPage } from "@shop/shared/admin-list";
import { type ReactNode, useEffect, useRef } from "react";
import { messageOf } from "../../lib/request-failure.ts";
import { EmptyState } from "../empty-state.tsx";
import { ErrorAlert } from "../error-alert.tsx";
import classes from "./data-table.module.css";
import type { Rows } from "./rows.ts";
import { SkeletonBody, TableBody } from "./table-body.tsx";
import { TableFoot } from "./table-foot.tsx";
import { TableHead } from "./table-head.tsx";
import type { Selection } from "./use-selection.ts";
import type { TableState } from "./use-table-state.ts";

type DataTableProps<Row> = Rows<Row> & {
  /** The plural of a row, in lower case: "users". */
  of: string;
  /** The result of the query hook. With `placeholderData: keepPreviousData` the old rows stay until the new ones load. */
  list: {
    data: AdminPage<Row> | undefined;
    error: unknown;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  state: TableState;
  /** Shown when the list cannot be loaded and the server gives no reason. */
  failure: string;
  /** Shown when the list is empty. */
  empty: { text: string; help?: string; action?: ReactNode };
  /** Buttons that act on all selected rows. */
  bulkActions?: ReactNode;
  /** A total over all rows, on every page. */
  summary?: ReactNode;
};

/** A page of rows as a sortable table, on small screens as cards, with its loading, empty and error states. */
export function DataTable<Row>({
  of,
  list,
  state,
  failure,
  empty,
  bulkActions,
  summary,
  ...rows
}: DataTableProps<Row>) {
  const { data } = list;
  const region = useRef<HTMLElement>(null);
  useStableFocus(region, data?.rows.length);
  const isBeyondEnd = data !== undefined && data.rows.length === 0 && data.total > 0;
  useLastPage(isBeyondEnd && !list.isPlaceholderData ? data.pages : undefined, state);

  const alert = list.error !== null && (
    <ErrorAlert
      message={messageOf(list.error, failure)}
      onRetry={() => void list.refetch()}
      isRetrying={list.isFetching}
    />
  );
  if (data === undefined && alert !== false) return alert;
  return (
    <section ref={region} tabIndex={-1} aria-label={`List of ${of}`}>
      <Stack gap="md">
        {alert}
        <SelectionBar selection={rows.selection}>{bulkActions}</SelectionBar>
        {data?.total === 0 ? (
          <NoRows state={state} empty={empty} />
        ) : (
          <Paper className={classes.panel ?? ""} aria-busy={data === undefined || list.isPlaceholderData}>
            <Table
              aria-label={of}
              className={classes.table ?? ""}
              fz={{ base: "md", sm: "xs", md: "md" }}
              stickyHeader
              stickyHeaderOffset="var(--header-height)"
              highlightOnHover
              highlightOnHoverColor="var(--shop-raised)"
              borderColor="var(--shop-panel-edge)"
              horizontalSpacing="sm"
              verticalSpacing={4}
            >
              <TableHead {...rows} shown={data?.rows ?? []} state={state} />
              {data === undefined || isBeyondEnd ? (
                <SkeletonBody {...rows} count={state.input.pageSize} />
              ) : (
                <TableBody {...rows} shown={data.rows} />
              )}
            </Table>
          </Paper>
        )}
        {data !== undefined && data.total > 0 && (
          <TableFoot of={of} data={data} state={state} region={region} summary={summary} />
        )}
      </Stack>
    </section>
  );
}

function SelectionBar({ selection, children }: { selection: Selection | undefined; children: ReactNode }) {
  if (selection === undefined || selection.count === 0) return null;
  return (
    <Paper bg="var(--shop-raised)" bd="1px solid var(--shop-edge)" p="xs" pl="md">
      <Group gap="sm">
        <Text role="status" fw={600} flex={1} style={{ whiteSpace: "nowrap" }}>
          {selection.count} selected
        </Text>
        {children}
        <Button variant="default" onClick={selection.clear}>
          Clear
        </Button>
      </Group>
    </Paper>
  );
}

function NoRows({ state, empty }: { state: TableState; empty: DataTableProps<never>["empty"] }) {
  if (!state.isNarrowed) return <EmptyState {...empty} />;
  return (
    <EmptyState
      text={empty.text}
      help="No row has these words and filters."
      action={
        <Button variant="default" onClick={state.widen}>
          Show all
        </Button>
      }
    />
  );
}

/** Moves the focus to the list when the row that had it is gone, for instance because it was deleted. */
function useStableFocus(region: { current: HTMLElement | null }, count: number | undefined): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const list = region.current;
    if (list === null) return;
    const onFocusIn = () => {
      hadFocus.current = true;
    };
    const onFocusOut = (event: FocusEvent) => {
      // Without a related target the focused element was removed.
      if (event.relatedTarget !== null) hadFocus.current = false;
    };
    list.addEventListener("focusin", onFocusIn);
    list.addEventListener("focusout", onFocusOut);
    return () => {
      list.removeEventListener("focusin", onFocusIn);
      list.removeEventListener("focusout", onFocusOut);
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change in the number of rows is what removes the focused element
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) region.current?.focus();
  }, [count, region]);
}

/** Replaces a page number beyond the end, for instance after rows were deleted, by that of the last page. */
function useLastPage(lastPage: number | undefined, { replacePage }: TableState): void {
  const go = useRef(replacePage);
  go.current = replacePage;
  useEffect(() => {
    if (lastPage !== undefined) go.current(lastPage);
  }, [lastPage]);
}
