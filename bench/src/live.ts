import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { paidOrdersPath } from "@shop/shared/order/order-list";
import type pg from "pg";
import { createProducts, insertPastOrders, loadShop, openPool, register } from "./orders.ts";
import { processorMsOf } from "./processor-time.ts";
import { median } from "./rounds.ts";
import type { Server } from "./servers.ts";

/** The minimum ratio of the orders per second with open order lists to those without. */
const floor = 0.98;
const streamCount = 500;
const customerCount = 20;
const clients = 10;
const warmUpSeconds = 3;
const roundSeconds = 4;
/** More than the other parts have, because two rounds on a shared host differ by more than the floor allows. */
const roundsPerRound = 4;
const payEveryMs = 1_000;
/** How long a round waits after its streams are open, so that opening them is not measured; in milliseconds. */
const calmMs = 1_000;
/** How long a stream is read for its first event after a round, in milliseconds. */
const readMaxMs = 10_000;
const orderEvent = "event: orders";
const readBytes = 16_384;

/**
 * Places orders while 500 admins have the order list open, and while nobody has, in turns. An order is paid each second in
 * both, which the lists are told of. Returns the misses, one sentence each.
 */
export async function measureLive(
  databaseUrl: string,
  { origin: shop, pid }: Server,
  rounds: number,
): Promise<string[]> {
  const pool = openPool(databaseUrl);
  try {
    const customers = await Promise.all(Array.from({ length: customerCount }, (_, n) => register(shop, n, "live")));
    const [admin = { id: "", cookie: "" }] = customers;
    const products = await createProducts(pool);
    await insertPastOrders(pool, customers);
    await pool.query("update users set is_admin = true where id = $1", [admin.id]);
    const any = () => products[Math.floor(Math.random() * products.length)] ?? "";
    const draw = () => [any(), any()].map((product) => ({ product, qty: 1 }));
    const load = async (seconds: number) => {
      const paying = payNow(pool);
      const before = await processorMsOf(pid);
      const { perSecond } = await loadShop(shop, {
        customers: customers.slice(1),
        connections: clients,
        draw,
        seconds,
      });
      await paying.stop();
      return { perSecond, msEach: ((await processorMsOf(pid)) - before) / (perSecond * seconds) };
    };
    const contenders = {
      alone: load,
      followed: async (seconds: number) => {
        const streams = await openStreams(shop, admin.cookie);
        await wait(calmMs);
        const measured = await load(seconds);
        const received = await Promise.all(streams.map(({ readEvents }) => readEvents()));
        for (const { close } of streams) close();
        if (Math.min(...received) === 0) throw new Error("An open list was told of no order");
        return measured;
      },
    };
    const order = ["alone", "followed"] as const;
    for (const contender of order) await contenders[contender](warmUpSeconds);
    const measured: Record<(typeof order)[number], Figures[]> = { alone: [], followed: [] };
    for (let round = 0; round < rounds * roundsPerRound; round += 1) {
      for (const contender of round % 2 === 0 ? order : order.toReversed()) {
        measured[contender].push(await contenders[contender](roundSeconds));
        await settle(pool);
      }
    }
    return judge(measured);
  } finally {
    await pool.end();
  }
}

type Figures = {
  perSecond: number;
  /** The server's processor time for one order, in milliseconds. */
  msEach: number;
};

/** Compares the medians of all rounds, and prints them. */
function judge({ alone, followed }: { alone: Figures[]; followed: Figures[] }): string[] {
  const ratioOf = (figure: keyof Figures) => {
    const of = (rounds: Figures[]) => median(rounds.map((round) => round[figure]));
    return of(followed) / of(alone);
  };
  const inPercent = (ratio: number) => `${(ratio * 100).toFixed(1)}%`;
  const speed = ratioOf("perSecond");
  console.log(`\nOrders while ${streamCount} order lists are open, beside none; medians of ${alone.length} rounds`);
  console.log(`  ${inPercent(speed)} of the orders per second, floor ${inPercent(floor)}`);
  console.log(`  ${inPercent(ratioOf("msEach"))} of the server's processor time for an order`);
  return speed < floor
    ? [`${streamCount} open lists: ${inPercent(speed)} of the orders, floor ${inPercent(floor)}`]
    : [];
}

/** Pays one order each second, until it is stopped. */
function payNow(pool: pg.Pool): { stop: () => Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = pool.query(
      `update orders set paid_at = now() where id = (
         select id from orders where is_stock_held and paid_at is null order by created_at desc limit 1)`,
    );
  }, payEveryMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
}

/** Pays what a round has left, as if long ago: an account can hold only a limited number of unpaid units. */
async function settle(pool: pg.Pool): Promise<void> {
  await pool.query("update orders set paid_at = now() - interval '1 hour' where paid_at is null and is_stock_held");
}

/** An open stream. Its client does not read while the load runs, because it would be another machine's work. */
type OpenStream = { readEvents: () => Promise<number>; close: () => void };

/** Opens the streams one after the other in groups, each on a connection of its own. */
async function openStreams(shop: string, cookie: string): Promise<OpenStream[]> {
  const streams: OpenStream[] = [];
  while (streams.length < streamCount) {
    streams.push(...(await Promise.all(Array.from({ length: 20 }, () => openStream(shop, cookie)))));
  }
  return streams;
}

function openStream(shop: string, cookie: string): Promise<OpenStream> {
  const { hostname, port, host } = new URL(shop);
  return new Promise((resolve, reject) => {
    let text = "";
    let isOpen = false;
    const buffer = Buffer.alloc(readBytes);
    const onRead = (size: number) => {
      text += buffer.toString("utf8", 0, size);
      if (isOpen || !text.includes("event: reload")) return true;
      isOpen = true;
      if (text.startsWith("HTTP/1.1 200 ")) resolve({ readEvents, close: () => socket.destroy() });
      else reject(new Error(`The stream answers ${text.slice(0, 100)}`));
      return false;
    };
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback: onRead } });
    const readEvents = async () => {
      socket.resume();
      const endsAt = performance.now() + readMaxMs;
      while (!text.includes(orderEvent) && performance.now() < endsAt) await wait(10);
      return text.split(orderEvent).length - 1;
    };
    socket.once("error", reject);
    socket.write(
      `GET ${paidOrdersPath} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\ncookie: ${cookie}\r\n\r\n`,
    );
  });
}
