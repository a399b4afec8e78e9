import autocannon from "autocannon";

/** What one contender did in one round. Latency in milliseconds. */
export type Figure = { perSecond: number; p99: number };

/** How long each contender warms up and runs, in seconds, and how often it runs. */
export type Course = { warmUp: number; round: number; rounds: number };

const connections = 20;

/**
 * Loads every address in turn, round after round, and in the opposite order
 * in every second round, so that a machine that slows down or speeds up does
 * so for all of them. Answers each one's figures, a round each.
 */
export async function compare<Name>(
  addresses: Map<Name, string>,
  { warmUp, round: length, rounds }: Course,
): Promise<Map<Name, Figure[]>> {
  const contenders = [...addresses].map(([name, address]) => ({ name, address, figures: [] as Figure[] }));
  for (const { address } of contenders) await load(address, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    for (const { address, figures } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      figures.push(await load(address, length));
    }
  }
  return new Map(contenders.map(({ name, figures }) => [name, figures]));
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
