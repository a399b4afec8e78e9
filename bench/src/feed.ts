import { setTimeout as wait } from "node:timers/promises";
import { residentMbOf } from "./footprint.ts";
import type { Server } from "./servers.ts";

/** How much memory may grow from the first tenth of the feed to its end, in megabytes. */
const growthMaxMb = 60;
const sampleMs = 250;

/**
 * Reads the feed for Google once, with the memory of the shop's process meanwhile. Prints both, and returns the misses, one
 * sentence each.
 */
export async function measureFeed(shop: Server, rows: number): Promise<string[]> {
  const began = performance.now();
  const response = await fetch(`${shop.origin}/feeds/google-merchant.xml`);
  if (!response.ok || response.body === null) throw new Error(`the feed answered ${response.status}`);
  const items = countItems(response.body);
  const samples: { read: number; mb: number }[] = [];
  while (!items.isOver()) {
    samples.push({ read: items.count(), mb: await residentMbOf(shop.pid) });
    await wait(sampleMs);
  }
  const { count, bytes } = await items.done;
  const seconds = (performance.now() - began) / 1_000;
  const early = Math.max(...samples.filter(({ read }) => read <= rows / 10).map(({ mb }) => mb));
  const highest = Math.max(...samples.map(({ mb }) => mb));
  console.log(
    `\nFeed: ${count} products, ${(bytes / 1_000_000).toFixed(0)} MB in ${seconds.toFixed(1)} s
resident ${early.toFixed(0)} MB in the first tenth, at most ${highest.toFixed(0)} MB`,
  );
  return [
    ...(count === rows ? [] : [`feed: ${count} of ${rows} products`]),
    ...(highest - early > growthMaxMb ? [`feed: memory grew by ${(highest - early).toFixed(0)} MB`] : []),
  ];
}

const mark = "<item>";

/** Counts the items of a feed as it comes; keeps nothing of it. */
function countItems(body: ReadableStream<Uint8Array>) {
  let [count, bytes, isOver] = [0, 0, false];
  const read = async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      const text = rest + decoder.decode(chunk, { stream: true });
      count += text.split(mark).length - 1;
      // A mark that was cut in two is counted with the next part.
      rest = text.slice(-(mark.length - 1));
    }
    return { count, bytes };
  };
  const done = read().finally(() => {
    isOver = true;
  });
  return { count: () => count, isOver: () => isOver, done };
}
