import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DomainError } from "../src/domain/errors.ts";
import { openTurns } from "../src/domain/order/turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that begins when its turn has come and ends when it is told to. */
function openLine(atOnce: number) {
  const turns = openTurns(atOnce);
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
      const result = turns(productIds, () => {
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
    const { begun, join } = openLine(8);
    const orders = ["a", "b", "c", "d", "e"].map((name) => join(name, "lamp"));
    expect(begun).toEqual(["a", "b", "c"]);
    await orders[1]?.end();
    expect(begun).toEqual(["a", "b", "c", "d"]);
    expect((await orders[1]?.outcome)?.value).toBe("b");
  });

  it("let an order of another product pass a crowd", () => {
    const { begun, join } = openLine(8);
    for (const name of ["a", "b", "c", "d", "e"]) join(name, "lamp");
    join("f", "mug");
    join("g", "mug", "lamp");
    expect(begun).toEqual(["a", "b", "c", "f"]);
  });

  it("let no more begin at once than there is room for", async () => {
    const { begun, join } = openLine(2);
    const orders = ["a", "b", "c"].map((name) => join(name, name));
    expect(begun).toEqual(["a", "b"]);
    await orders[0]?.fail(new DomainError("OUT_OF_STOCK", "a is sold out"));
    expect(begun).toEqual(["a", "b", "c"]);
  });

  it("refuse who waits for a product that was found stuck, and nobody else", async () => {
    const { begun, join } = openLine(4);
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
    const { join } = openLine(1);
    join("a", "lamp");
    const waiting = join("b", "mug");
    await vi.advanceTimersByTimeAsync(2_600);
    expect((await waiting.outcome).error).toMatchObject({ statusCode: 503 });
  });

  it("are worth waiting for while others get through, but not for ever", async () => {
    const { begun, join } = openLine(1);
    let running = join("first", "lamp");
    const patient = join("patient", "mug");
    const late = join("late", "mug");
    for (let n = 0; n < 3; n += 1) {
      const next = join(`next ${n}`, "lamp");
      await vi.advanceTimersByTimeAsync(2_000);
      await running.end();
      if (n === 0) running = patient;
      else running = n === 1 ? late : next;
    }
    expect(begun).toEqual(["first", "patient", "late", "next 0"]);
    const unlucky = join("unlucky", "lamp");
    await vi.advanceTimersByTimeAsync(10_100);
    expect((await unlucky.outcome).error).toMatchObject({ statusCode: 503 });
  });
});
