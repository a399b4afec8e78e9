import { openDb } from "../src/db/client.ts";
import { resetSecondFactor } from "../src/domain/account/reset-second-factor.ts";
import { EnvError } from "../src/env/variables.ts";
import { runCommand, withDatabase } from "./with-database.ts";

const usage =
  "Removes the passkeys, the authenticator app and the recovery codes of an account: reset-second-factor EMAIL";

await runCommand(async () => {
  const [email, ...more] = process.argv.slice(2);
  if (email === undefined || email.startsWith("-") || more.length > 0) throw new EnvError(usage);
  await withDatabase(async ({ url }) => {
    const { db, close } = openDb({ url, poolMax: 1, name: "shop command" });
    try {
      if (!(await resetSecondFactor(db, email))) throw new EnvError(`There is no account with the e-mail ${email}`);
    } finally {
      await close();
    }
    console.log(`${email} was signed out everywhere, and signs in with the password alone again`);
  });
});
