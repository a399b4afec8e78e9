import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DomainError } from "../../src/domain/base/errors.ts";
import { openProductLimiter } from "../../src/domain/order/product-limiter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that begins when its turn has come and ends when it is told to. */
function openLine() {
  const limitPerProduct = openProductLimiter();
  const begun: string[] = [];
  return {
    begun,
    join: (name: string, ...productIds: string[]) => {
      let end = () => {};
      let fail = (_error: Error) => {};
      const ended = new Promise<string>((done, refuse) => {
        end = () => done(name);
        fail = refuse;
      });
      const result = limitPerProduct(productIds, () => {
        begun.push(name);
        return ended;
      });
      const outcome = result.then(
        (value) => ({ value, error: undefined }),
        (error: unknown) => ({ value: undefined, error }),
      );
      const settle = async (how: () => void) => {
        how();
        await outcome;
        await vi.advanceTimersByTimeAsync(0);
      };
      return { outcome, end: () => settle(end), fail: (error: Error) => settle(() => fail(error)) };
    },
  };
}

const stuck = Object.assign(new Error("lock timeout"), { code: "55P03", severity: "ERROR" });

describe("turns", () => {
  it("let a few orders of one product begin, and the next when one ends", async () => {
    const { begun, join } = openLine();
    const orders = ["a", "b", "c", "d", "e"].map((name) => join(name, "lamp"));
    expect(begun).toEqual(["a", "b", "c"]);
    await orders[1]?.end();
    expect(begun).toEqual(["a", "b", "c", "d"]);
    expect((await orders[1]?.outcome)?.value).toBe("b");
  });

  it("let an order of another product pass the waiting ones", () => {
    const { begun, join } = openLine();
    for (const name of ["a", "b", "c", "d", "e"]) join(name, "lamp");
    join("f", "mug");
    join("g", "mug", "lamp");
    expect(begun).toEqual(["a", "b", "c", "f"]);
  });

  it("come on after a refusal as after an order", async () => {
    const { begun, join } = openLine();
    const orders = ["a", "b", "c", "d"].map((name) => join(name, "lamp"));
    await orders[0]?.fail(new DomainError("OUT_OF_STOCK", "a is sold out"));
    expect(begun).toEqual(["a", "b", "c", "d"]);
  });

  it("refuse who waits for a product that was found stuck, and nobody else", async () => {
    const { begun, join } = openLine();
    const lamps = ["a", "b", "c", "d", "e"].map((name) => join(name, "lamp"));
    join("f", "mug");
    const mug = join("g", "mug");
    await lamps[0]?.fail(stuck);
    expect((await lamps[3]?.outcome)?.error).toBe(stuck);
    expect((await lamps[4]?.outcome)?.error).toBe(stuck);
    expect(begun).toEqual(["a", "b", "c", "f", "g"]);
    await mug.end();
  });

  it("refuse with 503 who waits while nothing moves", async () => {
    const { join } = openLine();
    const waiting = ["a", "b", "c", "d"].map((name) => join(name, "lamp"))[3];
    await vi.advanceTimersByTimeAsync(2_600);
    expect((await waiting?.outcome)?.error).toMatchObject({ statusCode: 503 });
  });

  it("are worth waiting for while others get through, but not for ever", async () => {
    const { join } = openLine();
    for (const name of ["a", "b", "c"]) join(name, "lamp");
    const waiting = join("d", "lamp");
    let isRefused = false;
    void waiting.outcome.then(() => {
      isRefused = true;
    });
    for (let second = 0; second < 9; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      await join(`other ${second}`, "mug").end();
      expect(isRefused).toBe(false);
    }
    await vi.advanceTimersByTimeAsync(1_100);
    expect((await waiting.outcome).error).toMatchObject({ statusCode: 503 });
  });
});
