import { join } from "node:path";
import { migrateDb } from "../src/db/migrate.ts";
import { runCommand, withDatabase } from "./with-database.ts";

await runCommand(() =>
  withDatabase(async ({ url, project }) => {
    await migrateDb(url, join(project, "drizzle"));
    console.log("The database has the newest schema");
  }),
);
