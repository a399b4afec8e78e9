import { isDeepStrictEqual } from "node:util";
import { type Course, compare, median } from "./rounds.ts";
import { startAdapters } from "./servers.ts";

/** Ours stays only while it answers this many times the requests per second of the library's. */
const floor = 1.2;

/** Queries that no cache answers: what the answer cache answers never reaches an adapter. */
const cart = { lines: [] };
const input = (value: unknown) => new URLSearchParams({ input: JSON.stringify(value) });
const scenarios = [
  { name: "one query", call: `cartPricing.quote?${input(cart)}` },
  { name: "batch of two", call: `cartPricing.quote,order.paymentConfig?batch=1&${input({ 0: cart })}` },
];

/**
 * Loads the shop's tRPC adapter and the library's in alternating rounds, in
 * one process over the same services. Answers the misses, a sentence each.
 */
export async function measureAdapter(databaseUrl: string, folder: string, course: Course): Promise<string[]> {
  const { origin, stop } = await startAdapters(databaseUrl, folder);
  try {
    console.log("\nThe shop's tRPC adapter against the library's");
    const misses: string[] = [];
    for (const { name, call } of scenarios) {
      const addresses = { shop: `${origin}/trpc/${call}`, library: `${origin}/library/${call}` };
      await verifySameAnswer(addresses.shop, addresses.library);
      const figures = await compare(new Map(Object.entries(addresses)), course);
      const perSecond = (of: string) => median((figures.get(of) ?? []).map((figure) => figure.perSecond));
      const ratio = perSecond("shop") / perSecond("library");
      console.log(
        `  ${name.padEnd(14)} ${perSecond("shop").toFixed(0)}/s, library ${perSecond("library").toFixed(0)}/s: ` +
          `${ratio.toFixed(2)} times, floor ${floor}`,
      );
      if (ratio < floor) misses.push(`tRPC adapter, ${name}: ${ratio.toFixed(2)} times the library's, floor ${floor}`);
    }
    return misses;
  } finally {
    await stop();
  }
}

async function verifySameAnswer(shop: string, library: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    [shop, library].map(async (address): Promise<unknown> => (await fetch(address)).json()),
  );
  if (!isDeepStrictEqual(ours, theirs)) throw new Error(`${shop} differs from the library's answer`);
}
