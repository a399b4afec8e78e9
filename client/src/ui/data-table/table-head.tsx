import { Button, Checkbox, Table } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { VisuallyHidden } from "../visually-hidden.tsx";
import type { Column, Rows } from "./rows.ts";
import type { TableState } from "./use-table-state.ts";

type TableHeadProps<Row> = Rows<Row> & { shown: readonly Row[]; state: TableState };

/** The column headers, as buttons where the list can be sorted by them. */
export function TableHead<Row>({ columns, keyOf, actions, selection, shown, state }: TableHeadProps<Row>) {
  const keys = shown.map(keyOf);
  const isAll = keys.length > 0 && selection?.keys.size === keys.length;
  return (
    <Table.Thead>
      <Table.Tr>
        {selection !== undefined && (
          <Table.Td w={0}>
            <Checkbox
              aria-label="Select all on this page"
              checked={isAll}
              indeterminate={selection.count > 0 && !isAll}
              // While rows load, a press would be lost.
              disabled={keys.length === 0}
              onChange={() => selection.setSelected(keys, !isAll)}
            />
          </Table.Td>
        )}
        {columns.map((column) => (
          <ColumnHeader key={column.name} column={column} state={state} />
        ))}
        {actions !== undefined && (
          <Table.Th scope="col" w={0}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        )}
      </Table.Tr>
    </Table.Thead>
  );
}

function ColumnHeader<Row>({ column, state }: { column: Column<Row>; state: TableState }) {
  const { name, sort, isNumeric, needs } = column;
  const mod = { needs };
  const align = isNumeric ? "right" : undefined;
  if (sort === undefined) {
    return (
      <Table.Th scope="col" ta={align} fz="xs" fw={600} c="dimmed" mod={mod}>
        {name}
      </Table.Th>
    );
  }
  const isSorted = state.sort.by === sort;
  const { isDescending } = state.sort;
  const Arrow = !isSorted ? IconArrowsSort : isDescending ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      scope="col"
      ta={align}
      mod={mod}
      aria-sort={!isSorted ? "none" : isDescending ? "descending" : "ascending"}
    >
      <Button
        variant="subtle"
        color="gray"
        px={8}
        mx={-8}
        fz="xs"
        c={isSorted ? "var(--shop-text)" : "dimmed"}
        rightSection={<Arrow size={14} aria-hidden="true" />}
        onClick={() => state.setSort(isSorted && !isDescending ? `-${sort}` : sort)}
      >
        {name}
      </Button>
    </Table.Th>
  );
}
