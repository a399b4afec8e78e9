import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { limitConcurrency, newQueueMetrics } from "../../src/infra/concurrency-limiter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue of work that begins when its turn has come, and ends when it is told to. */
function openQueue(waitingPerParty = 1_000) {
  const counters = newQueueMetrics();
  const limited = limitConcurrency({ concurrency: 1, timeoutMs: 5_000, counters, waitingPerParty });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const join = (name: string, party: string, signal?: AbortSignal) => {
    const work = () => {
      begun.push(name);
      return new Promise<string>((done) => void ends.push(() => done(name)));
    };
    return limited(work, signal, party).catch((error: unknown) => error);
  };
  const next = async () => {
    await vi.advanceTimersByTimeAsync(0);
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { counters, begun, join, next };
}

it("parties take turns, each in its own order, however many of one wait", async () => {
  const { begun, join, next } = openQueue();
  for (const n of Array(200).keys()) void join(`a${n}`, "a");
  for (const name of ["b0", "b1"]) void join(name, "b");
  void join("c0", "c");
  for (const _ of Array(8)) await next();
  expect(begun).toEqual(["a0", "a1", "b0", "c0", "a2", "b1", "a3", "a4", "a5"]);
});

it("a party whose share is full is refused at once, and the others are not", async () => {
  const { counters, begun, join, next } = openQueue(3);
  const answers = ["a0", "a1", "a2", "a3", "a4"].map((name) => join(name, "a"));
  void join("b0", "b");
  expect(await answers[4]).toMatchObject({ statusCode: 503 });
  expect(counters).toMatchObject({ waiting: 4, refused: 1 });
  await next();
  await next();
  expect(begun).toEqual(["a0", "a1", "b0"]);
  // Its share has room again.
  void join("a5", "a");
  expect(counters).toMatchObject({ waiting: 3, refused: 1 });
});

it("what waits for too long or is given up leaves its party's line", async () => {
  const { counters, begun, join, next } = openQueue(2);
  void join("a0", "a");
  const stop = new AbortController();
  const [late, gone] = [join("a1", "a"), join("a2", "a", stop.signal)];
  stop.abort(new Error("gone"));
  expect(await gone).toMatchObject({ message: "gone" });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await late).toMatchObject({ statusCode: 503 });
  expect(counters).toMatchObject({ waiting: 0, refused: 2 });
  void join("a3", "a");
  await next();
  expect(begun).toEqual(["a0", "a3"]);
});
