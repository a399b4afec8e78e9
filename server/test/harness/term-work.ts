import { isNotNull } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Db } from "../../src/db/client.ts";
import { brands, categories, renamedTerms } from "../../src/db/schema/terms.ts";
import { deriveRenamed } from "../../src/domain/catalog/derive-renamed.ts";
import { continueMerges } from "../../src/domain/catalog/merge-terms.ts";

const options = {
  isStopping: () => false,
  onItemError: (error: unknown) => {
    throw error;
  },
};

/** Runs the jobs of renamed and merged brands and categories until nothing is left to do. */
export async function finishTermWork(db: Db): Promise<void> {
  await vi.waitFor(
    async () => {
      await deriveRenamed(db, options);
      await continueMerges(db, options);
      const merging = [brands, categories].map((table) => db.$count(table, isNotNull(table.mergingIntoId)));
      expect(await Promise.all([db.$count(renamedTerms), ...merging])).toEqual([0, 0, 0]);
    },
    { timeout: 60_000 },
  );
}
