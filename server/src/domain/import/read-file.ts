import { Readable } from "node:stream";
import { importRowsMax } from "@shop/shared/catalog/import";
import { CsvError, parse } from "csv-parse";
import { z } from "zod";
import { cellsMax, inWords } from "./cell-limits.ts";

/** A fault of the whole file, for the admin. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/** A record of the file: its first line, and its cells. */
export type FileRecord = { line: number; cells: string[] };

/** The longest record, in characters. */
const recordCharactersMax = 1_000_000;
/** The most delimiters without a line break that are read at all: empty cells are no characters of a record. */
const delimitersMax = 100_000;

const parsedSchema = z.object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) });

/** The records of a text, heading included. Fails with a FileProblem. */
export async function* readRecords(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<FileRecord> {
  // An error of the parser overtakes records that were read before it, so their lines are noted as they are read.
  let readTo = 0;
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: recordCharactersMax,
    on_record: (record, { lines }) => {
      readTo = lines;
      return record;
    },
  });
  let count = 0;
  let line = 1;
  const source = Readable.from(refuseEndless(texts, delimiter));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const parsed of parser) {
      const { info, record } = parsedSchema.parse(parsed);
      if (count > importRowsMax) {
        throw new FileProblem(`The file has more than ${inWords(importRowsMax)} rows. Please split it.`);
      }
      if (record.length > cellsMax) throw tooManyCells(line);
      count += 1;
      // The parser tells the line on which a record ends.
      yield { line, cells: record };
      line = info.lines + 1;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileProblem(wordsOf(error, readTo + 1));
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** The texts, as long as they break lines now and then. They are ahead of the records, so it counts lines of its own. */
async function* refuseEndless(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<string> {
  let delimiters = 0;
  let line = 1;
  for await (const text of texts) {
    const breaks = text.match(/\r\n?|\n/g)?.length ?? 0;
    delimiters = breaks > 0 ? 0 : delimiters + text.split(delimiter).length - 1;
    line += breaks;
    if (delimiters > delimitersMax) throw tooManyCells(line);
    yield text;
  }
}

function tooManyCells(line: number): FileProblem {
  return new FileProblem(`The row that begins on line ${line} has more than ${inWords(cellsMax)} cells.`);
}

function wordsOf(error: CsvError, line: number): string {
  if (error.code === "CSV_MAX_RECORD_SIZE") return `The row that begins on line ${line} is too long.`;
  return `The row that begins on line ${line} cannot be read: its quotes do not match.`;
}
