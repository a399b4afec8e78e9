import { Skeleton } from "../skeleton.tsx";
import { VisuallyHidden } from "../visually-hidden.tsx";
import classes from "./data-table.module.css";
import type { Rows } from "./rows.ts";

/** The rows themselves. */
export function TableBody<Row>({
  columns,
  keyOf,
  nameOf,
  actions,
  selection,
  shown,
}: Rows<Row> & { shown: readonly Row[] }) {
  return (
    <tbody>
      {shown.map((row) => {
        const key = keyOf(row);
        const isChosen = selection?.keys.has(key) ?? false;
        return (
          <tr key={key} data-chosen={isChosen || undefined}>
            {selection !== undefined && (
              <td className={classes.choice}>
                <label>
                  <VisuallyHidden>Select {nameOf(row)}</VisuallyHidden>
                  <input type="checkbox" checked={isChosen} onChange={() => selection.setChosen([key], !isChosen)} />
                </label>
              </td>
            )}
            {columns.map(({ name, value, isNumeric, isShort, isRowHeader }) => {
              const Cell = isRowHeader ? "th" : "td";
              return (
                <Cell
                  key={name}
                  data-column={name}
                  data-numeric={isNumeric}
                  data-short={isShort}
                  {...(isRowHeader ? { scope: "row" } : {})}
                >
                  <span className={classes.value}>{value(row)}</span>
                </Cell>
              );
            })}
            {actions !== undefined && (
              <td className={classes.actions}>
                <div>{actions(row)}</div>
              </td>
            )}
          </tr>
        );
      })}
    </tbody>
  );
}

/** Rows of the coming shape; the page's end waits out of sight until it is known where it stands. */
export function TableComing<Row>({ columns, actions, selection, count }: Rows<Row> & { count: number }) {
  return (
    <tbody data-screen-coming>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
        <tr key={index}>
          {selection !== undefined && <td />}
          {columns.map(({ name, isNumeric }) => (
            <td key={name} data-numeric={isNumeric}>
              <Skeleton width={isNumeric ? "4rem" : "70%"} height="1rem" />
            </td>
          ))}
          {actions !== undefined && <td />}
        </tr>
      ))}
    </tbody>
  );
}
