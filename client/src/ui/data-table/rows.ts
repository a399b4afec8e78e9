import type { ReactNode } from "react";
import type { Selection } from "./use-selection.ts";

/** A column of a table; on the cards of small screens its name stands before the value. */
export type Column<Row> = {
  name: string;
  value: (row: Row) => ReactNode;
  /** The key by which the list can be sorted. */
  sort?: string;
  isNumeric?: boolean;
  /** Whether its values are short enough to stand on one line at any width. */
  isShort?: boolean;
  /** Whether it says which row it is. One column of each table does. */
  isRowHeader?: boolean;
};

/** How the rows of a table look and what can be done to them. */
export type Rows<Row> = {
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The name under which people know a row. */
  nameOf: (row: Row) => string;
  /** Buttons and links for one row, each named after what it does and to which row. */
  actions?: (row: Row) => ReactNode;
  /** For rows that can be chosen. */
  selection?: Selection;
};
