import type { DecimalMark, RowWarning } from "@shop/shared/catalog/import";
import { tradeFields } from "@shop/shared/catalog/trade-facts";
import type { FileProduct } from "./file-row.ts";
import { numberBy } from "./numbers.ts";

/** Codes and facts as imports compare and write them. Texts are empty and numbers null for none. */
export const tradeColumns = ["sku", "gtin", "mpn", "costCents", "weightGrams"] as const;
export type TradeColumn = (typeof tradeColumns)[number];
export type ReadTrade = Partial<Record<"sku" | "gtin" | "mpn", string> & Record<"costCents" | "weightGrams", number>>;

type Reading = { mark: DecimalMark | undefined; isSkuTaken: (sku: string) => boolean };

/** The codes and facts of a product. One that no product can have is left out and named, and costs nothing else. */
export function readTrade(
  { values }: FileProduct,
  { mark, isSkuTaken }: Reading,
): { trade: ReadTrade; warnings: RowWarning[] } {
  const trade: ReadTrade = {};
  const warnings: RowWarning[] = [];
  const leaveOut = (what: string, text: string, reason: string) =>
    warnings.push({ kind: "value-ignored", about: `${what} ${text.slice(0, 60)}: ${reason}` });
  for (const [field, what] of [
    ["sku", "SKU"],
    ["gtin", "GTIN"],
    ["mpn", "Manufacturer's number"],
  ] as const) {
    const text = values[field];
    if (text === undefined) continue;
    // Spreadsheets keep the zeros of a code behind an apostrophe.
    const { data, error } = tradeFields[field].safeParse(text.replace(/^'/, ""));
    if (data === undefined) leaveOut(what, text, error?.issues[0]?.message ?? "it cannot be read");
    else if (field === "sku" && isSkuTaken(data)) leaveOut(what, text, "another product has it");
    else trade[field] = data;
  }
  for (const [field, what, column, schema] of [
    ["cost", "Cost", "costCents", tradeFields.cost],
    ["weight", "Weight", "weightGrams", tradeFields.weightGrams],
  ] as const) {
    const text = values[field];
    if (text === undefined) continue;
    const number = gramsOrMoney(field, text, mark);
    // Exports write a weight of 0 for none.
    if (field === "weight" && number === 0) continue;
    const { data, error } = schema.safeParse(number);
    if (Number.isNaN(number)) leaveOut(what, text, "it is not a number");
    else if (typeof data !== "number") leaveOut(what, text, error?.issues[0]?.message ?? "it cannot be read");
    else trade[column] = data;
  }
  return { trade, warnings };
}

/** The number of a cell: money as it is, a weight in grams. */
function gramsOrMoney(field: "cost" | "weight", text: string, mark: DecimalMark | undefined): number {
  if (field === "cost") return numberBy(text, mark);
  const isKilograms = /kg\s*$/i.test(text);
  const number = numberBy(text.replace(/k?g\s*$/i, ""), mark);
  return Math.round(isKilograms ? number * 1_000 : number);
}
