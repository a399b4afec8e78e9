import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { whenInterrupted } from "./interrupted.ts";

const leftOut = new Set((process.env.LEAVE_OUT ?? "").split(","));

/** A folder with a newer Debian, whose programs are used where this machine has none or too old ones. */
const debianRoot = process.env.DEBIAN_ROOT ?? "";

/** Where Debian has programs, those of PostgreSQL among them. */
const folders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/usr/lib/postgresql/17/bin"];

/** The account and group that every Unix calls nobody and nogroup, for programs that refuse to run as root. */
const nobody = 65534;

/** How a program is called: a command, and its arguments before those of the program. */
export type Command = { command: string; before: readonly string[] };

type Wanted = {
  /** The oldest version that will do, such as `1.21`. */
  atLeast?: string;
};

/**
 * Whether the tests with a program from Debian's packages are left out: only by its name in LEAVE_OUT. Fails where the
 * program is missing or too old, so that nobody takes a test that did not run for one that passed.
 */
export function isLeftOut(program: string, wanted: Wanted = {}): boolean {
  if (leftOut.has(program)) return true;
  if (findCommand(program, wanted) !== undefined) return false;
  const { atLeast } = wanted;
  const what = atLeast === undefined ? program : `${program}, version ${atLeast} or newer`;
  throw new Error(
    `Install Debian's package of ${what}, name a Debian that has it in DEBIAN_ROOT (\`pnpm debian-root\` makes one), ` +
      `or leave its tests out with LEAVE_OUT=${program}`,
  );
}

/** How to call a program of this machine or of DEBIAN_ROOT without root's rights. Fails where neither has it. */
export function commandOf(program: string, wanted: Wanted = {}): Command {
  const found = findCommand(program, wanted);
  if (found === undefined) throw new Error(`There is no ${program}`);
  return found;
}

function findCommand(program: string, { atLeast = "0" }: Wanted): Command | undefined {
  const paths = folders.map((folder) => join(folder, program));
  const here = paths.filter((path) => existsSync(path)).map(asNobody);
  const there = debianRoot === "" ? [] : paths.filter((path) => existsSync(join(debianRoot, path))).map(inDebianRoot);
  return [...here, ...there].find((place) => atLeast === "0" || isAtLeast(versionOf(place), atLeast));
}

function asNobody(path: string): Command {
  if (process.getuid?.() !== 0) return { command: path, before: [] };
  return { command: "setpriv", before: [`--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups", path] };
}

/** It sees the temporary files of this machine; what is mounted for that goes with the program. */
function inDebianRoot(path: string): Command {
  const mounts = ["/tmp", "/dev", "/proc"].map((folder) => `mount --rbind ${folder} "$0${folder}"`).join(" && ");
  const enter = `${mounts} && exec chroot --userspec=${nobody}:${nobody} "$0" "$@"`;
  return { command: "unshare", before: ["--mount", "sh", "-c", enter, debianRoot, path] };
}

/** The first version that a program says it has; an empty text where it says none. */
function versionOf({ command, before }: Command): string {
  const asked = [["--version"], ["version"]].map((how) =>
    spawnSync(command, [...before, ...how], { encoding: "utf8" }),
  );
  return /\d+(\.\d+)+/.exec(asked.find(({ status }) => status === 0)?.stdout ?? "")?.[0] ?? "";
}

function isAtLeast(version: string, oldest: string): boolean {
  return version.localeCompare(oldest, "en", { numeric: true }) >= 0;
}

export type RunningProgram = {
  pid: number;
  /** What it has said so far, on both streams. */
  said: () => string;
  kill: (signal: NodeJS.Signals) => void;
  /** Ends it with a signal, SIGTERM unless another is given. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/** A program in the foreground until it is stopped; its output is in the error of an early end. */
export function runProgram(
  program: string | Command,
  options: readonly string[],
  env: Record<string, string> = {},
): RunningProgram {
  const { command, before } = typeof program === "string" ? { command: program, before: [] } : program;
  const child: ChildProcess = spawn(command, [...before, ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => said.push(part.toString()));
  const forget = whenInterrupted(() => child.kill("SIGKILL"));
  let isStopping = false;
  const exited = once(child, "close").then(() => {
    forget();
    if (!isStopping) throw new Error(`${command} ${before.at(-1) ?? ""} ended: ${said.join("")}`);
  });
  return {
    pid: child.pid ?? 0,
    said: () => said.join(""),
    kill: (signal) => {
      isStopping ||= signal === "SIGKILL";
      child.kill(signal);
    },
    stop: async (signal = "SIGTERM") => {
      isStopping = true;
      child.kill(signal);
      await exited;
    },
  };
}
