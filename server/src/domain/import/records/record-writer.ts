import type { z } from "zod";
import type { Db } from "../../../db/client.ts";
import type { importRecords } from "../../../db/schema/imports.ts";
import type { Import } from "../work.ts";
import type { FileEntry } from "./file-entry.ts";
import type { Parsed, Reading } from "./parse-customer.ts";

export type ImportRecord = typeof importRecords.$inferSelect;

/** A record of the shop. `closed`: why no import may change or remove it, in a sentence; nothing for one that it may. */
export type Current<Content> = { id: string; content: Content; closed?: string | undefined };

/** Which records of the shop are meant: those with some keys, or some ids. */
export type Wanted = { keys: readonly string[] } | { ids: readonly string[] };

/** What an import does with records of one kind. The content is the whole of what an import can set. */
export type RecordWriter<Content> = {
  schema: z.ZodType<Content>;
  /** What a file says, or why it is refused. */
  parse: (entry: FileEntry, reading: Reading) => Parsed<Content>;
  /** The texts of an entry that are numbers, by which the decimal mark of the file is found. */
  numbersOf: (entry: FileEntry) => string[];
  keyOf: (content: Content) => string;
  nameOf: (content: Content) => string;
  /** The content as people read it, by field. */
  shown: (content: Content) => Record<string, unknown>;
  /** The content of a record after the import; `current` is nothing for a new one. */
  merge: (content: Content, current: Content | undefined) => Content;
  /** Some records of the shop. In a transaction with `lock`, they stay as they are until its end. */
  read: (db: Db, found: Import, wanted: Wanted, options: { lock: boolean }) => Promise<Current<Content>[]>;
  insert: (tx: Db, found: Import, records: Current<Content>[]) => Promise<void>;
  update: (tx: Db, found: Import, records: Current<Content>[]) => Promise<void>;
  remove: (tx: Db, ids: readonly string[]) => Promise<void>;
};

/** What somebody has changed since can be compared as text: contents are parsed by one schema. */
export const isSameContent = <Content>(left: Content, right: Content): boolean =>
  JSON.stringify(left) === JSON.stringify(right);
