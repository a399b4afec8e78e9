/** The processor time that work takes in this process, all its threads included; in milliseconds. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of so many measurements: the one that other work spoiled least. */
export async function leastOf(times: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < times; n += 1) least = Math.min(least, await measure());
  return least;
}

const records = Array.from({ length: 1_500 }, (_, n) => ({ name: `Product ${n}`, price: n, tags: ["a", "b"] }));

/**
 * The processor time that a reference takes here and now: writing 1,500 records as JSON and reading them, which is work
 * of the kind that parsers do; in milliseconds.
 */
export function referenceMs(): Promise<number> {
  return leastOf(30, () => processorMs(() => JSON.parse(JSON.stringify(records))));
}
