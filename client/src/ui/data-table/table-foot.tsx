import { Flex, Group, NativeSelect, Text } from "@mantine/core";
import type { AdminPage } from "@shop/shared/admin/admin-list";
import { adminPageSizes, toAdminPageSize } from "@shop/shared/page/page-number";
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { Pagination } from "../pagination.tsx";
import classes from "./data-table.module.css";
import type { TableState } from "./use-table-state.ts";

type TableFootProps = {
  of: string;
  data: AdminPage<unknown>;
  state: TableState;
  region: RefObject<HTMLElement | null>;
  summary?: ReactNode;
};

/** The range of the shown rows, the pagination and the page size. */
export function TableFoot({ of, data, state, region, summary }: TableFootProps) {
  const id = useId();
  const pages = useRef<HTMLDivElement>(null);
  const shownPage = useRef(data.page);
  useEffect(() => {
    if (shownPage.current === data.page) return;
    shownPage.current = data.page;
    // After a page change from here the focus moves to the top of the new page.
    if (!pages.current?.contains(document.activeElement)) return;
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: "start" });
  }, [data.page, region]);

  const { pageSize } = state.input;
  const first = (data.page - 1) * pageSize + 1;
  return (
    <Group className={classes.foot ?? ""} justify="space-between" gap="md">
      <Text role="status" c="dimmed">
        {data.pages <= 1
          ? `${data.total} ${data.total === 1 ? singular(of) : of}`
          : `${first} to ${first + data.rows.length - 1} of ${data.total.toLocaleString("en-US")} ${of}`}
        {summary !== undefined && summary !== false && <> · {summary}</>}
      </Text>
      <Flex ref={pages} justify="center" className={classes.pages ?? ""}>
        <Pagination page={data.page} pages={data.pages} toPage={state.toPage} label={`Pages of ${of}`} />
      </Flex>
      <Group gap="xs">
        <Text component="label" htmlFor={id} fz="xs" c="dimmed">
          Rows per page
        </Text>
        <NativeSelect
          id={id}
          w={88}
          data={adminPageSizes.map(String)}
          value={pageSize}
          onChange={(event) => state.setPageSize(toAdminPageSize(event.currentTarget.value))}
        />
      </Group>
    </Group>
  );
}

function singular(plural: string): string {
  if (/(?:ss|ch|sh|x)es$/.test(plural)) return plural.slice(0, -2);
  return plural.replace(/ies$/, "y").replace(/s$/, "");
}
