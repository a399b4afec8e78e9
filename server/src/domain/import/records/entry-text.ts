import { unescapeFormula } from "../cells.ts";

/** A cell as one line. An apostrophe stands before what a spreadsheet would run, or before the zeros of a number. */
export function entryText(cell: string): string {
  const plain = unescapeFormula(cell).replace(/^'(?=\d)/, "");
  return plain
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim()
    .toWellFormed();
}
