import { invoiceContentSchema } from "@shop/shared/order/invoice";
import { sheetSchema } from "@shop/shared/order/paper";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { largeActLimits } from "../../src/db/client.ts";
import { orderItems } from "../../src/db/schema/orders.ts";
import { refundItems, refunds } from "../../src/db/schema/payments.ts";
import { webpName } from "../../src/infra/image-names.ts";
import { paperQueue } from "../../src/infra/paper/paper-process.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { holding, waitForLock } from "../harness/locks.ts";
import { capturedElsewhere, decided, orderToPay, pay, seenOrder } from "../harness/paying.ts";
import { readPdf } from "../harness/pdf.ts";
import { paperWritersOf } from "../harness/process.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";
import { notify } from "../harness/webhooks.ts";

// Sixty sheets take long beside other tests.
vi.setConfig({ testTimeout: 600_000 });

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret } });
const once = { points: 1, seconds: 900 };
const limited = startTestShop({
  besides: shop,
  settings: { jwtSecret: issuer.jwtSecret, limits: { ...wideLimits, papersPerUser: once } },
});

let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});

async function paidOrder() {
  const mine = await orderToPay(shop);
  const id = await decided(shop, mine.customer, mine.order._id);
  expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
  return { ...mine, id };
}

async function refund(orderId: string, amount: number, more: Record<string, unknown> = {}): Promise<void> {
  const response = await fetch(`${shop.origin}/api/orders/${orderId}/refund`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: admin.cookie, "idempotency-key": uuidv7() },
    body: JSON.stringify({ amount, reason: "Sent back", ...more }),
  });
  expect(response.status).toBe(201);
}

const get = (path: string, who?: Customer) =>
  fetch(`${shop.origin}${path}`, { headers: who === undefined ? {} : { cookie: who.cookie } });

const post = (path: string, body: unknown, who = admin) =>
  fetch(`${shop.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: who.cookie },
    body: JSON.stringify(body),
  });

/** The status, with the body read, so that its connection is free. */
async function statusOf(asked: Promise<Response>): Promise<number> {
  const response = await asked;
  await response.arrayBuffer();
  return response.status;
}

async function fileOf(response: Response, more = {}) {
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  return readPdf(new Uint8Array(await response.arrayBuffer()), more);
}

async function sheetsOf(kind: string, ids: string[], more = {}) {
  const input = encodeURIComponent(JSON.stringify({ kind, ids, ...more }));
  const response = await get(`/trpc/admin.orders.papers?input=${input}`, admin);
  return z.array(sheetSchema).parse(fromTrpc(await response.json()));
}

const rowSchema = z.object({ kind: z.string(), number: z.number(), content: z.record(z.string(), z.unknown()) });
async function invoicesOf(orderId: string) {
  const { rows } = await shop.pool.query(
    "select kind, number, content from invoices where order_id = $1 order by kind desc, number",
    [orderId],
  );
  return z.array(rowSchema).parse(rows);
}

async function numbersOf(kind: string): Promise<number[]> {
  const { rows } = await shop.pool.query("select number from invoices where kind = $1 order by number", [kind]);
  return z
    .array(z.object({ number: z.number() }))
    .parse(rows)
    .map(({ number }) => number);
}
const gapless = (numbers: number[]) => numbers.map((_, place) => place + 1);

describe("an invoice", () => {
  it("is numbered in the transaction of the payment, with what was on it then", async () => {
    const { order } = await paidOrder();
    const [invoice, ...more] = await invoicesOf(order._id);
    expect(more).toEqual([]);
    const content = invoiceContentSchema.parse(invoice?.content);
    expect(content).toMatchObject({
      seller: { name: "Test Shop Ltd", address: ["1 Weaver Street", "Loomtown"], taxId: "TAX-123" },
      itemsCents: 1_000,
      shippingCents: 1_000,
      taxCents: 150,
      totalCents: 2_150,
      taxPercent: 15,
      lines: [{ qty: 1, priceCents: 1_000 }],
    });
    await shop.pool.query("update orders set buyer_name = 'Renamed' where id = $1", [order._id]);
    await shop.pool.query("update order_items set name = 'Renamed' where order_id = $1", [order._id]);
    const [sheet] = await sheetsOf("invoices", [order._id]);
    expect(JSON.stringify(sheet)).not.toContain("Renamed");
    expect(sheet?.title).toMatch(/^Invoice \d{4}-\d{5}$/);
    expect(sheet?.sums.map(({ amount }) => amount)).toEqual(["$10.00", "$10.00", "$1.50", "$21.50"]);
  });

  it("is a file for its customer and for admins, and for nobody else", async () => {
    const { order, customer } = await paidOrder();
    const path = `/api/orders/${order._id}/invoice.pdf`;
    const [text = ""] = (await fileOf(await get(path, customer))).texts;
    for (const part of ["Test Shop Ltd", "Loomtown", "TAX-123", customer.name, "$21.50"]) expect(text).toContain(part);
    expect(await statusOf(get(path, admin))).toBe(200);
    expect(await statusOf(get(path, await insertCustomer(shop.db)))).toBe(404);
    expect(await statusOf(get(path))).toBe(401);
    expect(await statusOf(get(`/api/orders/${order._id}/packing-slip.pdf`, customer))).toBe(403);
  });

  it("is refused while the order is not paid, and nothing is numbered", async () => {
    const { order, customer } = await orderToPay(shop);
    expect(await statusOf(get(`/api/orders/${order._id}/invoice.pdf`, customer))).toBe(409);
    const paid = await paidOrder();
    expect(await statusOf(post("/api/orders/invoices.pdf", { ids: [paid.order._id, order._id] }))).toBe(409);
    expect(await statusOf(post("/api/orders/invoices.pdf", { ids: [paid.order._id, uuidv7()] }))).toBe(404);
    expect(await invoicesOf(order._id)).toEqual([]);
  });

  it("of an order from before gets its number when it is first asked for, once", async () => {
    const order = await makeOrder(shop.db, { stepsDone: 2, refundedCents: 500 });
    expect(await invoicesOf(order)).toEqual([]);
    const asked = await Promise.all(Array.from({ length: 4 }, () => sheetsOf("invoices", [order])));
    for (const sheets of asked) expect(sheets.map(({ kind }) => kind)).toEqual(["invoice", "credit note"]);
    expect(await invoicesOf(order)).toHaveLength(2);
    expect(await numbersOf("invoice")).toEqual(gapless(await numbersOf("invoice")));
  });

  it("leaves no gap where a payment is rolled back", async () => {
    const { order, customer } = await orderToPay(shop);
    const before = await numbersOf("invoice");
    await shop.pool.query(`create function refuse_invoice() returns trigger language plpgsql as
      $$ begin if new.order_id = '${order._id}' then raise exception 'no'; end if; return new; end $$`);
    await shop.pool.query(
      "create trigger refuse before insert on invoices for each row execute function refuse_invoice()",
    );
    const id = await decided(shop, customer, order._id);
    expect((await pay(shop, customer, order._id, { id })).status).toBe(500);
    await shop.pool.query("drop trigger refuse on invoices");
    await paidOrder();
    expect((await pay(shop, customer, order._id, { id })).outcome).toBe("200");
    expect(await numbersOf("invoice")).toEqual(gapless([...before, 0, 0]));
    expect(await invoicesOf(order._id)).toHaveLength(1);
  });
});

describe("a credit note", () => {
  it("is written for each refund, with its part of the tax", async () => {
    const { order } = await paidOrder();
    await refund(order._id, 5);
    await refund(order._id, 16.5);
    const [, first, second] = await invoicesOf(order._id);
    expect(first?.content).toMatchObject({ amountCents: 500, taxCents: 35, reason: "Sent back" });
    expect(second?.content).toMatchObject({ amountCents: 1_650, taxCents: 115 });
    const sheets = await sheetsOf("invoices", [order._id]);
    expect(sheets.map(({ kind }) => kind)).toEqual(["invoice", "credit note", "credit note"]);
    expect(await numbersOf("credit note")).toEqual(gapless(await numbersOf("credit note")));
  });

  it("takes no account of a refund that failed after all", async () => {
    const { order } = await paidOrder();
    await refund(order._id, 1.1);
    // The tax of $1.10 is 7.7 cents, and what two of them share is 15.3.
    expect((await invoicesOf(order._id))[1]?.content).toMatchObject({ amountCents: 110, taxCents: 8 });
    const [failed] = await shop.db
      .update(refunds)
      .set({ status: "failed" })
      .where(eq(refunds.orderId, order._id))
      .returning();
    if (failed === undefined) throw new Error("nothing was refunded");
    const another = {
      id: uuidv7(),
      providerRefundId: uuidv7(),
      idempotencyKey: uuidv7(),
      status: "completed" as const,
    };
    await shop.db.insert(refunds).values({ ...failed, ...another });
    await sheetsOf("invoices", [order._id]);
    expect((await invoicesOf(order._id))[2]?.content).toMatchObject({ amountCents: 110, taxCents: 8 });
  });

  it("is not written for money that the provider took back, which is no refund by the shop", async () => {
    const { order, customer, id } = await paidOrder();
    const { bank } = shop.simulator;
    bank.reverse(bank.captures(id)[0]?.id ?? "");
    const event = bank.events.findLast(({ event_type }) => event_type === "PAYMENT.CAPTURE.REVERSED");
    expect((await notify(shop, event)).status).toBe(200);
    expect(await seenOrder(shop, customer, order._id)).toMatchObject({ isRefunded: true });
    await sheetsOf("invoices", [order._id]);
    expect((await invoicesOf(order._id)).map(({ kind }) => kind)).toEqual(["invoice"]);
  });

  it("is not written for money that was paid twice, which is on no invoice", async () => {
    const { order, customer } = await paidOrder();
    const { id } = capturedElsewhere(shop, "21.50", [{ customId: order._id }]);
    await pay(shop, customer, order._id, { id });
    await refund(order._id, 21.5, { payment: id });
    expect((await invoicesOf(order._id)).map(({ kind }) => kind)).toEqual(["invoice"]);
  });
});

describe("packing slips", () => {
  it("of fifty marked orders are fifty pages, each with a code that a decoder reads", { tags: "wide" }, async () => {
    const imageId = uuidv7();
    const image = await sharp({ create: { width: 160, height: 160, channels: 3, background: "#369" } })
      .webp()
      .toBuffer();
    await shop.storage.write(webpName(imageId, 160), image);
    const ids: string[] = [];
    for (let place = 0; place < 50; place += 1) ids.push(await makeOrder(shop.db, { stepsDone: 1, qty: place + 1 }));
    await shop.db.update(orderItems).set({ image: `/uploads/${imageId}.webp` });
    const { texts, codes } = await fileOf(await post("/api/orders/packing-slips.pdf", { ids }), { hasCodes: true });
    expect(codes).toEqual(ids);
    expect(texts[41]).toContain("42×");
    // Nothing on a slip says what a gift has cost.
    expect(texts.filter((text) => text.includes("$"))).toEqual([]);
  });

  it("of many lines have their code on every page, and every line once", async () => {
    const order = await makeOrder(shop.db, { stepsDone: 1 });
    const productId = await makeProduct(shop.db);
    await shop.db.insert(orderItems).values(
      Array.from({ length: 59 }, (_, place) => ({
        orderId: order,
        productId,
        position: place + 1,
        qty: 1,
        priceCents: 100,
        image: "",
        name: `Line number ${place + 1}.`,
      })),
    );
    const { texts, codes } = await fileOf(await get(`/api/orders/${order}/packing-slip.pdf`, admin), {
      hasCodes: true,
    });
    expect(codes.length).toBeGreaterThan(3);
    expect(codes).toEqual(codes.map(() => order));
    const all = texts.join("\n");
    for (let line = 1; line <= 59; line += 1) expect(all.split(`Line number ${line}.`)).toHaveLength(2);
  });

  it("show prices where they are wanted", async () => {
    const order = await makeOrder(shop.db, { stepsDone: 1, priceCents: 1_234, qty: 2 });
    const [text] = (await fileOf(await get(`/api/orders/${order}/packing-slip.pdf?prices=1`, admin))).texts;
    expect(text).toContain("$12.34");
    expect(text).toContain("$24.68");
  });

  it("leave out what was refunded into the stock, and warn of orders that are not to be sent", async () => {
    const order = await makeOrder(shop.db, { stepsDone: 1, qty: 3, refundedCents: 100 });
    const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order));
    const [made] = await shop.db
      .update(refunds)
      .set({ restockedAt: new Date() })
      .where(eq(refunds.orderId, order))
      .returning();
    await shop.db.insert(refundItems).values({ refundId: made?.id ?? "", productId: line?.productId ?? "", qty: 2 });
    const unpaid = await makeOrder(shop.db);
    const [part, warned] = await sheetsOf("packing-slips", [order, unpaid]);
    expect(part).toMatchObject({ warning: null, lines: [{ qty: 1, price: null }] });
    expect(warned?.warning).toBe("This order is not paid. Do not send it.");
  });
});

describe("a user who asks for too many files", () => {
  it("is told to wait", async () => {
    const { order, customer } = await paidOrder();
    const ask = () =>
      fetch(`${limited.origin}/api/orders/${order._id}/invoice.pdf`, { headers: { cookie: customer.cookie } });
    expect(await statusOf(ask())).toBe(200);
    const refused = await ask();
    await refused.arrayBuffer();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("requests for many sheets", () => {
  const many = 60;
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    while (ids.length < many) ids.push(await makeOrder(shop.db, { stepsDone: 2 }));
  });

  /** A request whose client has gone, after the answer began or as soon as the file is being written. */
  async function abandon(kind: string, when: "answered" | "begun"): Promise<void> {
    const gone = new AbortController();
    const answer = fetch(`${shop.origin}/api/orders/${kind}.pdf`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: admin.cookie },
      body: JSON.stringify({ ids }),
      signal: gone.signal,
    });
    const begun = when === "begun" && expect.poll(() => paperWritersOf(process.pid).length, { timeout: 60_000 });
    const first = await Promise.race(begun === false ? [answer] : [answer, begun.toBeGreaterThan(0)]);
    gone.abort();
    await answer.catch(() => undefined);
    // A busy machine asks to come again, or was too slow to read the request: nothing was begun.
    if (first instanceof Response && [408, 503].includes(first.status)) return abandon(kind, when);
    if (first instanceof Response) expect(first.status).toBe(200);
  }

  it.each(["invoices", "packing-slips"])(
    "for %s leave no process and take nobody's place when their clients have gone",
    async (kind) => {
      await Promise.all([abandon(kind, "answered"), abandon(kind, "answered")]);
      await Promise.all([abandon(kind, "begun"), abandon(kind, "begun")]);
      await expect.poll(() => paperWritersOf(process.pid), { timeout: 60_000 }).toEqual([]);
      const asked = ids.slice(0, 2);
      expect((await fileOf(await post(`/api/orders/${kind}.pdf`, { ids: asked }))).texts).toHaveLength(asked.length);
    },
  );

  it("wait for an order that somebody is working on, instead of refusing the whole file", async () => {
    const busy = await makeOrder(shop.db, { stepsDone: 2 });
    const { asked } = await holding(shop.pool, ["select from orders where id = $1 for update", [busy]], async () => {
      const begun = post("/api/orders/invoices.pdf", { ids: [...ids.slice(0, 2), busy] });
      await waitForLock(shop.pool);
      // Longer than a transaction of a large act waits for a lock.
      await shop.pool.query("select pg_sleep($1)", [(1.5 * largeActLimits.lockMs) / 1_000]);
      return { asked: begun };
    });
    expect((await fileOf(await asked)).texts).toHaveLength(3);
  });

  it("keep nobody waiting who asks for the invoice of one order", async () => {
    const answered: string[] = [];
    const ask = async (what: string, asked: Promise<Response>) => {
      expect(await statusOf(asked)).toBe(200);
      answered.push(what);
    };
    const files = ["first", "second", "third", "fourth"].map((what) =>
      ask(what, post("/api/orders/invoices.pdf", { ids: ids.slice(0, 20) })),
    );
    await expect.poll(() => paperQueue.waiting, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    await ask("one order", get(`/api/orders/${ids[0]}/invoice.pdf`, admin));
    await Promise.all(files);
    expect(answered.slice(0, 3)).toContain("one order");
  });

  it("are answered whole, with their length, while the clients of others read nothing", async () => {
    const unread = await Promise.all([1, 2, 3].map(() => post("/api/orders/invoices.pdf", { ids })));
    const response = await post("/api/orders/invoices.pdf", { ids });
    const bytes = (await response.clone().arrayBuffer()).byteLength;
    expect(Number(response.headers.get("content-length"))).toBe(bytes);
    expect((await fileOf(response)).texts).toHaveLength(many);
    await Promise.all(unread.map((each) => each.body?.cancel()));
  });
});
