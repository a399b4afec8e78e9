import { parse } from "csv-parse/sync";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { joinGuest } from "../../src/domain/account/guest-orders.ts";
import { makeOrder, makeUser } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type TestClient } from "../harness/test-client.ts";

const shop = startTestShop();
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
});

const act = (name: string, input: unknown, client: TestClient = admin) =>
  client.trpc("mutation", `admin.users.${name}`, input);
const changed = async (input: object) => z.array(z.string()).parse((await act("changeTags", input)).body);
const customerSchema = z.object({
  tags: z.array(z.string()),
  notes: z.array(z.object({ _id: z.string(), by: z.string(), text: z.string() })),
});
const read = async (id: string) =>
  customerSchema.parse((await admin.trpc("query", "admin.users.customer", { id })).body);

const pageSchema = z.object({
  rows: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      tags: z.array(z.string()),
      paidOrders: z.number().optional(),
      spent: z.number().optional(),
    }),
  ),
  total: z.number(),
});
const csvSchema = z.array(z.record(z.string(), z.string()));
const fileOf = async (query: string, client: TestClient = admin) => {
  const response = await client.send(`/api/users.csv?${query}`);
  return csvSchema.parse(parse(await response.text(), { columns: true, bom: true }));
};
const pageOf = async (input: object, client: TestClient = admin) =>
  pageSchema.parse((await client.trpc("query", "admin.users.page", input)).body);

describe("The tags of a customer", () => {
  it("are added and taken away, each once, as other customers have them", async () => {
    const [one, other] = [await makeUser(shop.db), await makeUser(shop.db)];
    expect(await changed({ id: one, added: ["Wholesale", " VIP ", "vip"] })).toEqual(["VIP", "Wholesale"]);
    expect(await changed({ id: other, added: ["WHOLESALE"] })).toEqual(["Wholesale"]);
    expect(await changed({ id: one, added: ["wholesale"], removed: ["VIP"] })).toEqual(["Wholesale"]);
    expect((await read(one)).tags).toEqual(["Wholesale"]);
    const { body } = await admin.trpc("query", "admin.users.tags");
    expect(body).toEqual([{ tag: "Wholesale", customers: 2 }]);
    const { rows } = await pageOf({ tag: "wholeSale" });
    expect(rows.map(({ _id }) => _id).sort()).toEqual([one, other].sort());
    expect((await pageOf({ tag: "VIP" })).total).toBe(0);
  });

  it("lose nothing when two administrators change them at once", async () => {
    const id = await makeUser(shop.db);
    await changed({ id, added: ["Old"] });
    const added = Array.from({ length: 8 }, (_, n) => `Tag ${n}`);
    const replies = await Promise.all([
      ...added.map((tag) => act("changeTags", { id, added: [tag] })),
      act("changeTags", { id, removed: ["Old"] }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect((await read(id)).tags).toEqual(added);
  });

  it.each([
    ["an empty one", [" "]],
    ["one that is too long", ["x".repeat(41)]],
    ["one with a comma", ["a, b"]],
    ["one that turns the direction of text", ["a\u202eb"]],
    ["more than twenty", Array.from({ length: 21 }, (_, n) => `Many ${n}`)],
  ])("refuse %s, and nothing changes", async (_what, added) => {
    const id = await makeUser(shop.db);
    expect((await act("changeTags", { id, added })).status).toBe(400);
    expect((await read(id)).tags).toEqual([]);
  });

  it("are at most twenty in all, and of no account that is deleted", async () => {
    const id = await makeUser(shop.db);
    await changed({ id, added: Array.from({ length: 20 }, (_, n) => `Many ${n}`) });
    expect(await act("changeTags", { id, added: ["One more"] })).toMatchObject({ status: 400 });
    expect((await act("changeTags", { id, added: ["One more"], removed: ["Many 3"] })).status).toBe(200);
    expect((await act("changeTags", { id: uuidv7(), added: ["Lost"] })).status).toBe(404);
  });
});

describe("Notes about a customer", () => {
  it("are kept with who wrote them until they are removed, and are in the audit without their words", async () => {
    const id = await makeUser(shop.db, { name: "Ada" });
    expect((await act("addNote", { id, text: "  Prefers the phone\nin the morning " })).status).toBe(200);
    await act("addNote", { id, text: "Pays late" });
    const { notes } = await read(id);
    expect(notes).toMatchObject([
      { by: "Boss", text: "Prefers the phone\nin the morning" },
      { by: "Boss", text: "Pays late" },
    ]);
    expect((await act("removeNote", { id: notes[0]?._id })).status).toBe(200);
    expect((await act("removeNote", { id: notes[0]?._id })).status).toBe(404);
    expect((await read(id)).notes).toHaveLength(1);
    const acts = await shop.pool.query(
      "select act, subject, changes from admin_acts where entity_id = $1 order by id",
      [id],
    );
    expect(acts.rows.map((row) => [row.act, row.subject])).toEqual([
      ["noted on", "Ada"],
      ["noted on", "Ada"],
      ["removed a note of", "Ada"],
    ]);
    expect(JSON.stringify(acts.rows)).not.toContain("phone");
    for (const text of [" ", "x".repeat(2_001)]) expect((await act("addNote", { id, text })).status).toBe(400);
    expect((await act("addNote", { id: uuidv7(), text: "Nobody" })).status).toBe(404);
  });

  it("and tags are not in the download of the customer's own data", async () => {
    const customer = await makeCustomer(shop);
    await changed({ id: customer.id, added: ["Difficult"] });
    await act("addNote", { id: customer.id, text: "Called twice" });
    const file = await (await customer.send("/api/users/profile/data")).text();
    expect(file).toContain(customer.email);
    for (const foreign of ["Difficult", "Called twice"]) expect(file).not.toContain(foreign);
  });

  it("and tags go with the account, also from the audit", async () => {
    const customer = await makeCustomer(shop);
    await changed({ id: customer.id, added: ["Difficult"] });
    await act("addNote", { id: customer.id, text: "Called twice" });
    expect((await act("delete", { id: customer.id })).status).toBe(200);
    for (const table of ["customer_tags where user_id", "customer_notes where customer_id"]) {
      expect((await shop.pool.query(`select from ${table} = $1`, [customer.id])).rowCount).toBe(0);
    }
    const acts = await shop.pool.query("select * from admin_acts where entity_id = $1", [customer.id]);
    expect(acts.rowCount).toBeGreaterThan(0);
    expect(JSON.stringify(acts.rows)).not.toContain("Difficult");
  });

  it("and tags of a guest join the account, without losing what it has", async () => {
    const account = await makeUser(shop.db);
    const guest = await makeUser(shop.db, { email: null, guestEmail: "guest@notes.example", passwordHash: null });
    await changed({ id: account, added: ["Regular", "Press"] });
    await changed({ id: guest, added: ["press", "Gift"] });
    await act("addNote", { id: guest, text: "Bought for a friend" });
    await shop.db.transaction((tx) => joinGuest(tx, guest, account));
    expect(await read(account)).toMatchObject({
      tags: ["Gift", "Press", "Regular"],
      notes: [{ text: "Bought for a friend" }],
    });
  });
});

describe("What customers have spent", () => {
  it("is in the list and its sort, refunds taken off, and in the file with their tags", async () => {
    // 10.00, 1.50 of tax and 10.00 of shipping are 21.50.
    const people = await Promise.all(
      ["Once", "Twice", "Refunded", "Unpaid"].map((name) => makeUser(shop.db, { name: `${name} spender` })),
    );
    const [once = "", twice = "", refunded = "", unpaid = ""] = people;
    for (const userId of [once, twice, twice, refunded]) {
      await makeOrder(shop.db, { userId, stepsDone: 1, refundedCents: userId === refunded ? 1_000 : 0 });
    }
    await makeOrder(shop.db, { userId: unpaid });
    const expected = [
      ["Twice spender", 2, 43],
      ["Once spender", 1, 21.5],
      ["Refunded spender", 1, 11.5],
      ["Unpaid spender", 0, 0],
    ];
    const shown = async (sort: string) =>
      (await pageOf({ search: "spender", sort })).rows.map(({ name, paidOrders, spent }) => [name, paidOrders, spent]);
    expect(await shown("-spent")).toEqual(expected);
    expect(await shown("spent")).toEqual(expected.toReversed());
    expect((await shown("-paidOrders"))[0]).toEqual(expected[0]);
    await changed({ id: twice, added: ["Best", "Loyal"] });
    expect(await fileOf("search=spender&tag=best")).toMatchObject([
      { NAME: "Twice spender", TAGS: "Best, Loyal", "PAID ORDERS": "2", SPENT: "43.00" },
    ]);
  });

  it("is not shown to a role that does not see orders, nor by the order of a list", async () => {
    const role = { name: "Newsletter", permissions: ["customers.read"] };
    const reply = await admin.trpc("mutation", "admin.staff.createRole", role);
    const { _id } = z.object({ _id: z.string() }).parse(reply.body);
    const clerk = await makeAdmin(shop);
    await shop.pool.query("update users set role = $2 where id = $1", [clerk.id, _id]);
    const { rows } = await pageOf({ search: "spender" }, clerk);
    expect(rows.length).toBeGreaterThan(0);
    for (const { spent, paidOrders } of rows) expect([spent, paidOrders]).toEqual([undefined, undefined]);
    for (const sort of ["spent", "-paidOrders"]) {
      expect((await clerk.trpc("query", "admin.users.page", { sort })).status).toBe(403);
    }
    const lines = await fileOf("search=spender", clerk);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatchObject({ SPENT: "", "PAID ORDERS": "" });
    expect((await act("changeTags", { id: admin.id, added: ["No"] }, clerk)).status).toBe(403);
  });
});
