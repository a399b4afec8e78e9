import { type OrderMessage, orderMessageSchema } from "@shop/shared/order/order-message";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeOrder } from "../harness/factories.ts";
import { startMailing } from "../harness/mailing.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { limits: { ...wideLimits, messagesPerUser: { points: 6, seconds: 3_600 } } } });
const mailing = startMailing(shop);

/** A message as customers get it: these fields and no others. */
const messagesSchema = z.array(z.strictObject(orderMessageSchema.shape));

let [admin, ada, other]: Member[] = [];
let order = "";
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  ada = await makeCustomer(shop, { name: "Ada Lovelace" });
  other = await makeCustomer(shop);
  order = await makeOrder(shop.db, { userId: ada.id, stepsDone: 1, customerName: ada.name, customerEmail: ada.email });
});
function people() {
  if (admin === undefined || ada === undefined || other === undefined) throw new Error("They come before the tests");
  return { admin, ada, other };
}

const path = (id = order) => `/api/orders/${id}/messages`;
const write = (who: Member, text: unknown, id = order) => who.rest("POST", path(id), { text });
const read = async (who: Member, id = order): Promise<OrderMessage[]> =>
  messagesSchema.parse((await who.rest("GET", path(id))).body);
const unread = async () =>
  Reflect.get(Object((await people().admin.trpc("query", "admin.orders.waiting")).body), "messages");

describe("messages about an order", () => {
  it("go between its customer and the shop, who both get them by mail", async () => {
    await mailing.sendAll();
    const { admin: boss, ada: customer } = people();
    expect(await write(customer, "  Could you ring twice?\n<b>Please</b>  ")).toMatchObject({
      status: 201,
      body: { from: "customer", by: "Ada Lovelace", text: "Could you ring twice?\n<b>Please</b>", isNew: false },
    });
    expect(await unread()).toBe(1);
    const toBoss = (await mailing.sendAll()).arrived;
    expect(toBoss.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [boss.email, `A message about order ${order.slice(-5)}`],
    ]);
    expect(toBoss[0]?.text).toContain("> Could you ring twice?\n> <b>Please</b>");
    expect(toBoss[0]?.html).toContain("&lt;b&gt;Please&lt;/b&gt;");
    expect(toBoss[0]?.html).not.toContain("<b>Please</b>");

    expect(await read(boss)).toMatchObject([{ by: "Ada Lovelace", isNew: true }]);
    expect((await write(boss, "We will.")).status).toBe(201);
    expect(await unread()).toBe(0);
    const toAda = (await mailing.sendAll()).arrived;
    expect(toAda.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [customer.email, `A message about your order ${order.slice(-5)}`],
    ]);
    expect(await read(customer)).toMatchObject([
      { from: "customer", by: "Ada Lovelace", isNew: false },
      { from: "shop", by: null, text: "We will.", isNew: true },
    ]);
    expect((await read(boss)).at(-1)).toMatchObject({ by: "Boss", isNew: false });
  });

  it("are nobody else's", async () => {
    const { other: somebodyElse } = people();
    expect(await somebodyElse.rest("GET", path())).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(await write(somebodyElse, "Hello")).toMatchObject({ status: 404 });
    expect(await write(somebodyElse, "")).toMatchObject({ status: 404 });
    const last = "0190c4de-0000-7000-8000-000000000000";
    expect(await somebodyElse.trpc("mutation", "order.readMessages", { id: order, last })).toMatchObject({
      status: 404,
    });
  });

  it("are marked as read up to the last one that was seen, and are not sent by mail then", async () => {
    const { admin: boss, ada: customer } = people();
    await write(boss, "First");
    const seen = (await read(customer)).at(-1)?._id;
    await write(boss, "Second");
    await customer.trpc("mutation", "order.readMessages", { id: order, last: seen });
    expect((await read(customer)).map(({ text, isNew }) => [text, isNew]).slice(-2)).toEqual([
      ["First", false],
      ["Second", true],
    ]);
    expect((await mailing.sendAll()).arrived.map(({ text }) => /> (\w+)/.exec(text)?.[1])).toEqual(["Second"]);
  });

  it.each([
    ["", "Message is required"],
    [" \u200b ", "Message is required"],
    ["x".repeat(2_001), "Message can have at most 2,000 characters"],
    ["a\u0000b", "Message contains characters that cannot be stored"],
    [7, "Message is required"],
  ])("have text: %j", async (text, message) => {
    expect(await write(people().ada, text)).toMatchObject({ status: 400, code: "VALIDATION", body: { message } });
  });

  it("are limited for customers", async () => {
    const { ada: customer, admin: boss } = people();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await write(customer, `Message ${n}`)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await write(boss, "Slow down")).status).toBe(201);
  });

  it("end when the customer's account does, and with the mails that wait to be sent", async () => {
    const leaving = await makeCustomer(shop);
    const id = await makeOrder(shop.db, { userId: leaving.id });
    await write(leaving, "I am off", id);
    await leaving.does("REST", "deleteAccount");
    expect(await read(people().admin, id)).toEqual([]);
    expect(await write(people().admin, "Wait", id)).toMatchObject({ status: 409, code: "IN_USE" });
    const { arrived } = await mailing.sendAll();
    expect(arrived.filter(({ recipient }) => recipient === people().admin.email)).toEqual([]);
  });
});

describe("notes on an order", () => {
  const backgroundOf = async (id = order) =>
    Object((await people().admin.trpc("query", "admin.orders.background", { id })).body);

  it("are written and removed by administrators, and the audit names them", async () => {
    const { admin: boss, ada: customer } = people();
    const added = await boss.trpc("mutation", "admin.orders.addNote", { id: order, text: "Rings twice" });
    expect(await backgroundOf()).toEqual({
      customer: { _id: customer.id, name: "Ada Lovelace", orders: 1 },
      notes: [added.body],
    });
    expect(added.body).toMatchObject({ by: "Boss", text: "Rings twice" });
    const id = Reflect.get(Object(added.body), "_id");
    for (const status of [200, 404]) {
      expect(await boss.trpc("mutation", "admin.orders.removeNote", { id })).toMatchObject({ status });
    }
    expect(await backgroundOf()).toMatchObject({ notes: [] });
    const audit = JSON.stringify((await boss.trpc("query", "admin.audit.page", {})).body);
    for (const act of ["noted on", "removed a note of", "wrote about"]) expect(audit).toContain(act);
    expect(audit).not.toContain("Rings twice");
  });

  it("are in nothing that their customer can read", async () => {
    const { admin: boss, ada: customer } = people();
    await boss.trpc("mutation", "admin.orders.addNote", { id: order, text: "Never to be seen" });
    await customer.does("REST", "reauthenticate", { body: { password: customer.password } });
    const answers = await Promise.all([
      ...[`/api/orders/${order}`, path(), "/api/orders/mine", "/api/users/profile/data", `/order/${order}`].map(
        async (address) => (await customer.send(address)).text(),
      ),
      ...["order.byId", "order.history", "order.messages", "order.mine"].map(async (procedure) =>
        JSON.stringify((await customer.trpc("query", procedure, { id: order })).body),
      ),
    ]);
    expect(answers[0]).toContain(order);
    for (const answer of answers) expect(answer).not.toContain("Never to be seen");
    for (const procedure of ["admin.orders.background", "admin.users.customer"]) {
      expect(await customer.trpc("query", procedure, { id: order })).toMatchObject({ status: 403 });
    }
  });

  it("are limited in number and length", async () => {
    const { admin: boss } = people();
    const text = "x".repeat(2_001);
    expect(await boss.trpc("mutation", "admin.orders.addNote", { id: order, text })).toMatchObject({ status: 400 });
    await shop.pool.query(
      "insert into order_notes (id, order_id, user_id, text) select gen_random_uuid(), $1, $2, 'x' from generate_series(1, 99)",
      [order, boss.id],
    );
    expect(await boss.trpc("mutation", "admin.orders.addNote", { id: order, text: "One more" })).toMatchObject({
      status: 409,
      code: "IN_USE",
    });
  });
});

describe("the page about a person", () => {
  it("has their orders, what they spent, their messages, and since when they are a customer", async () => {
    const { admin: boss } = people();
    const grace = await makeCustomer(shop, { name: "Grace Hopper" });
    await makeOrder(shop.db, { userId: grace.id });
    const paid = await makeOrder(shop.db, { userId: grace.id, stepsDone: 2, refundedCents: 150 });
    await write(grace, "Thank you", paid);
    expect((await boss.trpc("query", "admin.users.customer", { id: grace.id })).body).toMatchObject({
      _id: grace.id,
      name: "Grace Hopper",
      email: grace.email,
      isAdmin: false,
      spent: 20,
      refunded: 1.5,
      orders: { total: 2, paid: 1, rows: [{ _id: paid, hasNewMessage: true }, {}] },
      reviews: { total: 0, average: null, rows: [] },
      messages: { total: 1, unread: 1, rows: [{ orderId: paid, from: "customer", text: "Thank you" }] },
    });
    expect(await boss.trpc("query", "admin.users.customer", { id: order })).toMatchObject({ status: 404 });
  });
});

describe("saved views", () => {
  const views = async () => (await people().admin.trpc("query", "admin.orders.views")).body;
  const save = (name: unknown, parameters: unknown) =>
    people().admin.trpc("mutation", "admin.orders.saveView", { name, parameters });

  it("are shared by all administrators, each under a name of its own", async () => {
    const parameters = { state: "to-ship", search: "ada", sort: "-total" };
    const { body } = await save(" Big ones ", parameters);
    expect(body).toMatchObject({ name: "Big ones", parameters });
    const colleague = await makeAdmin(shop);
    expect((await colleague.trpc("query", "admin.orders.views")).body).toEqual([body]);
    expect(await save("BIG ONES", { state: "unpaid" })).toMatchObject({ status: 409, code: "NAME_TAKEN" });
    const id = Reflect.get(Object(body), "_id");
    expect(await colleague.trpc("mutation", "admin.orders.removeView", { id })).toMatchObject({ status: 200 });
    expect(await colleague.trpc("mutation", "admin.orders.removeView", { id })).toMatchObject({ status: 404 });
    expect(await views()).toEqual([]);
  });

  it.each([
    ["", { state: "unpaid" }],
    ["x".repeat(41), { state: "unpaid" }],
    ["Everything", {}],
    ["Unknown", { state: "everything" }],
    ["No day", { from: "2026-02-30" }],
  ])("are refused without a name or a selection: %j %j", async (name, parameters) => {
    expect(await save(name, parameters)).toMatchObject({ status: 400, code: "VALIDATION" });
  });

  it("are at most twenty", async () => {
    await shop.pool.query(
      "insert into order_views (id, name, parameters) select gen_random_uuid(), 'View ' || n, '{}' from generate_series(1, 20) n",
    );
    expect(await save("One more", { state: "unpaid" })).toMatchObject({ status: 400, code: "VALIDATION" });
  });
});
