import { errorBodySchema } from "@shop/shared/errors";
import { apiKeyPattern } from "@shop/shared/program/api-key";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { keyRoutes, procedures, routes } from "../harness/access-matrix.ts";
import { operationsOf, readDocument } from "../harness/api-document.ts";
import { makeApiKey } from "../harness/api-keys.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeOrder, makeProduct } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { fromTrpc, type Member, makeAdmin, storedState } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });
const strictShop = startTestShop({
  besides: shop,
  settings: { limits: { ...wideLimits, requestsPerApiKey: { points: 2, seconds: 900 } } },
});
const unknownId = "01900000-0000-7000-8000-000000000000";
const json = { "content-type": "application/json" };

const createdSchema = z.object({
  key: z.string(),
  record: z.looseObject({ _id: z.string(), prefix: z.string(), createdBy: z.string() }),
});

async function createKey(admin: Member, scope: "read" | "write" = "read"): Promise<z.infer<typeof createdSchema>> {
  const reply = await admin.trpc("mutation", "admin.apiKeys.create", { name: "Warehouse", scope });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return createdSchema.parse(reply.body);
}

const asks = (path: string, key: string, more: { method?: string; body?: string; origin?: string } = {}) =>
  send(more.origin ?? shop.origin, {
    path,
    ...(more.method === undefined ? {} : { method: more.method }),
    ...(more.body === undefined ? {} : { body: more.body }),
    headers: { ...json, authorization: `Bearer ${key}` },
  });

/** As if the password had been typed eleven minutes ago. */
const passMinutes = ({ id }: Member) =>
  shop.pool.query("update sessions set created_at = created_at - interval '11 minutes' where user_id = $1", [id]);

const listSchema = z.array(
  z.looseObject({
    _id: z.string(),
    lastUsedOn: z.string().nullable(),
    isUsable: z.boolean(),
    revokedAt: z.string().nullable(),
  }),
);
async function recordOf(admin: Member, id: string) {
  const { body } = await admin.trpc("query", "admin.apiKeys.list");
  return listSchema.parse(body).find(({ _id }) => _id === id);
}

describe("a key", () => {
  it("is shown once, kept as a digest, and found again by its beginning", async () => {
    const admin = await makeAdmin(shop);
    const { key, record } = await createKey(admin);
    expect(key).toMatch(apiKeyPattern);
    expect(key.startsWith(record.prefix)).toBe(true);
    expect(record.prefix).toHaveLength(16);
    const { rows } = await shop.pool.query("select * from api_keys where id = $1", [record._id]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(16));
    const listed = await admin.trpc("query", "admin.apiKeys.list");
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(16));
    expect(shop.logLines.join("\n")).not.toContain(key.slice(16));
  });

  it("is made only by who has shown who they are in the last ten minutes", async () => {
    const admin = await makeAdmin(shop);
    await passMinutes(admin);
    const reply = await admin.trpc("mutation", "admin.apiKeys.create", { name: "Warehouse", scope: "write" });
    expect(reply).toMatchObject({ status: 403, code: "REAUTH_REQUIRED" });
    expect(await shop.pool.query("select 1 from api_keys where user_id = $1", [admin.id])).toMatchObject({ rows: [] });
  });

  it("shows on which day it was last used, with one write a day", async () => {
    const admin = await makeAdmin(shop);
    const { key, record } = await createKey(admin);
    expect(await recordOf(admin, record._id)).toMatchObject({ lastUsedOn: null, isUsable: true });
    expect((await asks("/api/orders", key)).status).toBe(200);
    const rowOf = async () =>
      (
        await shop.pool.query(
          "select xmin::text, last_used_on::text as day, (now() at time zone 'UTC')::date::text as today from api_keys where id = $1",
          [record._id],
        )
      ).rows[0];
    const first = await rowOf();
    expect(first.day).toBe(first.today);
    expect((await asks("/api/orders", key)).status).toBe(200);
    expect((await rowOf()).xmin).toBe(first.xmin);
  });

  it("ends at once when it is revoked, when its creator is no administrator any more, and when they are deleted", async () => {
    const admin = await makeAdmin(shop);
    const { key, record } = await createKey(admin);
    const status = async () => (await asks("/api/orders", key)).status;
    expect(await status()).toBe(200);
    await shop.pool.query("update users set is_admin = false where id = $1", [admin.id]);
    expect(await status()).toBe(401);
    const other = await makeAdmin(shop);
    expect(await recordOf(other, record._id)).toMatchObject({ isUsable: false, revokedAt: null });
    await shop.pool.query("update users set deleted_at = now(), email = null, password_hash = null where id = $1", [
      admin.id,
    ]);
    expect(await status()).toBe(401);

    const { key: second, record: secondRecord } = await createKey(other);
    for (let times = 0; times < 2; times += 1) {
      const revoked = await other.trpc("mutation", "admin.apiKeys.revoke", { id: secondRecord._id });
      expect(revoked.body).toMatchObject({ isUsable: false, revokedAt: expect.any(String) });
    }
    const refused = await asks("/api/orders", second);
    expect([refused.status, errorBodySchema.parse(JSON.parse(refused.body)).code]).toEqual([401, "UNAUTHENTICATED"]);
    const { rows } = await shop.pool.query("select act from admin_acts where entity_id = $1 order by created_at", [
      secondRecord._id,
    ]);
    expect(rows).toEqual([{ act: "created" }, { act: "revoked" }]);
  });

  it("that is wrong is refused by every path, also where nobody needs one", async () => {
    const { key } = await makeApiKey(shop.db, { scope: "read" });
    const wrong = [
      key.slice(0, -1) + (key.endsWith("0") ? "1" : "0"),
      `shopkey_${"0".repeat(64)}`,
      "shopkey_",
      "x",
      "",
    ];
    for (const text of wrong) {
      for (const path of ["/api/products", "/api/orders"]) expect((await asks(path, text)).status, text).toBe(401);
    }
  });

  it("may ask so often and no more, whatever other keys do", async () => {
    const [busy, other] = [await makeApiKey(shop.db, { scope: "read" }), await makeApiKey(shop.db, { scope: "read" })];
    const { origin } = strictShop;
    const statuses: number[] = [];
    for (let times = 0; times < 3; times += 1) statuses.push((await asks("/api/orders", busy.key, { origin })).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await asks("/api/orders", other.key, { origin })).status).toBe(200);
    expect((await asks("/api/orders", busy.key)).headers["retry-after"]).toBeUndefined();
  });

  it("needs no origin of the shop's own, because no page can make a browser send it", async () => {
    const { key } = await makeApiKey(shop.db, { scope: "write" });
    const headers = {
      ...json,
      authorization: `Bearer ${key}`,
      origin: "https://tool.example",
      "sec-fetch-site": "cross-site",
    };
    expect((await send(shop.origin, { method: "POST", path: "/api/brands", headers })).status).toBe(201);
    const withCookie = {
      ...headers,
      authorization: "Basic eDp5",
      cookie: (await insertCustomer(shop.db, { isAdmin: true })).cookie,
    };
    expect((await send(shop.origin, { method: "POST", path: "/api/brands", headers: withCookie })).status).toBe(403);
  });

  it("counts instead of a session that comes with it", async () => {
    const { key } = await makeApiKey(shop.db, { scope: "read" });
    const { cookie } = await insertCustomer(shop.db, { isAdmin: true });
    const headers = { authorization: `Bearer ${key}`, cookie };
    expect((await send(shop.origin, { path: "/api/users", headers })).status).toBe(403);
    // A proxy before the shop may send its own token with the requests of browsers.
    const token = { authorization: "Bearer eyJhbGciOiJub25lIn0", cookie };
    expect((await send(shop.origin, { path: "/api/users", headers: token })).status).toBe(200);
  });

  it("reads drafts, which stay unknown to everybody else", async () => {
    const id = await makeProduct(shop.db, { publishedAt: null });
    const { key } = await makeApiKey(shop.db, { scope: "read" });
    expect((await asks(`/api/products/${id}`, key)).status).toBe(200);
    expect((await send(shop.origin, { path: `/api/products/${id}` })).status).toBe(404);
    expect((await asks("/api/products", key)).body).toContain(id);
    expect((await send(shop.origin, { path: "/api/products" })).body).not.toContain(id);
    expect((await asks("/api/products.csv", key)).body).toContain(id);
  });
});

describe("what a program does", () => {
  it("is in the audit and in the order's history, with the name of its key", async () => {
    const admin = await makeAdmin(shop, { name: "Grace" });
    const { key } = await makeApiKey(shop.db, { scope: "write", userId: admin.id, name: "Robot" });
    await makeBrand(shop.db);
    await makeCategory(shop.db);
    const order = await makeOrder(shop.db, { stepsDone: 1 });
    expect((await asks(`/api/orders/${order}/confirm`, key, { method: "PUT" })).status).toBe(200);
    const product = await asks("/api/products", key, { method: "POST" });
    const { _id: productId } = z.looseObject({ _id: z.string() }).parse(JSON.parse(product.body));
    const { body } = await admin.trpc("query", "admin.audit.page", { person: admin.id });
    const { entries } = z.object({ entries: z.array(z.unknown()) }).parse(body);
    expect(entries).toMatchObject([
      { act: "created", entityId: productId, by: { name: "Grace" }, via: "Robot" },
      { act: "confirmed", entityId: order, by: { name: "Grace" }, via: "Robot" },
    ]);
    const history = await admin.trpc("query", "order.history", { id: order });
    expect(history.body).toContainEqual(expect.objectContaining({ act: "confirmed", by: "Grace (API key Robot)" }));
  });

  it("is logged with the id of its key, which is never logged itself", async () => {
    const { id, key } = await makeApiKey(shop.db, { scope: "read" });
    await asks("/api/orders", key);
    const lines = shop.logLines.filter((line) => line.includes(id));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ apiKey: id, status: 200 });
    expect(shop.logLines.join("\n")).not.toContain(key.slice(16));
  });
});

describe("the table of what programs may do", () => {
  const documented = Object.entries(routes)
    .filter(([route]) => route.split(" ")[1]?.startsWith("/api/"))
    .map(([route, who]) => ({ route, who }));

  it.each(documented)("holds for $route", async ({ route, who }) => {
    const [method = "", path = ""] = route.split(" ");
    for (const scope of ["read", "write"] as const) {
      const { headers } = await makeApiKey(shop.db, { scope });
      const needed = keyRoutes[route];
      const isAllowed = who === "anyone" || needed === "read" || needed === scope;
      for (const id of [unknownId, "abc"]) {
        const before = isAllowed ? undefined : await storedState(shop);
        const { status, body } = await send(shop.origin, {
          method,
          path: path.replace(":id", id).replace(":file", "none"),
          headers: { ...json, ...headers },
          ...(method === "POST" || method === "PUT" ? { body: "{}" } : {}),
        });
        if (isAllowed) expect([200, 201, 400, 401, 404, 415], `${scope}: ${body}`).toContain(status);
        else {
          expect([status, errorBodySchema.parse(JSON.parse(body)).code], scope).toEqual([403, "FORBIDDEN"]);
          expect(await storedState(shop)).toEqual(before);
        }
        // Signing in is for people; a key that works is never the reason of a refusal.
        if (isAllowed && status === 401) expect(route).toMatch(/auth|webhooks/);
      }
    }
  });

  it("is the one that the document tells of", async () => {
    const documentedForKeys = operationsOf(await readDocument(shop)).flatMap(({ name, security }) =>
      security.some((way) => "apiKey" in way) ? [name.replace(/\{(\w+)\}/g, ":$1")] : [],
    );
    expect(documentedForKeys.sort()).toEqual(Object.keys(keyRoutes).sort());
  });

  it("opens no procedure of tRPC", async () => {
    const { headers } = await makeApiKey(shop.db, { scope: "write" });
    for (const [name, { type, who }] of Object.entries(procedures)) {
      if (who === "anyone") continue;
      const call =
        type === "query"
          ? { path: `/trpc/${name}`, headers }
          : { method: "POST", path: `/trpc/${name}`, headers: { ...json, ...headers }, body: "{}" };
      const { status, body } = await send(shop.origin, call);
      expect([status, errorBodySchema.parse(fromTrpc(JSON.parse(body))).code], name).toEqual([401, "UNAUTHENTICATED"]);
    }
  });
});
