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

/** A price as a decimal number, from the ways in which people write one; `NaN` if it is none. */
export function readAmount(text: string): number {
  const bare = text
    .slice(0, endOfDigits(text))
    .replace(/^[^\d\-.,]+/, "")
    .replaceAll(/[\s']/g, "");
  if (/^-?\d+(\.\d+)?$/.test(bare)) return Number(bare);
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return Number(bare.replaceAll(",", ""));
  if (/^-?\d{1,3}(\.\d{3})*,\d{1,2}$/.test(bare)) return Number(bare.replaceAll(".", "").replace(",", "."));
  if (/^-?\d+,\d{1,2}$/.test(bare)) return Number(bare.replace(",", "."));
  return Number.NaN;
}

/** Where the last digit ends. An expression for what follows it would begin anew at each character. */
function endOfDigits(text: string): number {
  let end = text.length;
  while (end > 0 && !/\d/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** A whole number; `NaN` if it is none. */
export function readCount(text: string): number {
  return /^[+-]?\d+([.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
}
