import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The clock ticks of `/proc/pid/stat` in a second. */
const ticksPerSecond = 100;
/** The place of a field in the line after the program's name: the parent, then user and system time, own and of ended children. */
const fieldOf = { parent: 1, user: 11, system: 12, endedUser: 13, endedSystem: 14 };

/** The processor time that a process has taken, in milliseconds; Linux only. */
export async function processorMsOf(pid: number): Promise<number> {
  const fields = await readStat(String(pid));
  return toMs(Number(fields[fieldOf.user]) + Number(fields[fieldOf.system]));
}

/** The same of PostgreSQL: of its first process and of all connections, those that have ended included. */
export async function databaseProcessorMs(postgresFolder: string): Promise<number> {
  const [pid = ""] = (await readFile(join(postgresFolder, "cluster/postmaster.pid"), "utf8")).split("\n");
  let ticks = 0;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // It may have ended since.
    const fields = await readStat(name).catch((): string[] => []);
    const isFirst = name === pid;
    if (!isFirst && fields[fieldOf.parent] !== pid) continue;
    ticks += Number(fields[fieldOf.user]) + Number(fields[fieldOf.system]);
    if (isFirst) ticks += Number(fields[fieldOf.endedUser]) + Number(fields[fieldOf.endedSystem]);
  }
  return toMs(ticks);
}

/** The fields after the program's name, which may have spaces. */
async function readStat(pid: string): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function toMs(ticks: number): number {
  return (ticks / ticksPerSecond) * 1_000;
}
