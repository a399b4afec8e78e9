import { Readable } from "node:stream";
import { importRowsMax } from "@shop/shared/catalog/import";
import { CsvError, parse } from "csv-parse";
import { z } from "zod";
import { cellsMax, inWords } from "./cell-limits.ts";
import { withoutInlineImages } from "./inline-images.ts";

/** A fault of the whole file, for the admin. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/**
 * A record of the file: its first line, and its cells; none where its quotes do not match, and the reason. A cell can hold
 * lines that look like rows: a quote that is never closed ends at the next one.
 */
export type FileRecord = { line: number; cells: string[]; problem?: string; rowsInCell?: string };

/** The longest record, in characters. */
const recordCharactersMax = 1_000_000;
/** The most delimiters without a line break that are read at all: empty cells are no characters of a record. */
const delimitersMax = 100_000;
/** A row that cannot be read is quoted up to so many characters. */
const quotedLength = 60;

const parsedSchema = z.object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) });
const faultSchema = z.object({ lines: z.number() });
/** The most faults of one row, because each of them reads the row up to there. */
const faultsMax = 100;
/** The faults that cost their row; any other costs the file. */
const rowFaults: ReadonlySet<string> = new Set(["INVALID_OPENING_QUOTE", "CSV_INVALID_CLOSING_QUOTE"]);

/** The records of a text, heading included. Fails with a FileProblem. */
export async function* readRecords(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<FileRecord> {
  // The parser is ahead of the records that are taken from it, and so are its faults.
  let readTo = 0;
  let faults = 0;
  const unreadable: FileRecord[] = [];
  const parser = parse({
    delimiter,
    info: true,
    raw: true,
    record_delimiter: "\n",
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: recordCharactersMax,
    on_record: (record, { lines }) => {
      readTo = lines;
      return record;
    },
    on_skip: (error, raw = "") => {
      // What is thrown here ends the parser with it.
      if (error === undefined || !rowFaults.has(error.code)) throw error;
      const record = unreadableRecord(faultSchema.parse(error).lines, raw);
      const isFirst = record.line > readTo;
      faults = isFirst ? 1 : faults + 1;
      if (faults > faultsMax) throw unmatchedQuotes(record.line);
      if (isFirst) unreadable.push(record);
      if (unreadable.length > importRowsMax) throw tooManyRows();
      readTo = record.line;
    },
  });
  const source = Readable.from(refuseEndless(withLineFeeds(withoutInlineImages(texts)), delimiter));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* inOrder(parser, unreadable, delimiter);
  } catch (error) {
    if (error instanceof CsvError) throw problemOf(error, readTo + 1);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** The records of the parser, with the unreadable ones at their places and without what only names the delimiter. */
async function* inOrder(
  parser: AsyncIterable<unknown>,
  unreadable: FileRecord[],
  delimiter: string,
): AsyncGenerator<FileRecord> {
  let count = 0;
  let columns = 0;
  for await (const parsed of parser) {
    const { info, record } = parsedSchema.parse(parsed);
    const line = info.lines - record.reduce((sum, cell) => sum + lineFeedsOf(cell), 0);
    if (count === 0 && /^sep=.$/i.test(record.join(delimiter))) continue;
    const before = unreadable.filter((each) => each.line < line);
    unreadable.splice(0, before.length);
    if (count === 0 && before[0] !== undefined) throw unmatchedQuotes(before[0].line);
    count += before.length;
    if (count > importRowsMax) throw tooManyRows();
    yield* before;
    if (record.length > cellsMax) throw tooManyCells(line);
    if (count === 0) columns = record.length;
    const rowsInCell = record.find((cell) => holdsRows(cell, { delimiter, columns }));
    count += 1;
    yield { line, cells: record, ...(rowsInCell !== undefined && { rowsInCell: quote(rowsInCell) }) };
  }
  if (count === 0 && unreadable[0] !== undefined) throw unmatchedQuotes(unreadable[0].line);
  yield* unreadable;
}

/** Lines of texts can have as many cells as a heading of fewer columns. */
const leastColumns = 4;

/** Whether a line within a cell has as many cells as the heading, which a text hardly has. */
function holdsRows(cell: string, { delimiter, columns }: { delimiter: string; columns: number }): boolean {
  if (columns < leastColumns || !cell.includes("\n")) return false;
  const [, ...further] = cell.split("\n");
  return further.some((line) => line.split(delimiter).length === columns);
}

const quote = (text: string) => (text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text);

function unreadableRecord(lines: number, raw: string): FileRecord {
  const text = raw.trim();
  const quoted = text.length > quotedLength ? `…${text.slice(-quotedLength)}` : text;
  const line = lines - lineFeedsOf(text);
  const where = line === lines ? `Line ${line}` : `Lines ${line} to ${lines}`;
  const problem = `${where}: the quotes do not match at “${quoted}”. Put that cell in quotes, and double those within it.`;
  return { line, cells: [], problem };
}

const lineFeedsOf = (text: string) => text.split("\n").length - 1;

/** The texts with one kind of line break, whatever systems they come from. */
async function* withLineFeeds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const text of texts) {
    const all = held + text;
    // The second half of a line break may be in the next text.
    held = all.endsWith("\r") ? "\r" : "";
    yield all.slice(0, all.length - held.length).replaceAll(/\r\n?/g, "\n");
  }
  if (held !== "") yield "\n";
}

/** The texts, as long as they break lines now and then. They are ahead of the records, so it counts lines of its own. */
async function* refuseEndless(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
  let delimiters = 0;
  let line = 1;
  for await (const text of texts) {
    const breaks = lineFeedsOf(text);
    delimiters = breaks > 0 ? 0 : delimiters + text.split(delimiter).length - 1;
    line += breaks;
    if (delimiters > delimitersMax) throw tooManyCells(line);
    yield text;
  }
}

function tooManyCells(line: number): FileProblem {
  return new FileProblem(`The row that begins on line ${line} has more than ${inWords(cellsMax)} cells.`);
}

function tooManyRows(): FileProblem {
  return new FileProblem(`The file has more than ${inWords(importRowsMax)} rows. Please split it.`);
}

function unmatchedQuotes(line: number): FileProblem {
  return new FileProblem(`The row that begins on line ${line} cannot be read: its quotes do not match.`);
}

function problemOf(error: CsvError, line: number): FileProblem {
  if (error.code !== "CSV_MAX_RECORD_SIZE") return unmatchedQuotes(line);
  return new FileProblem(`The row that begins on line ${line} is too long.`);
}
