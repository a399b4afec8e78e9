import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { z } from "zod";
import { freePort } from "./free-port.ts";
import { whenInterrupted } from "./interrupted.ts";
import { openPoolers } from "./pgbouncer.ts";
import { expectNoSecretIn } from "./secrets.ts";

const project = join(fileURLToPath(import.meta.url), "../../../..");

export type ShopProcess = {
  pid: number;
  origin: string;
  /** Lines of standard output and of standard error so far. */
  output: string[];
  errors: string[];
  /** Resolves when a line of standard output matches; rejects when the process ends before that. */
  said: (pattern: RegExp) => Promise<void>;
  isRunning: () => boolean;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill: (signal: NodeJS.Signals) => void;
};

export type ShopProcesses = {
  /** Starts the built server, or one of another folder, with options for Node if any; gives it back before it is open. */
  spawn: (env: Record<string, string>, options?: readonly string[], folder?: string) => Promise<ShopProcess>;
  /** Starts the server and waits until it is open. */
  open: (env: Record<string, string>, options?: readonly string[], folder?: string) => Promise<ShopProcess>;
  /** A folder that is removed when the test file ends. */
  folder: () => Promise<string>;
};

/** Built servers for the tests of one file; whatever still runs when the file ends is killed. */
export function shopProcesses(): ShopProcesses {
  const children: { child: ChildProcess; exited: Promise<unknown>; said: string[][] }[] = [];
  const folders: string[] = [];
  const poolers = openPoolers();

  const makeFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), "shop-data-"));
    folders.push(folder);
    return folder;
  };

  const start: ShopProcesses["spawn"] = async (env, options = [], folder = project) => {
    const port = env.PORT ?? String(await freePort());
    const dataDir = env.DATA_DIR ?? (await makeFolder());
    const child = spawn(process.execPath, [...options, join(folder, "server/dist/main.js")], {
      cwd: folder,
      env: { ...variablesOf(env, port, dataDir), ...(await poolers.settingsFor(env)) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: string[] = [];
    const errors: string[] = [];
    const listeners = new Set<() => void>();
    createInterface({ input: child.stdout }).on("line", (line) => {
      output.push(line);
      for (const listener of listeners) listener();
    });
    createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
    const forget = whenInterrupted(() => child.kill("SIGKILL"));
    child.once("exit", forget);
    // "close" comes after the last line of output.
    const exited = once(child, "close").then(() => ({ code: child.exitCode, signal: child.signalCode }));
    children.push({ child, exited, said: [output, errors] });
    return {
      pid: child.pid ?? 0,
      origin: `http://127.0.0.1:${port}`,
      output,
      errors,
      said: (pattern) =>
        new Promise((done, fail) => {
          const look = () => {
            if (!output.some((line) => pattern.test(line))) return;
            listeners.delete(look);
            done();
          };
          listeners.add(look);
          look();
          void exited.then(() => fail(new Error(`ended without saying ${pattern}: ${errors.join("\n")}`)));
        }),
      isRunning: () => child.exitCode === null && child.signalCode === null,
      exited,
      kill: (signal) => void child.kill(signal),
    };
  };

  afterAll(async () => {
    for (const { child, exited } of children) {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exited;
    }
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    await poolers.stop();
    expectNoSecretIn(children.flatMap(({ said }) => said.flat()));
  });

  return {
    spawn: start,
    open: async (...how) => {
      const shop = await start(...how);
      await shop.said(/^The shop is open at /);
      return shop;
    },
    folder: makeFolder,
  };
}

/** The variables of a server of a test; `env` replaces them. */
function variablesOf(env: Record<string, string>, port: string, dataDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TZ: process.env.TZ,
    NODE_ENV: "test",
    HOST: "127.0.0.1",
    PORT: port,
    DEMO: "0",
    SHOP_OPEN: "1",
    // A few people of a test order as much as a town.
    UNPAID_UNITS_MAX: "1000000",
    DATA_DIR: dataDir,
    ...env,
  };
}

/** Memory that a process has, in megabytes. */
export function residentMegabytes(pid: number): number {
  // Only Linux has the file. It costs a hundredth of a process, and tests ask often.
  if (process.platform === "linux") return memoryFrom(readFileSync(`/proc/${pid}/status`, "utf8"), "VmRSS");
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1_024;
}

/**
 * Memory that a shop has together with the processes that it started, in megabytes. They run the same program, whose
 * pages are in memory once, and a container counts them once; the sum of their resident memory would count them twice.
 */
export async function megabytesTogether(pids: number[]): Promise<number> {
  const each = await Promise.all(pids.map(memoryOf));
  const own = each.reduce((sum, { anonymous }) => sum + anonymous, 0);
  return own + Math.max(...each.map(({ files }) => files));
}

async function memoryOf(pid: number): Promise<{ anonymous: number; files: number }> {
  // Only Linux tells them apart.
  if (process.platform !== "linux") return { anonymous: residentMegabytes(pid), files: 0 };
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return { anonymous: memoryFrom(status, "RssAnon"), files: memoryFrom(status, "RssFile") };
}

/** A figure of the status that Linux shows of a process, in megabytes. A process that has ended has none. */
function memoryFrom(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / 1_024;
}

/** The options with which the Docker image starts Node. */
export async function imageOptions(): Promise<string[]> {
  const file = await readFile(join(project, "Dockerfile"), "utf8");
  const words = z.array(z.string()).parse(JSON.parse(/^CMD (\[.*\])$/m.exec(file)?.[1] ?? "null"));
  return words.filter((word) => word.startsWith("--"));
}

/** The ids of the processes that decode images for a shop. */
export const imageDecodersOf = (pid: number) => childrenOf(pid, "image-worker");

/** The ids of the processes that write files for a shop. */
export const paperWritersOf = (pid: number) => childrenOf(pid, "paper-worker");

/** The ids of the processes that read files of products for a shop. */
export const fileReadersOf = (pid: number) => childrenOf(pid, "read-worker");

function childrenOf(pid: number, program: string): number[] {
  const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return listed
    .split("\n")
    .filter((line) => line.includes(program))
    .map((line) => line.trim().split(/\s+/, 2).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

/** How many files and connections a process holds open. */
export async function descriptorsOf(pid: number): Promise<number> {
  const listed = await readdir(`/proc/${pid}/fd`).catch(() => null);
  if (listed !== null) return listed.length;
  return execFileSync("lsof", ["-p", String(pid)], { encoding: "utf8" }).split("\n").length;
}
