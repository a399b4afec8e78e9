import { Readable } from "node:stream";
import { dayOfTime } from "@shop/shared/time-zone";
import { stringify } from "csv-stringify/sync";
import type { FastifyReply } from "fastify";
import { escapeFormula } from "../../domain/import/cells.ts";
import { begin } from "./send-list.ts";

/** The columns of a file, each with its cell. */
export type CsvColumns<Row> = Record<string, (row: Row) => string>;

/** The rows of an export. */
export type Exported<Export extends (...parameters: never[]) => AsyncGenerator<unknown[]>> =
  ReturnType<Export> extends AsyncGenerator<(infer Row)[]> ? Row : never;

type Cells = { isStart: boolean; isAsItIs: boolean };

/** Lines of a file. A cell that a spreadsheet would run as a formula is prefixed with an apostrophe, unless it is to be as it is. */
function toLines(rows: string[][], { isStart, isAsItIs }: Cells): string {
  // Without a byte order mark, spreadsheets do not read the file as UTF-8.
  const options = { bom: isStart, quote_record_delimiter: true, record_delimiter: "\r\n" };
  return stringify(isAsItIs ? rows : rows.map((row) => row.map(escapeFormula)), options);
}

async function* toFile<Row>(
  { columns, isAsItIs = false }: CsvFile<Row>,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield toLines([Object.keys(columns)], { isStart: true, isAsItIs });
  for await (const batch of batches) {
    yield toLines(
      batch.map((row) => Object.values(columns).map((cell) => cell(row))),
      { isStart: false, isAsItIs },
    );
  }
}

/** The rows of a file that is made at once. */
export async function* inOneBatch<Row>(rows: Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await rows;
}

/** `isAsItIs`: for a program that reads cells as they are, and not for a spreadsheet. */
type CsvFile<Row> = { name: string; columns: CsvColumns<Row>; isAsItIs?: boolean };

/** Streams rows as CSV, in a file that is named after the shop's day. A failure midway cuts the connection. */
export async function sendCsv<Row>(
  { reply, shop }: { reply: FastifyReply; shop: { timeZone: string } },
  file: CsvFile<Row>,
  batches: AsyncGenerator<Row[]>,
): Promise<FastifyReply> {
  const rows = await begin(batches);
  const day = dayOfTime(shop.timeZone, new Date());
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${file.name}-${day}.csv"`)
    .send(Readable.from(toFile(file, rows)));
}
