import { readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { commandOf, type RunningProgram, runProgram } from "./debian.ts";
import { freePort } from "./free-port.ts";
import { whenInterrupted } from "./interrupted.ts";

const shipped = fileURLToPath(new URL("../../../deploy/failover", import.meta.url));
/** Since this version Patroni runs PostgreSQL 17. */
export const patroniAtLeast = "4.0";
const nobody = 65534;

type Ports = { postgres: number; api: number };
type DatabaseNode = {
  name: string;
  ports: Ports;
  /** The status that Patroni answers to a question such as `/primary`; 0 without an answer. */
  answers: (path: string) => Promise<number>;
  /** Ends Patroni and PostgreSQL as if the machine had lost its power. */
  lose: () => Promise<void>;
  /** Starts Patroni again. */
  start: () => void;
};

export type PatroniCluster = {
  nodes: readonly [DatabaseNode, DatabaseNode];
  /** The node that leads. */
  leader: () => Promise<DatabaseNode>;
  /** Waits until the other node is a synchronous standby. */
  untilSynchronous: () => Promise<void>;
  /** Hands the lead to the other node, as `patronictl switchover` does. */
  switchOver: () => Promise<void>;
  /** The address of the shop's database through HAProxy. */
  url: string;
  discard: () => Promise<void>;
};

/** The shipped files with ports of this machine, one etcd, two PostgreSQL under Patroni, and HAProxy. */
export async function startPatroni(): Promise<PatroniCluster> {
  const folder = await mkdtemp("/dev/shm/shop-patroni-");
  await chmod(folder, 0o755);
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const [client, peer, primary, standbys] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const etcd = await startEtcd(folder, { client, peer });
  undo.push(() => etcd.stop());
  const nodes = [await prepareNode(folder, "db-1", client), await prepareNode(folder, "db-2", client)] as const;
  const haproxy = await startHaproxy(folder, { primary, standbys }, nodes);
  undo.push(() => haproxy.stop());
  for (const node of nodes) undo.push(node.discard);

  nodes[0].start();
  await until(async () => (await nodes[0].answers("/primary")) === 200);
  nodes[1].start();
  const discard = async () => {
    for (const step of undo.reverse()) await step();
  };
  const leader = async () => {
    const statuses = await Promise.all(nodes.map((node) => node.answers("/primary")));
    const found = nodes[statuses.indexOf(200)];
    if (found === undefined) throw new Error("nobody leads");
    return found;
  };
  const untilSynchronous = () =>
    until(async () => (await Promise.all(nodes.map((node) => node.answers("/sync")))).includes(200));
  await untilSynchronous();
  const url = await createShop(primary);
  return {
    nodes,
    leader,
    untilSynchronous,
    url,
    discard,
    switchOver: async () => {
      const from = await leader();
      const to = nodes.find((node) => node !== from);
      const body = JSON.stringify({ leader: from.name, candidate: to?.name });
      const answer = await fetch(`http://127.0.0.1:${from.ports.api}/switchover`, { method: "POST", body });
      if (answer.status !== 200) throw new Error(`no switchover: ${await answer.text()}`);
    },
  };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const giveUp = performance.now() + 300_000;
  while (!(await isTrue())) {
    if (performance.now() > giveUp) throw new Error("it did not come to be within five minutes");
    await delay(200);
  }
}

async function startEtcd(folder: string, { client, peer }: { client: number; peer: number }): Promise<RunningProgram> {
  const data = join(folder, "etcd");
  await ownFolder(data);
  const settings = z.record(z.string(), z.unknown()).parse(parse(await readFile(join(shipped, "etcd.yml"), "utf8")));
  const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const file = join(folder, "etcd.yml");
  const own = {
    "data-dir": data,
    "listen-client-urls": clients,
    "advertise-client-urls": clients,
    "listen-peer-urls": peers,
    "initial-advertise-peer-urls": peers,
    "initial-cluster": `db-1=${peers}`,
  };
  await writeFile(file, stringify({ ...settings, ...own }));
  const etcd = runProgram(commandOf("etcd"), ["--config-file", file]);
  await until(async () => (await statusOf(`${clients}/health`)) === 200);
  return etcd;
}

const patroniSchema = z.looseObject({
  restapi: z.looseObject({}),
  etcd3: z.looseObject({}),
  postgresql: z.looseObject({ parameters: z.looseObject({}), pg_hba: z.array(z.string()) }),
});

async function prepareNode(
  folder: string,
  name: string,
  etcd: number,
): Promise<DatabaseNode & { discard: () => Promise<void> }> {
  const [postgres, api] = await Promise.all([freePort(), freePort()]);
  const own = join(folder, name);
  await ownFolder(own);
  const settings = patroniSchema.parse(parse(await readFile(join(shipped, "patroni.yml"), "utf8")));
  const at = (port: number) => ({ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${port}` });
  const file = join(folder, `${name}.yml`);
  const data = join(own, "data");
  const adapted = {
    ...settings,
    name,
    restapi: { ...settings.restapi, ...at(api) },
    etcd3: { ...settings.etcd3, hosts: [`127.0.0.1:${etcd}`] },
    postgresql: {
      ...settings.postgresql,
      ...at(postgres),
      data_dir: data,
      pgpass: join(own, "pgpass"),
      parameters: { ...settings.postgresql.parameters, unix_socket_directories: own },
      pg_hba: settings.postgresql.pg_hba.map((line) => line.replace("10.0.0.0/24", "127.0.0.1/32")),
    },
  };
  await writeFile(file, stringify(adapted));
  let patroni: RunningProgram | undefined;
  const endPostgres = (signal: NodeJS.Signals) => {
    try {
      process.kill(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]), signal);
    } catch {
      // It does not run.
    }
  };
  whenInterrupted(() => endPostgres("SIGQUIT"));
  return {
    name,
    ports: { postgres, api },
    answers: (path) => statusOf(`http://127.0.0.1:${api}${path}`),
    start: () => {
      patroni = runProgram(commandOf("patroni", { atLeast: patroniAtLeast }), [file], { HOME: own });
    },
    lose: async () => {
      patroni?.kill("SIGKILL");
      endPostgres("SIGKILL");
      patroni = undefined;
    },
    discard: async () => {
      await patroni?.stop();
      endPostgres("SIGQUIT");
    },
  };
}

async function startHaproxy(
  folder: string,
  ports: { primary: number; standbys: number },
  nodes: readonly DatabaseNode[],
): Promise<RunningProgram> {
  const file = join(folder, "haproxy.cfg");
  const adapted = nodes.reduce(
    (text, { ports: { postgres, api } }, n) =>
      text.replaceAll(`10.0.0.${n + 1}:5432 check port 8008`, `127.0.0.1:${postgres} check port ${api}`),
    (await readFile(join(shipped, "haproxy.cfg"), "utf8"))
      .replace("127.0.0.1:5000", `127.0.0.1:${ports.primary}`)
      .replace("127.0.0.1:5001", `127.0.0.1:${ports.standbys}`),
  );
  await writeFile(file, adapted);
  return runProgram(commandOf("haproxy"), ["-db", "-f", file]);
}

/** A folder of the account that the servers run as. */
async function ownFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (process.getuid?.() === 0) await chown(path, nobody, nobody);
}

async function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

/** The shop's role and database; gives their address through HAProxy. */
async function createShop(port: number): Promise<string> {
  const at = `127.0.0.1:${port}`;
  const connectionString = `postgres://postgres:change-me-superuser@${at}/postgres`;
  await until(async () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("create role shop login password 'a password of the shop'");
      await client.query("create database shop owner shop");
      return true;
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code?.startsWith("42") === true) throw error;
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
  return `postgres://shop:a%20password%20of%20the%20shop@${at}/shop`;
}
