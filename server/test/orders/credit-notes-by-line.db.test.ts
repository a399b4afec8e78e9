import { setShopMoney, specifiedMoneyFormat } from "@shop/shared/currency";
import { creditNoteContentSchema, invoiceContentSchema } from "@shop/shared/order/invoice";
import { orderSchema } from "@shop/shared/order/order";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { decided, pay } from "../harness/paying.ts";
import { germanTerms, sellBy } from "../harness/selling.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer } from "../harness/test-client.ts";

const shop = startTestShop({
  takesPayments: true,
  fixed: { returnsDays: 14 },
  settings: { jwtSecret: issuer.jwtSecret },
});
let [admin, ada]: Member[] = [];
let [lamp, book] = ["", ""];
beforeAll(async () => {
  admin = await makeAdmin(shop);
  ada = await makeCustomer(shop);
  lamp = await makeProduct(shop.db, { name: "Lamp", priceCents: 119_00, countInStock: 100 });
  book = await makeProduct(shop.db, { name: "Book", priceCents: 10_70, countInStock: 100 });
  await shop.pool.query("insert into product_trade (product_id, tax_class) values ($1, 'reduced')", [book]);
  await sellBy(shop, germanTerms);
});
// The currency is that of the process.
afterAll(() => setShopMoney(specifiedMoneyFormat));

const berlin = { address: "Lindenstr. 2", city: "Berlin", postalCode: "10969", country: "Deutschland" };
const people = () => {
  if (admin === undefined || ada === undefined) throw new Error("They come before the first test");
  return { admin, ada };
};

/** A lamp with 19 % and two books with 7 % of tax within their prices, paid and delivered. */
async function deliveredOrder() {
  const orderItems = [
    { product: lamp, qty: 1 },
    { product: book, qty: 2 },
  ];
  const { body } = await people().ada.rest("POST", "/api/orders", {
    orderItems,
    shippingAddress: berlin,
    paymentMethod: "PayPal",
  });
  const order = orderSchema.parse(body);
  const payer = { cookie: people().ada.cookieHeader };
  await pay(shop, payer, order._id, { id: await decided(shop, payer, order._id) });
  await shop.pool.query(
    `update orders set paid_at = now() - interval '1 hour', confirmed_at = now(), processed_at = now(), shipped_at = now(),
       delivered_at = now() where id = $1`,
    [order._id],
  );
  return order;
}

/** Sends units back, and refunds what is due for them, or another amount. */
async function giveBack(id: string, product: string, { qty = 1, amount }: { qty?: number; amount?: number } = {}) {
  const { admin: boss, ada: customer } = people();
  const lines = [{ product, qty, reason: "It does not fit" }];
  const asked = await customer.trpc("mutation", "order.requestReturn", { id, lines });
  const listed = z.object({ returns: z.array(z.looseObject({ _id: z.string(), due: z.number() })) });
  const returned = listed.parse(asked.body).returns.at(-1);
  const returnId = returned?._id ?? "";
  await boss.trpc("mutation", "admin.returns.decide", { id: returnId, decision: { to: "accepted", words: "" } });
  const arrived = [{ product, qty, condition: "as new", isRestocked: true }];
  await boss.trpc("mutation", "admin.returns.receive", { id: returnId, lines: arrived });
  const refund = { id: returnId, amount: amount ?? returned?.due, reason: "Your return" };
  const reply = await boss.trpc("mutation", "admin.returns.refund", { ...refund, idempotencyKey: crypto.randomUUID() });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

async function papersOf(id: string) {
  const { rows } = await shop.pool.query(
    "select kind, content from invoices where order_id = $1 order by created_at, number",
    [id],
  );
  const papers = z.array(z.object({ kind: z.string(), content: z.unknown() })).parse(rows);
  const taxesOf = (taxes: { rate: number; netCents: number; taxCents: number }[] = []) =>
    taxes.map(({ rate: of, netCents, taxCents }) => [of / 1_000, netCents, taxCents]);
  const [invoice, ...notes] = papers;
  const { taxes, taxCents } = invoiceContentSchema.parse(invoice?.content);
  return {
    invoice: { taxCents, taxes: taxesOf(taxes) },
    notes: notes.map(({ content }) => {
      const note = creditNoteContentSchema.parse(content);
      return { amountCents: note.amountCents, taxCents: note.taxCents, taxes: taxesOf(note.taxes) };
    }),
  };
}

it("A credit note has the taxes of just the goods that came back, and all of them sum to the invoice's", async () => {
  const { _id: id } = await deliveredOrder();
  await giveBack(id, book);
  await giveBack(id, lamp);
  await giveBack(id, book);
  const { invoice, notes } = await papersOf(id);
  // 10.70 with 7 %, then 119.00 with 19 %.
  expect(notes.slice(0, 2)).toEqual([
    { amountCents: 10_70, taxCents: 70, taxes: [[7, 10_00, 70]] },
    { amountCents: 119_00, taxCents: 19_00, taxes: [[19, 100_00, 19_00]] },
  ]);
  expect(notes).toHaveLength(3);
  expect(notes.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(invoice.taxCents);
  for (const [of, net, tax] of invoice.taxes) {
    const credited = notes.flatMap(({ taxes }) => taxes.filter(([noted]) => noted === of));
    expect(
      credited.reduce((sum, [, cents = 0]) => sum + cents, 0),
      `net of ${of} %`,
    ).toBe(net);
    expect(
      credited.reduce((sum, [, , cents = 0]) => sum + cents, 0),
      `tax of ${of} %`,
    ).toBe(tax);
  }
});

it("A refund of another amount than is due has its share of all taxes", async () => {
  const { _id: id } = await deliveredOrder();
  await giveBack(id, book, { amount: 5 });
  const { notes } = await papersOf(id);
  expect(notes).toHaveLength(1);
  expect(notes[0]?.taxes.map(([of]) => of)).toEqual([19, 7]);
});
