import autocannon from "autocannon";
import { processorMsOf } from "./processor-time.ts";

/** The result of one contender in one round. Latency in milliseconds. */
export type Figure = { perSecond: number; p99: number };
/** With the server's processor time for a request in milliseconds, which other work of the machine hardly changes. */
export type ProcessorFigure = Figure & { processorMs: number };

/** Warm-up and duration of a round in seconds, and the number of rounds. */
export type Course = { warmUp: number; round: number; rounds: number };

const connections = 20;

/**
 * Loads every address in turn, for several rounds, and reverses the order in every second round, so
 * that a drift of the machine's speed affects all contenders alike. Returns the results per round.
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

/** The same with the processor time of the process that answers each address. */
export async function compareProcessors<Name>(
  addresses: Map<Name, { address: string; pid: number }>,
  { warmUp, round: length, rounds }: Course,
): Promise<Map<Name, ProcessorFigure[]>> {
  const figures = new Map([...addresses.keys()].map((name): [Name, ProcessorFigure[]] => [name, []]));
  for (const { address } of addresses.values()) await load(address, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { address, pid }] of addresses) {
      const before = await processorMsOf(pid);
      const figure = await load(address, length);
      const processorMs = ((await processorMsOf(pid)) - before) / (figure.perSecond * length);
      figures.get(name)?.push({ ...figure, processorMs });
    }
  }
  return figures;
}

/** Loads several addresses of a server in turn, for some seconds. */
export async function loadInTurn(origin: string, paths: readonly string[], duration: number): Promise<Figure> {
  let next = 0;
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    next += 1;
    return { ...request, path: paths[next % paths.length] ?? "/" };
  };
  const result = await autocannon({ url: origin, connections, duration, requests: [{ setupRequest }] });
  if (result.errors + result.timeouts + result.non2xx > 0) throw new Error(`${origin} failed under load`);
  return { perSecond: result.requests.total / result.duration, p99: result.latency.p99 };
}

/** The median. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
