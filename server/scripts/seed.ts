import { join } from "node:path";
import { openDb } from "../src/db/client.ts";
import { migrateDb } from "../src/db/migrate.ts";
import { seedDemo } from "../src/demo/seed.ts";
import { EnvError } from "../src/env/variables.ts";
import { openStorage } from "../src/infra/open-storage.ts";
import { runCommand, withDatabase } from "./with-database.ts";

await runCommand(() =>
  withDatabase(async ({ url, env, project }) => {
    if (!env.isDemo) throw new EnvError("DEMO: this database gets demo data only with DEMO=1");
    await migrateDb(url, join(project, "drizzle"));
    const { db, close } = openDb({ url, poolMax: 4 });
    try {
      await seedDemo({
        db,
        url,
        storage: await openStorage(env.storage, console.log),
        firstAdmin: env.firstAdmin,
        log: console.log,
      });
    } finally {
      await close();
    }
    console.log("The shop is filled");
  }),
);
