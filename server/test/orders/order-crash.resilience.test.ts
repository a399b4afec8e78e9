import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Customer, insertCustomers, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { median, waitForStatus } from "../harness/load.ts";
import { orderOf, orderSchema, ordersOf, type SeenOrder, sendOrder } from "../harness/ordering.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { randomFrom, shuffled, wholeFrom } from "../harness/random.ts";
import { transports } from "../harness/test-client.ts";
import { startTestDatabase } from "../harness/test-database.ts";
import { timeLimit } from "../harness/time-limit.ts";
import { width } from "../harness/width.ts";

const { killRounds: rounds, killedCustomers, longestLifeMs } = width;
/** How long the shop may take from its start until it is ready on a quiet machine, and when a test gives up; in milliseconds. */
const readyMs = 5_000;
const timeoutMs = 30_000;

const processes = shopProcesses();
const database = startTestDatabase(4);

/** Starts the shop; gives it back with the milliseconds until it was ready. */
async function start(): Promise<{ shop: ShopProcess; ms: number }> {
  const started = performance.now();
  const shop = await processes.open({
    DATABASE_URL: database.url,
    JWT_SECRET: issuer.jwtSecret,
    PUBLIC_ORIGIN: issuer.publicOrigin,
    LOG_LEVEL: "warn",
  });
  await waitForStatus(`${shop.origin}/readyz`, 200, timeoutMs);
  return { shop, ms: performance.now() - started };
}

/** One keyed attempt to order, and what the shop said before it died, if anything. */
type Tried = { customer: Customer; key: string; body: Record<string, unknown>; acknowledged: SeenOrder | undefined };

/** Repeats an order under its key as long as the shop has too much to do. */
async function sendUntilTaken(
  origin: string,
  customer: Tried["customer"],
  body: Record<string, unknown>,
  key: string,
): ReturnType<typeof sendOrder> {
  for (let left = 30; ; left -= 1) {
    const answer = await sendOrder(origin, customer, body, { key });
    if (answer.status !== 503 || left === 0) return answer;
    await delay(1_000);
  }
}

describe("a shop that is killed in the middle of its work", () => {
  it("has kept every order that it acknowledged, none twice and none by half, and is open again in seconds", async () => {
    const next = randomFrom(Number(process.env.CRASH_SEED ?? 1));
    const initial = 1_000_000;
    const products = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        makeProduct(database.db, { countInStock: initial, priceCents: 499 * (n + 1) }),
      ),
    );
    const customers = await insertCustomers(database.db, killedCustomers);
    const stock = Object.fromEntries(products.map((id) => [id, initial]));
    const first = await start();
    let { shop } = first;
    const restarts: number[] = [];
    let keys = 0;
    let unanswered = 0;

    for (let round = 0; round < rounds; round += 1) {
      const tried: Tried[] = [];
      const victim = shop;
      let isOver = false;
      const shopping = customers.map(async (customer) => {
        while (!isOver) {
          keys += 1;
          const lines = shuffled(next, products)
            .slice(0, wholeFrom(next, 1, 4))
            .map((product) => ({ product, qty: wholeFrom(next, 1, 3) }));
          const attempt: Tried = { customer, key: `key-${keys}`, body: orderOf(lines), acknowledged: undefined };
          tried.push(attempt);
          const transport = transports[keys % transports.length] ?? "REST";
          // Whatever the kill leaves of a connection is no answer.
          const answer = await sendOrder(victim.origin, customer, attempt.body, { key: attempt.key, transport }).catch(
            () => null,
          );
          if (answer === null) return;
          // An overloaded shop asks to come again; the attempt is repeated under its key after the kill.
          if (answer.status === 503) continue;
          expect(answer.refusal).toBeUndefined();
          attempt.acknowledged = answer.order;
        }
      });
      // Mostly in the first moments, when everything is new; now and then after all that time.
      await delay(150 + longestLifeMs * next() ** 3);
      victim.kill("SIGKILL");
      isOver = true;
      await Promise.all(shopping);
      expect(await victim.exited).toMatchObject({ signal: "SIGKILL" });
      const lost = tried.filter((attempt) => attempt.acknowledged === undefined);
      unanswered += lost.length;

      const again = await start();
      ({ shop } = again);
      restarts.push(again.ms);
      const { origin } = shop;
      await expectInvariants(database.pool, stock);

      const replay = async ({ customer, key, body, acknowledged }: Tried) => {
        if (acknowledged !== undefined) {
          const read = await fetch(`${origin}/api/orders/${acknowledged._id}`, {
            headers: { cookie: customer.cookie },
          });
          expect(orderSchema.parse(await read.json())).toEqual(acknowledged);
        }
        const replayed = await sendUntilTaken(origin, customer, body, key);
        expect(replayed.status).toBe(201);
        if (acknowledged !== undefined) expect(replayed).toMatchObject({ isReplay: true, order: acknowledged });
        const twice = acknowledged === undefined ? await sendUntilTaken(origin, customer, body, key) : replayed;
        expect(twice).toMatchObject({ isReplay: true, order: { _id: replayed.order?._id } });
      };
      for (let from = 0; from < tried.length; from += killedCustomers) {
        await Promise.all(tried.slice(from, from + killedCustomers).map(replay));
      }
      await expectInvariants(database.pool, stock);
      const { rows } = await database.pool.query("select count(*)::int as orders from orders");
      expect(rows).toEqual([{ orders: keys }]);
      const held = await database.pool.query("select count(*)::int as keys from idempotency_keys");
      expect(held.rows).toEqual([{ keys }]);
    }
    expect(unanswered).toBeGreaterThan(0);
    expect(await Promise.all(products.map((id) => ordersOf(database.pool, id)))).not.toContain(0);
    // Where a start takes long by itself, one after a crash must take no longer.
    expect(median(restarts)).toBeLessThan(Math.max(timeLimit(readyMs), 1.5 * first.ms));
  }, 600_000);
});
