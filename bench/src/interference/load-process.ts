import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import type { Latencies, LoadPlan, LoadWindow } from "./steady-load.ts";

/** The entry point of the process that is the customers of the interference measurement. */

const tickMs = 5;
const timeoutMs = 20_000;
const address = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

const anyOf = <Value>(values: Value[]): Value | undefined => values[Math.floor(Math.random() * values.length)];

process.send?.("ready");
const [plan]: LoadPlan[] = await once(process, "message");
if (plan === undefined) throw new Error("no plan was sent");
let current = newWindow();
process.on("message", () => void answerWindow());
repeatAt(plan.ordersPerSecond, () => send("orders", `${plan.origin}/api/orders`, orderRequest(plan)));
repeatAt(plan.readsPerSecond, () => send("reads", `${plan.origin}${anyOf(plan.reads) ?? "/"}`, {}));

function newWindow() {
  const none = (): Latencies => ({ ms: [], errors: [] });
  return { found: { orders: none(), reads: none() } satisfies LoadWindow, pending: new Set<Promise<void>>() };
}

/** Sends what the window has found, once all of its requests are answered, and begins the next. */
async function answerWindow(): Promise<void> {
  const { found, pending } = current;
  current = newWindow();
  await Promise.all(pending);
  process.send?.(found);
}

/** Calls as often as the rate says; calls that a busy processor has delayed are made up for. */
function repeatAt(perSecond: number, call: () => void): void {
  const started = performance.now();
  let calls = 0;
  setInterval(() => {
    for (; calls < ((performance.now() - started) / 1_000) * perSecond; calls += 1) call();
  }, tickMs);
}

function orderRequest({ cookies, products }: LoadPlan): RequestInit {
  const chosen = new Set([anyOf(products) ?? "", anyOf(products) ?? ""]);
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      cookie: anyOf(cookies) ?? "",
    },
    body: JSON.stringify({
      orderItems: [...chosen].map((product) => ({ product, qty: 1 })),
      shippingAddress: address,
      paymentMethod: "PayPal",
    }),
  };
}

function send(kind: keyof LoadWindow, url: string, request: RequestInit): void {
  const { found, pending } = current;
  const sent = performance.now();
  const answered = (async () => {
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
      const text = await response.text();
      if (!response.ok) found[kind].errors.push(`${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      found[kind].errors.push(String(error));
    }
    found[kind].ms.push(performance.now() - sent);
  })();
  pending.add(answered);
  void answered.then(() => pending.delete(answered));
}
