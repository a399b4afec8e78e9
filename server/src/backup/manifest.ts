import { z } from "zod";

/** The last entry of every backup: what the others must be. */
export const manifestName = "manifest.json";

export const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int(),
  /** Sum of digests of all rows, whatever their order. */
  fingerprint: z.string(),
});
/** The rows of one table, which come in entries under its name. */
export type TablePart = z.output<typeof tableSchema>;

export const databaseSchema = z.object({
  /** The schema's history as the database itself tells it. */
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
  /** Every other entry, in order. */
  entries: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Where the rows of a table lie. */
export function folderOf(table: string): string {
  return `tables/${table}/`;
}

export const imageFolder = "pictures/";

/** Whether a name is one under which the shop stores a picture, and not something that others have put there. */
export function isImageName(name: string): boolean {
  return /^[0-9A-Za-z][\w.-]*$/.test(name);
}
