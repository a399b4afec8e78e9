import { afterEach, describe, expect, it } from "vitest";
import { type Customer, insertCustomer, insertCustomers } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { type Call, tally, time } from "../harness/load.ts";
import { orderOf, ordersOf, outcomes, sendOrder } from "../harness/ordering.ts";
import {
  capturedElsewhere,
  decided,
  expectMoneyAgrees,
  orderToPay,
  pay,
  paymentsOf,
  seenOrder,
} from "../harness/paying.ts";
import { transports } from "../harness/test-client.ts";
import { startTwoServers } from "../harness/two-servers.ts";

const servers = startTwoServers();
const rounds = 50;

afterEach(async () => {
  await expectInvariants(servers.pool);
  await expectMoneyAgrees(servers);
});

/** A call with somebody's cookie and a JSON body, to one server or the other. */
function send(
  caller: number,
  { cookie }: { cookie: string },
  [method, path]: [method: string, path: string],
  body: unknown,
): Promise<Call> {
  const headers = { "content-type": "application/json", cookie };
  return time(servers.at(caller).origin + path, { method, headers, body: JSON.stringify(body) });
}

describe("a double click that reaches both servers", () => {
  it("makes one order, whatever each of them knows", async () => {
    const customer = await insertCustomer(servers.db);
    const product = await makeProduct(servers.db, { countInStock: 200 });
    for (let round = 0; round < rounds; round += 1) {
      const body = orderOf([{ product, qty: 1 }]);
      const tries = await Promise.all(
        Array.from({ length: 4 }, (_, n) =>
          sendOrder(servers.at(n).origin, customer, body, {
            key: `click-${round}`,
            transport: transports[Math.floor(n / 2)] ?? "REST",
          }),
        ),
      );
      expect(outcomes(tries)).toEqual({ placed: 4 });
      expect(new Set(tries.map(({ order }) => order?._id)).size).toBe(1);
    }
    expect(await ordersOf(servers.pool, product)).toBe(rounds);
    await expectInvariants(servers.pool, { [product]: 200 });
  });
});

describe("a payment that is reported to both servers at the same moment", () => {
  it("pays exactly one of two orders", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const one = await orderToPay({ db: servers.db, origin: servers.at(round).origin });
      const two = await orderToPay(
        { db: servers.db, origin: servers.at(round + 1).origin },
        { customer: one.customer },
      );
      const { id } = capturedElsewhere(servers, "21.50");
      const reports = await Promise.all([
        pay(servers.at(round), one.customer, one.order._id, { id }),
        pay({ ...servers.at(round + 1), transport: "tRPC" }, two.customer, two.order._id, { id }),
      ]);
      expect(reports.map(({ outcome }) => outcome).sort()).toEqual(["200", "409 PAYMENT_REUSED"]);
      const seen = await Promise.all(
        [one, two].map(({ customer, order }) => seenOrder(servers.at(round), customer, order._id)),
      );
      expect(seen.filter(({ isPaid }) => isPaid)).toHaveLength(1);
    }
  });

  it("is taken once and pays its order once", async () => {
    const [shop] = servers.shops;
    const { customer, order } = await orderToPay({ db: servers.db, origin: shop.origin });
    const id = await decided({ origin: shop.origin, simulator: servers.simulator }, customer, order._id);
    const reports = await Promise.all(
      Array.from({ length: 20 }, (_, n) => pay(servers.at(n), customer, order._id, { id })),
    );
    const outcomes = reports.map(({ outcome }) => outcome);
    expect(outcomes).toContain("200");
    // One that waited too long for the others is told to ask again.
    expect(outcomes.filter((outcome) => outcome !== "200" && outcome !== "503 UNAVAILABLE")).toEqual([]);
    expect(servers.simulator.bank.captures(id)).toHaveLength(1);
    expect(await paymentsOf(servers.pool, order._id)).toHaveLength(1);
  });
});

describe("one person's review that reaches both servers at the same moment", () => {
  it("is stored once, and counts once", async () => {
    for (let round = 0; round < 10; round += 1) {
      const customer = await insertCustomer(servers.db);
      const product = await makeProduct(servers.db);
      const calls = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          send(n, customer, ["POST", `/api/products/${product}/reviews`], { rating: 1 + (n % 5), comment: "Seen" }),
        ),
      );
      expect(tally(calls)).toEqual({ 201: 1, 409: 19 });
      const { rows } = await servers.pool.query("select num_reviews from products where id = $1", [product]);
      expect(rows).toEqual([{ num_reviews: 1 }]);
    }
  });

  it("is counted exactly beside those of many customers", async () => {
    const product = await makeProduct(servers.db);
    const customers = await insertCustomers(servers.db, 100);
    const review = async (customer: Customer, n: number): Promise<Call> => {
      const body = { rating: 1 + (n % 5), comment: "Seen" };
      const call = await send(n, customer, ["POST", `/api/products/${product}/reviews`], body);
      // A busy machine asks to come again.
      return call.status === 503 ? review(customer, n) : call;
    };
    expect(tally(await Promise.all(customers.map(review)))).toEqual({ 201: 100 });
    for (const { origin } of servers.shops) {
      expect(JSON.parse((await time(`${origin}/api/products/${product}`)).body)).toMatchObject({
        numReviews: 100,
        rating: 3,
      });
    }
  });
});

describe("the last two administrators", () => {
  it("who demote each other at two servers leave one of them, every time", async () => {
    const [ada, bob] = await insertCustomers(servers.db, 2, { isAdmin: true });
    if (ada === undefined || bob === undefined) throw new Error("two were made");
    const demote = (caller: number, by: typeof ada, whom: typeof ada) =>
      send(caller, by, ["PUT", `/api/users/${whom.id}`], { name: whom.name, email: whom.email, isAdmin: false });
    for (let round = 0; round < rounds; round += 1) {
      const calls = await Promise.all([demote(round, ada, bob), demote(round + 1, bob, ada)]);
      const { rows } = await servers.pool.query("select id from users where is_admin and deleted_at is null");
      expect(rows).toHaveLength(1);
      // Whoever is second is signed out, is no administrator any more, or is told that nobody else would be.
      expect(calls.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
      for (const { status } of calls) expect([200, 401, 403, 409]).toContain(status);
      await servers.pool.query("update users set is_admin = true where id = any($1)", [[ada.id, bob.id]]);
    }
  });
});
