import { errorBodySchema } from "@shop/shared/errors";
import { describe, expect, it } from "vitest";
import { register } from "../harness/accounts.ts";
import { insertCustomer, insertCustomers, issuer } from "../harness/customers.ts";
import { makeBrand, makeProduct } from "../harness/factories.ts";
import { orderOf } from "../harness/ordering.ts";
import { decided, orderToPay } from "../harness/paying.ts";
import { type RawAnswer, send } from "../harness/raw-http.ts";
import { providerCredentials } from "../harness/secrets.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({
  trustedProxies: ["loopback"],
  takesPayments: true,
  poolMax: 4,
  settings: { jwtSecret: issuer.jwtSecret },
});
const strict = startTestShop({ trustedProxies: ["10.0.0.0/8"] });
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Asked = { method?: string; path: string; body?: unknown; cookie?: string };

/** Asks as a proxy does that has named the request. */
function askAs(
  id: string,
  { method = "GET", path, body, cookie = "" }: Asked,
  origin = shop.origin,
): Promise<RawAnswer> {
  return send(origin, {
    method,
    path,
    headers: { "x-request-id": id, "content-type": "application/json", cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const linesOf = (id: string) => shop.logLines.filter((line) => line.includes(`"reqId":"${id}"`));

/** What other connections do while a product is locked by somebody else. */
async function whileLocked(
  lock: string,
  work: () => Promise<RawAnswer>,
): Promise<{ seen: { query: string; name: string }[]; answer: RawAnswer }> {
  const holder = await shop.pool.connect();
  try {
    await holder.query("begin");
    await holder.query(lock);
    const working = work();
    const look = async () =>
      (
        await shop.pool.query(
          `select query, application_name as name from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`,
        )
      ).rows;
    await expect.poll(async () => (await look()).length).toBeGreaterThan(0);
    const seen = await look();
    await holder.query("commit");
    return { seen, answer: await working };
  } finally {
    holder.release();
  }
}

describe("a request that a trusted proxy has named", () => {
  it("is found by that name in the answer, in the log, and in the database while it places an order", async () => {
    const id = "proxy.order-0815:a@b";
    const product = await makeProduct(shop.db, { countInStock: 5 });
    const { cookie, id: user } = await insertCustomer(shop.db);
    const body = orderOf([{ product, qty: 1 }]);
    const { seen, answer } = await whileLocked(`select from products where id = '${product}' for update`, () =>
      askAs(id, { method: "POST", path: "/api/orders", body, cookie }),
    );
    // The statement that waits is a prepared one; the connection says for whom it works.
    expect(seen).toEqual([{ name: `shop ${id}`, query: expect.not.stringContaining("request=") }]);
    expect(answer).toMatchObject({ status: 201, headers: { "x-request-id": id } });
    expect(linesOf(id).map((line) => JSON.parse(line))).toMatchObject([
      { msg: "order placed", user, totalCents: expect.any(Number) },
      { msg: "answered", status: 201, user, path: "/api/orders" },
    ]);
    const { rows } = await shop.pool.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name like '%proxy%'",
    );
    expect(rows, "the connection forgets it with the transaction").toEqual([{ n: 0 }]);
  });

  it("is found in what an administrator's change sends to the database, and who changed it in the log", async () => {
    const id = "proxy-desk-4711";
    const brand = await makeBrand(shop.db);
    const [admin] = await insertCustomers(shop.db, 1, { isAdmin: true });
    const { seen, answer } = await whileLocked(`select from brands where id = '${brand}' for update`, () =>
      askAs(id, {
        method: "POST",
        path: "/trpc/admin.brands.update",
        cookie: admin?.cookie ?? "",
        body: { id: brand, name: `Renamed ${brand.slice(-8)}`, version: 1 },
      }),
    );
    expect(answer, answer.body).toMatchObject({ status: 200, headers: { "x-request-id": id } });
    expect(seen).toEqual([{ name: `shop ${id}`, query: expect.stringMatching(` /\\*request='${id}'\\*/$`) }]);
    expect(linesOf(id).map((line) => JSON.parse(line))).toMatchObject([
      { msg: "answered", path: "/trpc/admin.brands.update", user: admin?.id, isAdmin: true },
    ]);
  });

  it("brings the provider's own names of its calls, and what became of the money, under the same name", async () => {
    const id = "proxy-pay-1";
    const { customer, order } = await orderToPay(shop);
    const providerOrder = await decided(shop, customer, order._id);
    const answer = await askAs(id, {
      method: "PUT",
      path: `/api/orders/${order._id}/pay`,
      cookie: customer.cookie,
      body: { id: providerOrder },
    });
    expect(answer.status, answer.body).toBe(200);
    const lines = linesOf(id).map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: "provider asked",
        call: "capture order",
        status: 201,
        debugId: expect.any(String),
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: "payment captured", order: order._id, providerOrder, by: customer.id }),
    );
  });

  it("keeps its name when it is refused, however early", async () => {
    const refused = await askAs("early-1", { path: "/api/nowhere" });
    expect(refused).toMatchObject({ status: 404, headers: { "x-request-id": "early-1" } });
    expect(errorBodySchema.parse(JSON.parse(refused.body)).requestId).toBe("early-1");
    const denied = await askAs("early-2", {
      path: "/trpc/admin.users.list",
      cookie: (await insertCustomer(shop.db)).cookie,
    });
    expect(denied).toMatchObject({ status: 403, headers: { "x-request-id": "early-2" } });
    expect(linesOf("early-2").map((line) => JSON.parse(line))).toMatchObject([
      { msg: "answered", status: 403, refused: ["FORBIDDEN"], user: expect.any(String) },
    ]);
  });
});

describe("names of requests", () => {
  it("are made anew for what is long, hurtful or not from a trusted proxy", async () => {
    for (const id of ["x".repeat(65), "a b", "a*/b", "a'b", 'a"b', "a;b", "a\\b", "ü"]) {
      expect((await askAs(id, { path: "/healthz" })).headers["x-request-id"], id).toMatch(uuid);
    }
    expect((await askAs("fine", { path: "/healthz" }, strict.origin)).headers["x-request-id"]).toMatch(uuid);
    const none = await Promise.all([send(shop.origin, { path: "/healthz" }), send(shop.origin, { path: "/healthz" })]);
    expect(new Set(none.map(({ headers }) => headers["x-request-id"])).size).toBe(2);
  });

  it("stay with their own requests when many share few connections", async () => {
    const brands = await Promise.all(Array.from({ length: 24 }, () => makeBrand(shop.db)));
    const [admin] = await insertCustomers(shop.db, 1, { isAdmin: true });
    await shop.pool.query("create table told (id uuid, name text)");
    await shop.pool.query(`create function tell() returns trigger language plpgsql as $$
      begin insert into told values (new.id, current_setting('application_name') || ' ' || current_query()); return new; end $$`);
    await shop.pool.query("create trigger tell after update on brands for each row execute function tell()");
    const cookie = admin?.cookie ?? "";
    const answers = await Promise.all(
      brands.map((id) =>
        askAs(`of-${id}`, {
          method: "POST",
          path: "/trpc/admin.brands.update",
          cookie,
          body: { id, name: `Another ${id.slice(-8)}`, version: 1 },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(brands.map(() => 200));
    const { rows } = await shop.pool.query("select id, name from told");
    expect(rows).toHaveLength(brands.length);
    for (const { id, name } of rows) {
      expect(name).toContain(`shop of-${id} `);
      expect(name).toContain(`/*request='of-${id}'*/`);
    }
    await shop.pool.query("drop trigger tell on brands; drop function tell; drop table told");
  });

  it("leave prepared statements alone: their number does not grow with the requests", async () => {
    const lone = await shop.pool.connect();
    lone.release();
    const product = await makeProduct(shop.db, { countInStock: 100 });
    const { cookie } = await insertCustomer(shop.db);
    const body = orderOf([{ product, qty: 1 }]);
    const journey = async (n: number) => {
      for (const path of [
        "/api/products",
        `/api/products/${product}`,
        "/api/products?keyword=lamp",
        "/api/orders/mine",
      ]) {
        expect((await askAs(`r${n}`, { path, cookie })).status).toBe(200);
      }
      expect((await askAs(`r${n}`, { method: "POST", path: "/api/orders", body, cookie })).status).toBe(201);
    };
    const prepared = async () => {
      const clients = await Promise.all(Array.from({ length: 4 }, () => shop.pool.connect()));
      const counts = await Promise.all(
        clients.map(async (client) => {
          const { rows } = await client.query("select name, statement from pg_prepared_statements");
          return rows.map(({ name, statement }) => `${name}: ${statement}`);
        }),
      );
      for (const client of clients) client.release();
      return counts.flat();
    };
    const namesIn = (statements: string[]) => new Set(statements).size;
    for (let n = 0; n < 4; n += 1) await journey(n);
    const before = namesIn(await prepared());
    for (let n = 4; n < 16; n += 1) await journey(n);
    const after = await prepared();
    expect(before).toBeGreaterThan(4);
    expect(namesIn(after)).toBe(before);
    expect(after.join("\n")).not.toContain("request=");
  });
});

describe("the log of a whole journey", () => {
  it("tells who did what by id, and holds no password, cookie, token, hash, secret or e-mail", async () => {
    const customer = await register(shop);
    const admin = await register(shop, "admin");
    const password = "marker password of the journey";
    const attempt = (secret: string) =>
      askAs("journey", { method: "POST", path: "/api/users/auth", body: { email: customer.email, password: secret } });
    expect((await attempt("marker wrong password")).status).toBe(401);
    expect((await attempt(customer.password)).status).toBe(200);
    const change = { name: "Renamed", email: customer.email, password };
    expect(
      (await askAs("journey", { method: "PUT", path: "/api/users/profile", body: change, ...customer })).status,
    ).toBe(200);
    const entered = await attempt(password);
    const cookie = /session=[^;]+/.exec(entered.headers["set-cookie"] ?? "")?.[0] ?? "";
    const { order } = await orderToPay(shop, { customer: { ...customer, name: "Renamed", cookie } });
    const providerOrder = await decided(shop, { cookie }, order._id);
    const body = { id: providerOrder, payer: { email_address: "marker-payer@example.com" } };
    expect((await askAs("journey", { method: "PUT", path: `/api/orders/${order._id}/pay`, body, cookie })).status).toBe(
      200,
    );
    expect((await askAs("journey", { method: "PUT", path: `/api/orders/${order._id}/confirm`, ...admin })).status).toBe(
      200,
    );
    expect((await askAs("journey", { method: "DELETE", path: `/api/users/${customer.id}`, ...admin })).status).toBe(
      200,
    );

    const lines = linesOf("journey").map((line) => JSON.parse(line));
    for (const events of [
      { msg: "answered", status: 401, refused: ["INVALID_CREDENTIALS"] },
      { msg: "signed in", user: customer.id },
      { msg: "payment captured", order: order._id, by: customer.id },
      { msg: "answered", status: 200, path: `/api/orders/${order._id}/confirm`, user: admin.id, isAdmin: true },
      { msg: "answered", status: 200, path: `/api/users/${customer.id}`, user: admin.id, isAdmin: true },
    ]) {
      expect(lines).toContainEqual(expect.objectContaining(events));
    }
    const everything = shop.logLines.join("");
    for (const secret of [
      ...["marker", customer.password, "@example.com", "$argon2", "session=", "SIM-TOKEN", "eyJ"],
      ...[providerCredentials.clientSecret, providerCredentials.clientId, cookie.slice(8)],
    ]) {
      expect(everything, secret).not.toContain(secret);
    }
  });
});
