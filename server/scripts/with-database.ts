import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Env, readEnv } from "../src/env.ts";
import { startEmbeddedPostgres } from "../src/infra/embedded-postgres.ts";

const project = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Runs a task against the configured database, or the embedded one, which it stops again if it started it. */
export async function withDatabase(
  task: (found: { url: string; env: Env; project: string }) => Promise<void>,
): Promise<void> {
  const env = readEnv(process.env);
  if (env.databaseUrl !== undefined) return task({ url: env.databaseUrl, env, project });
  const postgres = await startEmbeddedPostgres({ folder: join(env.dataDir, "postgres"), log: console.log });
  try {
    await task({ url: postgres.url, env, project });
  } finally {
    await postgres.stop();
  }
}
