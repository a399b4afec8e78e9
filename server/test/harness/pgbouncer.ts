import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { MigrationError, migrateDb } from "../../src/db/migrate.ts";
import { commandOf, type RunningProgram, runProgram } from "./debian.ts";
import { freePort } from "./free-port.ts";
import { migrations } from "./migrations.ts";

const shipped = fileURLToPath(new URL("../../../deploy/pgbouncer/pgbouncer.ini", import.meta.url));
/** Since this version statements can be prepared in transaction mode. */
export const pgBouncerAtLeast = "1.21";

export type PgBouncer = {
  /** The address of a database of the server, through PgBouncer. */
  through: (url: string) => Promise<string>;
  /** Kills it, and starts it again on the same port after so many milliseconds. */
  restart: (afterMs: number) => Promise<void>;
  stop: () => Promise<void>;
};

/** PgBouncer with the shipped file before the server of a database, for all its databases. `more` replaces settings. */
export async function startPgBouncer(serverUrl: string, more: Record<string, string> = {}): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), "shop-pgbouncer-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new URL(serverUrl);
  const users = join(folder, "userlist.txt");
  const changed = { listen_port: String(port), auth_file: users, unix_socket_dir: "", ...more };
  const adapted = Object.entries(changed)
    .reduce(
      (text, [name, value]) => `${text.replace(new RegExp(`^${name} = .*\n`, "m"), "")}${name} = ${value}\n`,
      await readFile(shipped, "utf8"),
    )
    .replace(/^shop = host=\S+ port=\S+/m, `* = host=${server.hostname} port=${server.port}`);
  await writeFile(join(folder, "pgbouncer.ini"), adapted);
  await writeUsers(serverUrl, users);
  const start = () =>
    runProgram(commandOf("pgbouncer", { atLeast: pgBouncerAtLeast }), [join(folder, "pgbouncer.ini")]);
  /** Until it reads its signals, SIGHUP would end it. */
  const started = async (program: RunningProgram): Promise<RunningProgram> => {
    for (let tries = 0; !program.said().includes("process up"); tries += 1) {
      if (tries > 600) throw new Error(`PgBouncer does not start: ${program.said()}`);
      await delay(100);
    }
    return program;
  };
  let running = await started(start());

  const through = async (url: string) => {
    const pooled = new URL(url);
    pooled.port = String(port);
    if (await answers(pooled.href)) return pooled.href;
    // A role that was created since.
    await writeUsers(serverUrl, users);
    running.kill("SIGHUP");
    for (let tries = 0; !(await answers(pooled.href)); tries += 1) {
      if (tries > 100) throw new Error(`PgBouncer does not answer: ${running.said()}`);
      await delay(100);
    }
    return pooled.href;
  };
  return {
    through,
    restart: async (afterMs) => {
      running.kill("SIGKILL");
      await delay(afterMs);
      running = await started(start());
      await through(serverUrl);
    },
    stop: async () => {
      // With SIGTERM it would wait for its clients.
      await running.stop("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The roles of a server with what their passwords are verified by, as the shipped file says. */
async function writeUsers(serverUrl: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(
    `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid where rolpassword is not null`,
  );
  await client.end();
  await writeFile(file, rows.map(({ line }) => `${line}\n`).join(""));
}

/** Migrates a database; `false` for one that the shop is to find that it cannot. */
async function isMigrated(url: string): Promise<boolean> {
  return migrateDb(url, migrations).then(
    () => true,
    (error: unknown) => {
      if (error instanceof MigrationError) return false;
      throw error;
    },
  );
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query("select 1")).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * With THROUGH_PGBOUNCER the servers reach their database through PgBouncer with the shipped file, one for each
 * PostgreSQL. What they would migrate is migrated past it, as docs/scaling.md has it.
 */
export function openPoolers() {
  const started = new Map<string, Promise<PgBouncer>>();
  return {
    settingsFor: async ({ DATABASE_URL: url, MIGRATE }: Record<string, string>): Promise<Record<string, string>> => {
      if (process.env.THROUGH_PGBOUNCER === undefined || url === undefined) return {};
      // What a test makes unreachable stays so.
      if (!(await answers(url))) return {};
      const { host } = new URL(url);
      const pooler = started.get(host) ?? startPgBouncer(url);
      started.set(host, pooler);
      if (MIGRATE !== "0" && !(await isMigrated(url))) return {};
      return { DATABASE_URL: await (await pooler).through(url), MIGRATE: "0" };
    },
    stop: () => Promise.all([...started.values()].map(async (pooler) => (await pooler).stop())),
  };
}
