import type { Db } from "../db/client.ts";
import { ensureFirstAdmin, type FirstAdmin } from "../domain/account/first-admin.ts";
import type { Storage } from "../infra/storage.ts";

export type Seeding = { isDone: () => boolean; seed: () => Promise<void> };

type SeedDeps = { db: Db; url: string; storage: Storage; say: (line: string) => void };
type Wanted = { isDemo: boolean; firstAdmin: FirstAdmin | undefined; takesRealMoney: () => Promise<boolean> };

/** Seeds a migrated database with the demo catalog and the first admin, as configured. */
export function openSeeding({ db, url, storage, say }: SeedDeps, wanted: Wanted): Seeding {
  const { isDemo, firstAdmin, takesRealMoney } = wanted;
  let isDone = false;
  return {
    isDone: () => isDone,
    seed: async () => {
      if (isDemo) {
        const { seedDemo } = await import("../demo/seed.ts");
        await seedDemo({ db, url, storage, firstAdmin, log: say });
      }
      if (await takesRealMoney()) await refuseDemoAccounts(db);
      if (firstAdmin !== undefined) await ensureFirstAdmin(db, firstAdmin);
      isDone = true;
    },
  };
}

/** Fails if anybody can sign in to a shop that takes real money with a password that is public. */
async function refuseDemoAccounts(db: Db): Promise<void> {
  const { findDemoAccounts } = await import("../demo/find-demo-accounts.ts");
  const [email] = await findDemoAccounts(db);
  if (email === undefined) return;
  throw new Error(
    `The database has demo accounts whose passwords are public, such as ${email}. Use another database for live ` +
      "payments, or start with PAYMENTS=off and change these passwords",
  );
}
