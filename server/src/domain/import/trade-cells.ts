import type { DecimalMark, RowWarning } from "@shop/shared/catalog/import";
import { contentComplaint, tradeFields } from "@shop/shared/catalog/trade-facts";
import { basesOf, contentUnits, unitBases } from "@shop/shared/catalog/unit-price";
import { reducedTaxClass, type TaxClass, zeroTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { FileProduct } from "./file-row.ts";
import { numberBy } from "./numbers.ts";

/** Codes and facts as imports compare and write them. Texts are empty and numbers null for none. */
const tradeTexts = ["sku", "gtin", "mpn", "originCountry", "hsCode", "content", "taxClass"] as const;
const tradeNumbers = ["costCents", "weightGrams", "lengthMm", "widthMm", "heightMm"] as const;
export const tradeColumns = [...tradeTexts, ...tradeNumbers] as const;
export type TradeColumn = (typeof tradeColumns)[number];
export type ReadTrade = Partial<
  Record<(typeof tradeTexts)[number], string> & Record<(typeof tradeNumbers)[number], number>
>;

/** Whether a column is a text, which is empty for none. */
export function isTradeText(column: TradeColumn): boolean {
  return tradeTexts.some((text) => text === column);
}

type Reading = {
  mark: DecimalMark | undefined;
  isSkuTaken: (sku: string) => boolean;
  /** The classes of the terms of sale in force. */
  taxClasses: readonly TaxClass[];
};
type Values = FileProduct["values"];

/** The codes and facts of a product. One that no product can have is left out and named, and costs nothing else. */
export function readTrade(
  { values }: FileProduct,
  { mark, isSkuTaken, taxClasses }: Reading,
): { trade: ReadTrade; warnings: RowWarning[] } {
  const trade: ReadTrade = {};
  const warnings: RowWarning[] = [];
  const leaveOut = (what: string, text: string, reason = "it cannot be read") =>
    warnings.push({ kind: "value-ignored", about: `${what} ${text.slice(0, 60)}: ${reason}` });
  for (const [field, what, column] of textFields) {
    const text = values[field];
    if (text === undefined) continue;
    // Spreadsheets keep the zeros of a code behind an apostrophe.
    const { data, error } = tradeFields[column].safeParse(text.replace(/^'/, ""));
    if (data === undefined) leaveOut(what, text, error?.issues[0]?.message);
    else if (column === "sku" && isSkuTaken(data)) leaveOut(what, text, "another product has it");
    else trade[column] = data;
  }
  for (const [field, what, column, read] of numberFields) {
    const text = values[field];
    if (text === undefined) continue;
    const number = read(text, mark);
    // Exports write a weight of 0 for none.
    if (field !== "cost" && number === 0) continue;
    const { data, error } = tradeFields[column === "costCents" ? "cost" : column].safeParse(number);
    if (Number.isNaN(number)) leaveOut(what, text, "it is not a number");
    else if (typeof data !== "number") leaveOut(what, text, error?.issues[0]?.message);
    else trade[column] = data;
  }
  const taxClass = values.taxClass === undefined ? undefined : taxClassOf(values.taxClass, taxClasses);
  if (taxClass === null) leaveOut("Tax class", values.taxClass ?? "", "the shop has no such class");
  else if (taxClass !== undefined) trade.taxClass = taxClass;
  const content = readContent(values, mark);
  if (typeof content === "string") trade.content = content;
  else if (content !== undefined) leaveOut("Content", values.content ?? "", content.problem);
  return { trade, warnings };
}

/** Classes as WooCommerce names them. */
const wooClasses: Readonly<Record<string, string>> = { "reduced-rate": reducedTaxClass, "zero-rate": zeroTaxClass };

/** The class of a cell by its id or name; null for one that the shop has not. */
function taxClassOf(cell: string, taxClasses: readonly TaxClass[]): string | null {
  const text = cell.trim().toLowerCase();
  const wanted = wooClasses[text] ?? text;
  return taxClasses.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted)?.id ?? null;
}

const textFields = [
  ["sku", "SKU", "sku"],
  ["gtin", "GTIN", "gtin"],
  ["mpn", "Manufacturer's number", "mpn"],
  ["origin", "Country of origin", "originCountry"],
  ["hsCode", "HS code", "hsCode"],
] as const;

const numberFields = [
  ["cost", "Cost", "costCents", numberBy],
  ["weight", "Weight", "weightGrams", inGrams],
  ["length", "Length", "lengthMm", inMillimetres],
  ["width", "Width", "widthMm", inMillimetres],
  ["height", "Height", "heightMm", inMillimetres],
] as const;

function inGrams(text: string, mark: DecimalMark | undefined): number {
  const isKilograms = /kg\s*$/i.test(text);
  const number = numberBy(text.replace(/k?g\s*$/i, ""), mark);
  return Math.round(isKilograms ? number * 1_000 : number);
}

function inMillimetres(text: string, mark: DecimalMark | undefined): number {
  const isCentimetres = /cm\s*$/i.test(text);
  const number = numberBy(text.replace(/[cm]?m\s*$/i, ""), mark);
  return Math.round(isCentimetres ? number * 10 : number);
}

/** A content as text: `500 ml / 100 ml`, with what its unit price is the price of behind the slash. Empty for none. */
export function contentText({ contentAmount, contentUnit, unitBasis }: StoredContent): string {
  return contentAmount === null ? "" : `${contentAmount} ${contentUnit ?? ""} / ${unitBasis ?? ""}`;
}

/** The content of such a text; nothing but nulls for none. */
export function parseContent(text: string): StoredContent {
  const [, amount = "", unit = "", basis = ""] = /^([\d.]+) ([^/]*) \/ (.*)$/.exec(text) ?? [];
  return {
    contentAmount: amount === "" ? null : Number(amount),
    contentUnit: contentUnits.find((each) => each === unit) ?? null,
    unitBasis: unitBases.find((each) => each === basis) ?? null,
  };
}

type StoredContent = Parameters<typeof contentComplaint>[0];

/** The content of a cell such as `500 ml` or `0.5 l / 100 ml`, in its usual text. */
function readContent({ content }: Values, mark: DecimalMark | undefined): string | { problem: string } | undefined {
  if (content === undefined) return undefined;
  const [amountAndUnit = "", basisText = ""] = content.split("/").map((part) => part.trim());
  // The longest: "ml" ends like "l".
  const [contentUnit] = contentUnits
    .filter((each) => amountAndUnit.toLowerCase().endsWith(each))
    .sort((one, other) => other.length - one.length);
  if (contentUnit === undefined) return { problem: "it has no unit" };
  const contentAmount = numberBy(amountAndUnit.slice(0, -contentUnit.length).trim(), mark ?? ".");
  const unitBasis =
    basisText === "" ? basesOf(contentUnit)[0] : unitBases.find((each) => each === basisText.toLowerCase());
  if (!tradeFields.contentAmount.safeParse(contentAmount).success) return { problem: "its amount cannot be read" };
  const stored = { contentAmount, contentUnit, unitBasis: unitBasis ?? null };
  const complaint = contentComplaint(stored);
  return complaint === undefined ? contentText(stored) : { problem: complaint.message };
}
