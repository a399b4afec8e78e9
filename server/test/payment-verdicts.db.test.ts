import { afterEach, describe, expect, it } from "vitest";
import { issuer } from "./harness/buyers.ts";
import { expectInvariants } from "./harness/invariants.ts";
import { actsOf, capturesAsked, decided, orderToPay, pay, seenOrder } from "./harness/paying.ts";
import { startTestShop } from "./harness/shop.ts";
import { doors } from "./harness/visitors.ts";

const shop = startTestShop({ takesPayments: true, settings: { jwtSecret: issuer.jwtSecret } });

afterEach(async () => {
  shop.simulator.faults.clear();
  await expectInvariants(shop.pool);
});

describe("a payment that the buyer approved", () => {
  it.each(doors)("is taken by the server, once, and pays the order (%s)", async (door) => {
    const { buyer, order, product } = await orderToPay(shop);
    const id = await decided(shop, buyer, order._id);
    expect((await seenOrder(shop, buyer, order._id)).paymentResult).toBeNull();
    const { content, outcome } = await pay(shop, buyer, order._id, { id }, door);
    expect(outcome).toBe("200");
    expect(content).toEqual({
      ...order,
      isPaid: true,
      paidAt: expect.any(String),
      paymentResult: { id, status: "completed" },
    });
    expect(await seenOrder(shop, buyer, order._id)).toEqual(content);
    const captures = capturesAsked(shop, id);
    expect(captures).toHaveLength(1);
    expect(captures[0]?.requestId).toMatch(/^capture-.{1,100}$/);
    expect(captures[0]?.requestId?.length).toBeLessThanOrEqual(108);
    expect(shop.simulator.bank.read(id).purchase_units).toMatchObject([
      { custom_id: order._id, invoice_id: order._id, amount: { currency_code: "USD", value: "21.50" } },
    ]);
    expect(await actsOf(shop.pool, order._id)).toEqual(["placed", "payment started", "paid"]);
    await expectInvariants(shop.pool, { [product]: 10 });
  });
});
