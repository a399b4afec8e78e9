import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { stockOf } from "../harness/ordering.ts";
import { decided, expectMoneyAgrees, mattersOf, pay } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply } from "../harness/test-client.ts";

const fixed = { returnsDays: 14 };
const shop = startTestShop({ takesPayments: true, fixed, settings: { reconcileMs: 30 } });
const second = startTestShop({ besides: shop, takesPayments: true, fixed });
const mailing = startMailing(shop);

let [admin, ada]: Member[] = [];
let [lamp, vase] = ["", ""];
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  ada = await makeCustomer(shop);
  const terms = { brandId: await makeBrand(shop.db), categoryId: await makeCategory(shop.db) };
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 2_000, countInStock: 500, ...terms });
  vase = await makeProduct(shop.db, { name: "Vase", priceCents: 3_333, countInStock: 500, ...terms });
});
afterEach(() => expectInvariants(shop.pool));

const people = () => {
  if (admin === undefined || ada === undefined) throw new Error("They come before the first test");
  return { admin, ada };
};
const idSchema = z.looseObject({ _id: z.string() });
const returnsSchema = z.object({
  returns: z.array(
    z.looseObject({ _id: z.string(), state: z.string(), due: z.number(), lines: z.array(z.looseObject({})) }),
  ),
  refusal: z.string().nullable(),
  returnable: z.array(z.looseObject({ product: z.string(), qty: z.number() })),
  reasons: z.array(z.string()),
});
const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);

/** Three lamps and a vase, over 117.33 with 15.00 of tax and delivery of 10.00 in it, paid and sent. */
async function sentOrder({ isSent = true, daysAgo = 1 } = {}) {
  const { ada } = people();
  const { body } = await ada.rest("POST", "/api/orders", {
    orderItems: [
      { product: lamp, qty: 3 },
      { product: vase, qty: 1 },
    ],
    shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
    paymentMethod: "PayPal",
  });
  const { _id } = idSchema.parse(body);
  const payer = { cookie: ada.cookieHeader };
  const id = await decided(shop, payer, _id);
  expect((await pay(shop, payer, _id, { id })).outcome).toBe("200");
  if (isSent) {
    const ago = `now() - interval '${daysAgo} days'`;
    await shop.pool.query(
      `update orders set paid_at = ${ago}, confirmed_at = ${ago}, processed_at = ${ago}, shipped_at = ${ago},
         delivered_at = ${ago} where id = $1`,
      [_id],
    );
  }
  return _id;
}

const look = async (id: string, who = people().ada) =>
  returnsSchema.parse((await who.trpc("query", "order.returns", { id })).body);
const line = (product: string, qty: number, more: object = {}) => ({
  product,
  qty,
  reason: "It does not fit",
  ...more,
});
const ask = (id: string, lines: object[], who = people().ada) =>
  who.trpc("mutation", "order.requestReturn", { id, lines });
const decide = (id: string, decision: object) =>
  people().admin.trpc("mutation", "admin.returns.decide", { id, decision });
const receive = (id: string, lines: object[]) =>
  people().admin.trpc("mutation", "admin.returns.receive", { id, lines });
const refund = (id: string, amount: number, key: string = crypto.randomUUID()) =>
  people().admin.trpc("mutation", "admin.returns.refund", { id, amount, reason: "Your return", idempotencyKey: key });
const arrived = (product: string, qty: number, isRestocked = true) => {
  return { product, qty, condition: isRestocked ? "as new" : "damaged", isRestocked };
};
/** A return of these lines that was asked for. */
async function asked(id: string, lines: object[]) {
  const reply = await ask(id, lines);
  const last = returnsSchema.parse(reply.body).returns.at(-1);
  if (last === undefined) throw new Error("no return");
  return last;
}
/** The same once it was accepted and has arrived, all of it fit for the stock. */
async function backAgain(id: string, lines: { product: string; qty: number }[]) {
  const { _id } = await asked(id, lines);
  expect(outcomeOf(await decide(_id, { to: "accepted", words: "Send it to 12 Weaver St" }))).toBe("200");
  const reply = await receive(
    _id,
    lines.map(({ product, qty }) => arrived(product, qty)),
  );
  const found = returnsSchema.parse(reply.body).returns.find((each) => each._id === _id);
  if (found === undefined) throw new Error("no return");
  return found;
}

describe("A customer who sends something back", () => {
  it("asks for a line of three, is answered, and gets what was paid for it; the units are in stock again", async () => {
    const id = await sentOrder();
    const before = await stockOf(shop.pool, lamp);
    const { _id, due } = await asked(id, [line(lamp, 1, { words: "Too bright" })]);
    // 20.00 and 3.00 of tax.
    expect(due).toBe(23);
    expect(await mattersOf(shop.pool, id)).toEqual(["return"]);
    const received = await mailing.sendAll();
    const receipt = received.arrived.find(({ text }) => text.includes("We have received your return"));
    expect(receipt?.text).toContain("1 × Lamp (It does not fit)");

    await decide(_id, { to: "accepted", words: "Send it to\n12 Weaver St" });
    const decided = (await mailing.sendAll()).arrived.find(({ text }) => text.includes("You can send it back"));
    expect(decided?.text).toContain("12 Weaver St");
    await receive(_id, [arrived(lamp, 1)]);
    expect(await stockOf(shop.pool, lamp)).toBe(before);
    expect(outcomeOf(await refund(_id, 23))).toBe("200");
    expect(await stockOf(shop.pool, lamp)).toBe(before + 1);
    expect((await look(id)).returns).toMatchObject([{ state: "refunded" }]);
    expect(await mattersOf(shop.pool, id)).toEqual([]);
    await expectMoneyAgrees(shop);
  });

  it("who sends back one line after the other gets in the end all that was paid, to the cent", async () => {
    const id = await sentOrder();
    const total = z.looseObject({ totalPrice: z.number() });
    const { totalPrice } = total.parse((await people().ada.rest("GET", `/api/orders/${id}`)).body);
    let sum = 0;
    for (const lines of [[line(lamp, 1)], [line(vase, 1)], [line(lamp, 2)]]) {
      const { _id, due } = await backAgain(id, lines);
      expect(outcomeOf(await refund(_id, due))).toBe("200");
      sum += Math.round(due * 100);
    }
    expect(sum).toBe(Math.round(totalPrice * 100));
    expect((await look(id)).refusal).toBe("This order was refunded, so there is nothing to return.");
    await expectMoneyAgrees(shop);
  });

  it("takes it back before it has arrived, and can ask anew", async () => {
    const id = await sentOrder();
    const { _id } = await asked(id, [line(lamp, 3)]);
    const cancel = () => people().ada.trpc("mutation", "order.cancelReturn", { id, returnId: _id });
    expect(outcomeOf(await ask(id, [line(lamp, 1)]))).toBe("400 VALIDATION");
    expect(outcomeOf(await cancel())).toBe("200");
    expect(outcomeOf(await cancel())).toBe("200");
    expect(await mattersOf(shop.pool, id)).toEqual([]);
    expect(outcomeOf(await ask(id, [line(lamp, 3)]))).toBe("200");
    expect(outcomeOf(await decide(_id, { to: "accepted" }))).toBe("409 ILLEGAL_TRANSITION");
  });

  it("twice at once on two instances asks for no unit twice", async () => {
    const id = await sentOrder();
    const send = (origin: string) =>
      fetch(`${origin}/trpc/order.requestReturn`, {
        method: "POST",
        headers: { cookie: people().ada.cookieHeader, "content-type": "application/json" },
        body: JSON.stringify({ id, lines: [line(lamp, 2)] }),
      });
    const replies = await Promise.all([shop, second, shop, second].map(({ origin }) => send(origin)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await look(id)).returnable).toMatchObject([
      { product: lamp, qty: 1 },
      { product: vase, qty: 1 },
    ]);
  });

  it.each([
    ["before anything was sent", { isSent: false }, "This order was not sent yet, so there is nothing to return."],
    [
      "after its days",
      { daysAgo: 30 },
      "This order could be returned for 14 days after its delivery. Please write to us.",
    ],
  ])("%s is told why not; an administrator is not bound to days", async (_when, more, refusal) => {
    const id = await sentOrder(more);
    expect(await look(id)).toMatchObject({ refusal, returnable: [] });
    expect(outcomeOf(await ask(id, [line(lamp, 1)]))).toBe("409 ILLEGAL_TRANSITION");
    const byAdmin = await ask(id, [line(lamp, 1)], people().admin);
    expect(outcomeOf(byAdmin)).toBe("isSent" in more ? "409 ILLEGAL_TRANSITION" : "200");
  });

  it("sees no returns of others, and decides nothing", async () => {
    const id = await sentOrder();
    const { _id } = await asked(id, [line(lamp, 1)]);
    const other = await makeCustomer(shop);
    expect((await other.trpc("query", "order.returns", { id })).status).toBe(404);
    expect((await ask(id, [line(lamp, 1)], other)).status).toBe(404);
    expect((await other.trpc("mutation", "order.cancelReturn", { id, returnId: _id })).status).toBe(404);
    const own = await sentOrder();
    // A return of another order of the same customer.
    expect((await people().ada.trpc("mutation", "order.cancelReturn", { id: own, returnId: _id })).status).toBe(404);
    const decision = { to: "accepted", words: "" };
    expect((await people().ada.trpc("mutation", "admin.returns.decide", { id: _id, decision })).status).toBe(403);
  });
});

describe("The shop that gets something back", () => {
  it("refunds a return once, whoever presses how often, and never more than what is due of the payment", async () => {
    const id = await sentOrder();
    const { _id, due } = await backAgain(id, [line(vase, 1)]);
    const replies = await Promise.all([1, 2, 3].map(() => refund(_id, due)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(outcomeOf(await refund(_id, due))).toBe("409 ILLEGAL_TRANSITION");
    const { rows } = await shop.pool.query("select amount_cents from refunds where order_id = $1", [id]);
    expect(rows).toHaveLength(1);
    await expectMoneyAgrees(shop);
  });

  it("that gets less than was announced owes less, and what stays away can be sent later", async () => {
    const id = await sentOrder();
    const { _id } = await asked(id, [line(lamp, 3)]);
    await decide(_id, { to: "accepted" });
    expect(outcomeOf(await receive(_id, [arrived(lamp, 4)]))).toBe("400 VALIDATION");
    const reply = await receive(_id, [arrived(lamp, 2, false)]);
    expect(returnsSchema.parse(reply.body).returns).toMatchObject([{ state: "received", due: 46 }]);
    const before = await stockOf(shop.pool, lamp);
    expect(outcomeOf(await refund(_id, 46))).toBe("200");
    // They were damaged.
    expect(await stockOf(shop.pool, lamp)).toBe(before);
    expect((await look(id)).returnable).toMatchObject([
      { product: lamp, qty: 1 },
      { product: vase, qty: 1 },
    ]);
  });

  it("whose refund the provider refuses can refund once more", async () => {
    const id = await sentOrder();
    const { _id, due } = await backAgain(id, [line(vase, 1)]);
    shop.simulator.faults.add("refund", { kind: "status", status: 422, issue: "CAPTURE_FULLY_REFUNDED" });
    expect(outcomeOf(await refund(_id, due))).toBe("402 REFUND_REFUSED");
    expect((await look(id)).returns).toMatchObject([{ state: "received", due }]);
    shop.simulator.faults.clear();
    expect(outcomeOf(await refund(_id, due))).toBe("200");
    expect((await look(id)).returns).toMatchObject([{ state: "refunded" }]);
  });

  it("refuses with words, also after it has arrived, and then nothing is due", async () => {
    const id = await sentOrder();
    const { _id } = await backAgain(id, [line(lamp, 1)]);
    expect(outcomeOf(await decide(_id, { to: "refused", words: "" }))).toBe("400 VALIDATION");
    expect(outcomeOf(await decide(_id, { to: "refused", words: "It was used for weeks" }))).toBe("200");
    expect((await look(id)).returns).toMatchObject([{ state: "refused", due: 0, words: "It was used for weeks" }]);
    expect(outcomeOf(await refund(_id, 1))).toBe("409 ILLEGAL_TRANSITION");
    expect(await mattersOf(shop.pool, id)).toEqual([]);
  });
});
