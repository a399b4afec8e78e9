import type { ReactNode } from "react";
import type { Selection } from "./use-selection.ts";

/** A column of a table. */
export type Column<Row> = {
  name: string;
  value: (row: Row) => ReactNode;
  /** The sort key, where the list can be sorted by the column. */
  sort?: string;
  isNumeric?: boolean;
  /** Its values do not wrap. */
  isShort?: boolean;
  /** How much room the table must have to show it; any without it. What needs `little` is told by another column there. */
  needs?: "little" | "medium" | "much";
  /**
   * Where a phone shows it, whose rows are cards of two lines. The row's header begins the first line, and what is `right`
   * ends it; `hidden` is what the row's own page tells; all others are on the second line, `named` ones with their name.
   */
  onPhones?: "right" | "named" | "hidden";
  /** The cell is the header of its row. One column of each table has it. */
  isRowHeader?: boolean;
};

/** The rows of a table: columns, actions and selection. */
export type Rows<Row> = {
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The name of a row, for accessible names. */
  nameOf: (row: Row) => string;
  /** The `RowAction`s of a row. */
  actions?: (row: Row) => ReactNode;
  selection?: Selection;
};
