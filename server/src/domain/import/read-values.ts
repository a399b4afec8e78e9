import { updateProductSchema } from "@shop/shared/catalog/admin-catalog";
import { type ImportOptions, notCounted, type RowWarning } from "@shop/shared/catalog/import";
import { stockMax } from "@shop/shared/shop";
import type { CurrentProduct } from "./current-products.ts";
import type { FileProduct } from "./file-row.ts";
import { numberBy, readNumber } from "./numbers.ts";
import { reducedPrices } from "./reductions.ts";
import type { ReadTrade } from "./trade-cells.ts";

/** The shared schema of a product, for the fields that a file has. */
const valuesSchema = updateProductSchema
  .pick({ name: true, price: true, description: true, brand: true, category: true, countInStock: true })
  .partial()
  .extend({
    salePrice: updateProductSchema.shape.price.optional(),
    comparePrice: updateProductSchema.shape.price.optional(),
  });

/** What a file gives the fields of a product; absent fields stay. */
export type Values = {
  name?: string | undefined;
  description?: string | undefined;
  brand?: string | undefined;
  category?: string | undefined;
  priceCents?: number | undefined;
  countInStock?: number | undefined;
  isStockCounted?: boolean | undefined;
  isMarkdown?: boolean | undefined;
  image?: string | undefined;
  state?: string | undefined;
  reducedCents?: number | undefined;
  /** Facts, a line for each. */
  attributes?: string | undefined;
} & ReadTrade;

/** The values of a file by the shared schema, or why they are refused. */
export function readValues(
  { values }: FileProduct,
  image: string | undefined,
  current: CurrentProduct | undefined,
  options: ImportOptions,
): (Values & { warnings: RowWarning[] }) | string {
  const isNew = current === undefined;
  const stock = readStock(values.stock, current, options);
  const problem =
    problemOfNumber("Price", values.price, options) ??
    problemOfNumber("Sale price", values.salePrice, options) ??
    problemOfNumber("Compare-at price", values.comparePrice, options) ??
    stock.problem;
  if (problem !== undefined) return problem;
  const parsed = valuesSchema.safeParse({
    name: values.name ?? (isNew ? "" : undefined),
    price: values.price === undefined ? (isNew ? "" : undefined) : numberBy(values.price, options.decimal),
    salePrice: values.salePrice === undefined ? undefined : numberBy(values.salePrice, options.decimal),
    comparePrice: values.comparePrice === undefined ? undefined : numberBy(values.comparePrice, options.decimal),
    description: values.description,
    brand: values.brand ?? (isNew ? options.brand : undefined),
    category: values.category ?? (isNew ? options.category : undefined),
    countInStock: stock.countInStock ?? (isNew ? options.newStock : undefined),
  });
  if (!parsed.success) return parsed.error.issues[0]?.message ?? "It cannot be read";
  const { price, salePrice, comparePrice, ...others } = parsed.data;
  const reduced = reducedPrices({ priceCents: price, salePrice, comparePrice });
  const state = readState(values.state, isNew);
  if (state === null) return "State must be published or draft";
  const { isStockCounted } = stock;
  return { ...others, ...reduced, isStockCounted, image, state };
}

type ReadStock = Pick<Values, "countInStock" | "isStockCounted"> & { problem?: string | undefined };

/** The stock of a cell: nothing, a number that replaces the shop's or is added to it, or a stock that is not counted. */
function readStock(text: string | undefined, current: CurrentProduct | undefined, options: ImportOptions): ReadStock {
  if (text === undefined) return {};
  const isCounted = current?.isStockCounted ?? true;
  if (text.toLowerCase() === notCounted) {
    return {
      countInStock: current?.countInStock === stockMax && !isCounted ? undefined : stockMax,
      isStockCounted: false,
    };
  }
  const problem = problemOfNumber("Stock", text, options);
  if (problem !== undefined) return { problem };
  // What is added to a stock that is not counted leaves it so.
  if (options.stock === "add" && !isCounted) return {};
  const units = numberBy(text, options.decimal);
  return { countInStock: options.stock === "add" ? (current?.countInStock ?? 0) + units : units, isStockCounted: true };
}

/** A cell is quoted up to so many characters. */
const quotedLength = 40;

/** Why a cell is no number, or one that can be read in two ways. Nothing is guessed. */
function problemOfNumber(what: string, text: string | undefined, { decimal }: ImportOptions): string | undefined {
  if (text === undefined) return undefined;
  const quoted = `“${text.slice(0, quotedLength)}${text.length > quotedLength ? "…" : ""}”`;
  const read = readNumber(text);
  if (read.kind === "none") return `${what} ${quoted} is not a number`;
  if (read.kind === "ambiguous" && decimal === undefined) {
    const { asGroups, asDecimals } = read;
    return `${what} ${quoted} can be ${asGroups.toLocaleString("en-US")} or ${asDecimals}. Choose the decimal mark and check again.`;
  }
  if (Number.isNaN(numberBy(text, decimal)))
    return `${what} ${quoted} has another decimal mark than the other numbers of the file`;
  return undefined;
}

/** The named state; nothing where the file says nothing, `null` for an unknown word. */
function readState(text: string | undefined, isNew: boolean): string | undefined | null {
  if (text === undefined) return isNew ? "published" : undefined;
  if (/^(published|active|true|yes|1)$/i.test(text)) return "published";
  return /^(draft|archived|false|no|0|-1)$/i.test(text) ? "draft" : null;
}
