import type { ImportConflict, ImportRow, RecordKind } from "@shop/shared/catalog/import";
import { and, asc, gt, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { importRecords } from "../../../db/schema/imports.ts";
import { inBatches } from "../../base/batches.ts";
import type { Import } from "../work.ts";
import { contentChanges } from "./content-changes.ts";
import { customerWriter } from "./customers.ts";
import { orderWriter } from "./orders.ts";
import type { ImportRecord, RecordWriter } from "./record-writer.ts";
import { findRecordConflicts } from "./restore-records.ts";

type Lists = {
  toRow: (record: ImportRecord) => ImportRow;
  conflicts: (db: Db, found: Import) => Promise<ImportConflict[]>;
};

const listsOf: Record<RecordKind, Lists> = { customers: listsBy(customerWriter), orders: listsBy(orderWriter) };

function listsBy<Content>(writer: RecordWriter<Content>): Lists {
  const shown = (content: unknown) => (content === null ? {} : writer.shown(writer.schema.parse(content)));
  return {
    toRow: ({ line, key, name, outcome, reason, warnings, record, before, recordId }) => ({
      line,
      key,
      name,
      outcome,
      reason,
      warnings,
      changes: contentChanges(shown(before), shown(record)),
      productId: recordId,
    }),
    conflicts: (db, found) => findRecordConflicts(db, found, writer),
  };
}

/** A page of the rows of a check of customers or orders. */
export async function readRecordRows(
  db: Db,
  kind: RecordKind,
  isWanted: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportRow[]> {
  const rows = await db
    .select()
    .from(importRecords)
    .where(isWanted)
    .orderBy(asc(importRecords.line))
    .limit(limit)
    .offset(offset);
  return rows.map(listsOf[kind].toRow);
}

/** All rows of a check of customers or orders, in batches. */
export function exportRecordRows(db: Db, kind: RecordKind, isWanted: SQL | undefined): AsyncGenerator<ImportRow[]> {
  return inBatches(
    async ({ after, limit }) => {
      const isNext = and(isWanted, gt(importRecords.line, Number(after ?? 0)));
      return readRecordRows(db, kind, isNext, { limit, offset: 0 });
    },
    ({ line }) => String(line),
  );
}

/** What others changed or use since an import of customers or orders. */
export function listRecordConflicts(db: Db, kind: RecordKind, found: Import): Promise<ImportConflict[]> {
  return listsOf[kind].conflicts(db, found);
}
