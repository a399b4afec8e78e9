import { Checkbox, Group, Table } from "@mantine/core";
import { Skeleton } from "../skeleton.tsx";
import classes from "./data-table.module.css";
import type { Rows } from "./rows.ts";

/** The loaded rows. */
export function TableBody<Row>({
  columns,
  keyOf,
  nameOf,
  actions,
  selection,
  shown,
}: Rows<Row> & { shown: readonly Row[] }) {
  return (
    <Table.Tbody>
      {shown.map((row) => {
        const key = keyOf(row);
        const isSelected = selection?.keys.has(key) ?? false;
        return (
          <Table.Tr key={key} mod={{ selected: isSelected }}>
            {selection !== undefined && (
              <Table.Td>
                <Checkbox
                  className={classes.selects ?? ""}
                  classNames={{ input: classes.checkbox ?? "" }}
                  aria-label={`Select ${nameOf(row)}`}
                  checked={isSelected}
                  onChange={() => selection.setSelected([key], !isSelected)}
                />
              </Table.Td>
            )}
            {columns.map(({ name, value, isNumeric, isShort, isRowHeader, needs, onPhones }) => {
              const Cell = isRowHeader ? Table.Th : Table.Td;
              return (
                <Cell
                  key={name}
                  data-column={name}
                  mod={{ needs, "on-phones": onPhones }}
                  ta={isNumeric ? "right" : undefined}
                  style={{
                    ...(isNumeric || isShort ? { whiteSpace: "nowrap" } : {}),
                    ...(isNumeric ? { fontVariantNumeric: "tabular-nums" } : {}),
                  }}
                  {...(isRowHeader && { scope: "row", fw: 600 })}
                >
                  <div>{value(row)}</div>
                </Cell>
              );
            })}
            {actions !== undefined && (
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                <Group className={classes.actions ?? ""} gap={0} justify="flex-end" wrap="nowrap" mr={-8}>
                  {actions(row)}
                </Group>
              </Table.Td>
            )}
          </Table.Tr>
        );
      })}
    </Table.Tbody>
  );
}

/** Skeleton rows while the list loads. Scrolling waits for them to be replaced. */
export function SkeletonBody<Row>({ columns, actions, selection, count }: Rows<Row> & { count: number }) {
  return (
    <Table.Tbody data-screen-coming>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <Table.Tr key={index} h={53}>
          {selection !== undefined && <Table.Td />}
          {columns.map(({ name, isNumeric, needs }) => (
            <Table.Td key={name} mod={{ needs }}>
              <Skeleton width={isNumeric ? "4rem" : "70%"} height="1rem" />
            </Table.Td>
          ))}
          {actions !== undefined && <Table.Td />}
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
