import { createServer } from "node:http";
import { join } from "node:path";
import { freePort } from "../../server/test/harness/free-port.ts";
import { createProducts, loadShop, openPool, register } from "./orders.ts";
import { type Course, compare, median } from "./rounds.ts";
import { startShop } from "./servers.ts";

const customerCount = 20;
const clients = 10;

/**
 * Compares a shop that sends its traces to a collector with one that does not, in turn: cached lists, pages, and orders.
 * Prints the requests per second with traces as a part of those without.
 */
export async function measureTracing(databaseUrl: string, folder: string, course: Course): Promise<void> {
  // A collector that reads everything and keeps nothing.
  const collector = createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  const port = await freePort();
  collector.listen(port, "127.0.0.1");
  const plain = await startShop(databaseUrl, join(folder, "plain"));
  const traced = await startShop(databaseUrl, join(folder, "traced"), {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  try {
    console.log("\nTraces on, against off: requests per second");
    for (const path of ["/api/products", "/"]) {
      const addresses = new Map([plain, traced].map((shop) => [shop, shop.origin + path]));
      const figures = await compare(addresses, course);
      const [without, withTraces] = [plain, traced].map((shop) =>
        median((figures.get(shop) ?? []).map(({ perSecond }) => perSecond)),
      );
      print(path, without, withTraces);
    }
    const ratios = await compareOrders(databaseUrl, [plain.origin, traced.origin], course);
    print("orders, 10 clients", ...ratios);
    console.log(`start: ${Math.round(plain.startMs)} ms off, ${Math.round(traced.startMs)} ms on`);
  } finally {
    await Promise.all([plain.stop(), traced.stop()]);
    collector.closeAllConnections();
    collector.close();
  }
}

/** The medians of orders per second, without and with traces. */
async function compareOrders(
  databaseUrl: string,
  shops: readonly string[],
  { round: seconds, rounds }: Course,
): Promise<number[]> {
  const pool = openPool(databaseUrl);
  try {
    const [first = ""] = shops;
    const all = Array.from({ length: customerCount }, (_, n) => register(first, n, "tracing"));
    const products = await createProducts(pool);
    const draw = () => [{ product: products[Math.floor(Math.random() * products.length)] ?? "", qty: 1 }];
    const load = { customers: await Promise.all(all), connections: clients, draw, seconds };
    const figures = shops.map((shop) => ({ shop, perSecond: [] as number[] }));
    for (const { shop } of figures) await loadShop(shop, load);
    for (let round = 0; round < rounds; round += 1) {
      for (const { shop, perSecond } of round % 2 === 0 ? figures : figures.toReversed()) {
        perSecond.push((await loadShop(shop, load)).perSecond);
      }
    }
    return figures.map(({ perSecond }) => median(perSecond));
  } finally {
    await pool.end();
  }
}

function print(name: string, without = Number.NaN, withTraces = Number.NaN): void {
  const ratio = `${Math.round((100 * withTraces) / without)}%`;
  console.log(`${name.padEnd(24)} ${Math.round(without)} off, ${Math.round(withTraces)} on: ${ratio}`);
}
