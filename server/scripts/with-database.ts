import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BackupError } from "../src/backup/error.ts";
import { MigrationError } from "../src/db/migrate.ts";
import { toLoggable } from "../src/domain/base/errors.ts";
import { type Env, readEnv } from "../src/env/read-env.ts";
import { EnvError } from "../src/env/variables.ts";
import { startEmbeddedPostgres } from "../src/infra/embedded-postgres.ts";

const project = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export type Found = { url: string; env: Env; project: string };

/** Runs a task against the configured database, or the embedded one, which it stops again if it started it. */
export async function withDatabase(task: (found: Found) => Promise<void>): Promise<void> {
  const env = readEnv(process.env, "tool");
  if (env.databaseUrl !== undefined) return task({ url: env.databaseUrl, env, project });
  const postgres = await startEmbeddedPostgres({ folder: join(env.dataDir, "postgres"), log: console.log });
  try {
    await task({ url: postgres.url, env, project });
  } finally {
    await postgres.stop();
  }
}

/** Runs what a command does. A failure ends it with one line that says why, and with status 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isPlain = [EnvError, MigrationError, BackupError].some((kind) => error instanceof kind);
    console.error(
      isPlain && error instanceof Error ? error.message : `The command failed: ${toLoggable(error).message}`,
    );
    process.exitCode = 1;
  }
}
