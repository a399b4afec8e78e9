import { Readable } from "node:stream";
import { importRowsMax } from "@shop/shared/import";
import { CsvError, parse } from "csv-parse";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { importChunks } from "../../db/schema/imports.ts";
import { decodeChunks, type FileLayout } from "./file-layout.ts";

/** A fault of the whole file, for the admin. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}

/** A record of the file: its first line, and its cells. */
export type FileRecord = { line: number; cells: string[] };

/** A cell is as long as a description may be, with markup. */
const recordCharactersMax = 1_000_000;

const parsedSchema = z.object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) });

/** The stored file, piece by piece. */
export async function* readChunks(db: Db, importId: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const [chunk] = await db
      .select({ content: importChunks.content })
      .from(importChunks)
      .where(and(eq(importChunks.importId, importId), eq(importChunks.place, place)));
    if (chunk === undefined) return;
    yield chunk.content;
  }
}

/** The records of a file, heading included. Fails with a FileProblem. */
export async function* readRecords(
  chunks: AsyncIterable<Buffer>,
  { encoding, delimiter }: FileLayout,
): AsyncGenerator<FileRecord> {
  const parser = parse({
    ...{ delimiter, info: true, relax_column_count: true, skip_empty_lines: true },
    max_record_size: recordCharactersMax,
  });
  const source = Readable.from(decodeChunks(chunks, encoding));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let count = 0;
  let line = 1;
  try {
    for await (const parsed of parser) {
      const { info, record } = parsedSchema.parse(parsed);
      if (count > importRowsMax) {
        throw new FileProblem(`The file has more than ${importRowsMax.toLocaleString("en-US")} rows. Please split it.`);
      }
      count += 1;
      // The parser tells the line on which a record ends.
      yield { line, cells: record };
      line = info.lines + 1;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileProblem(wordsOf(error, line));
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function wordsOf(error: CsvError, line: number): string {
  if (error.code === "CSV_MAX_RECORD_SIZE") return `The row that begins on line ${line} is too long.`;
  return `The row that begins on line ${line} cannot be read: its quotes do not match.`;
}
