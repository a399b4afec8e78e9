import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withMaintenance } from "../../src/db/migrate.ts";

const file = join(fileURLToPath(import.meta.url), "../../../../deploy/postgres/roles.sql");
const passwords = { owner: "marker-of-the-owner", app: "marker-of-the-app", backup: "marker-of-the-backup" };

export type DatabaseUrls = Record<keyof typeof passwords, string>;

/** Runs the roles' script in a database, as an operator does; returns the address for each role. */
export async function createRoles(url: string): Promise<DatabaseUrls> {
  const script = await readFile(file, "utf8");
  await withMaintenance(url, "test", async (client) => {
    for (const [role, password] of Object.entries(passwords)) {
      await client.query("select set_config($1, $2, false)", [`shop.${role}_password`, password]);
    }
    await client.query(script);
  });
  const urlOf = (role: keyof typeof passwords) => {
    const other = new URL(url);
    other.username = `shop_${role}`;
    other.password = passwords[role];
    return other.href;
  };
  return { owner: urlOf("owner"), app: urlOf("app"), backup: urlOf("backup") };
}
