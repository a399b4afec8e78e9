import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { VisuallyHidden } from "../visually-hidden.tsx";
import classes from "./data-table.module.css";
import type { Column, Rows } from "./rows.ts";
import type { TableState } from "./use-table-state.ts";

type TableHeadProps<Row> = Rows<Row> & { shown: readonly Row[]; state: TableState };

/** The names of the columns, as buttons where a list can be sorted by them. */
export function TableHead<Row>({ columns, keyOf, actions, selection, shown, state }: TableHeadProps<Row>) {
  const keys = shown.map(keyOf);
  const isAll = keys.length > 0 && selection?.count === keys.length;
  return (
    <thead className={classes.head}>
      <tr>
        {selection !== undefined && (
          <td className={classes.choice}>
            <label>
              <VisuallyHidden>Select all on this page</VisuallyHidden>
              <input
                type="checkbox"
                checked={isAll}
                ref={(box) => {
                  if (box !== null) box.indeterminate = selection.count > 0 && !isAll;
                }}
                onChange={() => selection.setChosen(keys, !isAll)}
              />
            </label>
          </td>
        )}
        {columns.map((column) => (
          <HeadCell key={column.name} column={column} state={state} />
        ))}
        {actions !== undefined && (
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  );
}

function HeadCell<Row>({ column, state }: { column: Column<Row>; state: TableState }) {
  const { name, sort, isNumeric } = column;
  if (sort === undefined) {
    return (
      <th scope="col" data-numeric={isNumeric}>
        {name}
      </th>
    );
  }
  const isSorted = state.sort.by === sort;
  const { isDescending } = state.sort;
  const Arrow = !isSorted ? IconArrowsSort : isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" data-numeric={isNumeric} aria-sort={!isSorted ? "none" : isDescending ? "descending" : "ascending"}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => state.setSort(isSorted && !isDescending ? `-${sort}` : sort)}
      >
        {name}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
