import { readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { askEach } from "./ask-each.ts";
import { productIds } from "./fill.ts";
import { median } from "./rounds.ts";
import type { Route } from "./scenarios.ts";
import { startFastify, startShop } from "./servers.ts";
import { loadWrites } from "./writes.ts";

/**
 * The shop process's start-up time in relation to that of a bare Fastify, and its resident memory in megabytes after
 * reads and after writes.
 */
export type Footprint = { startMs: number; startRatio: number; residentMb: number; afterWritesMb: number };

export const footprintLimits = { startRatio: 4, residentMb: 200, afterWritesMb: 200 };

const starts = 5;
const connections = 20;
const secondsEach = 4;

/**
 * Starts the built shop several times on a migrated database, loads the last instance by every
 * route and then by writes, and measures it.
 */
export async function measureFootprint(databaseUrl: string, dataDir: string, routes: Route[]): Promise<Footprint> {
  const times: number[] = [];
  const ratios: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const bare = await startFastify();
    await bare.stop();
    const shop = await startShop(databaseUrl, dataDir);
    await shop.stop();
    times.push(shop.startMs);
    ratios.push(shop.startMs / bare.startMs);
  }
  const shop = await startShop(databaseUrl, dataDir);
  try {
    for (const { path } of routes) await autocannon({ url: shop.origin + path, connections, duration: secondsEach });
    const ids = await productIds(databaseUrl);
    // Fills the cache of whole answers.
    await askEach(
      shop.origin,
      ids.map((id) => ({ path: `/product/${id}` })),
      connections,
    );
    const residentMb = await residentMbOf(shop.pid);
    await loadWrites(databaseUrl, shop.origin);
    const afterWritesMb = await residentMbOf(shop.pid);
    return { startMs: median(times), startRatio: median(ratios), residentMb, afterWritesMb };
  } finally {
    await shop.stop();
  }
}

/** Resident memory by the operating system's count; Linux only. */
/** The resident memory of a process, in megabytes. */
export async function residentMbOf(pid: number): Promise<number> {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1_024;
}
