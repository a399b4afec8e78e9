import { describe, expect, it } from "vitest";
import { type CancellableOrder, customerCancelRefusal, shopCancelRefusal } from "./cancel-rules.ts";
import { cancelOrderSchema } from "./cancellation.ts";
import { matterKinds } from "./matter.ts";

const time = "2026-01-01T00:00:00.000Z";
const unpaid: CancellableOrder = {
  paymentMethod: "PayPal",
  paidAt: null,
  confirmedAt: null,
  processedAt: null,
  shippedAt: null,
  deliveredAt: null,
  matters: [],
  isRefunded: false,
  isWithdrawn: false,
};
const paid = { ...unpaid, paidAt: time };
const confirmed = { ...paid, confirmedAt: time };
const processed = { ...confirmed, processedAt: time };
const shipped = { ...processed, shippedAt: time };
const states = { unpaid, paid, confirmed, processed, shipped };

describe("An order can be cancelled", () => {
  it.each([
    ["processed", ["unpaid", "paid", "confirmed"]],
    ["paid", ["unpaid"]],
    ["never", []],
  ] as const)("by its customer where the shop permits it until %s", (window, possible) => {
    const allowed = Object.entries(states).filter(([, state]) => customerCancelRefusal(state, window) === null);
    expect(allowed.map(([name]) => name)).toEqual(possible);
  });

  it("by the shop until it is shipped", () => {
    const allowed = Object.entries(states).filter(([, state]) => shopCancelRefusal(state) === null);
    expect(allowed.map(([name]) => name)).toEqual(["unpaid", "paid", "confirmed", "processed"]);
  });

  it("by the shop also once it was sent, as long as nobody has paid for it on delivery", () => {
    const sent = { ...shipped, paidAt: null, paymentMethod: "On Delivery" } as const;
    expect(shopCancelRefusal(sent)).toBeNull();
    expect(shopCancelRefusal({ ...sent, isWithdrawn: true })).toBeNull();
    expect(shopCancelRefusal({ ...sent, paidAt: time })).toMatch(/shipped/);
    expect(customerCancelRefusal(sent, "processed")).toMatch(/shipped/);
  });

  it("by neither once the customer has withdrawn, and not by the customer once all was refunded", () => {
    expect(customerCancelRefusal({ ...paid, isWithdrawn: true }, "processed")).toMatch(/withdrawn/);
    expect(shopCancelRefusal({ ...paid, isWithdrawn: true })).toMatch(/withdrawn/);
    expect(customerCancelRefusal({ ...paid, isRefunded: true }, "processed")).toMatch(/refunded/);
    expect(shopCancelRefusal({ ...paid, isRefunded: true })).toBeNull();
  });

  it("by its customer only while nobody has to look at its money", () => {
    const allowed = matterKinds.filter(
      (kind) => customerCancelRefusal({ ...paid, matters: [{ kind }] }, "processed") === null,
    );
    expect(allowed.toSorted()).toEqual(
      ["stock gone", "payment refused", "payment risk", "mail failed", "exchange unpaid", "price differs"].toSorted(),
    );
  });
});

describe("A reason", () => {
  it.each([
    [{}, null],
    [{ reason: null }, null],
    [{ reason: "  " }, null],
    [{ reason: " The wrong size " }, "The wrong size"],
  ])("may be left out: %j", (body, reason) => {
    expect(cancelOrderSchema.parse(body)).toEqual({ reason });
  });
});
