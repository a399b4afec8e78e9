import { z } from "zod";
import type { Changes } from "../admin/audit.ts";
import { isStorableLine, pageNumberSchema } from "../query.ts";
import { nameLength, stockMax } from "../shop.ts";
import { customerFields, orderFields } from "./import-records.ts";

/** What a column of a file can be. */
export const importFields = [
  "key",
  "id",
  "name",
  "description",
  "brand",
  "category",
  "price",
  "stock",
  "image",
  "state",
  "group",
  "options",
  "sku",
  "gtin",
  "mpn",
  "cost",
  "weight",
  "length",
  "width",
  "height",
  "origin",
  "hsCode",
  "content",
  "taxClass",
  "salePrice",
  "comparePrice",
  "facts",
] as const;
export type ImportField = (typeof importFields)[number];

/** What a file is about. */
export const importKinds = ["products", "customers", "orders"] as const;
export type ImportKind = (typeof importKinds)[number];
/** Those whose files have records of people, each with what it says at once. */
export const recordKinds = ["customers", "orders"] as const satisfies readonly ImportKind[];
export type RecordKind = (typeof recordKinds)[number];

/** What a column can be in a file of each kind. */
export const fieldsOfKind = {
  products: importFields,
  customers: customerFields,
  orders: orderFields,
} as const satisfies Record<ImportKind, readonly string[]>;
const anyFields = [...importFields, ...customerFields, ...orderFields] as const;
export type AnyImportField = (typeof anyFields)[number];

/** The files that are recognised by their headings. */
export const importFormats = [
  "own",
  "shopify",
  "woocommerce",
  "prestashop",
  "magento",
  "wix",
  "etsy",
  "shopware",
  "spree",
  "vendure",
  "other",
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** How the characters of a file can be written, and what can separate its cells. */
export const importEncodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "macintosh",
  "shift_jis",
  "gbk",
] as const;
export type ImportEncoding = (typeof importEncodings)[number];
export const importDelimiters = [",", ";", "\t", "|"] as const;
export type ImportDelimiter = (typeof importDelimiters)[number];

/**
 * `applying` and `undoing` are asked for and have changed nothing yet. An import writes, then publishes its new products;
 * one that cannot go on reverts what it wrote. An undo restores.
 */
export const importStates = [
  "uploading",
  "uploaded",
  "checking",
  "checked",
  "applying",
  "writing",
  "publishing",
  "reverting",
  "applied",
  "undoing",
  "restoring",
  "undone",
  "failed",
] as const;
export type ImportState = (typeof importStates)[number];

/** The states in which work goes on in the background. */
export const workingImportStates = [
  "checking",
  "applying",
  "writing",
  "publishing",
  "reverting",
  "undoing",
  "restoring",
] as const satisfies readonly ImportState[];
export type WorkingImportState = (typeof workingImportStates)[number];

export const importOutcomes = ["new", "changed", "same", "refused"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** What a dry run finds that is no fault, and that an owner should look at before it is imported. */
export const importWarnings = [
  "free",
  "without-stock",
  "far-from-usual",
  "stock-disagrees",
  "description-cut",
  "image-ignored",
  "image-unclear",
  "unreadable-characters",
  "rows-in-cell",
  "other-options",
  "not-grouped",
  "value-ignored",
  "sums-disagree",
] as const;
export type ImportWarning = (typeof importWarnings)[number];
/** A warning of a row, with the part of the file that it is about. */
export type RowWarning = { kind: ImportWarning; about: string };

/** The size limits of a file, and how long an import can be undone. */
export const importBytesMax = 64 * 1024 * 1024;
export const importRowsMax = 100_000;
export const importUndoDays = 30;
/** The size limit of a ZIP of images. */
export const importArchiveBytesMax = 256 * 1024 * 1024;
/** How an image of a ZIP is stored as a source, before its checksum, size and path. */
export const zipSourcePrefix = "zip:";

/** An image source as people read it. */
export function imageSourceText(source: string): string {
  return source.startsWith(zipSourcePrefix)
    ? `${source.slice(source.indexOf(":", zipSourcePrefix.length) + 1)} (ZIP)`
    : source;
}
/** The length of a key. */
export const importKeyLength = 200;
/** The most products that an admin chooses one by one to restore. */
export const importChosenMax = 200;

/** The column of each field, by its heading. */
export const importMappingSchema = z.partialRecord(
  z.enum(anyFields),
  z.string().max(300).refine(isStorableLine, "There is no such column"),
);
export type ImportMapping = z.output<typeof importMappingSchema>;

const termName = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `${what} is required`)
    .max(nameLength)
    .refine(isStorableLine, `${what} contains characters that cannot be stored`);

/** How a file says that the stock of a product is not counted. */
export const notCounted = "not counted";

/** What separates the decimals of a number from its whole. */
export const decimalMarks = [".", ","] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** A product has at most forty facts. */
const factColumnsMax = 40;

/** What becomes of products with variants. */
export const importVariants = ["group", "products", "refuse"] as const;
export type ImportVariants = (typeof importVariants)[number];

export const importOptionsSchema = z.object({
  /** The decimal mark of the file; absent for the one that its numbers show. */
  decimal: z.enum(decimalMarks).optional(),
  /** Whether variants become one product with options, products of their own, or are refused. */
  variants: z.enum(importVariants),
  /** The columns that become facts of products, by their headings. */
  factColumns: z.array(z.string().max(300).refine(isStorableLine)).max(factColumnsMax).optional(),
  /** Whether the stock of the file replaces the shop's or is added to it. */
  stock: z.enum(["set", "add"]),
  /** What new products get where the file says nothing. */
  brand: termName("Brand"),
  category: termName("Category"),
  newStock: z.int().min(0).max(stockMax),
});
export type ImportOptions = z.output<typeof importOptionsSchema>;

export const checkImportSchema = z.object({
  id: z.string(),
  mapping: importMappingSchema,
  options: importOptionsSchema,
});

/** How a file is to be read, before it is checked. */
export const readImportSchema = z.object({
  id: z.string(),
  /** What it is about; absent for what its headings say. */
  kind: z.enum(importKinds).optional(),
  encoding: z.enum(importEncodings),
  delimiter: z.enum(importDelimiters),
});

export const importRowsSchema = z.object({
  id: z.string(),
  outcome: z.enum(importOutcomes).optional(),
  warning: z.enum(importWarnings).optional(),
  pageNumber: pageNumberSchema.default(1),
});

/** The rows that are taken along as a file. */
export const exportImportRowsSchema = z.object({
  outcome: z.enum(importOutcomes).optional(),
  warning: z.enum(importWarnings).optional(),
});

export const undoImportSchema = z.object({
  id: z.string(),
  /** The products that are restored although others changed them since: all, or those of these lines of the file. */
  overwrite: z.union([z.literal("all"), z.array(z.int()).max(importChosenMax)]),
});

/** A column of a file, with its first values. */
export type ImportColumn = { name: string; examples: string[] };
/** What an import does with a column that is no field: what it is read for, or why it is ignored. */
export type ColumnUse = { isRead: boolean; text: string };

export type ImportCounts = Record<ImportOutcome, number>;

/** An import as the admin's list shows it. */
export type ImportSummary = {
  _id: string;
  fileName: string;
  kind: ImportKind;
  format: ImportFormat;
  state: ImportState;
  by: string;
  createdAt: string;
  counts: ImportCounts;
};

/** An import as its own page shows it. */
export type ImportDetail = ImportSummary & {
  columns: (ImportColumn & { use: ColumnUse })[];
  encoding: string;
  delimiter: string;
  mapping: ImportMapping;
  options: ImportOptions;
  /** The part that is done of a work in progress, in percent. */
  percent: number;
  /** What went wrong, in a sentence. */
  problem: string;
  /** What the admin should know before applying. */
  hint: string;
  /** How many rows have each warning. */
  warnings: Partial<Record<ImportWarning, number>>;
  hasFile: boolean;
  /** The ZIP of images beside the file. */
  archive: { fileName: string; images: number } | null;
  appliedAt: string | null;
  /** Until when it can be undone. */
  undoUntil: string | null;
  /** Products that an undo left alone. */
  leftAlone: number;
  images: { waiting: number; stored: number; failed: number };
  /** The accounts that an import of customers has made and nobody has used yet, and how many of them were written to. */
  invitations: { waiting: number; written: number; isUnderWay: boolean };
};

/** A row of the dry run. */
export type ImportRow = {
  line: number;
  warnings: RowWarning[];
  key: string;
  name: string;
  outcome: ImportOutcome;
  reason: string;
  changes: Changes;
  /** What the row is in the shop: a product, an account or an earlier order; null for none yet. */
  productId: string | null;
};

export type ImportRowPage = { rows: ImportRow[]; page: number; pages: number; total: number };

/** A product or a record that others changed since the import: each field with its value of the import and its value now. */
export type ImportConflict = {
  line: number;
  name: string;
  productId: string;
  changes: Changes;
  isDeleted: boolean;
  /** An account that its customer uses by now, which no undo touches. */
  isInUse: boolean;
};

/** An image that could not be fetched. */
export type FailedImage = { productId: string; name: string; address: string; reason: string };
