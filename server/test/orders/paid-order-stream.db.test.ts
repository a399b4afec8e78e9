import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder } from "../harness/factories.ts";
import { type OrderStream, openOrderStream } from "../harness/order-stream.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});

const open: OrderStream[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) {
    stream.close();
    await stream.ended;
  }
});
async function openStream(who: { cookie: string } = admin): Promise<OrderStream> {
  const stream = await openOrderStream(shop.origin, who);
  open.push(stream);
  return stream;
}

const pay = (...ids: string[]) => shop.pool.query("update orders set paid_at = now() where id = any($1)", [ids]);

/** Polls as the job does, until a stream was told of something. */
const polled = (assertion: () => void) =>
  vi.waitFor(
    async () => {
      await shop.services.paidOrders.poll();
      assertion();
    },
    { timeout: 60_000, interval: 20 },
  );

describe("the stream of paid orders", () => {
  it("is for administrators, and for programs that read streams", async () => {
    const customer = await insertCustomer(shop.db);
    expect(await openStream({ cookie: "" })).toMatchObject({ status: 401 });
    expect(await openStream(customer)).toMatchObject({ status: 403 });
    const plain = await fetch(`${shop.origin}/api/orders/live`, { headers: { cookie: admin.cookie } });
    expect(plain.status).toBe(400);
    const stream = await openStream();
    expect(stream.status).toBe(200);
    const { "content-type": type, "cache-control": cache, "content-encoding": encoding } = stream.headers;
    expect({ type, cache, encoding }).toEqual({ type: "text/event-stream", cache: "no-store", encoding: undefined });
  });

  it("tells every open list of an order once it is paid, and once only", async () => {
    const [first, second] = [await openStream(), await openStream()];
    await vi.waitFor(() => expect([first.reloads(), second.reloads()]).toEqual([1, 1]));
    const id = await makeOrder(shop.db, { customerName: "Ada Lovelace", qty: 3 });
    await shop.services.paidOrders.poll();
    await pay(id);
    await polled(() => expect([first.received, second.received].map(({ length }) => length)).toEqual([1, 1]));
    expect(first.received[0]).toMatchObject({
      count: 1,
      rows: [{ _id: id, user: { name: "Ada Lovelace" }, units: 3 }],
    });
    await shop.services.paidOrders.poll();
    const later = await makeOrder(shop.db);
    await pay(later);
    await polled(() => expect(second.ids()).toEqual([id, later]));
    expect([first.reloads(), second.reloads()]).toEqual([1, 1]);
  });

  it("stays open while nothing happens", { tags: "wide" }, async () => {
    const stream = await openStream();
    // Longer than a connection may be silent.
    await vi.waitFor(() => expect(stream.pings()).toBe(2), { timeout: 60_000, interval: 50 });
    const id = await makeOrder(shop.db);
    await pay(id);
    await polled(() => expect(stream.ids()).toEqual([id]));
    expect(stream.reloads()).toBe(1);
  });

  it("misses no order whose transaction commits after a later one", async () => {
    const stream = await openStream();
    const [slow, quick] = [await makeOrder(shop.db), await makeOrder(shop.db)];
    const client = await shop.pool.connect();
    try {
      await client.query("begin");
      await client.query("update orders set paid_at = now() where id = $1", [slow]);
      await pay(quick);
      await polled(() => expect(stream.ids()).toEqual([quick]));
      await client.query("commit");
    } finally {
      client.release();
    }
    await polled(() => expect(stream.ids()).toEqual([quick, slow]));
  });

  it("says how many there are when many come at once, and shows the newest", async () => {
    const stream = await openStream();
    const ids = Array.from({ length: 12 }, () => uuidv7());
    for (const id of ids) await makeOrder(shop.db, { id });
    await pay(...ids);
    await polled(() => expect(stream.received).toMatchObject([{ count: 12 }]));
    expect(stream.received[0]?.rows).toHaveLength(10);
  });

  it("ends when its session does, with the administrator's role, and with the right to read orders", async () => {
    const [signedOut, demoted, moved] = [
      await insertCustomer(shop.db, { isAdmin: true }),
      await insertCustomer(shop.db, { isAdmin: true }),
      await insertCustomer(shop.db, { isAdmin: true }),
    ];
    const streams = [await openStream(signedOut), await openStream(demoted), await openStream(moved)];
    const staying = await openStream();
    await fetch(`${shop.origin}/api/users/logout`, { method: "POST", headers: { cookie: signedOut.cookie } });
    await shop.pool.query("update users set is_admin = false where id = $1", [demoted.id]);
    // To the role of those who look after products.
    await shop.pool.query("update users set role = 'products' where id = $1", [moved.id]);
    let ended = 0;
    for (const { ended: end } of streams) void end.then(() => (ended += 1));
    await polled(() => expect(ended).toBe(3));
    const id = await makeOrder(shop.db);
    await pay(id);
    await polled(() => expect(staying.ids()).toEqual([id]));
    expect(await openStream(signedOut)).toMatchObject({ status: 401 });
    for (const client of [demoted, moved]) expect(await openStream(client)).toMatchObject({ status: 403 });
  });

  it("asks the database nothing while no list is open", async () => {
    const query = vi.spyOn(shop.services.db, "select");
    // The server may learn a moment later that the lists before were closed.
    await vi.waitFor(async () => {
      query.mockClear();
      await shop.services.paidOrders.poll();
      expect(query).not.toHaveBeenCalled();
    });
    query.mockRestore();
  });
});

describe("a server that stops", () => {
  it("ends its streams and takes no new ones", async () => {
    const stream = await openStream();
    shop.services.paidOrders.close();
    await stream.ended;
    expect(await openStream()).toMatchObject({ status: 503 });
  });
});
