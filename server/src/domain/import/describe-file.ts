import type { ImportColumn } from "@shop/shared/catalog/import";
import { headingLength } from "./cell-limits.ts";
import { decodeChunks, findDelimiter } from "./file-layout.ts";
import { columnNames } from "./formats.ts";
import { FileProblem, readRecords } from "./read-file.ts";

/** The characters in which the kind of a file and its delimiter are looked for. */
const startLength = 262_144;
/** The rows whose values stand as examples, and how long an example is. */
const exampleRows = 40;
const examplesMax = 3;
const exampleLength = 80;

/** What a file shows before it is read: how its cells are separated, and its headings with their first values. */
export type FileDescription = { delimiter: string; columns: ImportColumn[] };

/** How a file is read; without a delimiter, it is found. */
export type WantedLayout = { encoding: string; delimiter?: string | undefined };

/** Reads the first rows of a file. Fails with a FileProblem. */
export async function describeFile(
  chunks: AsyncIterable<Buffer>,
  { encoding, delimiter: wanted }: WantedLayout,
): Promise<FileDescription> {
  const texts = decodeChunks(chunks, encoding);
  let start = "";
  for (let next = await texts.next(); next.done !== true; next = await texts.next()) {
    start += next.value;
    if (start.length > startLength) break;
  }
  if (start.startsWith("PK") || start.startsWith("%PDF") || start.includes("\u0000")) {
    throw new FileProblem(
      "This is not a CSV file. Please save your spreadsheet as CSV, comma-separated, and send that.",
    );
  }
  const delimiter = wanted ?? findDelimiter(start);
  const whole = async function* () {
    yield start;
    yield* texts;
  };
  return { delimiter, columns: await readColumns(whole(), delimiter) };
}

/** The headings with their first values. */
async function readColumns(texts: AsyncIterable<string>, delimiter: string): Promise<ImportColumn[]> {
  let columns: ImportColumn[] | undefined;
  let rows = 0;
  for await (const { cells } of readRecords(texts, delimiter)) {
    if (columns === undefined) {
      columns = columnNames(cells).map(toColumn);
      continue;
    }
    for (const [place, { examples }] of columns.entries()) {
      const value = toExample(cells[place] ?? "");
      if (value !== "" && examples.length < examplesMax && !examples.includes(value)) examples.push(value);
    }
    rows += 1;
    if (rows === exampleRows) break;
  }
  const named = (columns ?? []).filter(({ name }) => name !== "");
  if (named.length < 2) throw new FileProblem("The first line of the file must name its columns.");
  return named;
}

function toColumn(name: string, place: number): ImportColumn {
  if (name.length <= headingLength) return { name, examples: [] };
  throw new FileProblem(
    `The heading of column ${place + 1} has more than ${headingLength} characters. Please shorten it.`,
  );
}

/** The beginning of a value, on one line; enough of it is read for what is shown. */
function toExample(value: string): string {
  const start = value.trimStart().slice(0, exampleLength * 4);
  return start.replaceAll(/\s+/g, " ").trim().toWellFormed().replaceAll("\u0000", "").slice(0, exampleLength);
}
