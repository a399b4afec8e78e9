import { z } from "zod";

/** The last entry of every backup; it describes all others. */
export const manifestName = "manifest.json";

export const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
  /** A sum of the digests of all rows, independent of their order. */
  fingerprint: z.string(),
});
/** The rows of one table, split into entries in its folder. */
export type TablePart = z.output<typeof tableSchema>;

export const databaseSchema = z.object({
  /** The database's migration history. */
  migrations: z.array(z.object({ hash: z.string(), writtenAt: z.number() })),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type DatabasePart = z.output<typeof databaseSchema>;

export const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  hasPictures: z.boolean(),
  database: databaseSchema,
  /** All other entries, in order. */
  entries: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The folder of a table's entries. */
export function folderOf(table: string): string {
  return `tables/${table}/`;
}

export const imageFolder = "pictures/";

/** Whether a file name is one that the shop generates for images; other files in the folder are ignored. */
export function isImageName(name: string): boolean {
  return /^[0-9A-Za-z][\w.-]*$/.test(name);
}
