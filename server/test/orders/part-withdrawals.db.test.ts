import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { recordDeclaredReturns } from "../../src/domain/return/record-declared.ts";
import { makeOrder } from "../harness/factories.ts";
import { formOf, plain } from "../harness/images.ts";
import { startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { mattersOf } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply, TestClient } from "../harness/test-client.ts";

const shop = startTestShop({ fixed: { returnsDays: 14 } });
const mailing = startMailing(shop);

let [admin, ada]: Member[] = [];
beforeAll(async () => {
  admin = await makeAdmin(shop);
  ada = await makeCustomer(shop);
});
beforeEach(() => shop.pool.query("delete from mails"));

const people = () => {
  if (admin === undefined || ada === undefined) throw new Error("They come before the first test");
  return { admin, ada };
};
const returnsSchema = z.object({
  returns: z.array(
    z.looseObject({
      _id: z.string(),
      state: z.string(),
      isWithdrawal: z.boolean(),
      declaration: z.string(),
      photos: z.array(z.string()),
      lines: z.array(z.looseObject({ product: z.string(), qty: z.number(), reason: z.string() })),
    }),
  ),
  returnable: z.array(z.looseObject({ product: z.string(), qty: z.number() })),
});
const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);

/** A delivered order of Ada's for three units of a product. */
async function delivered() {
  const { id: userId, email: customerEmail } = people().ada;
  const id = await makeOrder(shop.db, { userId, customerEmail, stepsDone: 5, qty: 3 });
  const [{ product } = { product: "" }] = (await look(id)).returnable;
  return { id, product };
}
/** Withdraws from a part of an order without signing in, and has the order looked up. */
async function declare(orderNumber: string, goods: string, email = people().ada.email): Promise<string> {
  const reply = await new TestClient(shop).rest("POST", "/api/withdrawals", { orderNumber, email, goods });
  await recordDeclaredReturns(shop.db, expectNoItemError);
  return outcomeOf(reply);
}
const look = async (id: string) =>
  returnsSchema.parse((await people().ada.rest("GET", `/api/orders/mine/${id}/returns`)).body);
const put = (path: string, body: object) => people().admin.rest("PUT", `/api/returns/${path}`, body);

describe("A withdrawal from a part of an order", () => {
  it("needs no account: it becomes a return, with a receipt that says what was declared and when", async () => {
    const { id } = await delivered();
    expect(await declare(id.slice(-5), "one lamp\n(the left one)")).toBe("200");
    expect(await look(id)).toMatchObject({
      returns: [{ state: "requested", isWithdrawal: true, declaration: "one lamp\n(the left one)", lines: [] }],
    });
    expect(await mattersOf(shop.pool, id)).toEqual(["return"]);
    const receipt = (await mailing.sendAll()).arrived.find(({ subject }) => subject.includes("withdrawal from a part"));
    expect(receipt?.recipient).toBe(people().ada.email);
    expect(receipt?.text).toContain("(the left one)");
    expect(receipt?.text).toMatch(/Withdrawal received:\s+\w+ \d+, \d{4} at /);
    // The whole order was not withdrawn from.
    expect((await people().ada.rest("GET", `/api/orders/${id}`)).body).toMatchObject({ isWithdrawn: false });
  });

  it("is no order's of others, and is recorded once", async () => {
    const { id } = await delivered();
    expect(await declare(id, "one lamp", "somebody.else@example.com")).toBe("200");
    expect((await look(id)).returns).toEqual([]);
    await declare(id, "one lamp");
    await declare(id, "one lamp");
    await declare(id, "the vase too");
    expect((await look(id)).returns.map(({ declaration }) => declaration)).toEqual(["one lamp", "the vase too"]);
  });

  it("is accepted once somebody has named what it means, which may be corrected until then", async () => {
    const { id, product } = await delivered();
    await declare(id, "one lamp");
    const [{ _id } = { _id: "" }] = (await look(id)).returns;
    expect(outcomeOf(await put(`${_id}/accept`, {}))).toBe("409 ILLEGAL_TRANSITION");
    expect(outcomeOf(await put(`${_id}/items`, { lines: [{ product, qty: 4 }] }))).toBe("400 VALIDATION");
    expect(outcomeOf(await put(`${_id}/items`, { lines: [{ product, qty: 2 }] }))).toBe("200");
    expect(outcomeOf(await put(`${_id}/items`, { lines: [{ product, qty: 1 }] }))).toBe("200");
    expect((await look(id)).returnable).toMatchObject([{ product, qty: 2 }]);
    expect(outcomeOf(await put(`${_id}/accept`, { words: "Send it to 12 Weaver St" }))).toBe("200");
    expect(outcomeOf(await put(`${_id}/items`, { lines: [{ product, qty: 2 }] }))).toBe("409 ILLEGAL_TRANSITION");
    expect((await look(id)).returns).toMatchObject([{ state: "accepted", lines: [{ product, qty: 1, reason: "" }] }]);
  });

  it("before anything was sent keeps the order from being sent until somebody has looked", async () => {
    const { id: userId, email: customerEmail } = people().ada;
    const id = await makeOrder(shop.db, { userId, customerEmail, stepsDone: 3, qty: 3 });
    await declare(id, "one lamp");
    const ship = () => people().admin.rest("PUT", `/api/orders/${id}/ship`, {});
    expect(outcomeOf(await ship())).toBe("409 ILLEGAL_TRANSITION");
    const [{ _id } = { _id: "" }] = (await look(id)).returns;
    expect(outcomeOf(await put(`${_id}/items`, { lines: [{ product: _id, qty: 1 }] }))).toBe("409 ILLEGAL_TRANSITION");
    const { rows } = await shop.pool.query("select id from order_matters where order_id = $1", [id]);
    const matterId = z.object({ id: z.string() }).parse(rows[0]).id;
    const resolve = () =>
      people().admin.trpc("mutation", "admin.orders.resolve", { id, matterId, note: "Refunded by hand" });
    expect(outcomeOf(await resolve())).toBe("200");
    expect(outcomeOf(await ship())).toBe("200");
    // Of what was sent, the return is to be answered.
    expect(outcomeOf(await resolve())).toBe("409 ILLEGAL_TRANSITION");
  });

  it("that is refused names nothing, and closes what waited", async () => {
    const { id } = await delivered();
    await declare(id, "everything that is blue");
    const [{ _id } = { _id: "" }] = (await look(id)).returns;
    expect(outcomeOf(await put(`${_id}/refuse`, { words: "Nothing of it is blue." }))).toBe("200");
    expect(await mattersOf(shop.pool, id)).toEqual([]);
  });

  it("by its customer names lines and no reason; a return needs reasons, and no one else names its items", async () => {
    const { id, product } = await delivered();
    const ask = (body: object) => people().ada.rest("POST", `/api/orders/mine/${id}/returns`, body);
    const lines = [{ product, qty: 1 }];
    expect(await ask({ lines })).toMatchObject({ status: 400 });
    expect(outcomeOf(await ask({ lines, isWithdrawal: true }))).toBe("201");
    const { returns } = await look(id);
    expect(returns).toMatchObject([{ isWithdrawal: true, declaration: "", lines: [{ product, reason: "" }] }]);
    const receipt = (await mailing.sendAll()).arrived.find(({ subject }) => subject.includes("withdrawal from a part"));
    expect(receipt?.text).toContain("1 × Product");
    expect(outcomeOf(await put(`${returns[0]?._id}/items`, { lines }))).toBe("409 ILLEGAL_TRANSITION");
  });
});

describe("A photo of a return", () => {
  const upload = async (who: Member) => {
    const body = formOf(await plain().png().toBuffer());
    const reply = await fetch(`${shop.origin}/api/reviews/photos`, {
      method: "POST",
      headers: { cookie: who.cookieHeader },
      body,
    });
    return z.object({ image: z.string() }).parse(await reply.json()).image;
  };
  const statusOf = async (path: string, cookie?: string) =>
    (await fetch(`${shop.origin}${path}`, { headers: cookie === undefined ? {} : { cookie } })).status;

  it("is seen by its customer and by whoever reads orders, and is in one return only", async () => {
    const photo = await upload(people().ada);
    const { id, product } = await delivered();
    const ask = (photos: string[]) =>
      people().ada.rest("POST", `/api/orders/mine/${id}/returns`, {
        lines: [{ product, qty: 1, reason: "It arrived damaged" }],
        photos,
      });
    expect(outcomeOf(await ask([photo]))).toBe("201");
    expect((await look(id)).returns).toMatchObject([{ photos: [photo] }]);
    expect(await statusOf(photo, people().ada.cookieHeader)).toBe(200);
    expect(await statusOf(photo, people().admin.cookieHeader)).toBe(200);
    expect(await statusOf(photo)).toBe(404);
    expect(await statusOf(photo, (await makeCustomer(shop)).cookieHeader)).toBe(404);
    expect(outcomeOf(await ask([photo]))).toBe("400 VALIDATION");
    expect((await look(id)).returns).toHaveLength(1);
  });

  it("of somebody else is refused, and nothing is half recorded", async () => {
    const photo = await upload(await makeCustomer(shop));
    const { id, product } = await delivered();
    const reply = await people().ada.rest("POST", `/api/orders/mine/${id}/returns`, {
      lines: [{ product, qty: 1, reason: "It arrived damaged" }],
      photos: [photo],
    });
    expect(outcomeOf(reply)).toBe("400 VALIDATION");
    expect((await look(id)).returns).toEqual([]);
    expect(await mattersOf(shop.pool, id)).toEqual([]);
  });
});
