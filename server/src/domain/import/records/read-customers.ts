import { customerFields } from "@shop/shared/catalog/import-records";
import type { Row } from "../file-row.ts";
import { entryText } from "./entry-text.ts";
import type { FileEntry } from "./file-entry.ts";

/** The customers of a file, one in each row. */
export async function* readCustomers(rows: AsyncIterable<Row>): AsyncGenerator<FileEntry> {
  for await (const row of rows) {
    const values: FileEntry["values"] = {};
    for (const field of customerFields) {
      const text = entryText(row.field(field));
      if (text !== "") values[field] = text;
    }
    yield { line: row.line, values, warnings: row.warnings, problem: row.problem };
  }
}
