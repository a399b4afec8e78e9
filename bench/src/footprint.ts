import { readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { median } from "./rounds.ts";
import type { Way } from "./scenarios.ts";
import { startShop } from "./servers.ts";

/** What the shop's process costs: milliseconds from its start to its first answer, and megabytes that it holds. */
export type Footprint = { startMs: number; residentMb: number };

export const footprintLimits: Footprint = { startMs: 1_000, residentMb: 160 };

const starts = 5;
const connections = 20;
const secondsEach = 4;

/** Starts the built shop several times on a migrated database, loads the last one by every way, and looks at it. */
export async function measureFootprint(databaseUrl: string, dataDir: string, routes: Way[]): Promise<Footprint> {
  const times: number[] = [];
  for (let start = 1; start < starts; start += 1) {
    const shop = await startShop(databaseUrl, dataDir);
    times.push(shop.startMs);
    await shop.stop();
  }
  const shop = await startShop(databaseUrl, dataDir);
  times.push(shop.startMs);
  try {
    for (const { path } of routes) await autocannon({ url: shop.origin + path, connections, duration: secondsEach });
    return { startMs: median(times), residentMb: await residentMb(shop.pid) };
  } finally {
    await shop.stop();
  }
}

/** As the operating system counts it; only Linux tells this way. */
async function residentMb(pid: number): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1_024;
}
