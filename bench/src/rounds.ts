import autocannon from "autocannon";

const contenders = ["bare", "rest", "trpc"] as const;

/** The bare server and the two doors of the shop. */
export type Contender = (typeof contenders)[number];

/** What one contender did in one round. Latency in milliseconds. */
export type Figure = { perSecond: number; p99: number };

const connections = 20;
const warmUpSeconds = 2;
const roundSeconds = 3;

/**
 * Loads every contender in turn, round after round, and in the opposite order
 * in every second round, so that a machine that slows down or speeds up does
 * so for all of them.
 */
export async function compare(
  addresses: Record<Contender, string>,
  rounds: number,
): Promise<Record<Contender, Figure[]>> {
  const figures: Record<Contender, Figure[]> = { bare: [], rest: [], trpc: [] };
  for (const contender of contenders) await load(addresses[contender], warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      figures[contender].push(await load(addresses[contender], roundSeconds));
    }
  }
  return figures;
}

async function load(url: string, duration: number): Promise<Figure> {
  const result = await autocannon({ url, connections, duration });
  if (result.errors + result.timeouts + result.non2xx > 0) throw new Error(`${url} failed under load`);
  return { perSecond: result.requests.total / result.duration, p99: result.latency.p99 };
}

/** The middle of a list of figures. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
