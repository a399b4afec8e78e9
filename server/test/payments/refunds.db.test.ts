import { documentedIssues } from "@shop/paypal-simulator/issues";
import { errorBodySchema } from "@shop/shared/errors";
import { refundSchema } from "@shop/shared/order/refund";
import { uuidv7 } from "uuidv7";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { reconcilePayments } from "../../src/domain/payment/reconcile.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { stockOf } from "../harness/ordering.ts";
import { actsOf, decided, mattersOf, orderToPay, pay, reconcileNow, seenOrder } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc, type Transport, transports } from "../harness/test-client.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret, reconcileMs: 30 } });
const second = startTestShop({ besides: shop, takesPayments: true, settings: { jwtSecret: issuer.jwtSecret } });

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

let known: Customer | undefined;
const admin = async () => {
  known ??= await insertCustomer(shop.db, { isAdmin: true });
  return known;
};

async function paidOrder(more: { countInStock?: number } = {}) {
  const mine = await orderToPay(shop, more);
  const id = await decided(shop, mine.customer, mine.order._id);
  expect((await pay(shop, mine.customer, mine.order._id, { id })).outcome).toBe("200");
  const [capture] = shop.simulator.bank.captures(id);
  if (capture === undefined) throw new Error("nothing was captured");
  return { ...mine, id, captureId: capture.id };
}

type Asked = {
  status: number;
  refund: z.infer<typeof refundSchema> | undefined;
  code: string;
  message: string;
  isReplay: boolean;
};

/** Asks for a refund over either transport. */
async function refund(
  orderId: string,
  body: Record<string, unknown>,
  {
    key = uuidv7(),
    transport = "REST",
    who,
    origin = shop.origin,
  }: { key?: string; transport?: Transport; who?: Customer; origin?: string } = {},
): Promise<Asked> {
  const { cookie } = who ?? (await admin());
  const isRest = transport === "REST";
  const response = await fetch(`${origin}${isRest ? `/api/orders/${orderId}/refund` : "/trpc/admin.orders.refund"}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie, ...(isRest ? { "idempotency-key": key } : {}) },
    body: JSON.stringify(isRest ? body : { ...body, id: orderId, idempotencyKey: key }),
  });
  const answer: unknown = await response.json();
  const said = isRest ? answer : fromTrpc(answer);
  const isDone = response.status === (isRest ? 201 : 200);
  const refusal = isDone ? undefined : errorBodySchema.parse(said);
  return {
    status: response.status,
    refund: isDone
      ? refundSchema.parse(isRest ? said : z.object({ refund: z.unknown() }).parse(said).refund)
      : undefined,
    code: refusal?.code ?? "",
    message: refusal?.message ?? "",
    isReplay: response.headers.get("idempotency-replayed") === "true",
  };
}

const money = (captureId: string) =>
  shop.simulator.bank
    .refundsOf(captureId)
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
    .map(({ amount }) => amount.value);

describe("a refund by an administrator", () => {
  it.each(transports)("gives part of the money back, and then the rest (%s)", async (transport) => {
    const mine = await paidOrder();
    const part = await refund(mine.order._id, { amount: 5, reason: "Late parcel" }, { transport });
    expect(part.refund).toMatchObject({ amount: 5, status: "completed", reason: "Late parcel" });
    expect(money(mine.captureId)).toEqual(["5.00"]);
    const seen = await seenOrder(shop, mine.customer, mine.order._id);
    expect(seen).toMatchObject({ isPaid: true, refundedPrice: 5, isRefunded: false, matters: [] });
    expect(seen.paymentResult?.status).toBe("completed");
    const rest = await refund(mine.order._id, { amount: 16.5, reason: "Sent back" }, { transport });
    expect(rest.refund).toMatchObject({ amount: 16.5, status: "completed" });
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({
      isPaid: true,
      refundedPrice: 21.5,
      isRefunded: true,
      matters: [],
      paymentResult: { status: "refunded" },
    });
    expect(await actsOf(shop.pool, mine.order._id)).toEqual([
      ...["placed", "payment started", "paid", "refund requested", "refunded", "refund requested", "refunded"],
    ]);
    const calls = shop.simulator.calls.filter(({ call, path }) => call === "refund" && path.includes(mine.captureId));
    expect(calls.map(({ requestId }) => requestId)).toEqual([part.refund?._id, rest.refund?._id]);
  });

  it("never passes what was captured, also not by two administrators at once", async () => {
    const mine = await paidOrder();
    expect(await refund(mine.order._id, { amount: 21.51, reason: "Too much" })).toMatchObject({ status: 400 });
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        refund(
          mine.order._id,
          { amount: 8, reason: `Try ${n}` },
          { origin: n % 2 === 0 ? shop.origin : second.origin },
        ),
      ),
    );
    const made = asked.filter(({ status }) => status === 201);
    expect(made.length).toBeLessThanOrEqual(2);
    expect(money(mine.captureId).length).toBe(made.length);
    for (const { status, code } of asked)
      expect(`${status} ${code}`).toMatch(/^(201 |409 REFUND_PENDING|400 VALIDATION)/);
  });

  it("is one refund for twenty clicks", async () => {
    const mine = await paidOrder();
    const key = uuidv7();
    shop.simulator.faults.add("refund", { kind: "delay", ms: 300 });
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        refund(mine.order._id, { amount: 3, reason: "Clicked" }, { key, transport: transports[n % 2] ?? "REST" }),
      ),
    );
    expect(new Set(asked.map((each) => each.refund?._id)).size).toBe(1);
    expect(money(mine.captureId)).toEqual(["3.00"]);
    const again = await refund(mine.order._id, { amount: 3, reason: "Clicked" }, { key });
    expect(again).toMatchObject({ status: 201, isReplay: true, refund: { status: "completed" } });
    expect(await refund(mine.order._id, { amount: 4, reason: "Clicked" }, { key })).toMatchObject({
      status: 422,
      code: "IDEMPOTENCY_KEY_REUSED",
    });
  });

  it.each([
    ["lost", { kind: "drop" } as const],
    ["an error after its effect", { kind: "status after", status: 500 } as const],
    ["late", { kind: "delay answer", ms: 6_000 } as const],
    ["unknown to the provider for a moment", { kind: "status after", status: 404 } as const],
    ["in progress", { kind: "status", status: 409 } as const],
    ["too many", { kind: "status", status: 429 } as const],
  ])("whose answer is %s is found out later, and made once", async (_what, fault) => {
    const mine = await paidOrder();
    shop.simulator.faults.add("refund", fault);
    const asked = await refund(mine.order._id, { amount: 5, reason: "Late parcel" });
    expect(asked.refund).toMatchObject({ status: "requested" });
    // Nothing ships, and no other refund begins, while that is unknown.
    expect(await refund(mine.order._id, { amount: 1, reason: "Another" })).toMatchObject({ code: "REFUND_PENDING" });
    await expect
      .poll(
        async () => {
          await reconcileNow(shop.services);
          return (await seenOrder(shop, mine.customer, mine.order._id)).refunds[0]?.status;
        },
        { timeout: 60_000 },
      )
      .toBe("completed");
    expect(money(mine.captureId)).toEqual(["5.00"]);
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual([]);
  });

  it.each(documentedIssues.refund)("that the provider refuses says why and gives nothing back: %s", async (issue) => {
    const mine = await paidOrder();
    shop.simulator.faults.add("refund", { kind: "status", status: 422, issue });
    const refused = await refund(mine.order._id, { amount: 5, reason: "Late parcel" });
    expect(refused).toMatchObject({ status: 402, code: "REFUND_REFUSED" });
    expect(refused.message).toMatch(/^Nothing was refunded\. ./);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({
      refundedPrice: 0,
      refunds: [],
      matters: [],
    });
    expect((await refund(mine.order._id, { amount: 5, reason: "Late parcel" })).refund?.status).toBe("completed");
  });

  it("that is refused after a lost answer is a matter, for its administrator has gone", async () => {
    const mine = await paidOrder();
    shop.simulator.faults.add("refund", { kind: "refuse" });
    shop.simulator.faults.add("refund", { kind: "status", status: 422, issue: "REFUND_TIME_LIMIT_EXCEEDED" }, 9);
    expect((await refund(mine.order._id, { amount: 5, reason: "Late parcel" })).refund?.status).toBe("requested");
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return mattersOf(shop.pool, mine.order._id);
      })
      .toEqual(["refund failed"]);
    expect(money(mine.captureId)).toEqual([]);
  });

  it("that the provider processes late is not repeated by polling for a minute, and is made once", async () => {
    const mine = await paidOrder();
    shop.simulator.faults.add("refund", { kind: "refuse" });
    await refund(mine.order._id, { amount: 5, reason: "Late parcel" });
    await shop.pool.query("update refunds set ask_again_at = now() where order_id = $1", [mine.order._id]);
    const asked = () => shop.simulator.calls.filter(({ path }) => path.includes(mine.captureId)).length;
    const before = asked();
    await reconcilePayments(shop.services, { limit: 50, isStopping: () => false, onItemError: () => undefined });
    expect(asked()).toBe(before);
    expect(await refund(mine.order._id, { amount: 5, reason: "Again" })).toMatchObject({ code: "REFUND_PENDING" });
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return (await seenOrder(shop, mine.customer, mine.order._id)).refunds[0]?.status;
      })
      .toBe("completed");
    expect(money(mine.captureId)).toEqual(["5.00"]);
  });

  it("that the provider looks into is followed until it is made or fails", async () => {
    const [made, failed] = [await paidOrder(), await paidOrder()];
    const { bank } = shop.simulator;
    bank.nextRefunds("PENDING", 2);
    for (const { order } of [made, failed]) {
      expect((await refund(order._id, { amount: 5, reason: "Late parcel" })).refund?.status).toBe("pending");
    }
    for (const { captureId } of [made, failed]) {
      for (const { id } of bank.refundsOf(captureId))
        bank.settleRefund(id, captureId === made.captureId ? "COMPLETED" : "FAILED");
    }
    const statusOf = async ({ customer, order }: typeof made) => {
      await reconcileNow(shop.services);
      return (await seenOrder(shop, customer, order._id)).refunds[0]?.status;
    };
    await expect.poll(() => statusOf(made)).toBe("completed");
    await expect.poll(() => statusOf(failed)).toBe("failed");
    expect(await mattersOf(shop.pool, failed.order._id)).toEqual(["refund failed"]);
  });
});

describe("the payments of a twice-paid order", () => {
  it("are refunded one by one: the surplus leaves the order to be sent", async () => {
    const mine = await paidOrder();
    const { bank } = shop.simulator;
    bank.blocksDuplicateInvoices = false;
    const other = bank.create([{ custom_id: mine.order._id, amount: { currency_code: "USD", value: "21.50" } }]);
    bank.decide(other.id, "approve");
    bank.capture(other.id);
    bank.blocksDuplicateInvoices = true;
    expect((await pay(shop, mine.customer, mine.order._id, { id: other.id })).outcome).toBe("409 ALREADY_PAID");
    expect(await refund(mine.order._id, { amount: 21.5, reason: "Paid twice" })).toMatchObject({
      status: 400,
      code: "VALIDATION",
      message: "This order has several payments. Say which one to refund.",
    });
    const { rows } = await shop.pool.query("select id from payments where provider_order_id = $1", [other.id]);
    const payment = z.object({ id: z.string() }).parse(rows[0]).id;
    expect((await refund(mine.order._id, { amount: 21.5, reason: "Paid twice", payment })).status).toBe(201);
    const seen = await seenOrder(shop, mine.customer, mine.order._id);
    expect(seen).toMatchObject({ isPaid: true, isRefunded: false, matters: [{ kind: "paid twice" }] });
    const { cookie } = await admin();
    const resolved = await fetch(`${shop.origin}/trpc/admin.orders.resolve`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify({ id: mine.order._id, matterId: seen.matters[0]?._id, note: "Refunded the second payment" }),
    });
    expect(resolved.status).toBe(200);
    for (const act of ["confirm", "process", "ship"]) {
      const step = await fetch(`${shop.origin}/api/orders/${mine.order._id}/${act}`, {
        method: "PUT",
        headers: { cookie },
      });
      expect(step.status, act).toBe(200);
    }
  });
});

describe("units of a refunded order", () => {
  it("go back into the stock only where they are named, once, and never more than were ordered", async () => {
    const mine = await paidOrder({ countInStock: 1 });
    expect((await refund(mine.order._id, { amount: 1, reason: "Scratch" })).status).toBe(201);
    expect(await stockOf(shop.pool, mine.product)).toBe(0);
    const tooMany = await refund(mine.order._id, {
      amount: 1,
      reason: "Scratch",
      restock: [{ product: mine.product, qty: 2 }],
    });
    expect(tooMany).toMatchObject({ status: 400, code: "VALIDATION" });
    const key = uuidv7();
    const back = { amount: 1, reason: "Sent back", restock: [{ product: mine.product, qty: 1 }] };
    for (let n = 0; n < 3; n += 1) expect((await refund(mine.order._id, back, { key })).status).toBe(201);
    expect(await stockOf(shop.pool, mine.product)).toBe(1);
    expect(await seenOrder(shop, mine.customer, mine.order._id)).toMatchObject({ isRestocked: true });
    expect(await refund(mine.order._id, { ...back, amount: 2 })).toMatchObject({ status: 400 });
    await expectInvariants(shop.pool, { [mine.product]: 1 });
  });

  it("come back once, also when a refund that seemed to be refused was made after all", async () => {
    const mine = await paidOrder({ countInStock: 1 });
    shop.simulator.faults.add("refund", { kind: "status after", status: 422, issue: "REFUND_TIME_LIMIT_EXCEEDED" });
    const back = { amount: 1, reason: "Sent back", restock: [{ product: mine.product, qty: 1 }] };
    expect(await refund(mine.order._id, back)).toMatchObject({ status: 402, code: "REFUND_REFUSED" });
    expect((await refund(mine.order._id, back)).refund).toMatchObject({ status: "completed" });
    await shop.pool.query("update payments set ask_again_at = now() where order_id = $1", [mine.order._id]);
    await expect
      .poll(async () => {
        await reconcileNow(shop.services);
        return (await seenOrder(shop, mine.customer, mine.order._id)).refundedPrice;
      })
      .toBe(2);
    await expectInvariants(shop.pool, { [mine.product]: 1 });
    // Its administrator was told that nothing was refunded, and has refunded again.
    expect(await mattersOf(shop.pool, mine.order._id)).toEqual(["refunded"]);
  });

  it("stay where they are if the order holds them no longer when a lost answer is found", async () => {
    const mine = await paidOrder({ countInStock: 1 });
    shop.simulator.faults.add("refund", { kind: "drop" });
    const back = { amount: 1, reason: "Sent back", restock: [{ product: mine.product, qty: 1 }] };
    expect((await refund(mine.order._id, back)).refund).toMatchObject({ status: "requested" });
    await shop.pool.query("update orders set is_stock_held = false where id = $1", [mine.order._id]);
    await expect
      .poll(
        async () => {
          await reconcileNow(shop.services);
          return (await seenOrder(shop, mine.customer, mine.order._id)).refunds[0]?.status;
        },
        { timeout: 60_000 },
      )
      .toBe("completed");
    expect(await stockOf(shop.pool, mine.product)).toBe(0);
    await shop.pool.query("update orders set is_stock_held = true where id = $1", [mine.order._id]);
  });
});

describe("a request for a refund", () => {
  it("is refused as a whole when any of it is wrong", async () => {
    const mine = await paidOrder();
    for (const body of [
      {},
      { amount: 5 },
      { reason: "x" },
      { amount: 0, reason: "x" },
      { amount: -1, reason: "x" },
      { amount: 1.005, reason: "x" },
      { amount: "5", reason: "x" },
      { amount: 5, reason: "  " },
      { amount: 5, reason: "x".repeat(201) },
      { amount: 5, reason: "x", payment: "no id" },
      { amount: 5, reason: "x", payment: uuidv7() },
      { amount: 5, reason: "x", restock: [{ product: uuidv7(), qty: 1 }] },
      { amount: 5, reason: "x", restock: [{ product: mine.product, qty: 0 }] },
    ]) {
      for (const transport of transports) {
        expect(await refund(mine.order._id, body, { transport }), JSON.stringify(body)).toMatchObject({ status: 400 });
      }
    }
    const { cookie } = await admin();
    const keyless = await fetch(`${shop.origin}/api/orders/${mine.order._id}/refund`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify({ amount: 5, reason: "x" }),
    });
    expect(keyless.status).toBe(400);
    expect((await seenOrder(shop, mine.customer, mine.order._id)).refunds).toEqual([]);
  });

  it("is for administrators alone, and for orders that were paid", async () => {
    const mine = await paidOrder();
    const unpaid = await orderToPay(shop);
    for (const transport of transports) {
      expect(await refund(mine.order._id, {}, { transport, who: mine.customer })).toMatchObject({ status: 403 });
      expect(await refund(uuidv7(), {}, { transport })).toMatchObject({ status: 404 });
      expect(await refund(unpaid.order._id, { amount: 5, reason: "x" }, { transport })).toMatchObject({
        status: 409,
        code: "ILLEGAL_TRANSITION",
      });
    }
  });
});
