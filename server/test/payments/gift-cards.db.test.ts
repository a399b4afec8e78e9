import { type OwnGiftCard, ownGiftCardsSchema } from "@shop/shared/credit/gift-card";
import { errorBodySchema } from "@shop/shared/errors";
import { type Order, orderSchema } from "@shop/shared/order/order";
import { giftCardTaxClass } from "@shop/shared/terms-of-sale/gift-card-class";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { productTrade } from "../../src/db/schema/product-trade.ts";
import { expireGiftCards } from "../../src/domain/gift-card/expire-cards.ts";
import { makeGiftCards } from "../../src/domain/gift-card/make-cards.ts";
import { sendDueGiftCards } from "../../src/domain/gift-card/send-due.ts";
import { checkPrices } from "../../src/domain/order/check-prices.ts";
import { openMatter } from "../../src/domain/order/matters.ts";
import { makeRule, seenRule, stopRule } from "../harness/discounts.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { actsOf, decided, mattersOf, pay } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Reply } from "../harness/test-client.ts";

const fixed = { giftCardYears: 5 };
const shop = startTestShop({ takesPayments: true, fixed, settings: { reconcileMs: 30 } });
const second = startTestShop({ besides: shop, takesPayments: true, fixed });
const mailing = startMailing(shop);

let [admin, ada, eve]: Member[] = [];
let [lamp, card] = ["", ""];
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  ada = await makeCustomer(shop);
  eve = await makeCustomer(shop, { name: "Eve" });
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 2_000, countInStock: 9_000 });
  card = await makeProduct(shop.db, { name: "Gift card", priceCents: 5_000, countInStock: 9_000 });
  await shop.db.insert(productTrade).values({ productId: card, taxClass: giftCardTaxClass, weightGrams: 10 });
});
afterEach(() => expectInvariants(shop.pool));

const people = () => {
  if (admin === undefined || ada === undefined || eve === undefined) throw new Error("They come before the first test");
  return { admin, ada, eve };
};
const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);
const messageOf = ({ body }: Reply) => errorBodySchema.parse(body).message;
const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
const place = (customer: Member, orderItems: { product: string; qty: number }[], more = {}) =>
  customer.rest("POST", "/api/orders", { orderItems, shippingAddress, paymentMethod: "PayPal", ...more });
async function placed(...given: Parameters<typeof place>): Promise<Order> {
  const reply = await place(...given);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return orderSchema.parse(reply.body);
}
async function payFor(customer: Member, { _id }: Order): Promise<string | undefined> {
  const payer = { cookie: customer.cookieHeader };
  const id = await decided(shop, payer, _id);
  expect((await pay(shop, payer, _id, { id })).outcome).toBe("200");
  return shop.simulator.bank.captures(id)[0]?.amount.value;
}
const make = (at = shop) => makeGiftCards(at.services, () => false);
async function cardsOf(customer: Member, { _id }: Pick<Order, "_id">) {
  return ownGiftCardsSchema.parse((await customer.rest("GET", `/api/orders/${_id}/gift-cards`)).body);
}
async function bought(qty = 1): Promise<{ order: Order; cards: OwnGiftCard[] }> {
  const order = await placed(people().ada, [{ product: card, qty }]);
  await payFor(people().ada, order);
  await make();
  return { order, cards: (await cardsOf(people().ada, order)).cards };
}
const codeOf = (found: OwnGiftCard | undefined) => found?.code ?? "";
async function oneCard() {
  const { order, cards } = await bought();
  const [first] = cards;
  if (first === undefined) throw new Error("no card was made");
  return { order, card: first, code: codeOf(first) };
}
const spend = (customer: Member, id: string, giftCard: string) =>
  customer.rest("PUT", `/api/orders/${id}/credit`, { giftCard });
const read = async (customer: Member, id: string) =>
  orderSchema.parse((await customer.rest("GET", `/api/orders/${id}`)).body);
const manage = (act: "stop" | "renewCode", id: string, who = people().admin) =>
  who.trpc("mutation", `admin.giftCards.${act}`, { id });

describe("A gift card", () => {
  it("is sold without tax, delivery and discount, and free delivery is not reached by it", async () => {
    const rule = await makeRule(people().admin, { name: "A tenth" });
    const alone = await placed(people().ada, [{ product: card, qty: 2 }]);
    expect(alone).toMatchObject({ itemsPrice: 100, taxPrice: 0, shippingPrice: 0, discountPrice: 0, totalPrice: 100 });
    expect(alone.orderItems).toMatchObject([{ isGiftCard: true }]);
    const mixed = await placed(people().ada, [
      { product: card, qty: 2 },
      { product: lamp, qty: 1 },
    ]);
    expect(mixed).toMatchObject({ itemsPrice: 120, taxPrice: 2.7, shippingPrice: 10, discountPrice: 2 });
    await checkPrices(shop.services, () => false);
    for (const { _id } of [alone, mixed]) expect(await mattersOf(shop.pool, _id)).toEqual([]);
    await stopRule(people().admin, seenRule(rule)._id);
  });

  it("is made once it is paid, mailed to its buyer, and its order is delivered with it", async () => {
    const order = await placed(people().ada, [{ product: card, qty: 2 }]);
    expect(await cardsOf(people().ada, order)).toEqual({ isMade: false, cards: [] });
    await payFor(people().ada, order);
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => make(n % 2 === 0 ? shop : second)));
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(1);
    const { isMade, cards } = await cardsOf(people().ada, order);
    expect([isMade, cards.length, new Set(cards.map(codeOf)).size]).toEqual([true, 2, 2]);
    expect(cards).toMatchObject([{ value: 50, left: 50, name: "Gift card", recipient: null }, {}]);
    expect(await read(people().ada, order._id)).toMatchObject({ isDelivered: true, matters: [] });
    expect((await actsOf(shop.pool, order._id)).slice(-4)).toEqual(["confirmed", "processed", "shipped", "delivered"]);
    const { arrived } = await mailing.sendAll();
    const [mail] = arrived.filter(({ subject }) => subject.startsWith("Your gift cards"));
    expect(mail?.recipient).toBe(people().ada.email);
    for (const each of cards) expect(mail?.text).toContain(each.code);
  });

  it("is stored without its code, and shown to nobody but its buyer", async () => {
    const { order, code } = await oneCard();
    const plain = code.replaceAll("-", "");
    const tables = ["gift_cards", "credit_accounts", "credit_transfers", "mails", "order_events", "payments"];
    for (const table of tables) {
      const { rows } = await shop.pool.query(`select 1 from ${table} t where t::text ~ $1`, [`${plain}|${code}`]);
      expect(rows, table).toEqual([]);
    }
    for (const other of [people().eve, people().admin])
      expect((await other.rest("GET", `/api/orders/${order._id}/gift-cards`)).status).toBe(404);
    const { body } = await people().admin.trpc("query", "admin.giftCards.list", { keyword: code.slice(-4) });
    expect(JSON.stringify(body)).toContain(order._id);
    expect(JSON.stringify(body)).not.toContain(code);
  });

  it("waits while something of its order is to be decided", async () => {
    const order = await placed(people().ada, [{ product: card, qty: 1 }]);
    await payFor(people().ada, order);
    await openMatter(shop.db, { orderId: order._id, kind: "disputed", reference: order._id });
    expect(await make()).toBe(0);
    expect((await cardsOf(people().ada, order)).isMade).toBe(false);
    await shop.pool.query("update order_matters set resolved_at = now(), note = 'Won' where order_id = $1", [
      order._id,
    ]);
    expect(await make()).toBe(1);
    expect((await cardsOf(people().ada, order)).cards).toHaveLength(1);
  });

  it("is spent in part by whoever has the code, as it was typed, and the rest later", async () => {
    const { order: sold, code } = await oneCard();
    const first = await placed(people().eve, [{ product: lamp, qty: 1 }]);
    const typed = ` ${code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l")} `;
    const paid = orderSchema.parse((await spend(people().eve, first._id, typed)).body);
    expect(paid).toMatchObject({ isPaid: true, credits: [{ giftCard: code.slice(-4), amount: 33 }] });
    expect((await cardsOf(people().ada, sold)).cards).toMatchObject([{ left: 17 }]);
    const next = await placed(people().eve, [{ product: lamp, qty: 1 }]);
    expect(orderSchema.parse((await spend(people().eve, next._id, code)).body).credits).toMatchObject([{ amount: 17 }]);
    expect(await payFor(people().eve, next)).toBe("16.00");
    const empty = await placed(people().eve, [{ product: lamp, qty: 1 }]);
    const refused = await spend(people().eve, empty._id, code);
    expect([outcomeOf(refused), messageOf(refused)]).toEqual(["400 VALIDATION", "Nothing is left on this gift card"]);
  });

  it("pays together with another one and with credit, one after the other", async () => {
    const { cards } = await bought(2);
    const order = await placed(people().eve, [{ product: lamp, qty: 4 }]);
    expect(order.totalPrice).toBe(102);
    await people().admin.trpc("mutation", "admin.users.changeCredit", {
      id: people().eve.id,
      key: uuidv7(),
      act: "given",
      amount: 1,
      reason: "For you",
    });
    for (const each of cards) expect((await spend(people().eve, order._id, codeOf(each))).status).toBe(200);
    expect((await people().eve.rest("PUT", `/api/orders/${order._id}/credit`, {})).status).toBe(200);
    expect(await payFor(people().eve, order)).toBe("1.00");
    const back = await people().eve.rest("PUT", `/api/orders/mine/${order._id}/cancel`, {});
    expect(orderSchema.parse(back.body)).toMatchObject({ isRefunded: true, refundedPrice: 102 });
    const spentAgain = await placed(people().eve, [{ product: lamp, qty: 1 }]);
    expect((await spend(people().eve, spentAgain._id, codeOf(cards[0]))).status).toBe(200);
  });

  it("is spent once by fifty orders at once on two instances", async () => {
    const { code } = await oneCard();
    const orders: Order[] = [];
    for (let n = 0; n < 50; n += 1) orders.push(await placed(people().eve, [{ product: lamp, qty: 1 }]));
    const answers = await Promise.all(
      orders.map(({ _id }, n) =>
        fetch(`${n % 2 === 0 ? shop.origin : second.origin}/api/orders/${_id}/credit`, {
          method: "PUT",
          headers: { "content-type": "application/json", cookie: people().eve.cookieHeader },
          body: JSON.stringify({ giftCard: code }),
        }).then(async (answer) => [answer.status, await answer.json()] as const),
      ),
    );
    const used = answers.flatMap(([status, body]) => (status === 200 ? [orderSchema.parse(body)] : []));
    const spent = used.flatMap(({ credits = [] }) => credits).reduce((sum, { amount }) => sum + amount, 0);
    expect([used.length, Math.round(spent * 100)]).toEqual([2, 5_000]);
  });

  it("is refused with the reason: mistyped, unknown, expired or stopped", async () => {
    const order = await placed(people().eve, [{ product: lamp, qty: 1 }]);
    const { code, card: found } = await oneCard();
    const wrong = code.slice(0, -1) + (code.endsWith("0") ? "1" : "0");
    const why = async (giftCard: string) => messageOf(await spend(people().eve, order._id, giftCard));
    expect(await why(wrong)).toBe("This is no gift card code. Please check its 20 letters and digits.");
    expect(await why("0".repeat(20))).toBe("We do not know this gift card. Please check its code.");
    await shop.pool.query("update gift_cards set expires_at = now() - interval '1 second' where id = $1", [found._id]);
    expect(await why(code)).toBe("This gift card has expired");
    expect(await expireGiftCards(shop.db, () => false)).toBe(1);
    expect(await expireGiftCards(shop.db, () => false)).toBe(0);
    const other = await oneCard();
    expect(outcomeOf(await manage("stop", other.card._id))).toBe("200");
    expect(await why(other.code)).toBe("This gift card is not valid any more. Please write to us.");
    expect(outcomeOf(await manage("stop", other.card._id))).toBe("409 ILLEGAL_TRANSITION");
  });

  it("is valid for the years of the settings", async () => {
    const { card: found } = await oneCard();
    const days = (Date.parse(found.expiresAt ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(1_825);
    expect(Math.round(days)).toBeLessThanOrEqual(1_827);
  });

  it("gets another code, and the one before is void", async () => {
    const { order, card: found, code } = await oneCard();
    expect(outcomeOf(await manage("renewCode", found._id))).toBe("200");
    const [renewed] = (await cardsOf(people().ada, order)).cards;
    expect(renewed?.code).not.toBe(code);
    const target = await placed(people().eve, [{ product: lamp, qty: 1 }]);
    expect(outcomeOf(await spend(people().eve, target._id, code))).toBe("400 VALIDATION");
    expect((await spend(people().eve, target._id, codeOf(renewed))).status).toBe(200);
    const { arrived } = await mailing.sendAll();
    expect(arrived.some(({ text }) => text.includes(codeOf(renewed)))).toBe(true);
    expect(outcomeOf(await manage("stop", found._id, people().eve))).toBe("403 FORBIDDEN");
  });
});

describe("The order of a gift card", () => {
  it("is cancelled as long as nothing was spent, and its code is void then", async () => {
    const order = await placed(people().ada, [
      { product: card, qty: 1 },
      { product: lamp, qty: 1 },
    ]);
    await payFor(people().ada, order);
    await make();
    const [found] = (await cardsOf(people().ada, order)).cards;
    expect((await people().ada.rest("PUT", `/api/orders/mine/${order._id}/cancel`, {})).status).toBe(200);
    expect((await cardsOf(people().ada, order)).cards).toMatchObject([{ code: null, isStopped: true, left: 0 }]);
    const target = await placed(people().eve, [{ product: lamp, qty: 1 }]);
    expect(outcomeOf(await spend(people().eve, target._id, codeOf(found)))).toBe("400 VALIDATION");
  });

  it("is not cancelled once something was spent", async () => {
    const order = await placed(people().ada, [
      { product: card, qty: 1 },
      { product: lamp, qty: 1 },
    ]);
    await payFor(people().ada, order);
    await make();
    const [found] = (await cardsOf(people().ada, order)).cards;
    const target = await placed(people().eve, [{ product: lamp, qty: 1 }]);
    await spend(people().eve, target._id, codeOf(found));
    const refused = await people().ada.rest("PUT", `/api/orders/mine/${order._id}/cancel`, {});
    expect(outcomeOf(refused)).toBe("409 ILLEGAL_TRANSITION");
    expect(messageOf(refused)).toContain("$33.00 of the gift card");
    expect(await read(people().ada, order._id)).toMatchObject({ cancellation: null, isRefunded: false });
  });

  it("that is cancelled before its cards are made makes none", async () => {
    const order = await placed(people().ada, [{ product: card, qty: 1 }]);
    await payFor(people().ada, order);
    expect((await people().ada.rest("PUT", `/api/orders/mine/${order._id}/cancel`, {})).status).toBe(200);
    expect(await make()).toBe(0);
    expect(await cardsOf(people().ada, order)).toEqual({ isMade: false, cards: [] });
  });
});

describe("A gift card that is given", () => {
  const give = (id: string, more = {}, who = people().ada) =>
    who.trpc("mutation", "order.sendGiftCard", {
      id,
      name: "Grace",
      email: "grace@example.com",
      words: "Enjoy!",
      ...more,
    });
  const today = () => new Date().toISOString().slice(0, 10);
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it("is mailed once, with the words of its buyer", async () => {
    const { card: found, code } = await oneCard();
    await mailing.sendAll();
    expect(outcomeOf(await give(found._id))).toBe("200");
    const sent = await Promise.all([sendDueGiftCards(shop.db), sendDueGiftCards(second.db)]);
    expect(sent[0] + sent[1]).toBe(1);
    const { arrived } = await mailing.sendAll();
    expect(arrived.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ["grace@example.com", "Ada gives you $50.00 for Test Shop"],
    ]);
    for (const said of ["Enjoy!", "Hello Grace,", code]) expect(arrived[0]?.text).toContain(said);
    expect(outcomeOf(await give(found._id))).toBe("409 ILLEGAL_TRANSITION");
  });

  it("waits for its day, and can be kept until then", async () => {
    const { order, card: found } = await oneCard();
    expect(outcomeOf(await give(found._id, { day: later(10) }))).toBe("200");
    expect(await sendDueGiftCards(shop.db)).toBe(0);
    expect((await cardsOf(people().ada, order)).cards).toMatchObject([{ recipient: { name: "Grace", sentAt: null } }]);
    expect(outcomeOf(await people().ada.trpc("mutation", "order.keepGiftCard", { id: found._id }))).toBe("200");
    expect((await cardsOf(people().ada, order)).cards).toMatchObject([{ recipient: null }]);
    expect(outcomeOf(await give(found._id, { day: today() }))).toBe("200");
    expect(await sendDueGiftCards(shop.db)).toBe(1);
  });

  it.each(["2020-01-01", "2200-01-01", "2026-02-30", "soon"])("is not mailed on %s", async (day) => {
    const { card: found } = await oneCard();
    expect(outcomeOf(await give(found._id, { day }))).toBe("400 VALIDATION");
  });

  it("is nobody else's to give", async () => {
    const { card: found } = await oneCard();
    for (const who of [people().eve, people().admin])
      expect(outcomeOf(await give(found._id, {}, who))).toBe("404 NOT_FOUND");
    expect(outcomeOf(await give(uuidv7()))).toBe("404 NOT_FOUND");
  });
});
