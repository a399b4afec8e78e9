import { setTimeout as delay } from "node:timers/promises";

export type Call = { status: number; ms: number; body: string; type: string; at: number };

/** Longer than any limit of the shop, also on a host that stalls for seconds; in milliseconds. */
const answerTimeoutMs = 60_000;

/** One request, timed. Status 0 means that no answer came. */
export async function time(url: string, init: RequestInit = {}): Promise<Call> {
  const at = performance.now();
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answerTimeoutMs) });
    const body = await response.text();
    return {
      status: response.status,
      ms: performance.now() - at,
      body,
      type: response.headers.get("content-type") ?? "",
      at,
    };
  } catch (error) {
    return { status: 0, ms: performance.now() - at, body: String(error), type: "", at };
  }
}

/** Callers that ask one after the other, until they are told to stop; gives back what they were answered. */
export function keepAsking(callers: number, ask: (n: number) => Promise<Call>, pauseMs: number) {
  const calls: Call[] = [];
  let isOver = false;
  const working = Array.from({ length: callers }, async (_, caller) => {
    for (let n = caller; !isOver; n += callers) {
      calls.push(await ask(n));
      await delay(pauseMs);
    }
  });
  return {
    calls,
    stop: async () => {
      isOver = true;
      await Promise.all(working);
      return calls;
    },
  };
}

/**
 * Asks so many times a second, whether or not earlier questions have been answered; but never with more than `atMost`
 * under way, so that a slow host gets less load and not more than it can serve.
 */
export function askSteadily<Answer>(perSecond: number, ask: (n: number) => Promise<Answer>, atMost = Infinity) {
  const asked: Promise<Answer>[] = [];
  const started = performance.now();
  let underWay = 0;
  const settled = () => {
    underWay -= 1;
  };
  const timer = setInterval(() => {
    // A timer that comes late makes up for it.
    while (underWay < atMost && asked.length < ((performance.now() - started) / 1_000) * perSecond) {
      const answer = ask(asked.length);
      underWay += 1;
      answer.then(settled, settled);
      asked.push(answer);
    }
  }, 10);
  return {
    asked: () => asked.length,
    stop: async () => {
      clearInterval(timer);
      return Promise.all(asked);
    },
  };
}

/** Asks until an answer has a status; gives back how many milliseconds that took. */
export async function waitForStatus(url: string, status: number, timeoutMs: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const call = await time(url);
    const ms = performance.now() - started;
    if (call.status === status) return ms;
    if (ms > timeoutMs) throw new Error(`${url} still answers ${call.status} after ${Math.round(ms)} ms: ${call.body}`);
    await delay(25);
  }
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a part of all values lie. */
export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** How much values rise for each unit of what they are measured by, as a straight line through them tells. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

/** How many calls there were of each status. */
export function tally(calls: Call[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of calls) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
