import "../mantine-styles.ts";
import { CloseButton, Flex, NativeSelect, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";
import { FilterDrawer } from "./filter-drawer.tsx";
import type { Column } from "./rows.ts";
import type { TableState } from "./use-table-state.ts";

type TableToolsProps<Row> = {
  /** The accessible name of the search field, for instance "Search users". */
  searchLabel: string;
  /** The table's columns: small screens have no column headers, so that the sorts are offered here. */
  columns: readonly Column<Row>[];
  state: TableState;
  /** The list's own filters, as `TableFilter`s. */
  children?: ReactNode;
};

const fieldProps = {
  labelProps: { fz: "xs", c: "dimmed", mb: 4 },
} as const;

/** Above a table: its search and its filters; on phones, which have no column headers, its sort as well, in a drawer. */
export function TableTools<Row>({ searchLabel, columns, state, children }: TableToolsProps<Row>) {
  const isPhone = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  return (
    <Flex component="search" className={classes.tools ?? ""} wrap={{ sm: "wrap" }} align="flex-end" gap="sm">
      <TextInput
        flex={{ base: "1", sm: "1 1 16rem" }}
        maw={{ sm: "28rem" }}
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        maxLength={100}
        autoComplete="off"
        data-admin-search
        value={state.words}
        onChange={(event) => state.setWords(event.currentTarget.value)}
        // A search that came later would undo the navigation to a link that is pressed next.
        onBlur={state.searchNow}
        onKeyDown={(event) => {
          if (event.key === "Escape") state.setWords("");
        }}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={
          state.words !== "" && <CloseButton aria-label="Clear the search" onClick={() => state.setWords("")} />
        }
      />
      {isPhone && (children !== undefined || columns.some(({ sort }) => sort !== undefined)) ? (
        <FilterDrawer count={state.filterCount}>
          {children}
          <SortSelect columns={columns} state={state} />
        </FilterDrawer>
      ) : (
        children
      )}
    </Flex>
  );
}

function SortSelect<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: TableState }) {
  const sorts = columns.flatMap(({ name, sort }) => (sort === undefined ? [] : [{ name, sort }]));
  const { by, isDescending } = state.sort;
  if (sorts.length === 0) return null;
  const isListed = sorts.some(({ sort }) => sort === by);
  return (
    <NativeSelect
      {...fieldProps}
      label="Sort by"
      value={isListed ? state.input.sort : ""}
      onChange={(event) => state.setSort(event.currentTarget.value)}
      data={[
        ...(isListed ? [] : [{ value: "", label: isDescending ? "Newest first" : "Default order" }]),
        ...sorts.flatMap(({ name, sort }) => [
          { value: sort, label: `${name}, ascending` },
          { value: `-${sort}`, label: `${name}, descending` },
        ]),
      ]}
    />
  );
}

type TableFilterProps = {
  label: string;
  /** `undefined` while the filter is off. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** The label of the option that turns the filter off. */
  all: string;
  options: readonly { value: string; label: string }[];
};

/** One filter of a table. */
export function TableFilter({ label, value, onChange, all, options }: TableFilterProps) {
  return (
    <NativeSelect
      {...fieldProps}
      label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value)}
      data={[{ value: "", label: all }, ...options]}
    />
  );
}

type TableDayProps = {
  label: string;
  /** A day as in the address: `2026-01-31`. */
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** One end of a range of days by which a table is filtered, with the browser's date picker. */
export function TableDay({ label, value = "", min, max, onChange }: TableDayProps) {
  return (
    <TextInput
      {...fieldProps}
      type="date"
      label={label}
      value={value}
      min={min}
      max={max}
      onChange={(event) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value)}
    />
  );
}
