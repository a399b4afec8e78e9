import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearKey, isOutcomeUnknown, keyFor } from "./order-key.ts";

const order = { orderItems: [{ product: "lamp", qty: 1 }], expectedTotal: 12.5 };

beforeEach(() => localStorage.clear());

describe("the key of an order", () => {
  it("stays the same for the same order, also after a reload", async () => {
    const key = keyFor(order);
    expect(keyFor(structuredClone(order))).toBe(key);
    vi.resetModules();
    const reloaded = await import("./order-key.ts");
    expect(reloaded.keyFor(order)).toBe(key);
  });

  it("is another one for another order", () => {
    const key = keyFor(order);
    expect(keyFor({ ...order, expectedTotal: 13 })).not.toBe(key);
  });

  it("is another one once the order has gone through", () => {
    const key = keyFor(order);
    clearKey();
    expect(keyFor(order)).not.toBe(key);
  });

  it("tells an order that was sent and not answered from any other", () => {
    expect(isOutcomeUnknown(order)).toBe(false);
    keyFor(order);
    expect(isOutcomeUnknown(structuredClone(order))).toBe(true);
    expect(isOutcomeUnknown({ ...order, expectedTotal: 13 })).toBe(false);
    clearKey();
    expect(isOutcomeUnknown(order)).toBe(false);
  });

  it("is what the server takes for a key", () => {
    expect(keyFor(order)).toMatch(/^[\x21-\x7e]{1,255}$/);
  });

  it.each(["", "{", "null", "7", '{"key":7}', '{"key":7,"request":"x"}'])(
    "is made anew over a damaged one: %j",
    (text) => {
      localStorage.setItem("orderKey", text);
      expect(keyFor(order)).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it("is kept by the page where the browser allows no storage", () => {
    const refuse = () => {
      throw new DOMException("Denied", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
    const key = keyFor(order);
    expect(keyFor(order)).toBe(key);
    clearKey();
    expect(keyFor(order)).not.toBe(key);
    vi.unstubAllGlobals();
  });
});
