import { orderSchema } from "@shop/shared/order/order";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { checkPrices } from "../../src/domain/order/check-prices.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { stockOf } from "../harness/ordering.ts";
import { decided, expectMoneyAgrees, mattersOf, pay } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply } from "../harness/test-client.ts";

const shop = startTestShop({ takesPayments: true, settings: { reconcileMs: 30 } });
const second = startTestShop({ besides: shop, takesPayments: true });
const mailing = startMailing(shop);

let [admin, ada]: Member[] = [];
let [lamp, vase, rare] = ["", "", ""];
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  ada = await makeCustomer(shop);
  const terms = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 2_000, countInStock: 500, ...terms });
  vase = await makeProduct(shop.db, { name: "Vase", priceCents: 3_333, countInStock: 500, ...terms });
  rare = await makeProduct(shop.db, { name: "Rare", priceCents: 500, countInStock: 1, ...terms });
});
beforeEach(() => shop.pool.query("delete from mails"));
afterEach(() => expectInvariants(shop.pool));

const people = () => {
  if (admin === undefined || ada === undefined) throw new Error("They come before the first test");
  return { admin, ada };
};
const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);
const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
const line = (product: string, qty: number, price?: number) => ({
  product,
  qty,
  ...(price === undefined ? {} : { price }),
});

/** Two lamps: 40.00, 6.00 of tax and 10.00 of shipping. */
async function placed(more: object = {}) {
  const order = { orderItems: [line(lamp, 2)], shippingAddress, paymentMethod: "PayPal", ...more };
  return orderSchema.parse((await people().ada.rest("POST", "/api/orders", order)).body);
}
const edit = (id: string, more: object, who = people().admin) =>
  who.trpc("mutation", "admin.orderEdits.edit", {
    id,
    orderItems: [line(lamp, 2)],
    shippingAddress,
    version: 0,
    ...more,
  });
const undo = (id: string, editId: string) => people().admin.trpc("mutation", "admin.orderEdits.undo", { id, editId });
const editsSchema = z.object({
  edits: z.array(z.looseObject({ _id: z.string(), words: z.string(), undoneAt: z.string().nullable() })),
  version: z.number(),
  scope: z.string(),
  refusal: z.string().nullable(),
  undoable: z.string().nullable(),
});
const look = async (id: string) =>
  editsSchema.parse((await people().admin.trpc("query", "admin.orderEdits.list", { id })).body);
const read = async (id: string) => orderSchema.parse((await people().ada.rest("GET", `/api/orders/${id}`)).body);

describe("An unpaid order that an administrator changes", () => {
  it("has other lines, their stock and their sums, and its customer is told what to pay now", async () => {
    const { _id: id } = await placed();
    const [lamps, vases] = [await stockOf(shop.pool, lamp), await stockOf(shop.pool, vase)];
    const asked = { orderItems: [line(vase, 1), line(lamp, 1)], words: "As we said on the phone" };
    const quote = await people().admin.trpc("query", "admin.orderEdits.quote", {
      id,
      orderItems: asked.orderItems,
      place: { country: "USA", region: "", postalCode: "12345" },
    });
    // 33.33 and 20.00, 8.00 of tax and 10.00 of shipping.
    expect(quote.body).toMatchObject({ itemsPrice: 53.33, taxPrice: 8, shippingPrice: 10, totalPrice: 71.33 });
    expect(outcomeOf(await edit(id, { ...asked, expectedTotal: 71.33 }))).toBe("200");
    expect(await read(id)).toMatchObject({
      orderItems: [
        { product: vase, qty: 1, price: 33.33 },
        { product: lamp, qty: 1, price: 20 },
      ],
      totalPrice: 71.33,
    });
    expect(await stockOf(shop.pool, lamp)).toBe(lamps + 1);
    expect(await stockOf(shop.pool, vase)).toBe(vases - 1);
    const mail = (await mailing.sendAll()).arrived.find(({ subject }) =>
      subject.includes("was changed: $71.33 to pay"),
    );
    expect(mail?.text).toContain("As we said on the phone");
    expect((await people().ada.trpc("query", "order.history", { id })).body).toContainEqual(
      expect.objectContaining({ act: "edited" }),
    );
    await checkPrices(shop.services);
    expect(await mattersOf(shop.pool, id)).toEqual([]);
  });

  it("costs what it did for what stays, although the catalog has another price since", async () => {
    const product = await makeProduct(shop.db, { name: "Cup", priceCents: 1_000, countInStock: 50 });
    const { _id: id } = await placed({ orderItems: [line(product, 1)] });
    await shop.pool.query("update products set price_cents = 4000 where id = $1", [product]);
    expect(outcomeOf(await edit(id, { orderItems: [line(product, 3)] }))).toBe("200");
    expect(await read(id)).toMatchObject({ itemsPrice: 30 });
    // What was taken off and is put on again is new.
    expect(outcomeOf(await edit(id, { orderItems: [line(lamp, 1)], version: 1 }))).toBe("200");
    expect(outcomeOf(await edit(id, { orderItems: [line(lamp, 1), line(product, 1)], version: 2 }))).toBe("200");
    expect(await read(id)).toMatchObject({ itemsPrice: 60 });
    await checkPrices(shop.services);
    expect(await mattersOf(shop.pool, id)).toEqual([]);
  });

  it("can be made what it was, one edit after the other, the last first", async () => {
    const before = await placed();
    const { _id: id } = before;
    const lamps = await stockOf(shop.pool, lamp);
    await edit(id, { orderItems: [line(lamp, 5)] });
    await edit(id, {
      orderItems: [line(lamp, 5), line(vase, 2)],
      shippingAddress: { ...shippingAddress, city: "Shelbyville" },
      version: 1,
    });
    const { edits, undoable } = await look(id);
    const [last, first] = edits;
    expect(undoable).toBe(last?._id);
    expect(outcomeOf(await undo(id, first?._id ?? ""))).toBe("409 ILLEGAL_TRANSITION");
    expect(outcomeOf(await undo(id, last?._id ?? ""))).toBe("200");
    // Once more changes nothing.
    expect(outcomeOf(await undo(id, last?._id ?? ""))).toBe("200");
    expect(outcomeOf(await undo(id, first?._id ?? ""))).toBe("200");
    expect(await read(id)).toEqual(before);
    expect(await stockOf(shop.pool, lamp)).toBe(lamps);
    expect((await look(id)).edits.every(({ undoneAt }) => undoneAt !== null)).toBe(true);
  });

  it("has a price of its own with a reason, by whoever may refund", async () => {
    const { _id: id } = await placed();
    expect(outcomeOf(await edit(id, { orderItems: [line(lamp, 2, 15)] }))).toBe("400 VALIDATION");
    const asked = { orderItems: [line(lamp, 2, 15)], priceReason: "The box is dented" };
    expect(outcomeOf(await edit(id, asked))).toBe("200");
    expect(await read(id)).toMatchObject({ itemsPrice: 30, taxPrice: 4.5 });
    const mail = (await mailing.sendAll()).arrived.find(({ subject }) => subject.includes("was changed"));
    expect(mail?.text).toContain("The box is dented");
  });

  it("is changed by one of two administrators at once, who both saw the same", async () => {
    const { _id: id } = await placed();
    const lamps = await stockOf(shop.pool, lamp);
    const send = (origin: string, qty: number) =>
      fetch(`${origin}/trpc/admin.orderEdits.edit`, {
        method: "POST",
        headers: { cookie: people().admin.cookieHeader, "content-type": "application/json" },
        body: JSON.stringify({ id, orderItems: [line(lamp, qty)], shippingAddress, version: 0 }),
      });
    const replies = await Promise.all([send(shop.origin, 3), send(second.origin, 4), send(shop.origin, 5)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { orderItems } = await read(id);
    const [{ qty } = { qty: 0 }] = orderItems;
    expect(await stockOf(shop.pool, lamp)).toBe(lamps + 2 - qty);
  });

  it.each([
    ["of what is not in stock", () => ({ orderItems: [line(rare, 2)] }), "409 OUT_OF_STOCK"],
    ["of an unknown product", () => ({ orderItems: [line(crypto.randomUUID(), 1)] }), "404 NOT_FOUND"],
    ["over another total", () => ({ expectedTotal: 1 }), "409 PRICE_CHANGED"],
    ["with a delivery that there is not", () => ({ deliveryMethod: "by pigeon" }), "400 VALIDATION"],
    ["without an address", () => ({ shippingAddress: { ...shippingAddress, city: "" } }), "400 VALIDATION"],
    ["without lines", () => ({ orderItems: [] }), "400 VALIDATION"],
    ["that was seen otherwise", () => ({ version: 3 }), "409 STALE"],
  ])("refuses an edit %s, and stays as it is", async (_what, asked, outcome) => {
    const before = await placed();
    const stock = [await stockOf(shop.pool, lamp), await stockOf(shop.pool, rare)];
    expect(outcomeOf(await edit(before._id, asked()))).toBe(outcome);
    expect(await read(before._id)).toEqual(before);
    expect([await stockOf(shop.pool, lamp), await stockOf(shop.pool, rare)]).toEqual(stock);
    expect((await look(before._id)).edits).toEqual([]);
  });

  it("holds its units again where the time to pay had run out", async () => {
    const { _id: id } = await placed();
    await shop.pool.query("update products set count_in_stock = count_in_stock + 2 where id = $1", [lamp]);
    await shop.pool.query(
      "update orders set is_stock_held = false, held_until = now() - interval '1 hour' where id = $1",
      [id],
    );
    const lamps = await stockOf(shop.pool, lamp);
    expect(outcomeOf(await edit(id, { orderItems: [line(lamp, 3)] }))).toBe("200");
    expect(await stockOf(shop.pool, lamp)).toBe(lamps - 3);
    const { rows } = await shop.pool.query(
      "select is_stock_held, held_until > now() as waits from orders where id = $1",
      [id],
    );
    expect(rows).toEqual([{ is_stock_held: true, waits: true }]);
  });

  it("has no edit of another order, nor one that is none", async () => {
    const [{ _id: id }, { _id: other }] = [await placed(), await placed()];
    await edit(other, { orderItems: [line(lamp, 1)] });
    const [{ _id } = { _id: "" }] = (await look(other)).edits;
    for (const wrong of [_id, crypto.randomUUID(), "\\"])
      expect(outcomeOf(await undo(id, wrong))).toBe("404 NOT_FOUND");
  });

  it("is no customer's to change, and of no role that may not send orders", async () => {
    const { _id: id } = await placed();
    expect(outcomeOf(await edit(id, {}, people().ada))).toBe("403 FORBIDDEN");
  });
});

describe("A paid order that an administrator changes", () => {
  const elsewhere = { ...shippingAddress, address: "2 Side St", name: "Grace" };
  const paid = async () => {
    const order = await placed();
    const payer = { cookie: people().ada.cookieHeader };
    const id = await decided(shop, payer, order._id);
    expect((await pay(shop, payer, order._id, { id })).outcome).toBe("200");
    return read(order._id);
  };

  it("goes elsewhere and costs what it did, until it is sent; that can be undone", async () => {
    const before = await paid();
    const lamps = await stockOf(shop.pool, lamp);
    const { _id: id } = before;
    await mailing.sendAll();
    expect(outcomeOf(await edit(id, { shippingAddress: elsewhere, words: "You have moved" }))).toBe("200");
    const after = await read(id);
    expect(after.shippingAddress).toMatchObject({ address: "2 Side St", name: "Grace" });
    expect({ ...after, shippingAddress: before.shippingAddress }).toEqual(before);
    expect(await stockOf(shop.pool, lamp)).toBe(lamps);
    const mail = (await mailing.sendAll()).arrived.find(({ subject }) => subject.includes("goes to another address"));
    expect(mail?.text).toContain("2 Side St");
    expect(mail?.text).toContain("You have moved");
    const [{ _id } = { _id: "" }] = (await look(id)).edits;
    expect(outcomeOf(await undo(id, _id))).toBe("200");
    expect(await read(id)).toEqual(before);
    for (const step of ["confirm", "process", "ship"])
      await people().admin.rest("PUT", `/api/orders/${id}/${step}`, step === "ship" ? {} : undefined);
    expect(outcomeOf(await edit(id, { shippingAddress: elsewhere, version: 2 }))).toBe("409 ILLEGAL_TRANSITION");
    await checkPrices(shop.services);
    expect(await mattersOf(shop.pool, id)).toEqual([]);
    await expectMoneyAgrees(shop);
  });

  it.each([
    ["more of it", () => ({ orderItems: [line(lamp, 3)] })],
    ["less of it", () => ({ orderItems: [line(lamp, 1)] })],
    ["something else", () => ({ orderItems: [line(lamp, 2), line(vase, 1)] })],
    ["another price", () => ({ orderItems: [line(lamp, 2, 1)], priceReason: "Dented" })],
  ])("cannot have %s", async (_what, asked) => {
    const before = await paid();
    const stock = [await stockOf(shop.pool, lamp), await stockOf(shop.pool, vase)];
    expect(outcomeOf(await edit(before._id, asked()))).toBe("409 ILLEGAL_TRANSITION");
    expect(await read(before._id)).toEqual(before);
    expect([await stockOf(shop.pool, lamp), await stockOf(shop.pool, vase)]).toEqual(stock);
  });
});

describe("A payment beside an edit", () => {
  it("that was approved over the old total is not taken, and the customer pays the new one", async () => {
    const { _id: id } = await placed();
    const payer = { cookie: people().ada.cookieHeader };
    const approved = await decided(shop, payer, id);
    expect(outcomeOf(await edit(id, { orderItems: [line(lamp, 1)] }))).toBe("200");
    expect((await pay(shop, payer, id, { id: approved })).outcome).toBe("402 AMOUNT_MISMATCH");
    expect(shop.simulator.bank.captures(approved)).toEqual([]);
    const again = await decided(shop, payer, id);
    expect((await pay(shop, payer, id, { id: again })).outcome).toBe("200");
    expect(await read(id)).toMatchObject({ isPaid: true, totalPrice: 33 });
    await expectMoneyAgrees(shop);
  });

  it("that has come ends what can be changed", async () => {
    const { _id: id } = await placed();
    const payer = { cookie: people().ada.cookieHeader };
    await edit(id, { orderItems: [line(lamp, 1)] });
    const [{ _id } = { _id: "" }] = (await look(id)).edits;
    expect((await pay(shop, payer, id, { id: await decided(shop, payer, id) })).outcome).toBe("200");
    expect(await look(id)).toMatchObject({ scope: "address", refusal: expect.stringMatching(/^This order is paid,/) });
    expect(outcomeOf(await edit(id, { orderItems: [line(lamp, 3)], version: 1 }))).toBe("409 ILLEGAL_TRANSITION");
    expect(outcomeOf(await undo(id, _id))).toBe("409 ILLEGAL_TRANSITION");
  });

  it("of the old total that was captured past the shop is kept, and shown to administrators", async () => {
    const { _id: id } = await placed();
    const payer = { cookie: people().ada.cookieHeader };
    const approved = await decided(shop, payer, id);
    expect(outcomeOf(await edit(id, { orderItems: [line(lamp, 1)] }))).toBe("200");
    shop.simulator.bank.capture(approved);
    expect((await pay(shop, payer, id, { id: approved })).outcome).toBe("402 AMOUNT_MISMATCH");
    expect(await read(id)).toMatchObject({ isPaid: false });
    expect(await mattersOf(shop.pool, id)).toEqual(["payment differs"]);
    expect(outcomeOf(await edit(id, { orderItems: [line(lamp, 2)], version: 1 }))).toBe("409 ILLEGAL_TRANSITION");
    await expectMoneyAgrees(shop);
  });
});
