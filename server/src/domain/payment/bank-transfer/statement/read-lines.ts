import { createHash } from "node:crypto";
import type { DecimalMark } from "@shop/shared/catalog/import";
import { fromWire } from "@shop/shared/money";
import { type StatementColumns, statementLinesMax } from "@shop/shared/order/bank-statement";
import { bankReferenceLength } from "@shop/shared/order/bank-transfer";
import { DomainError } from "../../../base/errors.ts";
import { findDelimiter } from "../../../import/file-layout.ts";
import { NumberFinder, numberBy } from "../../../import/numbers.ts";
import { FileProblem, type FileRecord, readRecords } from "../../../import/read-file.ts";

/** Money that has come in. The amount is in cents. */
export type ReadLine = { line: number; day: string; amountCents: number; text: string; entry: string };

export type ReadLines = { headings: string[]; columns: StatementColumns | null; lines: ReadLine[]; others: number };

/** What banks call the columns, the surest first. */
const amountNames = [
  /^(betrag|amount|montant|importe|importo|bedrag|kwota|belopp)\b/i,
  /amount|betrag|credit|haben|gutschrift/i,
];
const dayNames = [/^(buchungstag|booking date|date|datum|fecha|data)\b/i, /date|datum|tag|valuta/i];
const entryNames = [/transaction id|entry id|bank reference|buchungsreferenz|umsatz-?id|transaktions-?id/i];

/**
 * The lines of a bank's CSV with money that has come in. Banks write lines about the account before the heading, which is
 * the first one with as many cells as most have. Throws VALIDATION for a text that is no table.
 */
export async function readLines(text: string, chosen: StatementColumns | undefined): Promise<ReadLines> {
  const records = await readAll(text);
  const width = usualWidth(records);
  const start = records.findIndex(({ cells }) => cells.length >= width && filled(cells) > 1);
  const headings = (records[start]?.cells ?? []).map((cell) => cell.trim());
  const rows = records.slice(start + 1).filter(({ cells }) => filled(cells) > 1);
  if (start < 0 || width < 2) throw problem("This is no table of a bank. Please choose a CSV file.");
  const columns = chosen ?? guess(headings);
  if (columns === null) return { headings, columns, lines: [], others: rows.length };
  const mark = decimalMark(rows, columns);
  const seen = new Map<string, number>();
  const lines = rows.flatMap((row) => toLine(row, { columns, mark, seen }));
  return { headings, columns, lines, others: rows.length - lines.length };
}

async function readAll(text: string): Promise<FileRecord[]> {
  const content = text.replace(/^\ufeff/, "");
  const records: FileRecord[] = [];
  try {
    for await (const record of readRecords(chunksOf(content), delimiterOf(content))) {
      records.push(record);
      if (records.length > statementLinesMax) {
        throw problem(`At most ${statementLinesMax} lines are read at once. Please choose fewer days at your bank.`);
      }
    }
  } catch (error) {
    if (error instanceof FileProblem) throw problem(error.message);
    throw error;
  }
  return records;
}

/** The lines before the heading may have none of its delimiters, so that the line with the most of one decides. */
function delimiterOf(text: string): string {
  const longest = text
    .split(/\r\n?|\n/)
    .reduce((most, line) => (countMarks(line) > countMarks(most) ? line : most), "");
  return findDelimiter(longest);
}

const countMarks = (line: string) => line.split(/[,;\t|]/).length;

const chunkLength = 16_384;

/** Between two chunks other requests are served. */
async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += chunkLength) {
    yield text.slice(from, from + chunkLength);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "").length;

/** The number of cells that most records have. */
function usualWidth(records: readonly FileRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

function guess(headings: readonly string[]): StatementColumns | null {
  const find = (names: readonly RegExp[]) => {
    for (const name of names) {
      const place = headings.findIndex((heading) => name.test(heading));
      if (place >= 0) return place;
    }
    return null;
  };
  const amount = find(amountNames);
  return amount === null ? null : { amount, day: find(dayNames), entry: find(entryNames) };
}

function decimalMark(rows: readonly FileRecord[], { amount }: StatementColumns): DecimalMark | undefined {
  const finder = new NumberFinder();
  for (const { cells } of rows) finder.readOther(cells[amount]);
  return finder.find();
}

type Reading = { columns: StatementColumns; mark: DecimalMark | undefined; seen: Map<string, number> };

function toLine({ line, cells }: FileRecord, { columns, mark, seen }: Reading): ReadLine[] {
  const amountCents = fromWire(numberBy(cells[columns.amount] ?? "", mark));
  if (amountCents === null || amountCents <= 0) return [];
  const day = columns.day === null ? "" : (cells[columns.day] ?? "").trim();
  const texts = cells.map((cell) => cell.replaceAll(/\s+/g, " ").trim());
  const text = texts
    .filter((cell, place) => cell !== "" && place !== columns.amount && place !== columns.day)
    .join(" · ");
  return [{ line, day, amountCents, text, entry: entryOf(texts, { columns, day, seen }) }];
}

type EntryParts = Pick<Reading, "columns" | "seen"> & { day: string };

/** What a line is recorded as: the bank's own number, or its day and a digest that tells it from all others of the file. */
function entryOf(cells: readonly string[], { columns, day, seen }: EntryParts): string {
  const own = columns.entry === null ? "" : (cells[columns.entry] ?? "");
  if (own !== "" && own.length <= bankReferenceLength) return own;
  const digest = createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 10);
  const times = (seen.get(digest) ?? 0) + 1;
  seen.set(digest, times);
  return `${day.slice(0, 20)} line ${digest}${times === 1 ? "" : ` no. ${times}`}`.trim();
}

function problem(message: string): DomainError {
  return new DomainError("VALIDATION", message, { errors: [{ path: "text", message }] });
}
