import type { DecimalMark } from "@shop/shared/catalog/import";
import { toWire } from "@shop/shared/money";

/** Numbers as people write them: 1,299.00 and 1.299,00, with currencies around them. */

/**
 * What a text says. `mark`: which decimal mark it shows, if it shows one. `ambiguous`: 1.500, which is 1,500 or 1.5 by a mark
 * that only other cells can show.
 */
export type ReadNumber =
  | { kind: "number"; value: number; mark: DecimalMark | undefined }
  | { kind: "ambiguous"; asGroups: number; asDecimals: number; mark: DecimalMark }
  | { kind: "none" };

const none: ReadNumber = { kind: "none" };

/** Reads a number without knowing the decimal mark of its column. Takes time in proportion to the text. */
export function readNumber(text: string): ReadNumber {
  const found = bareNumber(text.trim());
  if (found === undefined) return none;
  const { isNegative, digits, tailMark } = found;
  const sign = isNegative ? -1 : 1;
  const plain = withoutGroups(digits);
  if (plain === undefined) return none;
  const read = readSeparated(plain.digits, plain.isGrouped);
  if (read.kind === "none") return none;
  if (read.kind === "number") {
    if (tailMark === undefined) return { ...read, value: sign * read.value };
    // 1.500,- has its decimals in the tail.
    return read.mark === undefined ? { ...read, value: sign * read.value, mark: tailMark } : none;
  }
  const { asGroups, asDecimals, mark } = read;
  if (tailMark === undefined) return { ...read, asGroups: sign * asGroups, asDecimals: sign * asDecimals };
  return tailMark === mark ? none : { kind: "number", value: sign * asGroups, mark: tailMark };
}

/** The number of a cell by the decimal mark of its column; `NaN` if it is none, or shows another mark. */
export function numberBy(text: string, mark: DecimalMark | undefined): number {
  const read = readNumber(text);
  if (read.kind === "none") return Number.NaN;
  if (read.kind === "ambiguous") {
    if (mark === undefined) return Number.NaN;
    return mark === read.mark ? read.asDecimals : read.asGroups;
  }
  return mark !== undefined && read.mark !== undefined && read.mark !== mark ? Number.NaN : read.value;
}

type Bare = { isNegative: boolean; digits: string; tailMark: DecimalMark | undefined };

/** What stands between the first and the last digit, without the currency around it. */
function bareNumber(text: string): Bare | undefined {
  let first = 0;
  while (first < text.length && !isDigit(text[first])) first += 1;
  let last = text.length;
  while (last > first && !isDigit(text[last - 1])) last -= 1;
  if (first === last || text.startsWith("(")) return undefined;
  const before = text[first - 1] ?? "";
  const isSigned = before === "-" || before === "+";
  const currency = text.slice(0, isSigned ? first - 1 : first);
  // A minus sign that is not the number's, and ".5".
  if (currency.includes("-") || /^[.,]$/.test(currency.trim())) return undefined;
  const tail = text.slice(last, last + 2);
  const isDash = tail[1] === "-" || tail[1] === "–";
  const tailMark = isDash && (tail[0] === "," || tail[0] === ".") ? tail[0] : undefined;
  return { isNegative: before === "-", digits: text.slice(first, last), tailMark };
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

/** Without blanks and apostrophes between groups of three digits; nothing if they stand elsewhere. */
function withoutGroups(digits: string): { digits: string; isGrouped: boolean } | undefined {
  const parts = digits.split(/[ \u00a0\u202f'’]/);
  if (parts.length === 1) return { digits, isGrouped: false };
  const [head = "", ...groups] = parts;
  const isWhole = /^\d{1,3}$/.test(head) && groups.slice(0, -1).every((group) => /^\d{3}$/.test(group));
  if (!isWhole || !/^\d{3}([.,]\d+)?$/.test(groups.at(-1) ?? "")) return undefined;
  return { digits: parts.join(""), isGrouped: true };
}

/** Digits with points and commas among them. `isGrouped`: their groups were apart in another way. */
function readSeparated(digits: string, isGrouped: boolean): ReadNumber {
  const marks = digits.replaceAll(/\d/g, "");
  if (/[^.,]/.test(marks)) return none;
  const last = marks.at(-1);
  if (last !== "." && last !== ",") return numberOf(digits, undefined);
  const other = last === "." ? "," : ".";
  const parts = digits.split(last);
  if (marks.includes(other)) return parts.length === 2 ? fromGroups(parts, other, last) : none;
  // Several of one kind separate groups, so that the other one is the decimal mark.
  if (parts.length > 2) return isInGroups(parts) ? numberOf(parts.join(""), other) : none;
  const [whole = "", decimals = ""] = parts;
  const canBeGroups = !isGrouped && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!canBeGroups) return numberOf(`${whole}.${decimals}`, last);
  return {
    kind: "ambiguous",
    asGroups: Number(whole + decimals),
    asDecimals: Number(`${whole}.${decimals}`),
    mark: last,
  };
}

function fromGroups([whole = "", decimals = ""]: string[], group: string, mark: DecimalMark): ReadNumber {
  const groups = whole.split(group);
  return isInGroups(groups) ? numberOf(`${groups.join("")}.${decimals}`, mark) : none;
}

function isInGroups([head = "", ...groups]: string[]): boolean {
  return /^\d{1,3}$/.test(head) && groups.every((group) => /^\d{3}$/.test(group));
}

function numberOf(text: string, mark: DecimalMark | undefined): ReadNumber {
  return /^\d+(\.\d+)?$/.test(text) ? { kind: "number", value: Number(text), mark } : none;
}

/** Prices of fewer products have no usual one. */
const usualOf = 10;
/** A longer text is no price. */
const priceLength = 40;

/** Finds the decimal mark of a file by all of its cells with numbers, and its usual price. */
export class NumberFinder {
  private readonly shown = new Set<DecimalMark>();
  private readonly prices: string[] = [];
  private hasAmbiguous = false;

  readPrice(text: string | undefined): void {
    this.read(text);
    if (text !== undefined && text.length <= priceLength) this.prices.push(text);
  }

  readOther(text: string | undefined): void {
    this.read(text);
  }

  /** The median of the prices above 0, in cents. */
  usualCents(mark: DecimalMark | undefined): number | undefined {
    const values = this.prices.map((text) => numberBy(text, mark)).filter((value) => value > 0);
    if (values.length < usualOf) return undefined;
    const sorted = Float64Array.from(values).sort();
    return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) / toWire(1));
  }

  private read(text: string | undefined): void {
    if (text === undefined) return;
    const read = readNumber(text);
    if (read.kind === "ambiguous") this.hasAmbiguous = true;
    if (read.kind === "number" && read.mark !== undefined) this.shown.add(read.mark);
  }

  /** The mark that all cells show; nothing where none shows one, or they show both. */
  find(): DecimalMark | undefined {
    const [only, ...others] = this.shown;
    return others.length === 0 ? only : undefined;
  }

  /** Whether cells can be read in two ways that no other cell decides. */
  get isOpen(): boolean {
    return this.hasAmbiguous && this.find() === undefined;
  }
}
