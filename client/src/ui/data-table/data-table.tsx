import "../mantine-styles.ts";
import { Button, Paper, Stack, Table, Text } from "@mantine/core";
import type { AdminPage } from "@shop/shared/admin/admin-list";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { messageOf } from "../../lib/request-failure.ts";
import { EmptyState } from "../empty-state.tsx";
import { ErrorAlert } from "../error-alert.tsx";
import { PrefetchLink } from "../prefetch-link.tsx";
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
  const isEmptied = useLastPage(list.isPlaceholderData ? undefined : data, state);
  const isComing = data === undefined || (isBeyondEnd && (isEmptied || list.isPlaceholderData));

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
        <SelectionBar of={of} selection={rows.selection}>
          {bulkActions}
        </SelectionBar>
        {data?.total === 0 ? (
          <NoRows state={state} empty={empty} />
        ) : isBeyondEnd && !isComing ? (
          <NoSuchPage text={empty.text} pages={data.pages} firstPage={state.toPage(1)} />
        ) : (
          <Paper className={classes.panel ?? ""} aria-busy={data === undefined || list.isPlaceholderData}>
            <Table
              aria-label={of}
              className={classes.table ?? ""}
              stickyHeader
              stickyHeaderOffset="var(--header-height)"
              highlightOnHover
              highlightOnHoverColor="var(--shop-raised)"
              borderColor="var(--shop-panel-edge)"
              horizontalSpacing="sm"
              verticalSpacing={4}
            >
              <TableHead {...rows} shown={data?.rows ?? []} state={state} />
              {isComing ? (
                <SkeletonBody {...rows} count={state.input.pageSize} />
              ) : (
                <TableBody {...rows} shown={data.rows} />
              )}
            </Table>
          </Paper>
        )}
        {data !== undefined && data.total > 0 && !isBeyondEnd && (
          <TableFoot of={of} data={data} state={state} region={region} summary={summary} />
        )}
      </Stack>
    </section>
  );
}

type SelectionBarProps = { of: string; selection: Selection | undefined; children: ReactNode };

function SelectionBar({ of, selection, children }: SelectionBarProps) {
  if (selection === undefined || selection.count === 0) return null;
  const { count, matching } = selection;
  return (
    <Paper className={classes.selection ?? ""} bg="var(--shop-raised)" bd="1px solid var(--shop-edge)" p="xs" pl="md">
      <Text role="status" fw={600} flex={1} style={{ whiteSpace: "nowrap" }}>
        {matching?.isChosen === true ? `All ${count.toLocaleString("en-US")} selected` : `${count} selected`}
      </Text>
      {matching?.isChosen === false && (
        <Button variant="subtle" c="var(--shop-link)" onClick={matching.choose}>
          Select all {matching.total.toLocaleString("en-US")} {of}
        </Button>
      )}
      <Button className={classes.clear ?? ""} variant="default" onClick={selection.clear}>
        Clear
      </Button>
      <div className={classes.bulkActions}>{children}</div>
    </Paper>
  );
}

function NoRows({ state, empty }: { state: TableState; empty: DataTableProps<never>["empty"] }) {
  if (!state.isNarrowed) return <EmptyState {...empty} />;
  return (
    <EmptyState
      text={empty.text}
      help="Nothing matches your search and filters."
      action={
        <Button variant="default" onClick={state.widen}>
          Show all
        </Button>
      }
    />
  );
}

/** For a page number that is too high, as in an old or mistyped address. */
function NoSuchPage({ text, pages, firstPage }: { text: string; pages: number; firstPage: string }) {
  return (
    <EmptyState
      text={text}
      help={pages === 1 ? "There is only one page." : `There are only ${pages.toLocaleString("en-US")} pages.`}
      action={
        <Button component={PrefetchLink} to={firstPage} variant="default">
          First page
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

/**
 * Leaves a page for the last one when all of its rows are gone, for instance because they were deleted. A page that never
 * had any stays. Returns whether the shown page is such an emptied one.
 */
function useLastPage(data: AdminPage<unknown> | undefined, { replacePage }: TableState): boolean {
  const [filled, setFilled] = useState<number>();
  const go = useRef(replacePage);
  go.current = replacePage;
  const isEmpty = data !== undefined && data.rows.length === 0 && data.total > 0;
  if (data !== undefined && data.rows.length > 0 && filled !== data.page) setFilled(data.page);
  const isEmptied = isEmpty && filled === data.page;
  const lastPage = isEmptied ? data.pages : undefined;
  useEffect(() => {
    if (lastPage !== undefined) go.current(lastPage);
  }, [lastPage]);
  return isEmptied;
}
