import { createServer } from "node:http";
import { join } from "node:path";
import autocannon from "autocannon";
import { freePort } from "../../server/test/harness/free-port.ts";
import { createProducts, loadShop, openPool, register } from "./orders.ts";
import { processorMsOf } from "./processor-time.ts";
import { type Course, compare, median } from "./rounds.ts";
import { type Server, startShop } from "./servers.ts";

const customerCount = 20;
const clients = 10;
/** Requests of which the processor's time is measured. */
const amount = 3_000;

/**
 * Compares shops that send all or a tenth of their traces to a collector with one that sends none, in turn: cached lists,
 * pages, and orders. Prints the requests per second, also as a part of those without traces, and the processor's time of a
 * request, which other work on the machine hardly changes.
 */
export async function measureTracing(databaseUrl: string, folder: string, course: Course): Promise<void> {
  // A collector that reads everything and keeps nothing.
  const collector = createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  const port = await freePort();
  collector.listen(port, "127.0.0.1");
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  const tenth = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" };
  const shops = [
    await startShop(databaseUrl, join(folder, "off")),
    await startShop(databaseUrl, join(folder, "tenth"), { ...endpoint, ...tenth }),
    await startShop(databaseUrl, join(folder, "all"), endpoint),
  ];
  try {
    console.log("\nRequests per second without traces, with a tenth of them, and with all");
    for (const path of ["/api/products", "/"]) {
      const figures = await compare(new Map(shops.map((shop) => [shop, shop.origin + path])), course);
      print(
        path,
        shops.map((shop) => median((figures.get(shop) ?? []).map(({ perSecond }) => perSecond))),
      );
      const times: number[] = [];
      for (const shop of shops) times.push(await processorMs(shop, path));
      console.log(`${"processor's time".padEnd(24)} ${times.map((ms) => `${ms.toFixed(2)} ms`).join(", ")}`);
    }
    const origins = shops.map(({ origin }) => origin);
    print("orders, 10 clients", await compareOrders(databaseUrl, origins, course));
    console.log(`start: ${shops.map(({ startMs }) => `${Math.round(startMs)} ms`).join(", ")}`);
  } finally {
    await Promise.all(shops.map(({ stop }) => stop()));
    collector.closeAllConnections();
    collector.close();
  }
}

/** The medians of orders per second, by shop. */
async function compareOrders(
  databaseUrl: string,
  shops: readonly string[],
  { round: seconds, rounds }: Course,
): Promise<number[]> {
  const pool = openPool(databaseUrl);
  try {
    const products = await createProducts(pool);
    const draw = () => [{ product: products[Math.floor(Math.random() * products.length)] ?? "", qty: 1 }];
    const contenders = [];
    for (const [n, shop] of shops.entries()) {
      const customers = await registerAll(shop, `tracing-${n}`);
      contenders.push({ shop, perSecond: [] as number[], load: { customers, connections: clients, draw, seconds } });
    }
    for (const { shop, load } of contenders) await loadShop(shop, load);
    for (let round = 0; round < rounds; round += 1) {
      for (const { shop, perSecond, load } of round % 2 === 0 ? contenders : contenders.toReversed()) {
        perSecond.push((await loadShop(shop, load)).perSecond);
      }
    }
    return contenders.map(({ perSecond }) => median(perSecond));
  } finally {
    await pool.end();
  }
}

/** One after the other, because passwords are expensive; of each shop by itself, because each has a secret of its own. */
async function registerAll(shop: string, as: string): Promise<Awaited<ReturnType<typeof register>>[]> {
  const customers = [];
  for (let n = 0; n < customerCount; n += 1) customers.push(await register(shop, n, as));
  return customers;
}

/** The processor's time of a request, in milliseconds. */
async function processorMs({ pid, origin }: Server, path: string): Promise<number> {
  const before = await processorMsOf(pid);
  await autocannon({ url: origin + path, connections: clients, amount });
  return ((await processorMsOf(pid)) - before) / amount;
}

function print(name: string, perSecond: readonly number[]): void {
  const [off = Number.NaN] = perSecond;
  const parts = perSecond.map((each) => `${Math.round(each)} (${Math.round((100 * each) / off)}%)`);
  console.log(`${name.padEnd(24)} ${parts.join(", ")}`);
}
