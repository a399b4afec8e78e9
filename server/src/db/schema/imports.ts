import type { Changes } from "@shop/shared/admin/audit";
import type { ProductOption, ShownImage } from "@shop/shared/catalog/catalog";
import {
  type ImportColumn,
  type ImportMapping,
  type ImportOptions,
  type ImportWarning,
  importFormats,
  importKinds,
  importOutcomes,
  importStates,
  type RowWarning,
} from "@shop/shared/catalog/import";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, id, imageIdIn, time } from "./columns.ts";
import { products } from "./products.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** What the owner's files know a product by, and where its image was fetched from. */
export const productKeys = pgTable(
  "product_keys",
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: "cascade" }),
    key: text().notNull().unique(),
    imageSource: text().notNull().default(""),
    /** Where its further images are from. */
    moreSources: text().array().notNull().default([]),
  },
  // The admins' search.
  (table) => [index("product_keys_in_lower_case").on(sql`lower(${table.key} collate "pg_c_utf8") text_pattern_ops`)],
);

/** A brand or category that an import made. */
export type CreatedTerm = { taxonomy: "brand" | "category"; id: string };

/** A file of products, customers or earlier orders: uploaded, checked, applied and perhaps undone. */
export const imports = pgTable("imports", {
  id: id(),
  userId: uuid()
    .notNull()
    .references(() => users.id),
  kind: text({ enum: importKinds }).notNull().default("products"),
  fileName: text().notNull(),
  fileHash: text().notNull().default(""),
  fileBytes: integer().notNull().default(0),
  encoding: text().notNull().default("utf-8"),
  delimiter: text().notNull().default(","),
  format: text({ enum: importFormats }).notNull().default("other"),
  columns: jsonb().$type<ImportColumn[]>().notNull().default([]),
  mapping: jsonb().$type<ImportMapping>().notNull().default({}),
  options: jsonb().$type<ImportOptions>().notNull(),
  state: text({ enum: importStates }).notNull(),
  /** How often the work in progress was begun since it last got on; a work that never gets on is given up. */
  attempts: integer().notNull().default(0),
  /** The run that does the work, and until when no other one takes it over. */
  worker: uuid(),
  leasedUntil: time(),
  /** The journal: the last line that is written or published, or that is still to be reverted or restored. */
  position: integer().notNull().default(0),
  /** The edit that the work is in the history of products. */
  editId: uuid(),
  /** From when on a change of the shop is later than the check. */
  checkedFrom: time(),
  /** The edit that the import was, once it is undone or was taken back. */
  writtenEditId: uuid(),
  percent: integer().notNull().default(0),
  problem: text().notNull().default(""),
  hint: text().notNull().default(""),
  newRows: integer().notNull().default(0),
  changedRows: integer().notNull().default(0),
  sameRows: integer().notNull().default(0),
  refusedRows: integer().notNull().default(0),
  /** How many rows have each warning. */
  warnings: jsonb().$type<Partial<Record<ImportWarning, number>>>().notNull().default({}),
  createdTerms: jsonb().$type<CreatedTerm[]>().notNull().default([]),
  /** Lines of products to restore although others changed them; null for all. */
  overwrite: jsonb().$type<number[] | null>().default([]),
  leftAlone: integer().notNull().default(0),
  /** The last line whose product with options is written. */
  groupedTo: integer().notNull().default(0),
  /** The ZIP of images beside the file, if one was sent. */
  archiveId: uuid(),
  /** Up to which line the customers are being written to; null while nobody is. */
  invitedTo: integer(),
  createdAt: createdAt(),
  appliedAt: time(),
  undoneAt: time(),
});

/** The file of an import, in pieces. Deleted after some days. */
export const importChunks = pgTable(
  "import_chunks",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    place: integer().notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.place] })],
);

/** A ZIP of images that was sent beside a file. Deleted with it. */
export const importArchives = pgTable(
  "import_archives",
  {
    id: id(),
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    fileName: text().notNull(),
    bytes: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index("import_archives_of_import").on(table.importId)],
);

/** A ZIP in pieces of one size. */
export const importArchiveChunks = pgTable(
  "import_archive_chunks",
  {
    archiveId: uuid()
      .notNull()
      .references(() => importArchives.id, { onDelete: "cascade" }),
    place: integer().notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.archiveId, table.place] })],
);

/** The files of a ZIP, by their names in lower case, which are never paths of this machine. */
export const importArchiveEntries = pgTable(
  "import_archive_entries",
  {
    archiveId: uuid()
      .notNull()
      .references(() => importArchives.id, { onDelete: "cascade" }),
    path: text().notNull(),
    /** The last part of the path. */
    baseName: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    crc32: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.archiveId, table.path] }),
    index("import_archive_entries_by_name").on(table.archiveId, table.baseName),
  ],
);

/** A variant as a file has it: the name of its product, and its values of the options. */
export type FileVariant = { name: string; options: { name: string; value: string }[] };

/** A product group as it was before an import. */
export type FormerGroup = {
  name: string;
  options: ProductOption[];
  variants: { productId: string; values: number[] }[];
  defaultId: string | null;
  sizeGuide: string | null;
};

/** A product group that an import has written, for its undo. */
export const importGroups = pgTable(
  "import_groups",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    line: integer().notNull(),
    groupId: uuid().notNull(),
    /** Null for one that the import made. */
    before: jsonb().$type<FormerGroup | null>(),
    /** That of the group after the import. */
    version: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.line] })],
);

/** What of a product an undo needs beyond the changed fields. */
export type PreviousState = {
  publishedAt: string | null;
  imageSource: string;
  moreSources?: string[];
  moreImages?: ShownImage[];
};

/** The id of the image that a product had before an import. */
export const formerImageIdIn = (changes: AnyPgColumn) => imageIdIn(sql`(${changes}->'image'->>0)`);

/** What an import does with one product. */
export const importRows = pgTable(
  "import_rows",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** The line of the file, the heading being the first. */
    line: integer().notNull(),
    outcome: text({ enum: importOutcomes }).notNull(),
    key: text().notNull(),
    name: text().notNull(),
    reason: text().notNull().default(""),
    /** No reference: a deleted product leaves its rows. */
    productId: uuid(),
    changes: jsonb().$type<Changes>().notNull().default({}),
    previous: jsonb().$type<PreviousState | null>(),
    /** What the admin should look at before the import. */
    warnings: jsonb().$type<RowWarning[]>().notNull().default([]),
    /** The path of the product in the other shop. */
    oldAddress: text(),
    /** The categories above that of the file, the top one first. */
    categoryPath: text().array(),
    /** The planned price that the import has made. */
    planId: uuid(),
    /** The first line of the product whose variant the row is; null for a product without variants. */
    groupLine: integer(),
    /** What it is a variant of, and by which values. */
    variant: jsonb().$type<FileVariant | null>(),
    /** All image addresses of the product; the first one is imported. */
    images: text().array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index("import_rows_by_group")
      .on(table.importId, table.groupLine, table.line)
      .where(sql`${table.groupLine} is not null`),
    index("import_rows_of_product").on(table.productId, table.importId),
    // Whether an undo puts an image back.
    index("import_rows_image_id").on(formerImageIdIn(table.changes)).where(sql`${table.changes} ? 'image'`),
  ],
);

/** What an import does with a customer or an earlier order. */
export const importRecords = pgTable(
  "import_records",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** The first line of the file that is about it. */
    line: integer().notNull(),
    outcome: text({ enum: importOutcomes }).notNull(),
    /** The e-mail or the number. */
    key: text().notNull(),
    name: text().notNull(),
    reason: text().notNull().default(""),
    warnings: jsonb().$type<RowWarning[]>().notNull().default([]),
    /** What the file says, and what the shop had before; null for nothing. Read by the schema of the kind. */
    record: jsonb().$type<unknown>(),
    before: jsonb().$type<unknown>(),
    /** The account or the earlier order. No reference: a deleted one leaves its rows. */
    recordId: uuid(),
    /** When the customer was written to that they have an account. */
    invitedAt: time(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index("import_records_of_record").on(table.recordId),
  ],
);

/** Images that are fetched for applied imports. */
export const importImages = pgTable(
  "import_images",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    address: text().notNull(),
    state: text({ enum: ["waiting", "stored", "failed"] })
      .notNull()
      .default("waiting"),
    attempts: integer().notNull().default(0),
    reason: text().notNull().default(""),
    /** The image that it replaces, and the stored one. */
    before: text().notNull(),
    image: text().notNull().default(""),
    fetchAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.productId] }),
    index("import_images_waiting").on(table.fetchAt),
    // An address that several products have is fetched once.
    index("import_images_by_address").on(table.importId, table.address),
  ],
);

/** Further images that are fetched for applied imports. A product gets them once all of them are fetched, or have failed. */
export const importMoreImages = pgTable(
  "import_more_images",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    /** Its place in the product, from 1. */
    place: integer().notNull(),
    address: text().notNull(),
    /** What it shows. */
    alt: text().notNull().default(""),
    state: text({ enum: ["waiting", "stored", "failed"] })
      .notNull()
      .default("waiting"),
    attempts: integer().notNull().default(0),
    reason: text().notNull().default(""),
    /** The further images that the product had before, a line for each, and the stored one. */
    before: text().notNull(),
    image: text().notNull().default(""),
    fetchAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.productId, table.place] }),
    index("import_more_images_waiting").on(table.fetchAt).where(sql`${table.state} = 'waiting'`),
    index("import_more_images_by_address").on(table.importId, table.address),
    // The deletion of a product that has some.
    index("import_more_images_of_product").on(table.productId),
  ],
);
