import type { Changes } from "@shop/shared/admin/audit";
import { updateProductSchema } from "@shop/shared/catalog/admin-catalog";
import { noImage } from "@shop/shared/catalog/image";
import {
  type ImportOptions,
  type ImportOutcome,
  importKeyLength,
  notCounted,
  type RowWarning,
} from "@shop/shared/catalog/import";
import { oldAddressKey } from "@shop/shared/catalog/old-address";
import { toDecimalString } from "@shop/shared/money";
import { isId, isStorableLine } from "@shop/shared/query";
import { stockMax } from "@shop/shared/shop";
import type { FileVariant, PreviousState } from "../../db/schema/imports.ts";
import { chooseImages } from "./choose-image.ts";
import { type CurrentProduct, stateOf } from "./current-products.ts";
import { factLines, readFacts } from "./facts.ts";
import type { FileProduct } from "./file-row.ts";
import { addressLines } from "./image-source.ts";
import { numberBy, readNumber } from "./numbers.ts";
import { reducedPrices } from "./reductions.ts";
import { type ReadTrade, readTrade, tradeColumns } from "./trade-cells.ts";

/** The shared schema of a product, for the fields that a file has. */
const valuesSchema = updateProductSchema
  .pick({ name: true, price: true, description: true, brand: true, category: true, countInStock: true })
  .partial()
  .extend({
    salePrice: updateProductSchema.shape.price.optional(),
    comparePrice: updateProductSchema.shape.price.optional(),
  });

/** What an import does with a product, before its row is written. */
export type CheckedProduct = {
  line: number;
  outcome: ImportOutcome;
  key: string;
  name: string;
  reason: string;
  productId: string | null;
  changes: Changes;
  previous: PreviousState | null;
  warnings: RowWarning[];
  groupLine: number | null;
  variant: FileVariant | null;
  categoryPath: string[] | null;
  oldAddress: string | null;
  images: string[];
};

/** What is known of the other products. */
export type Known = {
  current: CurrentProduct | undefined;
  ownerOfKey: string | undefined;
  /** Whether another product has an SKU. */
  isSkuTaken: (sku: string) => boolean;
};

type Values = {
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

/** What a dry run compares each product with. `usualPriceCents` is the median of the file's prices, if it has several. */
export type CheckRules = { options: ImportOptions; usualPriceCents: number | undefined };

/** Decides what an import does with one product of the file, whose numbers have the decimal mark of `options`. */
export function checkProduct(
  product: FileProduct,
  known: Known,
  { options, usualPriceCents }: CheckRules,
): CheckedProduct {
  const { values, line } = product;
  const { current } = known;
  const checked: CheckedProduct = {
    line,
    outcome: "refused",
    key: (values.key ?? "").slice(0, importKeyLength),
    reason: "",
    name: (values.name ?? current?.name ?? "").slice(0, importKeyLength),
    productId: current?.id ?? null,
    changes: {},
    previous: null,
    warnings: [],
    groupLine: product.groupLine ?? null,
    variant: product.variant ?? null,
    categoryPath: product.categoryPath ?? null,
    oldAddress: oldAddressKey(product.oldAddress ?? "") ?? null,
    images: product.images,
  };
  const reason = product.problem ?? problemOf(product, known);
  if (reason !== undefined) return { ...checked, reason };
  const { image, moreImages, warnings } = chooseImages(product.images, current);
  const found = readValues(product, image, current, options);
  if (typeof found === "string") return { ...checked, reason: found };
  const { warnings: ofPrices, ...read } = found;
  const facts = readFacts(product, current);
  const { trade, warnings: ofTrade } = readTrade(product, { mark: options.decimal, isSkuTaken: known.isSkuTaken });
  checked.warnings = [
    ...(product.warnings ?? []),
    ...warnings,
    ...ofTrade,
    ...facts.warnings,
    ...ofPrices,
    ...warningsOf(read, current, usualPriceCents),
  ];
  const key = values.key ?? current?.key ?? null;
  const optionsNow = optionsAfter(product.variant, current);
  if (optionsNow === undefined) {
    checked.warnings.push({ kind: "other-options", about: (current?.options ?? "").replaceAll("\n", ", ") });
    checked.groupLine = null;
  }
  const written = {
    ...read,
    ...trade,
    attributes: facts.lines,
    isMarkdown: product.isMarkdown,
    key,
    options: optionsNow,
    moreImages,
  };
  if (current === undefined) return { ...checked, outcome: "new", changes: changesOfNew(written) };
  const changes = changesOf(current, written);
  const previous = {
    publishedAt: current.publishedAt?.toISOString() ?? null,
    imageSource: current.imageSource ?? "",
    moreSources: current.moreSources ?? [],
    moreImages: current.moreImages,
  };
  return { ...checked, outcome: Object.keys(changes).length === 0 ? "same" : "changed", changes, previous };
}

function problemOf({ values }: FileProduct, { current, ownerOfKey }: Known): string | undefined {
  if (values.id !== undefined && !isId(values.id)) return "ID is not one of this shop";
  if (values.id !== undefined && current === undefined) return "No product has this ID";
  if (values.id === undefined && values.key === undefined) return "Key is required, to find the product again";
  if (values.key === undefined) return undefined;
  if (values.key.length > importKeyLength) return `Key can have at most ${importKeyLength} characters`;
  if (!isStorableLine(values.key)) return "Key contains characters that cannot be stored";
  return ownerOfKey !== undefined && ownerOfKey !== current?.id ? "Another product has this key" : undefined;
}

/** The values of a file by the shared schema, or why they are refused. */
function readValues(
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

/** A price is far from the usual one if it is so many times that, or such a part of it. */
const farFactor = 100;

/** What is no fault and yet seldom meant. */
function warningsOf(
  { priceCents, countInStock, state, ...texts }: Values,
  current: CurrentProduct | undefined,
  usualPriceCents: number | undefined,
): RowWarning[] {
  const warnings: RowWarning[] = [];
  const isPublished = (state ?? (current && stateOf(current))) === "published";
  const isPriced = priceCents !== undefined && priceCents !== current?.priceCents;
  if (isPriced && priceCents === 0) warnings.push({ kind: "free", about: "" });
  if (isPriced && priceCents > 0 && isFar(priceCents, usualPriceCents)) {
    warnings.push({
      kind: "far-from-usual",
      about: `${toDecimalString(priceCents)}, others about ${toDecimalString(usualPriceCents ?? 0)}`,
    });
  }
  if (isPublished && countInStock === 0 && current?.countInStock !== 0)
    warnings.push({ kind: "without-stock", about: "" });
  const unclear = Object.values(texts).find((text) => typeof text === "string" && text.includes("\ufffd"));
  if (typeof unclear === "string") {
    const place = unclear.indexOf("\ufffd");
    warnings.push({ kind: "unreadable-characters", about: unclear.slice(Math.max(0, place - 20), place + 20) });
  }
  return warnings;
}

function isFar(priceCents: number, usualPriceCents: number | undefined): boolean {
  if (usualPriceCents === undefined || usualPriceCents === 0) return false;
  return priceCents >= usualPriceCents * farFactor || priceCents * farFactor <= usualPriceCents;
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

type WithKey = Values & { key: string | null; options: string | undefined; moreImages: string[] | undefined };

/**
 * What sets a variant apart after the import, a line for each option; as before for a product without options in the file.
 * Nothing for one that the shop has with other options, which stay.
 */
function optionsAfter(variant: FileVariant | undefined, current: CurrentProduct | undefined): string | undefined {
  const before = current?.options ?? "";
  if (variant === undefined) return before;
  const namesOf = (lines: string) =>
    lines
      .split("\n")
      .map((line) => line.slice(0, line.indexOf(":")).toLowerCase())
      .join("\n");
  const after = variant.options.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return before === "" || namesOf(before) === namesOf(after) ? after : undefined;
}

function changesOfNew(values: WithKey): Changes {
  const { image, isStockCounted, isMarkdown, options = "", attributes = "", moreImages, ...others } = values;
  const changes: Changes = {};
  if (isMarkdown === true) changes.isMarkdown = [null, true];
  if (isStockCounted === false) changes.isStockCounted = [null, false];
  if (moreImages !== undefined) changes.moreImages = [null, moreImages.join("\n")];
  if (attributes !== "") changes.attributes = [null, attributes];
  if (options !== "") changes.options = [null, options];
  for (const [field, value] of Object.entries(others)) if (value !== undefined) changes[field] = [null, value];
  if (image !== undefined && image !== "" && image !== noImage) changes.image = [noImage, image];
  return changes;
}

/** The fields in which a file differs from the product. Brands and categories have the same name in any case. */
function changesOf(current: CurrentProduct, values: WithKey): Changes {
  const changes: Changes = {};
  const before = { ...current, state: stateOf(current), attributes: factLines(current.attributes) };
  const fields = [
    ...(["name", "description", "isMarkdown", "brand", "category", "priceCents", "reducedCents"] as const),
    ...(["countInStock", "isStockCounted", "state", "key", "options", "attributes"] as const),
    ...tradeColumns,
  ];
  for (const field of fields) {
    const value = values[field];
    if (value === undefined || value === before[field]) continue;
    const isAnyCase = field === "brand" || field === "category" || field === "options";
    if (isAnyCase && String(value).toLowerCase() === before[field].toLowerCase()) continue;
    changes[field] = [before[field], value];
  }
  const { image } = values;
  if (image !== undefined && image !== current.image && image !== current.imageSource) {
    changes.image = [current.image, image];
  }
  const lines = values.moreImages?.join("\n");
  const linesNow = addressLines(current.moreImages);
  if (lines !== undefined && lines !== linesNow && lines !== current.moreSources?.join("\n")) {
    changes.moreImages = [linesNow, lines];
  }
  return changes;
}
