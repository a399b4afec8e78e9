import { openDb } from "../src/db/client.ts";
import { makeAccountAdmin } from "../src/domain/account/make-admin.ts";
import { EnvError } from "../src/env/variables.ts";
import { runCommand, withDatabase } from "./with-database.ts";

const usage = "Makes a registered account an administrator: make-admin EMAIL";

await runCommand(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (email === undefined || email.startsWith("-") || more.length > 0) throw new EnvError(usage);
  await withDatabase(async ({ url }) => {
    const { db, close } = openDb({ url, poolMax: 1, name: "shop command" });
    try {
      if (!(await makeAccountAdmin(db, email))) {
        throw new EnvError(`There is no account with the e-mail ${email}. Register it in the shop first.`);
      }
    } finally {
      await close();
    }
    console.log(`${email} is an administrator, and has to sign in again`);
  });
});
