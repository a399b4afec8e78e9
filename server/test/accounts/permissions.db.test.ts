import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeBrand, makeCategory, makeOrder, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import {
  type Act,
  fromTrpc,
  type Member,
  makeAdmin,
  makeCustomer,
  routeOf,
  signedInSchema,
  storedState,
  successOf,
  TestClient,
  transports,
} from "../harness/test-client.ts";

const shop = startTestShop();
beforeAll(async () => {
  await makeBrand(shop.db, "Some brand");
  await makeCategory(shop.db, "Some category");
});
const unknownId = "01900000-0000-7000-8000-000000000000";

/** Who asks: nobody, the customer whom it is about, another customer, an administrator. */
type Role = "nobody" | "owner" | "other" | "admin";
const roles: Role[] = ["nobody", "owner", "other", "admin"];
/** What an act answers: its success, or a refusal's status. */
type Verdict = "ok" | 401 | 403;

type Rule = Record<Role, Verdict> & {
  act: Act;
  body?: () => unknown;
  about?: "account" | "product" | "brand" | "category";
};
const anyone = { nobody: "ok", owner: "ok", other: "ok", admin: "ok" } as const;
const signedIn = { ...anyone, nobody: 401 } as const;
const adminsOnly = { nobody: 401, owner: 403, other: 403, admin: "ok" } as const;

const fields = () => ({ name: "New name", email: `${uuidv7()}@example.com` });
const productFields = { name: "New name", price: 1, countInStock: 1, brand: "Some brand", category: "Some category" };
const rules: Rule[] = [
  { act: "signIn", ...anyone },
  { act: "register", ...anyone, body: () => ({ ...fields(), password: "correct horse 1" }) },
  { act: "signOut", ...anyone },
  { act: "profile", ...signedIn },
  { act: "updateProfile", ...signedIn, body: fields },
  { act: "listUsers", ...adminsOnly },
  { act: "readUser", ...adminsOnly, about: "account" },
  { act: "updateUser", ...adminsOnly, about: "account", body: () => ({ ...fields(), isAdmin: false }) },
  { act: "deleteUser", ...adminsOnly, about: "account" },
  { act: "createProduct", ...adminsOnly },
  { act: "updateProduct", ...adminsOnly, about: "product", body: () => ({ ...productFields }) },
  { act: "deleteProduct", ...adminsOnly, about: "product" },
  { act: "createBrand", ...adminsOnly },
  { act: "updateBrand", ...adminsOnly, about: "brand", body: () => ({ name: `Brand ${uuidv7()}` }) },
  { act: "deleteBrand", ...adminsOnly, about: "brand" },
  { act: "createCategory", ...adminsOnly },
  { act: "updateCategory", ...adminsOnly, about: "category", body: () => ({ name: `Category ${uuidv7()}` }) },
  { act: "deleteCategory", ...adminsOnly, about: "category" },
  { act: "createReview", ...signedIn, about: "product", body: () => ({ rating: 4, comment: "Sits well" }) },
];
const refusals = { 401: "UNAUTHENTICATED", 403: "FORBIDDEN" } as const;

/** Everybody of the table, and a product, all new. */
async function cast() {
  const [owner, other, admin] = [await makeCustomer(shop), await makeCustomer(shop), await makeAdmin(shop)];
  const accounts: Record<Role, TestClient> = { nobody: new TestClient(shop), owner, other, admin };
  const about = {
    account: owner.id,
    product: await makeProduct(shop.db),
    brand: await makeBrand(shop.db),
    category: await makeCategory(shop.db),
  };
  return { accounts, owner, about };
}

describe.each(transports)("through %s", (transport) => {
  it.each(rules)("$act is for those whom it is meant for", async ({ act, body, about, ...verdicts }) => {
    const { accounts, owner, about: ids } = await cast();
    for (const role of roles) {
      const id = ids[about ?? "account"];
      const words = act === "signIn" ? { email: owner.email, password: owner.password } : body?.();
      const before = await storedState(shop);
      const reply = await accounts[role].does(transport, act, { id, body: words });
      const verdict = verdicts[role];
      if (verdict === "ok") expect(reply.status, role).toBe(successOf(transport, act));
      else {
        expect(reply, role).toMatchObject({ status: verdict, code: refusals[verdict] });
        expect(await storedState(shop)).toEqual(before);
      }
    }
  });

  const guarded = rules.filter(({ nobody }) => nobody !== "ok");

  it.each(guarded)("$act tells a refused caller nothing about ids and bodies", async ({ act, about, ...verdicts }) => {
    const { accounts, about: known } = await cast();
    const ids = about === undefined ? [""] : [known[about], uuidv7(), "abc", "\u0000", "x".repeat(300), "' or true --"];
    const bodies = routeOf(act).rest.method === "GET" ? [undefined] : [undefined, null, [], { name: 1, rating: 99 }];
    const before = await storedState(shop);
    for (const role of roles) {
      const verdict = verdicts[role];
      if (verdict === "ok") continue;
      for (const id of ids) {
        for (const body of bodies) {
          const reply = await accounts[role].does(transport, act, { id, body });
          expect(reply, `${role} ${id} ${JSON.stringify(body)}`).toMatchObject({
            status: verdict,
            code: refusals[verdict],
          });
        }
      }
    }
    expect(await storedState(shop)).toEqual(before);
  });

  it("what is unknown is not found before its change is looked at", async () => {
    const { accounts, owner, about } = await cast();
    const deleted = await makeProduct(shop.db, { deletedAt: new Date() });
    const draft = await makeProduct(shop.db, { publishedAt: null });
    const before = await storedState(shop);
    const asks: { act: Act; ids: string[] }[] = [
      { act: "readUser", ids: [] },
      { act: "updateUser", ids: [] },
      { act: "deleteUser", ids: [] },
      { act: "createReview", ids: [deleted, draft, owner.id] },
      { act: "updateProduct", ids: [deleted, owner.id] },
      { act: "deleteProduct", ids: [deleted, owner.id] },
      { act: "updateBrand", ids: [about.category] },
      { act: "deleteBrand", ids: [about.category] },
      { act: "updateCategory", ids: [about.brand] },
      { act: "deleteCategory", ids: [about.brand] },
    ];
    for (const { act, ids } of asks) {
      for (const id of [uuidv7(), "abc", "00000000-0000-0000-0000-000000000000", "x".repeat(300), "\u0000", ...ids]) {
        const reply = await accounts.admin.does(transport, act, {
          id,
          body: act === "readUser" ? undefined : { name: 1, rating: 99 },
        });
        expect(reply, `${act} ${id}`).toMatchObject({ status: 404, code: "NOT_FOUND" });
      }
    }
    expect(await storedState(shop)).toEqual(before);
  });

  it("an id in capital letters is the same id", async () => {
    const { accounts, owner } = await cast();
    const reply = await accounts.admin.does(transport, "readUser", { id: owner.id.toUpperCase() });
    expect(reply).toMatchObject({ status: 200, body: { _id: owner.id } });
  });
});

describe("the documented paths", () => {
  it.each([
    ["PUT", "/api/users/profile", 401],
    ["PUT", `/api/users/${unknownId}`, 403],
    ["DELETE", `/api/users/${unknownId}`, 403],
    ["POST", `/api/products/${unknownId}/reviews`, 401],
    ["POST", "/api/products", 403],
    ["PUT", `/api/products/${unknownId}`, 403],
    ["DELETE", `/api/products/${unknownId}`, 403],
    ["POST", "/api/brands", 403],
    ["PUT", `/api/brands/${unknownId}`, 401],
    ["PUT", `/api/categories/${unknownId}`, 403],
    ["POST", "/api/upload", 401],
    ["POST", "/api/upload", 403],
    ["POST", "/api/orders", 401],
    ["POST", `/api/orders/${unknownId}/refund`, 401],
    ["POST", `/api/orders/${unknownId}/refund`, 403],
  ] as const)("refuse at %s %s before the body is read", async (method, path, status) => {
    const client = status === 401 ? new TestClient(shop) : await makeCustomer(shop);
    for (const { type, body } of [
      { type: "application/json", body: "{not json" },
      { type: "application/json", body: '{"__proto__":{"isAdmin":true}}' },
      { type: "application/json", body: `"${"x".repeat(1_100_000)}"` },
      { type: "text/plain", body: "name=x" },
      { type: "multipart/form-data; boundary=x", body: "--x--" },
    ]) {
      const response = await client.send(path, { method, headers: { "content-type": type }, body });
      expect(response.status, `${type} ${body.slice(0, 40)}`).toBe(status);
      await response.text();
    }
  });

  it("do not take profile or mine for an id", async () => {
    const { accounts } = await cast();
    for (const path of ["/api/users/profile", "/api/orders/mine"]) {
      const statuses = [];
      for (const role of roles) statuses.push((await accounts[role].rest("GET", path)).status);
      expect(statuses, path).toEqual([401, 200, 200, 200]);
    }
  });
});

describe("the money of an order", () => {
  it("is for administrators, who learn that an order is unknown before they learn what else is wrong", async () => {
    const { accounts, owner } = await cast();
    const known = await makeOrder(shop.db, { stepsDone: 1, userId: owner.id });
    const ask = async (role: Role, id: string) => [
      await accounts[role].rest("POST", `/api/orders/${encodeURIComponent(id)}/refund`, { amount: "all" }),
      await accounts[role].trpc("mutation", "admin.orders.refund", { id, amount: "all" }),
      await accounts[role].trpc("query", "admin.orders.money", { id }),
    ];
    for (const id of [known, uuidv7(), "abc", "\u0000", "x".repeat(300), "' or true --"]) {
      for (const [role, code] of [
        ["nobody", "UNAUTHENTICATED"],
        ["owner", "FORBIDDEN"],
        ["other", "FORBIDDEN"],
        ["admin", id === known ? "VALIDATION" : "NOT_FOUND"],
      ] as const) {
        const [rest, trpc, money] = (await ask(role, id)).map((reply) => reply.code);
        expect([rest, trpc], `${role} ${id}`).toEqual([code, code]);
        expect(money, `${role} ${id}`).toBe(code === "VALIDATION" ? undefined : code);
      }
    }
    const { rows } = await shop.pool.query("select from refunds where order_id = $1", [known]);
    expect(rows).toEqual([]);
  });
});

describe("a batch of calls", () => {
  let ada: Member;
  beforeAll(async () => {
    ada = await makeCustomer(shop);
  });
  const batch = async (client: TestClient, kind: "GET" | "POST", calls: [procedure: string, input?: unknown][]) => {
    const path = `/trpc/${calls.map(([procedure]) => procedure).join(",")}?batch=1`;
    const input = JSON.stringify(Object.fromEntries(calls.map(([, one], n) => [n, one])));
    const response =
      kind === "GET"
        ? await client.send(`${path}&input=${encodeURIComponent(input)}`)
        : await client.send(path, { method: "POST", headers: { "content-type": "application/json" }, body: input });
    const answers = z.array(z.unknown()).parse(await response.json());
    return answers.map((answer) =>
      z.looseObject({ code: z.string().optional() }).parse({ ...Object(fromTrpc(answer)) }),
    );
  };

  it("is judged call by call", async () => {
    const read = await batch(ada, "GET", [
      ["catalog.list", {}],
      ["admin.users.list"],
      ["account.profile"],
      ["admin.users.byId", { id: ada.id }],
    ]);
    expect(read.map(({ code }) => code)).toEqual([undefined, "FORBIDDEN", undefined, "FORBIDDEN"]);
    expect(read[2]).toMatchObject({ _id: ada.id });
    const anonymous = await batch(new TestClient(shop), "GET", [
      ["admin.users.list"],
      ["catalog.brands"],
      ["account.profile"],
    ]);
    expect(anonymous.map(({ code }) => code)).toEqual(["UNAUTHENTICATED", undefined, "UNAUTHENTICATED"]);
  });

  it("does what is allowed and nothing of the rest", async () => {
    const victim = await makeCustomer(shop);
    const product = await makeProduct(shop.db);
    const answers = await batch(ada, "POST", [
      ["admin.users.delete", { id: victim.id }],
      ["review.create", { productId: product, rating: 2, comment: "So so" }],
      ["admin.users.update", { id: ada.id, name: "Ada", email: ada.email, isAdmin: true }],
    ]);
    expect(answers.map(({ code }) => code)).toEqual(["FORBIDDEN", undefined, "FORBIDDEN"]);
    const { rows } = await shop.pool.query("select is_admin, deleted_at from users where id = any($1)", [
      [ada.id, victim.id],
    ]);
    expect(rows).toEqual([
      { is_admin: false, deleted_at: null },
      { is_admin: false, deleted_at: null },
    ]);
    const { rowCount } = await shop.pool.query("select from reviews where product_id = $1", [product]);
    expect(rowCount).toBe(1);
  });

  it("that signs somebody in gives the calls beside it nothing", async () => {
    const admin = await makeAdmin(shop);
    const words = { email: admin.email, password: admin.password };
    const victim = await makeCustomer(shop);
    const client = new TestClient(shop);
    const answers = await batch(client, "POST", [
      ["account.signIn", words],
      ["admin.users.delete", { id: victim.id }],
    ]);
    expect(answers[1]).toMatchObject({ code: "UNAUTHENTICATED" });
    expect((await client.does("tRPC", "readUser", { id: victim.id })).status).toBe(200);
  });
});

describe("an account", () => {
  it.each(transports)("is changed by its owner only, whoever the body names, through %s", async (transport) => {
    const ada = await makeCustomer(shop);
    const other = await makeCustomer(shop);
    const reply = await ada.does(transport, "updateProfile", {
      body: { ...fields(), _id: other.id, userId: other.id, id: other.id },
    });
    expect(signedInSchema.parse(reply.body)._id).toBe(ada.id);
    expect((await other.does(transport, "profile")).body).toMatchObject({ _id: other.id, email: other.email });
  });
});
