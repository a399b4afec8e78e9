import type { Changes } from "@shop/shared/admin/audit";
import { updateProductSchema } from "@shop/shared/catalog/admin-catalog";
import { noImage } from "@shop/shared/catalog/image";
import { type ImportOptions, type ImportOutcome, importKeyLength } from "@shop/shared/catalog/import";
import { isId, isStorableLine } from "@shop/shared/query";
import { type CurrentProduct, stateOf } from "./current-products.ts";
import { isFetched, isInZip } from "./image-source.ts";
import { numberBy, readNumber } from "./numbers.ts";
import type { FileProduct } from "./read-products.ts";

/** The shared schema of a product, for the fields that a file has. */
const valuesSchema = updateProductSchema
  .pick({ name: true, price: true, description: true, brand: true, category: true, countInStock: true, image: true })
  .partial();

/** What an import does with a product, before its row is written. */
export type CheckedProduct = {
  line: number;
  outcome: ImportOutcome;
  key: string;
  name: string;
  reason: string;
  productId: string | null;
  changes: Changes;
  previous: { publishedAt: string | null; imageSource: string } | null;
  images: string[];
};

/** What is known of the other products. */
export type Known = { current: CurrentProduct | undefined; ownerOfKey: string | undefined };

type Values = {
  name?: string | undefined;
  description?: string | undefined;
  brand?: string | undefined;
  category?: string | undefined;
  priceCents?: number | undefined;
  countInStock?: number | undefined;
  image?: string | undefined;
  state?: string | undefined;
};

/** Decides what an import does with one product of the file, whose numbers have the decimal mark of `options`. */
export function checkProduct(product: FileProduct, known: Known, options: ImportOptions): CheckedProduct {
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
    images: product.images,
  };
  const reason = product.problem ?? problemOf(product, known);
  if (reason !== undefined) return { ...checked, reason };
  const read = readValues(product, current, options);
  if (typeof read === "string") return { ...checked, reason: read };
  const key = values.key ?? current?.key ?? null;
  if (current === undefined) return { ...checked, outcome: "new", changes: changesOfNew({ ...read, key }) };
  const changes = changesOf(current, { ...read, key });
  const previous = { publishedAt: current.publishedAt?.toISOString() ?? null, imageSource: current.imageSource ?? "" };
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
  { values, images }: FileProduct,
  current: CurrentProduct | undefined,
  options: ImportOptions,
): Values | string {
  const isNew = current === undefined;
  const problem = problemOfNumber("Price", values.price, options) ?? problemOfNumber("Stock", values.stock, options);
  if (problem !== undefined) return problem;
  const stock = values.stock === undefined ? undefined : numberBy(values.stock, options.decimal);
  const added = options.stock === "add" && stock !== undefined ? (current?.countInStock ?? 0) + stock : stock;
  const [address] = images;
  const isOther = address !== undefined && isFetched(address) && address !== current?.image;
  const parsed = valuesSchema.safeParse({
    name: values.name ?? (isNew ? "" : undefined),
    price: values.price === undefined ? (isNew ? "" : undefined) : numberBy(values.price, options.decimal),
    description: values.description,
    brand: values.brand ?? (isNew ? options.brand : undefined),
    category: values.category ?? (isNew ? options.category : undefined),
    countInStock: added ?? (isNew ? options.newStock : undefined),
    // An address that is fetched is checked as one that is stored, whatever its protocol.
    image: isOther ? (isInZip(address) ? undefined : address.replace(/^http:/i, "https:")) : address,
  });
  if (!parsed.success) return parsed.error.issues[0]?.message ?? "It cannot be read";
  const { price, image, ...others } = parsed.data;
  const state = readState(values.state, isNew);
  if (state === null) return "State must be published or draft";
  return { ...others, priceCents: price, image: isOther ? address : image, state };
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

type WithKey = Values & { key: string | null };

function changesOfNew(values: WithKey): Changes {
  const { image, ...others } = values;
  const changes: Changes = {};
  for (const [field, value] of Object.entries(others)) if (value !== undefined) changes[field] = [null, value];
  if (image !== undefined && image !== "" && image !== noImage) changes.image = [noImage, image];
  return changes;
}

/** The fields in which a file differs from the product. Brands and categories have the same name in any case. */
function changesOf(current: CurrentProduct, values: WithKey): Changes {
  const changes: Changes = {};
  const before = { ...current, state: stateOf(current) };
  const fields = ["name", "description", "brand", "category", "priceCents", "countInStock", "state", "key"] as const;
  for (const field of fields) {
    const value = values[field];
    if (value === undefined || value === before[field]) continue;
    const isTerm = field === "brand" || field === "category";
    if (isTerm && String(value).toLowerCase() === before[field].toLowerCase()) continue;
    changes[field] = [before[field], value];
  }
  const { image } = values;
  if (image !== undefined && image !== current.image && image !== current.imageSource) {
    changes.image = [current.image, image];
  }
  return changes;
}
