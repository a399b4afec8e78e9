import { execFile } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { commandOf, type RunningProgram, runProgram } from "./debian.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const shipped = fileURLToPath(new URL("../../../deploy/failover/pgbackrest.conf", import.meta.url));
const nobody = 65534;

/** The oldest PostgreSQL of the shop, and the first pgBackRest that knows it. */
export const postgresAtLeast = "17";
export const pgBackRestAtLeast = "2.54";

export type ArchivedPostgres = {
  /** The address of the shop's database; its role is a superuser. */
  url: string;
  /** Runs a command of pgBackRest with the shipped file. */
  pgBackRest: (...command: string[]) => Promise<void>;
  /** Ends the server as `pg_ctl stop -m fast` does. */
  stop: () => Promise<void>;
  /** Starts the server, and waits until it takes changes. */
  start: () => Promise<void>;
  discard: () => Promise<void>;
};

/** A PostgreSQL that archives its write-ahead log with pgBackRest and the shipped file, without any backup yet. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const folder = await mkdtemp("/dev/shm/shop-pgbackrest-");
  await chmod(folder, 0o755);
  const [data, repository, sockets] = await Promise.all(
    ["data", "repository", "sockets"].map((name) => own(folder, name)),
  );
  const port = await freePort();
  const config = join(folder, "pgbackrest.conf");
  const replaced: Record<string, string> = {
    "repo1-path": repository ?? "",
    "pg1-path": data ?? "",
    "pg1-port": String(port),
    "pg1-socket-path": sockets ?? "",
  };
  const adapted = Object.entries(replaced).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^${name}=.*$`, "m"), `${name}=${value}`),
    await readFile(shipped, "utf8"),
  );
  await writeFile(
    config,
    adapted.replace("[global]", `[global]\nlock-path=${sockets}\nspool-path=${sockets}\nlog-level-file=off`),
  );
  const call = async (program: string, args: readonly string[]) => {
    const atLeast = program === "pgbackrest" ? pgBackRestAtLeast : postgresAtLeast;
    const { command, before } = commandOf(program, { atLeast });
    await run(command, [...before, ...args]).catch((error: unknown) => {
      throw new Error(`${program}: ${Reflect.get(Object(error), "stdout")}${Reflect.get(Object(error), "stderr")}`);
    });
  };
  const pgBackRest = (...command: string[]) => call("pgbackrest", [`--config=${config}`, "--stanza=shop", ...command]);
  await call("initdb", ["-D", data ?? "", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]);
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: sockets ?? "",
    archive_mode: "on",
    archive_command: `pgbackrest --config=${config} --stanza=shop archive-push %p`,
    archive_timeout: "60",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let server: RunningProgram | undefined;
  const admin = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const program = commandOf("postgres", { atLeast: postgresAtLeast });
    server = runProgram(program, ["-D", data ?? "", ...options]);
    for (let tries = 0; !(await takesChanges(admin)); tries += 1) {
      if (tries > 600) throw new Error(`PostgreSQL does not start: ${server.said()}`);
      await delay(200);
    }
  };
  const stop = async () => {
    await server?.stop("SIGINT");
    server = undefined;
  };
  await start();
  await query(admin, "create role shop superuser login");
  await query(admin, "create database shop owner shop");
  return {
    url: `postgres://shop@127.0.0.1:${port}/shop`,
    pgBackRest,
    stop,
    start,
    discard: async () => {
      await server?.stop("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function own(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { mode: 0o700 });
  if (process.getuid?.() === 0) await chown(path, nobody, nobody);
  return path;
}

async function takesChanges(url: string): Promise<boolean> {
  return query(url, "select pg_is_in_recovery() as recovering").then(
    ([row]) => Reflect.get(Object(row), "recovering") === false,
    () => false,
  );
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
