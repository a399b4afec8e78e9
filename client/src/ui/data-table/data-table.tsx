import { Button } from "@mantine/core";
import type { AdminPage } from "@shop/shared/admin-list";
import { type ReactNode, useEffect, useRef } from "react";
import { messageOf } from "../../lib/request-failure.ts";
import { EmptyState } from "../empty-state.tsx";
import { ErrorAlert } from "../error-alert.tsx";
import classes from "./data-table.module.css";
import type { Rows } from "./rows.ts";
import { TableBody, TableComing } from "./table-body.tsx";
import { TableFoot } from "./table-foot.tsx";
import { TableHead } from "./table-head.tsx";
import type { TableState } from "./use-table-state.ts";

type DataTableProps<Row> = Rows<Row> & {
  /** What the rows are, in lower case: "users". */
  of: string;
  /** The query hook's answer. With `placeholderData: keepPreviousData` the old rows stay until the new ones are there. */
  list: {
    data: AdminPage<Row> | undefined;
    error: unknown;
    isFetching: boolean;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  state: TableState;
  /** Said when the list cannot be loaded and the server did not say why. */
  failure: string;
  /** Said when there is nothing at all, and the one way on. */
  empty: { text: string; help?: string; action?: ReactNode };
  /** What can be done to all rows that are chosen. */
  bulkActions?: ReactNode;
  /** What is known of all rows together, on every page of them. */
  summary?: ReactNode;
};

/**
 * A page of rows: a table that can be sorted, cards on small screens. Shows the
 * shape of what is coming, what went wrong, and what to do where nothing is.
 */
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
  useKeptFocus(region, data?.rows.length);
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
  const { selection } = rows;
  return (
    <section ref={region} className={classes.region} tabIndex={-1} aria-label={`List of ${of}`}>
      {alert}
      {selection !== undefined && selection.count > 0 && (
        <div className={classes.chosen}>
          <p role="status">{selection.count} selected</p>
          {bulkActions}
          <Button variant="default" onClick={selection.clear}>
            Clear
          </Button>
        </div>
      )}
      {data?.total === 0 ? (
        <Nothing state={state} empty={empty} />
      ) : (
        <div className={classes.panel} aria-busy={data === undefined || list.isPlaceholderData}>
          <table className={classes.table}>
            <caption className={classes.caption}>{of}</caption>
            <TableHead {...rows} shown={data?.rows ?? []} state={state} />
            {data === undefined || isBeyondEnd ? (
              <TableComing {...rows} count={state.input.pageSize} />
            ) : (
              <TableBody {...rows} shown={data.rows} />
            )}
          </table>
        </div>
      )}
      {data !== undefined && data.total > 0 && (
        <TableFoot of={of} data={data} state={state} region={region} summary={summary} />
      )}
    </section>
  );
}

function Nothing({ state, empty }: { state: TableState; empty: DataTableProps<never>["empty"] }) {
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

/** When the row that had the focus is gone, deleted for instance, the list has it. */
function useKeptFocus(region: { current: HTMLElement | null }, count: number | undefined): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const list = region.current;
    if (list === null) return;
    const note = () => {
      hadFocus.current = true;
    };
    const forget = (event: FocusEvent) => {
      // Without a new place the focus did not leave: what had it was taken away.
      if (event.relatedTarget !== null) hadFocus.current = false;
    };
    list.addEventListener("focusin", note);
    list.addEventListener("focusout", forget);
    return () => {
      list.removeEventListener("focusin", note);
      list.removeEventListener("focusout", forget);
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows is what may have taken it away
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) region.current?.focus();
  }, [count, region]);
}

/** An address beyond the end, where rows were deleted for instance, becomes that of the last page. */
function useLastPage(lastPage: number | undefined, { replacePage }: TableState): void {
  const go = useRef(replacePage);
  go.current = replacePage;
  useEffect(() => {
    if (lastPage !== undefined) go.current(lastPage);
  }, [lastPage]);
}
