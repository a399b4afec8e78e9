import type { Db } from "../db/client.ts";
import { ensureFirstAdmin } from "../domain/account/first-admin.ts";
import type { Storage } from "../infra/storage.ts";

export type Seeding = { isDone: () => boolean; seed: () => Promise<void> };

type SeedDeps = { db: Db; url: string; storage: Storage; say: (line: string) => void };
type Wanted = { isDemo: boolean; firstAdmin: { email: string; password: string } | undefined };

/** Seeds a migrated database with the demo catalog and the first admin, as configured. */
export function openSeeding({ db, url, storage, say }: SeedDeps, { isDemo, firstAdmin }: Wanted): Seeding {
  let isDone = false;
  return {
    isDone: () => isDone,
    seed: async () => {
      if (isDemo) {
        const { seedDemo } = await import("../demo/seed.ts");
        await seedDemo({ db, url, storage, log: say });
      }
      if (firstAdmin !== undefined) await ensureFirstAdmin(db, firstAdmin);
      isDone = true;
    },
  };
}
