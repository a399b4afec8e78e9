import type { AdminPage } from "@shop/shared/admin-list";
import { adminPageSizes, toAdminPageSize } from "@shop/shared/page-number";
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { Pagination } from "../pagination.tsx";
import classes from "./data-table.module.css";
import type { TableState } from "./use-table-state.ts";

type TableFootProps = {
  of: string;
  data: AdminPage<unknown>;
  state: TableState;
  region: RefObject<HTMLElement | null>;
  /** What is known of all rows together. */
  summary?: ReactNode;
};

/** Which rows of how many show, the pages, and how many rows a page has. */
export function TableFoot({ of, data, state, region, summary }: TableFootProps) {
  const id = useId();
  const pages = useRef<HTMLDivElement>(null);
  const shownPage = useRef(data.page);
  useEffect(() => {
    if (shownPage.current === data.page) return;
    shownPage.current = data.page;
    // Whoever turned the page goes on at its top.
    if (!pages.current?.contains(document.activeElement)) return;
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: "start" });
  }, [data.page, region]);

  const { pageSize } = state.input;
  const first = (data.page - 1) * pageSize + 1;
  return (
    <div className={classes.foot}>
      <p role="status" className={classes.count}>
        {data.pages <= 1
          ? `${data.total} ${data.total === 1 ? oneOf(of) : of}`
          : `${first} to ${first + data.rows.length - 1} of ${data.total.toLocaleString("en-US")} ${of}`}
        {summary !== undefined && summary !== false && <> · {summary}</>}
      </p>
      <div ref={pages}>
        <Pagination page={data.page} pages={data.pages} toPage={state.toPage} label={`Pages of ${of}`} />
      </div>
      <div className={classes.size}>
        <label htmlFor={id}>Rows per page</label>
        <select
          id={id}
          className={classes.select}
          value={pageSize}
          onChange={(event) => state.setPageSize(toAdminPageSize(event.currentTarget.value))}
        >
          {adminPageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
    </div>
  );
}

function oneOf(plural: string): string {
  return plural.replace(/ies$/, "y").replace(/s$/, "");
}
