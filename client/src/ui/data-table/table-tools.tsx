import "@mantine/core/styles/Input.layer.css";
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import classes from "./data-table.module.css";
import type { Column } from "./rows.ts";
import type { TableState } from "./use-table-state.ts";

type TableToolsProps<Row> = {
  /** What is searched, for instance "Search users". */
  searchLabel: string;
  /** The table's columns: on small screens, where no head is to press, they are offered as sorts here. */
  columns: readonly Column<Row>[];
  state: TableState;
  /** The list's own filters, as `TableFilter`s. */
  children?: ReactNode;
};

/** Above a table: its search, its filters, and its sort where the head does not show. */
export function TableTools<Row>({ searchLabel, columns, state, children }: TableToolsProps<Row>) {
  return (
    <search className={classes.tools}>
      <TextInput
        className={classes.search ?? ""}
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        maxLength={100}
        autoComplete="off"
        data-admin-search
        value={state.words}
        onChange={(event) => state.setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") state.setWords("");
        }}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={
          state.words !== "" && <CloseButton aria-label="Clear the search" onClick={() => state.setWords("")} />
        }
      />
      {children}
      <SortChoice columns={columns} state={state} />
    </search>
  );
}

function SortChoice<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: TableState }) {
  const sorts = columns.flatMap(({ name, sort }) => (sort === undefined ? [] : [{ name, sort }]));
  const { by, isDescending } = state.sort;
  const isListed = sorts.some(({ sort }) => sort === by);
  return (
    <div className={classes.sortChoice}>
      <Choice
        label="Sort by"
        value={isListed ? state.input.sort : ""}
        onChange={(value) => state.setSort(value)}
        options={[
          ...(isListed ? [] : [{ value: "", label: isDescending ? "Newest first" : "Usual order" }]),
          ...sorts.flatMap(({ name, sort }) => [
            { value: sort, label: `${name}, ascending` },
            { value: `-${sort}`, label: `${name}, descending` },
          ]),
        ]}
      />
    </div>
  );
}

type TableFilterProps = {
  label: string;
  /** What is chosen; `undefined` while the filter leaves nothing out. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** What shows while the filter leaves nothing out. */
  all: string;
  options: readonly { value: string; label: string }[];
};

/** One filter of a table, as a native choice. */
export function TableFilter({ label, value, onChange, all, options }: TableFilterProps) {
  return (
    <Choice
      label={label}
      value={value ?? ""}
      onChange={(chosen) => onChange(chosen === "" ? undefined : chosen)}
      options={[{ value: "", label: all }, ...options]}
    />
  );
}

type TableDayProps = {
  label: string;
  /** A day as the address has it: `2026-01-31`. */
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** One end of a range of days by which a table is filtered, as the browser's own calendar. */
export function TableDay({ label, value = "", min, max, onChange }: TableDayProps) {
  const id = useId();
  return (
    <div className={classes.filter}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className={classes.day}
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value)}
      />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
};

function Choice({ label, value, onChange, options }: ChoiceProps) {
  const id = useId();
  return (
    <div className={classes.filter}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={classes.select}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
