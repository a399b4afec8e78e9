import type { Db } from "../../db/client.ts";

/** How the rows of a queue are handled one by one. */
export type Taking<Row> = {
  /** Locks the first row that waits, but for those with these ids. */
  take: (tx: Db, leftOut: readonly string[]) => Promise<Row | undefined>;
  handle: (tx: Db, row: Row) => Promise<void>;
  /** Called for each row that is left to a later call. */
  onItemError: (error: unknown) => void;
};

/** Handles each row that waits in a transaction of its own, so that one that fails stops none of the others. */
export async function takeEach<Row extends { id: string }>(
  db: Db,
  { take, handle, onItemError }: Taking<Row>,
): Promise<void> {
  const leftOut: string[] = [];
  for (;;) {
    let row: Row | undefined;
    try {
      await db.transaction(async (tx) => {
        row = await take(tx, leftOut);
        if (row !== undefined) await handle(tx, row);
      });
    } catch (error) {
      // Without a row, the database itself fails.
      if (row === undefined) throw error;
      leftOut.push(row.id);
      onItemError(error);
    }
    if (row === undefined) return;
  }
}
