import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTracing } from "../../src/infra/open-tracing.ts";
import { setTracing, type Tracing } from "../../src/infra/tracing.ts";
import { mailJobs } from "../../src/jobs/mail-jobs.ts";
import { webhookJobs } from "../../src/jobs/webhook-jobs.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { decided, orderToPay, pay } from "../harness/paying.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { TraceCollector } from "../harness/trace-collector.ts";
import { addWebhook, startReceiver } from "../harness/webhook-receiver.ts";

const collector = new TraceCollector();
const variables = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_SERVICE_NAME"];
const before = variables.map((name) => process.env[name]);
let tracing: Tracing | undefined;

// Before the shop is opened, as its start does it.
beforeAll(async () => {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = await collector.open();
  process.env.OTEL_SERVICE_NAME = "shop-of-the-tests";
  tracing = openTracing("1.2.3", () => undefined);
  setTracing(tracing);
});
const receiver = startReceiver();
const shop = startTestShop({
  takesPayments: true,
  trustedProxies: ["loopback"],
  settings: { jwtSecret: issuer.jwtSecret, allowsPrivateWebhooks: true },
});
afterAll(() => {
  setTracing(undefined);
  collector.close();
  for (const [n, name] of variables.entries()) {
    const value = before[n];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** Runs a round of every job of mails and webhooks, and waits for what it has begun. */
async function runJobs(): Promise<void> {
  const round = {
    isStopping: () => false,
    onItemError: (error: unknown) => expect.unreachable(String(error)),
    log: shop.app.log,
  };
  for (const jobs of [mailJobs(shop.services), webhookJobs(shop.services)]) {
    for (const job of jobs) await job.run(round);
    const hasWork = () => shop.pool.query("select from mails where send_at <= now()").then(({ rowCount }) => rowCount);
    if (jobs.some(({ name }) => name === "mails")) await expect.poll(hasWork).toBe(0);
    else await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    await Promise.all(jobs.map((job) => job.close?.()));
  }
}

describe("a traced shop", () => {
  it("shows the payment of an order as one trace: call, statements, provider, mails and webhook", async () => {
    const { id, name, email } = await insertCustomer(shop.db, { isAdmin: true });
    const session = { id: "0190a0a0-0000-7000-8000-000000000000", expiresAt: new Date(), hasSecondFactor: false };
    const { rows } = await shop.pool.query<{ id: string }>("select id from sessions where user_id = $1", [id]);
    const admin = adminActor({ id, name, email }, { ...session, id: rows[0]?.id ?? "" });
    await addWebhook(shop, receiver, { admin, path: "/hook", events: ["order.paid"] });
    const { customer, order } = await orderToPay(shop);
    const providerOrder = await decided(shop, customer, order._id);
    const paid = await pay({ origin: shop.origin, transport: "tRPC" }, customer, order._id, { id: providerOrder });
    expect(paid.outcome).toBe("200");
    await send(shop.origin, { path: "/api/products?keyword=secretword" });
    await runJobs();
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await send(shop.origin, { path: "/api/brands", headers: { traceparent } });
    await tracing?.stop();

    const [call] = collector.named("trpc order.pay");
    expect(collector.services).toEqual(new Set(["shop-of-the-tests"]));
    const trace = collector.spans.filter((span) => span.traceId === call?.traceId);
    const pathTo = (step: string) => trace.filter((span) => span.name === step).map((span) => collector.pathOf(span));
    const upToCall = ["POST /trpc/:path", "trpc order.pay"];
    expect(pathTo("paypal capture order")).toEqual([[...upToCall, "paypal capture order"]]);
    expect(pathTo("UPDATE orders")).toContainEqual([...upToCall, "UPDATE orders"]);
    expect(pathTo("send mail")).toContainEqual([...upToCall, "send mail"]);
    expect(pathTo("send webhook")).toEqual([[...upToCall, "send webhook"]]);
    // A proxy's own trace goes on here, and nowhere outside.
    expect(collector.named("GET /api/brands").map((span) => span.traceId)).toEqual([traceId]);
    expect(shop.logLines.findLast((line) => line.includes('"path":"/api/brands"'))).toContain(`"trace":"${traceId}"`);
    expect(receiver.asked.flatMap(({ headers }) => Object.keys(headers))).not.toContain("traceparent");

    const sent = collector.texts.join("");
    for (const secret of [customer.email, customer.name, email, "secretword", "127.0.0.1:"]) {
      expect(sent).not.toContain(secret);
    }
  });
});
