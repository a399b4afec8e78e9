import type { ImportFormat, ImportMapping } from "@shop/shared/catalog/import";
import { unescapeFormula } from "./cells.ts";
import { Row } from "./file-row.ts";
import { columnNames, inLowerCase, readHeading } from "./formats.ts";
import type { FileRecord } from "./read-file.ts";

/** How the columns of a file are understood. */
export type RowSettings = { format: ImportFormat; mapping: ImportMapping; factColumns?: string[] | undefined };

/** The rows of a file with something in them, by its headings. */
export async function* readRows(
  records: AsyncIterable<FileRecord>,
  { format, mapping, factColumns = [] }: RowSettings,
): AsyncGenerator<Row> {
  let places: Map<string, number> | undefined;
  // Shopify writes cells as they are.
  const restore = format === "shopify" ? (text: string) => text : unescapeFormula;
  for await (const { line, cells, problem, rowsInCell } of records) {
    if (places === undefined) places = placesOf(format, columnNames(cells));
    else if (problem !== undefined || cells.some((cell) => cell.trim() !== "")) {
      const row = new Row(line, cells, { places, mapping, factColumns, restore });
      row.problem = problem;
      if (rowsInCell !== undefined) row.warn("rows-in-cell", rowsInCell);
      yield row;
    }
  }
}

/** Where columns stand, by their own headings and by those that the format reads. */
function placesOf(format: ImportFormat, columns: readonly string[]): Map<string, number> {
  const entries = [...columns.entries()].reverse();
  return new Map([
    ...entries.map(([place, name]) => [readHeading(format, name), place] as const),
    ...entries.map(([place, name]) => [inLowerCase(name), place] as const),
  ]);
}
