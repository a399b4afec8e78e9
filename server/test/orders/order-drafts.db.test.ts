import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { deleteOldDrafts } from "../../src/domain/order/drafts.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { stockOf } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply } from "../harness/test-client.ts";

const shop = startTestShop({ takesPayments: true });

let admin: Member;
let lamp: string;
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  const terms = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 2_000, countInStock: 50, ...terms });
});
afterEach(() => expectInvariants(shop.pool));

const draftOf = (more: object = {}) => ({
  customer: { is: "new", name: "Grace", email: "" },
  orderItems: [{ product: lamp, qty: 2, price: null }],
  address: { address: "1 Main St" },
  payment: "PayPal",
  ...more,
});
const savedSchema = z.object({ _id: z.string(), version: z.number() });
const send = (draft: object, saved?: object) =>
  admin.trpc("mutation", "admin.ordersByHand.saveDraft", { draft, ...(saved === undefined ? {} : { saved }) });
const save = async (draft: object, saved?: object) => savedSchema.parse((await send(draft, saved)).body);
const open = (id: string) => admin.trpc("query", "admin.ordersByHand.draft", { id });
const list = async () =>
  z
    .array(z.looseObject({ _id: z.string() }))
    .parse((await admin.trpc("query", "admin.ordersByHand.drafts", undefined)).body);
const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);

describe("A draft of an order", () => {
  it("keeps what has been entered, takes no stock, and is opened with its products as they are today", async () => {
    const before = await stockOf(shop.pool, lamp);
    const { _id } = await save(
      draftOf({ note: "Rings back on Monday", orderItems: [{ product: lamp, qty: null, price: 15.5 }] }),
    );
    expect(await stockOf(shop.pool, lamp)).toBe(before);
    const row = (await list()).find((one) => one._id === _id);
    expect(row).toMatchObject({ customer: "Grace", items: 1, by: "Boss" });
    expect((await open(_id)).body).toMatchObject({
      version: 1,
      account: null,
      draft: {
        customer: { is: "new", name: "Grace", email: "" },
        orderItems: [{ product: lamp, qty: null, price: 15.5 }],
        address: { address: "1 Main St", city: "" },
        note: "Rings back on Monday",
      },
      products: [{ product: lamp, name: "Lamp", price: 20, stock: before }],
    });
  });

  it("that two admins have open is saved by one, and the other learns of it with nothing overwritten", async () => {
    const { _id, version } = await save(draftOf());
    const replies = await Promise.all(["A", "B", "C"].map((note) => send(draftOf({ note }), { _id, version })));
    expect(replies.map(outcomeOf).sort()).toEqual(["200", "409 STALE", "409 STALE"]);
    expect((await open(_id)).body).toMatchObject({ version: 2 });
  });

  it("is no more once its order is placed, and stays when that is refused", async () => {
    const { _id } = await save(draftOf());
    const order = {
      customer: { is: "new", name: "Grace", email: "grace@draft.example" },
      orderItems: [{ product: lamp, qty: 2 }],
      shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
      paymentMethod: "PayPal",
      draft: _id,
    };
    const place = (input: object) => admin.trpc("mutation", "admin.ordersByHand.place", input);
    expect(outcomeOf(await place({ ...order, orderItems: [{ product: lamp, qty: 90 }] }))).toBe("409 OUT_OF_STOCK");
    expect((await open(_id)).status).toBe(200);
    expect(outcomeOf(await place(order))).toBe("200");
    expect(outcomeOf(await open(_id))).toBe("404 NOT_FOUND");
  });

  it("leaves out what is not on sale any more, and an account that was deleted", async () => {
    const brandId = await makeBrand(shop.db);
    const gone = await makeProduct(shop.db, { name: "Gone", brandId, categoryId: await makeCategory(shop.db) });
    const customer = await makeCustomer(shop);
    const orderItems = [lamp, gone].map((product) => ({ product, qty: 1, price: null }));
    const { _id } = await save(draftOf({ customer: { is: "account", id: customer.id }, orderItems }));
    expect((await open(_id)).body).toMatchObject({ account: { _id: customer.id, email: customer.email } });
    await shop.pool.query("update products set published_at = null where id = $1", [gone]);
    expect((await open(_id)).body).toMatchObject({ products: [{ product: lamp }] });
    await customer.does("REST", "deleteAccount");
    expect(outcomeOf(await open(_id))).toBe("404 NOT_FOUND");
  });

  it("for an address of a customer who is deleted goes with the account", async () => {
    const customer = await makeCustomer(shop);
    const { _id } = await save(draftOf({ customer: { is: "new", name: "Same", email: customer.email.toUpperCase() } }));
    await customer.does("REST", "deleteAccount");
    expect(outcomeOf(await open(_id))).toBe("404 NOT_FOUND");
  });

  it("is deleted by hand, and by itself after ninety days without a change", async () => {
    const [one, old, young] = [await save(draftOf()), await save(draftOf()), await save(draftOf())];
    const remove = () => admin.trpc("mutation", "admin.ordersByHand.removeDraft", { id: one._id });
    expect(outcomeOf(await remove())).toBe("200");
    expect(outcomeOf(await remove())).toBe("404 NOT_FOUND");
    const setAge = "update order_drafts set saved_at = now() - $2::interval where id = $1";
    await shop.pool.query(setAge, [old._id, "91 days"]);
    await shop.pool.query(setAge, [young._id, "89 days"]);
    expect(await deleteOldDrafts(shop.db)).toBe(1);
    expect((await list()).map(({ _id }) => _id)).toEqual(expect.arrayContaining([young._id]));
    expect(outcomeOf(await open(old._id))).toBe("404 NOT_FOUND");
  });

  it.each([
    [
      "of a product twice",
      () => ({ orderItems: [lamp, lamp].map((product) => ({ product, qty: 1, price: null })) }),
      "400 VALIDATION",
    ],
    ["for a customer who is none", () => ({ customer: { is: "account", id: crypto.randomUUID() } }), "404 NOT_FOUND"],
    ["with what cannot be stored in its note", () => ({ note: "\u0000" }), "400 VALIDATION"],
    ["with what cannot be stored in its city", () => ({ address: { city: "a\u0000b" } }), "400 VALIDATION"],
    ["with what cannot be stored in its delivery", () => ({ deliveryMethod: "\ud800" }), "400 VALIDATION"],
    [
      "with what cannot be stored in its name",
      () => ({ customer: { is: "new", name: "\u0000", email: "" } }),
      "400 VALIDATION",
    ],
    ["with a note beyond any length", () => ({ note: "x".repeat(3_000) }), "400 VALIDATION"],
  ])("%s is refused", async (_what, change, expected) => {
    const before = (await list()).length;
    expect(outcomeOf(await send(draftOf(change())))).toBe(expected);
    expect(await list()).toHaveLength(before);
  });

  it("is one of at most two hundred", async () => {
    await shop.pool.query(
      `insert into order_drafts (id, guest_name, guest_email, document, saved_by)
       select gen_random_uuid(), '', '', '{"orderItems": []}', $1 from generate_series(1, 200)`,
      [admin.id],
    );
    expect(outcomeOf(await send(draftOf()))).toBe("409 IN_USE");
    await shop.pool.query("delete from order_drafts where guest_name = ''");
  });
});
