/** What a spreadsheet would run as a formula at the start of a cell. */
const startsFormula = /^'*[=+\-@\t\r＝＋－＠]/;

/** A cell that no spreadsheet runs: an apostrophe comes before what would be a formula. */
export function escapeFormula(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text;
}

/** The opposite of `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text;
}
