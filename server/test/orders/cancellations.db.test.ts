import { errorBodySchema } from "@shop/shared/errors";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeApiKey } from "../harness/api-keys.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { startMailing } from "../harness/mailing.ts";
import { orderSchema, type SeenOrder, stockOf } from "../harness/ordering.ts";
import {
  actsOf,
  capturesAsked,
  decided,
  mattersOf,
  orderToPay,
  pay,
  reconcileNow,
  seenOrder,
  start,
} from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc, type Transport, transports } from "../harness/test-client.ts";
import { payElsewhere } from "../harness/webhooks.ts";

const settings = { jwtSecret: issuer.jwtSecret };
const transfers = { paymentMethods: ["PayPal", "Bank Transfer"] as ("PayPal" | "Bank Transfer")[] };
const shop = startTestShop({ takesPayments: true, settings: { ...settings, reconcileMs: 30 }, fixed: transfers });
const second = startTestShop({ besides: shop, takesPayments: true, settings, fixed: transfers });
const untilPaid = startTestShop({ besides: shop, takesPayments: true, settings, fixed: { cancelWindow: "paid" } });
const never = startTestShop({ besides: shop, takesPayments: true, settings, fixed: { cancelWindow: "never" } });
const mailing = startMailing(shop);

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

let known: Customer | undefined;
const admin = async () => {
  known ??= await insertCustomer(shop.db, { isAdmin: true });
  return known;
};

type Mine = Awaited<ReturnType<typeof orderToPay>>;
type Answer = { outcome: string; message: string; order: SeenOrder | undefined };

async function send(
  path: string,
  body: unknown,
  { who, origin = shop.origin, method = "PUT" }: { who: Record<string, string>; origin?: string; method?: string },
): Promise<Answer> {
  const headers = { ...who, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const response = await fetch(origin + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  const said = path.startsWith("/trpc") ? fromTrpc(answer) : answer;
  if (response.status === 200) return { outcome: "200", message: "", order: orderSchema.parse(said) };
  const { code, message } = errorBodySchema.parse(said);
  return { outcome: `${response.status} ${code}`, message, order: undefined };
}

/** Asks as the order's customer. */
function cancelOwn({ order, customer }: Mine, transport: Transport = "REST", origin = shop.origin, body?: unknown) {
  const who = { cookie: customer.cookie };
  return transport === "REST"
    ? send(`/api/orders/mine/${order._id}/cancel`, body, { who, origin })
    : send("/trpc/order.cancel", { id: order._id, ...Object(body) }, { who, origin, method: "POST" });
}

/** Asks as an administrator. */
async function cancel({ order }: Mine, body?: unknown, transport: Transport = "REST", origin = shop.origin) {
  const who = { cookie: (await admin()).cookie };
  return transport === "REST"
    ? send(`/api/orders/${order._id}/cancel`, body, { who, origin })
    : send("/trpc/admin.orders.cancel", { id: order._id, ...Object(body) }, { who, origin, method: "POST" });
}

async function reinstate({ order }: Mine, text = "We have found another one for you.") {
  return send(`/api/orders/${order._id}/reinstate`, { text }, { who: { cookie: (await admin()).cookie } });
}

async function step({ order }: Mine, act: string, origin = shop.origin) {
  return send(`/api/orders/${order._id}/${act}`, undefined, { who: { cookie: (await admin()).cookie }, origin });
}

async function paidOrder(more: { countInStock?: number } = {}) {
  const mine = await orderToPay(shop, more);
  const id = await decided(shop, mine.customer, mine.order._id);
  expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
  const [capture] = shop.simulator.bank.captures(id);
  if (capture === undefined) throw new Error("nothing was captured");
  return { ...mine, captureId: capture.id };
}

const returned = (captureId: string) =>
  shop.simulator.bank
    .refundsOf(captureId)
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
    .map(({ amount }) => amount.value);

const papersOf = async (id: string) =>
  (await shop.pool.query("select kind from invoices where order_id = $1 order by created_at", [id])).rows.map(
    ({ kind }) => kind,
  );

const mailsAbout = async ({ order }: Mine) => {
  const { arrived } = await mailing.sendAll();
  return arrived.filter(({ text }) => text.includes(order._id.slice(-5)));
};

describe("An unpaid order that its customer cancels", () => {
  it.each(transports)("gives its units back at once, and says who cancelled it and why (%s)", async (transport) => {
    const mine = await orderToPay(shop, { countInStock: 1 });
    const { outcome, order } = await cancelOwn(mine, transport, shop.origin, { reason: "The wrong colour" });
    expect(outcome).toBe("200");
    expect(order).toMatchObject({ isPaid: false, cancellation: { by: "customer", reason: "The wrong colour" } });
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
    expect(await actsOf(shop.pool, mine.order._id)).toEqual(["placed", "cancelled"]);
    await expectInvariants(shop.pool, { [mine.product]: 1 });
  });

  it("cannot be paid any more, also not by what was approved before", async () => {
    const mine = await orderToPay(shop, { countInStock: 1 });
    const approved = await decided(shop, mine.customer, mine.order._id);
    expect((await cancelOwn(mine)).outcome).toBe("200");
    const attempts = [
      await start(shop, mine.customer, mine.order._id),
      await pay(shop, mine.customer, mine.order._id, { id: approved }),
    ];
    for (const { outcome, refusal } of attempts) {
      expect(outcome).toBe("409 ILLEGAL_TRANSITION");
      expect(refusal?.message).toMatch(/^This order was cancelled/);
    }
    await shop.pool.query("update payments set ask_again_at = now()");
    await reconcileNow(shop.services);
    expect(capturesAsked(shop, approved)).toEqual([]);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
  });

  it("stays as it is when it is cancelled again, by whichever side", async () => {
    const mine = await orderToPay(shop);
    const first = await cancelOwn(mine, "REST", shop.origin, { reason: "Too late" });
    expect((await cancelOwn(mine)).order).toEqual(first.order);
    expect((await cancel(mine, { reason: "Another" })).order?.cancellation).toEqual(first.order?.cancellation);
    expect(await actsOf(shop.pool, mine.order._id)).toEqual(["placed", "cancelled"]);
  });

  it("is told by mail that there is nothing to pay, and is not asked to pay any more", async () => {
    const mine = await orderToPay(shop);
    await cancelOwn(mine);
    const own = await mailsAbout(mine);
    expect(own.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Your order .* is cancelled$/)]);
    expect(own[0]?.text.replace(/\s+/g, " ")).toContain("There is nothing to pay for it.");
    expect(own[0]?.recipient).toBe(mine.customer.email);
  });

  it("is nobody else's to cancel", async () => {
    const mine = await orderToPay(shop);
    const another = { ...mine, customer: await insertCustomer(shop.db) };
    for (const transport of transports) expect((await cancelOwn(another, transport)).outcome).toBe("404 NOT_FOUND");
    expect(
      (await send(`/api/orders/${mine.order._id}/cancel`, {}, { who: { cookie: mine.customer.cookie } })).outcome,
    ).toBe("403 FORBIDDEN");
    expect((await cancelOwn({ ...mine, customer: { ...mine.customer, cookie: "" } })).outcome).toBe(
      "401 UNAUTHENTICATED",
    );
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ cancellation: null });
  });

  it("is not cancelled by a body that is not understood", async () => {
    const mine = await orderToPay(shop);
    for (const body of [{ reason: "x".repeat(501) }, { reason: "a\u0000b" }, { reason: 5 }, { why: "x" }, [], "x"]) {
      expect((await cancelOwn(mine, "REST", shop.origin, body)).outcome, JSON.stringify(body)).toBe("400 VALIDATION");
      expect((await cancel(mine, body)).outcome, JSON.stringify(body)).toBe("400 VALIDATION");
    }
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ cancellation: null });
  });
});

describe("Money that comes for a cancelled order", () => {
  it("goes back by itself, once, and pays nothing", async () => {
    const mine = await orderToPay(shop, { countInStock: 1 });
    await cancelOwn(mine);
    const captureId = await payElsewhere(shop, mine.order._id);
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return returned(captureId);
      })
      .toEqual(["21.50"]);
    await reconcileNow(shop.services);
    expect(returned(captureId)).toEqual(["21.50"]);
    const seen = await seenOrder(shop, mine.customer, mine.order._id);
    expect(seen).toMatchObject({ isPaid: false, refundedPrice: 21.5, matters: [], cancellation: { by: "customer" } });
    expect(await papersOf(mine.order._id)).toEqual([]);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
    const subjects = (await mailsAbout(mine)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringMatching(/^We have refunded \$21\.50/));
    expect(subjects).not.toContainEqual(expect.stringMatching(/receipt/));
  });

  it("is a matter where it was transferred, until an administrator has sent it back", async () => {
    const mine = await orderToPay(shop);
    await cancelOwn(mine);
    const { cookie } = await admin();
    const who = { cookie };
    const money = { amount: 21.5, bankReference: "entry 1" };
    const recorded = await send(`/api/orders/${mine.order._id}/bank-transfer`, money, { who, method: "POST" });
    expect(recorded.order).toMatchObject({ isPaid: false, matters: [{ kind: "refund due", amount: 21.5 }] });
    const response = await fetch(`${shop.origin}/api/orders/${mine.order._id}/refund`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "idempotency-key": "back" },
      body: JSON.stringify({ amount: 21.5, reason: "Order cancelled" }),
    });
    expect(response.status).toBe(201);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
  });
});

describe("A paid order that its customer cancels", () => {
  it.each(transports)(
    "has its money back at the provider, with a credit note, and its units for sale (%s)",
    async (transport) => {
      const mine = await paidOrder({ countInStock: 1 });
      const { outcome, order } = await cancelOwn(mine, transport);
      expect(outcome).toBe("200");
      expect(order).toMatchObject({
        isPaid: true,
        isRefunded: true,
        refundedPrice: 21.5,
        cancellation: { by: "customer" },
      });
      expect(returned(mine.captureId)).toEqual(["21.50"]);
      expect(await papersOf(mine.order._id)).toEqual(["invoice", "credit note"]);
      await expectInvariants(shop.pool, { [mine.product]: 1 });
      expect((await step(mine, "confirm")).message).toBe("This order was cancelled");
    },
  );

  it("is told to the administrators, who must not send it, and leaves the lists of what waits", async () => {
    await admin();
    const mine = await paidOrder();
    await cancelOwn(mine, "REST", shop.origin, { reason: "Found it cheaper" });
    const own = await mailsAbout(mine);
    const toAdmins = own.find(({ subject }) => /was cancelled: \$21\.50$/.test(subject));
    expect(toAdmins?.recipient).not.toBe(mine.customer.email);
    expect(toAdmins?.text).toContain("Found it cheaper");
    expect(own.map(({ subject }) => subject)).not.toContainEqual(expect.stringMatching(/^New order/));
    const found = async (state: string) => {
      const input = encodeURIComponent(JSON.stringify({ state, search: mine.order._id }));
      const response = await fetch(`${shop.origin}/trpc/admin.orders.page?input=${input}`, {
        headers: { cookie: (await admin()).cookie },
      });
      return z
        .object({ total: z.number() })
        .loose()
        .parse(fromTrpc(await response.json())).total;
    };
    expect([await found("cancelled"), await found("to-confirm"), await found("unpaid")]).toEqual([1, 0, 0]);
  });

  it("is refused once it is prepared, and where the shop permits less", async () => {
    const [prepared, paid, unpaid] = [await paidOrder(), await paidOrder(), await orderToPay(shop)];
    for (const act of ["confirm", "process"]) expect((await step(prepared, act)).outcome).toBe("200");
    expect(await cancelOwn(prepared)).toMatchObject({
      outcome: "409 ILLEGAL_TRANSITION",
      message: "We are preparing your order already, so it cannot be cancelled any more.",
    });
    expect((await cancelOwn(paid, "REST", untilPaid.origin)).outcome).toBe("409 ILLEGAL_TRANSITION");
    expect((await cancelOwn(unpaid, "REST", never.origin)).outcome).toBe("409 ILLEGAL_TRANSITION");
    expect((await cancelOwn(unpaid, "REST", untilPaid.origin)).outcome).toBe("200");
    expect(returned(paid.captureId)).toEqual([]);
  });
});

describe("An order that an administrator cancels", () => {
  it.each(transports)("tells the customer why, and what goes back (%s)", async (transport) => {
    const mine = await paidOrder();
    for (const act of ["confirm", "process"]) expect((await step(mine, act)).outcome).toBe("200");
    const { order } = await cancel(mine, { reason: "It was damaged in our store." }, transport);
    expect(order).toMatchObject({
      isRefunded: true,
      cancellation: { by: "shop", reason: "It was damaged in our store." },
    });
    const [mail] = (await mailsAbout(mine)).filter(({ subject }) => subject.endsWith("is cancelled"));
    const text = mail?.text.replace(/\s+/g, " ");
    expect(text).toContain("We are sorry: we had to cancel your order");
    expect(text).toContain("It was damaged in our store.");
    expect(text).toContain("$21.50 back to where your payment came from");
  });

  it("is not cancelled once it is shipped", async () => {
    const mine = await paidOrder();
    for (const act of ["confirm", "process", "ship"]) expect((await step(mine, act)).outcome).toBe("200");
    expect((await cancel(mine)).message).toBe("This order was shipped, so it can only be returned");
    expect(returned(mine.captureId)).toEqual([]);
  });

  it("gives back only what is left of its money and its units", async () => {
    const mine = await paidOrder({ countInStock: 1 });
    const response = await fetch(`${shop.origin}/api/orders/${mine.order._id}/refund`, {
      method: "POST",
      headers: {
        cookie: (await admin()).cookie,
        "content-type": "application/json",
        "idempotency-key": mine.order._id,
      },
      body: JSON.stringify({ amount: 5, reason: "Scratch", restock: [{ product: mine.product, qty: 1 }] }),
    });
    expect(response.status).toBe(201);
    expect((await cancel(mine)).outcome).toBe("200");
    expect(returned(mine.captureId)).toEqual(["5.00", "16.50"]);
    expect(await papersOf(mine.order._id)).toEqual(["invoice", "credit note", "credit note"]);
    await expectInvariants(shop.pool, { [mine.product]: 1 });
  });

  it("can be cancelled by a program that may write, in the name of its key", async () => {
    const mine = await paidOrder();
    const [reader, writer] = [
      await makeApiKey(shop.db, { scope: "read" }),
      await makeApiKey(shop.db, { scope: "write" }),
    ];
    const path = `/api/orders/${mine.order._id}/cancel`;
    expect((await send(path, {}, { who: reader.headers })).outcome).toBe("403 FORBIDDEN");
    expect((await send(path, undefined, { who: writer.headers })).outcome).toBe("200");
    const { rows } = await shop.pool.query("select api_key_id from order_changes where order_id = $1", [
      mine.order._id,
    ]);
    expect(rows).toEqual([{ api_key_id: writer.id }]);
  });

  it("stays cancelled if the provider refuses the refund, which is then a matter", async () => {
    const mine = await paidOrder({ countInStock: 1 });
    shop.simulator.faults.add("refund", { kind: "status", status: 422, issue: "REFUND_TIME_LIMIT_EXCEEDED" });
    expect((await cancel(mine)).order).toMatchObject({ isRefunded: false, cancellation: { by: "shop" } });
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["refund failed"]);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
  });

  it("gets its money back later if the provider does not answer now", async () => {
    const mine = await paidOrder();
    shop.simulator.faults.add("refund", { kind: "drop" });
    expect((await cancelOwn(mine)).outcome).toBe("200");
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return (await seenOrder(shop, mine.customer, mine.order._id)).isRefunded;
      })
      .toBe(true);
    expect(returned(mine.captureId)).toEqual(["21.50"]);
  });

  it("waits while it is not known whether it is being paid", async () => {
    const mine = await orderToPay(shop);
    const id = await decided(shop, mine.customer, mine.order._id);
    const { faults } = shop.simulator;
    // The read before the capture is answered.
    faults.add("read", { kind: "delay", ms: 0 });
    faults.add("read", { kind: "refuse" }, 99);
    faults.add("capture", { kind: "drop" }, 2);
    await pay(shop, mine.customer, mine.order._id, { id });
    for (const answer of [await cancelOwn(mine), await cancel(mine)]) {
      expect(answer.outcome).toBe("503 PAYMENT_STATUS_UNKNOWN");
    }
    faults.clear();
    await expect
      .poll(async () => {
        await shop.pool.query("update payments set ask_again_at = now()");
        await reconcileNow(shop.services);
        return (await seenOrder(shop, mine.customer, mine.order._id)).isPaid;
      })
      .toBe(true);
    expect((await cancelOwn(mine)).order).toMatchObject({ isRefunded: true });
  });
});

describe("An order that is cancelled while others act on it", () => {
  const outcomes = async (acts: Promise<{ outcome: string }>[]) =>
    (await Promise.all(acts)).map(({ outcome }) => outcome);

  it("is either cancelled or shipped", async () => {
    for (let round = 0; round < 4; round += 1) {
      const mine = await paidOrder({ countInStock: 1 });
      for (const act of ["confirm", "process"]) await step(mine, act);
      const [shipped, cancelled] = await outcomes([step(mine, "ship", second.origin), cancel(mine)]);
      expect([shipped, cancelled].filter((outcome) => outcome === "200")).toHaveLength(1);
      const seen = await seenOrder(shop, mine.customer, mine.order._id);
      expect(seen.isShipped).toBe(seen.cancellation === null);
      expect(returned(mine.captureId)).toEqual(seen.isShipped ? [] : ["21.50"]);
      await expectInvariants(shop.pool, { [mine.product]: 1 });
    }
  });

  it("is cancelled once, and its money goes back once, by all sides at once", async () => {
    const mine = await paidOrder({ countInStock: 1 });
    const asked = [
      ...[cancelOwn(mine), cancelOwn(mine, "tRPC", second.origin)],
      ...[cancel(mine), cancel(mine, undefined, "tRPC", second.origin)],
    ];
    expect(await outcomes(asked)).toEqual(["200", "200", "200", "200"]);
    expect(returned(mine.captureId)).toEqual(["21.50"]);
    expect((await actsOf(shop.pool, mine.order._id)).filter((act) => act === "cancelled")).toHaveLength(1);
    await expectInvariants(shop.pool, { [mine.product]: 1 });
  });

  it("keeps no money that is paid at the same moment", async () => {
    for (let round = 0; round < 4; round += 1) {
      const mine = await orderToPay(shop, { countInStock: 1 });
      const id = await decided(shop, mine.customer, mine.order._id);
      await Promise.all([pay(second, mine.customer, mine.order._id, { id }), cancelOwn(mine)]);
      await expect.poll(async () => (await cancelOwn(mine)).outcome).toBe("200");
      await expect
        .poll(async () => {
          await reconcileNow(shop.services);
          return shop.simulator.bank.captures(id).flatMap((capture) => returned(capture.id).map(Number));
        })
        .toEqual(shop.simulator.bank.captures(id).map(() => 21.5));
      await expectInvariants(shop.pool, { [mine.product]: 1 });
    }
  });
});

describe("A cancellation that is undone", () => {
  it("lets the customer pay again, who is told so", async () => {
    const mine = await orderToPay(shop, { countInStock: 1 });
    await cancel(mine, { reason: "Sold out" });
    const { outcome, order } = await reinstate(mine);
    expect(outcome).toBe("200");
    expect(order).toMatchObject({ cancellation: null });
    expect(await stockOf(shop.pool, mine.product)).toBe(0);
    expect((await mailsAbout(mine)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^A message about your order/),
    );
    const id = await decided(shop, mine.customer, mine.order._id);
    expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
    expect(await actsOf(shop.pool, mine.order._id)).toEqual([
      ...["placed", "cancelled", "held", "reinstated", "payment started", "paid"],
    ]);
    await cancelOwn(mine);
    await expectInvariants(shop.pool, { [mine.product]: 1 });
  });

  it("is refused as long as money that came too late is not refunded, so that it does not pay the order", async () => {
    const mine = await orderToPay(shop);
    await cancel(mine);
    const captureId = await payElsewhere(shop, mine.order._id);
    expect((await reinstate(mine)).outcome).toBe("409 ILLEGAL_TRANSITION");
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return returned(captureId);
      })
      .toEqual(["21.50"]);
    await expect.poll(async () => (await reinstate(mine)).outcome).toBe("200");
    await reconcileNow(shop.services);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isPaid: false, cancellation: null });
  });

  it("is refused when the units are gone, when the order was paid, and when there is none", async () => {
    const [gone, paid, open] = [await orderToPay(shop, { countInStock: 1 }), await paidOrder(), await orderToPay(shop)];
    await cancel(gone);
    await cancel(paid);
    await shop.pool.query("update products set count_in_stock = 0 where id = $1", [gone.product]);
    expect((await reinstate(gone)).outcome).toBe("409 OUT_OF_STOCK");
    expect((await reinstate(paid)).message).toBe("This order was paid, and its money goes back");
    expect((await reinstate(open)).message).toBe("This order is not cancelled");
    expect(await seenOrder(shop, gone.customer, gone.order._id)).toMatchObject({ cancellation: { by: "shop" } });
  });
});

describe("What a customer gave as a reason", () => {
  it("is in the own data, and goes with the account", async () => {
    const mine = await orderToPay(shop);
    await cancelOwn(mine, "REST", shop.origin, { reason: "A private matter" });
    const own = await fetch(`${shop.origin}/api/users/profile/data`, { headers: { cookie: mine.customer.cookie } });
    expect(await own.text()).toContain("A private matter");
    const { cookie } = await admin();
    const response = await fetch(`${shop.origin}/api/users/${mine.customer.id}`, {
      method: "DELETE",
      headers: { cookie },
    });
    expect(response.status).toBe(200);
    const { rows } = await shop.pool.query("select reason from order_changes where order_id = $1", [mine.order._id]);
    expect(rows).toEqual([{ reason: null }]);
  });
});
