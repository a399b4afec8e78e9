import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { freePort } from "./free-port.ts";
import { whenInterrupted } from "./interrupted.ts";
import { openRelay } from "./relay.ts";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../..", import.meta.url));
const release = "trixie";

/** A shell of root, whose variables last from one script to the next. */
export type Shell = {
  /** Gives what the commands print; throws with it when one fails, and then takes no more. */
  run: (script: string) => Promise<string>;
};

/** A Debian with systemd as its first process and a network of its own, whose files last until it stops. */
export type DebianMachine = {
  /** Where a path of the machine is on this one. */
  path: (inside: string) => string;
  /** Runs commands as root and gives what they print; throws with it when one fails. */
  run: (script: string) => Promise<string>;
  openShell: () => Promise<Shell>;
  /** A port of this machine that leads to one of the Debian. */
  reach: (port: number) => Promise<number>;
  stop: () => Promise<void>;
};

export type MachineOptions = {
  /** Packages that its commands may install, which has no other way to them. */
  packages: readonly string[];
  /** Ports that it reaches on this machine: by the number that it uses, the one here. */
  outside: Record<number, number>;
  /** Ports of it that are reached from this machine. */
  inside: readonly number[];
};

/** Starts one from a base that is made once, in the folder of temporary files. Needs root. */
export async function startDebian({ packages, outside, inside }: MachineOptions): Promise<DebianMachine> {
  if (process.getuid?.() !== 0) {
    throw new Error("A machine needs root: run its tests as root, or leave them out with LEAVE_OUT=debootstrap");
  }
  const base = await makeBase(packages);
  const folder = await mkdtemp(join(tmpdir(), "shop-machine-"));
  const options = ["--boot", "--register=no", "--keep-unit", "--private-network", "--volatile=overlay"];
  const child = spawn("systemd-nspawn", ["--quiet", `--directory=${base}`, "--console=pipe", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
    // Several machines may share the base, which none changes; Debian 13 knows no older control groups.
    env: { ...process.env, SYSTEMD_NSPAWN_LOCK: "0", SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: "1" },
  });
  const said = collect(child);
  const forget = [whenInterrupted(() => child.kill("SIGKILL"))];
  const first = await firstProcess(child, said);
  const inNetwork = ["--target", first, "--net"];
  const pairs = [
    ...Object.keys(outside).map((port) => `${port}=${join(folder, `out-${port}`)}`),
    ...inside.map((port) => `${join(folder, `in-${port}`)}=${port}`),
  ];
  for (const [port, here] of Object.entries(outside)) {
    (await openRelay(join(folder, `out-${port}`), here)).unref();
  }
  const relay = spawn(
    "nsenter",
    [
      ...inNetwork,
      process.execPath,
      "--import",
      "tsx",
      join(repository, "server/test/harness/programs/relay-ports.ts"),
      ...pairs,
    ],
    { cwd: repository, stdio: ["ignore", "pipe", "inherit"] },
  );
  forget.push(whenInterrupted(() => relay.kill("SIGKILL")));
  await once(relay.stdout, "data");

  const enter = ["--target", first, "--all", "--", "env", "-i", "HOME=/root", "LANG=C.UTF-8", `PATH=${paths}`];
  return {
    path: (path) => join(`/proc/${first}/root`, path),
    run: async (script) => {
      const { stdout } = await run("nsenter", [...enter, "bash", "-euo", "pipefail", "-c", script], {
        maxBuffer: 2 ** 26,
      });
      return stdout;
    },
    openShell: async () => openShell(enter, join(`/proc/${first}/root`, "run")),
    reach: async (port) => {
      const here = await freePort();
      (await openRelay(here, join(folder, `in-${port}`))).unref();
      return here;
    },
    stop: async () => {
      relay.kill("SIGKILL");
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      for (const each of forget) each();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const paths = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** What the machine has before anybody installs anything: systemd, and what stands for the internet. */
const installed = "systemd,systemd-sysv,dbus,ca-certificates,curl,pebble";

/** A Debian with little more than systemd, and with packages in its store, not installed. */
async function makeBase(packages: readonly string[]): Promise<string> {
  const base = join(tmpdir(), `shop-debian-${release}`);
  const stamp = join(base, "var/cache/shop-packages");
  const wanted = [installed, ...packages].join("\n");
  if ((await readFile(stamp, "utf8").catch(() => "")) === wanted) return base;
  const made = await mkdtemp(join(tmpdir(), "shop-debian-"));
  await run("debootstrap", ["--variant=minbase", `--include=${installed}`, release, made], {
    maxBuffer: 2 ** 26,
  });
  const fetched = ["apt-get", "install", "--yes", "--download-only", ...packages];
  await run("chroot", [made, "apt-get", "update"]);
  await run("chroot", [made, ...fetched], { maxBuffer: 2 ** 26 });
  await writeFile(join(made, "var/cache/shop-packages"), wanted);
  await rm(base, { recursive: true, force: true });
  await rename(made, base);
  return base;
}

function collect(child: ChildProcess): string[] {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => said.push(part.toString()));
  return said;
}

/** The id of the machine's first process, once everything that starts with it has started. */
async function firstProcess(child: ChildProcess, said: string[]): Promise<string> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The machine ended: ${said.join("")}`);
    const listed = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").catch(() => "");
    const first = listed.trim();
    if (/^\d+$/.test(first)) {
      const asked = ["--target", first, "--all", "systemctl", "is-system-running"];
      if (String(spawnSync("nsenter", asked).stdout).trim() === "running") return first;
    }
    await delay(200);
  }
}

const streamsSchema = z.tuple([
  z.unknown(),
  z.custom<Readable>(),
  z.custom<Readable>(),
  z.custom<Writable>(),
  z.custom<Readable>(),
]);

/** Scripts come as files whose names are read on a channel of their own, so that no command of one reads the next. */
const loop = `while read -r script <&3; do
  source "$script" </dev/null
  echo done >&4
done`;

function openShell(enter: readonly string[], folder: string): Shell {
  const child = spawn("nsenter", [...enter, "bash", "-euo", "pipefail", "-c", loop], {
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
  });
  const [, , , names, answers] = streamsSchema.parse(child.stdio);
  const lines = createInterface({ input: answers })[Symbol.asyncIterator]();
  let count = 0;
  let said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => said.push(part.toString()));
  return {
    run: async (script) => {
      said = [];
      count += 1;
      const name = `script-${count}.sh`;
      await writeFile(join(folder, name), script);
      names.write(`/run/${name}\n`);
      const { done } = await lines.next();
      if (done === true) throw new Error(`A command failed of\n${script}\n${said.join("")}`);
      return said.join("");
    },
  };
}
