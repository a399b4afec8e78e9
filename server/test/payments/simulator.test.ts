import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bank } from "@shop/paypal-simulator/bank";
import type { Fault } from "@shop/paypal-simulator/faults";
import { documentedIssues } from "@shop/paypal-simulator/issues";
import { type Simulator, type SimulatorOptions, startSimulator } from "@shop/paypal-simulator/server";
import { signWebhook } from "@shop/paypal-simulator/webhook-signature";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options);
  undo.push(simulator.close);
  return simulator;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "simulator-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const usd = (value: string) => ({ currency_code: "USD", value });

/** An order over 20.00 whose money was taken. */
function paid({ bank }: { bank: Bank }, { customId = "ours", value = "20.00" } = {}) {
  const order = bank.create([{ custom_id: customId, invoice_id: customId, amount: usd(value) }]);
  bank.decide(order.id, "approve");
  bank.capture(order.id);
  const [capture] = bank.captures(order.id);
  if (capture === undefined) throw new Error("nothing was captured");
  return { order, capture };
}

const tokenSchema = z.object({ access_token: z.string() });

type Asked = { body?: unknown; requestId?: string; whole?: boolean };

/** Calls the simulator as a shop's server does. */
async function callerOf({ origin }: Simulator) {
  const token = await fetch(`${origin}/v1/oauth2/token`, { method: "POST" });
  const { access_token } = tokenSchema.parse(await token.json());
  return async (method: "GET" | "POST", path: string, { body = {}, requestId, whole = true }: Asked = {}) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
        ...(requestId === undefined ? {} : { "paypal-request-id": requestId }),
        ...(whole ? { prefer: "return=representation" } : {}),
      },
      ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
    });
    const answer: unknown = await response.json();
    return { status: response.status, body: answer, issue: issueOf(answer) };
  };
}

function issueOf(body: unknown): unknown {
  const [detail] = [Reflect.get(Object(body), "details")].flat();
  return Reflect.get(Object(detail), "issue");
}

const typesOf = ({ events }: Bank) => events.map(({ event_type }) => event_type);

describe("A refund", () => {
  it("gives back a part, then what is left, and never more than was taken", async () => {
    const simulator = await start();
    const { bank } = simulator;
    const call = await callerOf(simulator);
    const { order, capture } = paid(simulator);
    const refund = (value?: string) =>
      call("POST", `/v2/payments/captures/${capture.id}/refund`, {
        body: value === undefined ? {} : { amount: usd(value) },
      });
    expect(await refund("5.50")).toMatchObject({
      status: 201,
      body: {
        status: "COMPLETED",
        amount: usd("5.50"),
        seller_payable_breakdown: { gross_amount: usd("5.50"), total_refunded_amount: usd("5.50") },
      },
    });
    expect(bank.captureById(capture.id).status).toBe("PARTIALLY_REFUNDED");
    expect((await refund("14.51")).issue).toBe("REFUND_AMOUNT_EXCEEDED");
    expect(await refund()).toMatchObject({
      body: { amount: usd("14.50"), seller_payable_breakdown: { total_refunded_amount: usd("20.00") } },
    });
    expect((await refund()).issue).toBe("CAPTURE_FULLY_REFUNDED");
    expect(bank.heldFor("ours")).toEqual({ capturedCents: 2000, refundedCents: 2000 });
    const seen = await call("GET", `/v2/checkout/orders/${order.id}`);
    expect(seen.body).toMatchObject({
      purchase_units: [{ payments: { captures: [{ status: "REFUNDED" }], refunds: [{}, {}] } }],
    });
  });

  it("is refused where there is nothing to refund, in another currency, or of no amount", async () => {
    const simulator = await start();
    const { bank } = simulator;
    const call = await callerOf(simulator);
    const refund = (id: string, body = {}) => call("POST", `/v2/payments/captures/${id}/refund`, { body });
    expect(await refund("UNKNOWN")).toMatchObject({ status: 404, issue: "INVALID_RESOURCE_ID" });
    const { capture } = paid(simulator);
    const euros = { amount: { currency_code: "EUR", value: "1.00" } };
    expect((await refund(capture.id, euros)).issue).toBe("REFUND_CAPTURE_CURRENCY_MISMATCH");
    expect((await refund(capture.id, { amount: usd("0.00") })).issue).toBe("CANNOT_BE_ZERO_OR_NEGATIVE");
    expect((await refund(capture.id, { amount: usd("1.001") })).status).toBe(400);
    expect((await refund(capture.id, { note_to_payer: "x".repeat(256) })).status).toBe(400);
    const pending = bank.create([{ amount: usd("20.00") }]);
    bank.decide(pending.id, "pend");
    bank.capture(pending.id);
    const [held] = bank.captures(pending.id);
    expect((await refund(held?.id ?? "")).issue).toBe("PENDING_CAPTURE");
    bank.clear(pending.id, "DECLINED");
    expect((await refund(held?.id ?? "")).issue).toBe("REFUND_NOT_ALLOWED");
  });

  it("is told in few words unless all of it is asked for, and can be looked up", async () => {
    const simulator = await start();
    const call = await callerOf(simulator);
    const { order, capture } = paid(simulator);
    const path = `/v2/payments/captures/${capture.id}`;
    const body = { amount: usd("1.00"), custom_id: "refund-1", invoice_id: "bill-1", note_to_payer: "Sorry" };
    const brief = await call("POST", `${path}/refund`, { body, whole: false });
    expect(Object.keys(Object(brief.body)).sort()).toEqual(["id", "links", "status"]);
    const id = String(Reflect.get(Object(brief.body), "id"));
    const whole = await call("GET", `/v2/payments/refunds/${id}`);
    expect(whole).toMatchObject({ status: 200, body: { ...body, id, status: "COMPLETED" } });
    expect(whole.body).not.toHaveProperty("supplementary_data");
    expect(Reflect.get(Object(whole.body), "links")).toMatchObject([
      { rel: "self", href: `${simulator.origin}/v2/payments/refunds/${id}` },
      { rel: "up", href: `${simulator.origin}${path}` },
    ]);
    expect((await call("GET", path)).body).toMatchObject({
      custom_id: "ours",
      supplementary_data: { related_ids: { order_id: order.id } },
      links: [{ rel: "self" }, { rel: "refund" }, { rel: "up" }],
    });
  });

  it("that is pending counts until it fails", async () => {
    const { bank } = await start();
    const { capture } = paid({ bank });
    bank.nextRefunds("PENDING");
    const refund = bank.refund(capture.id, { amount: usd("15.00") });
    expect(refund.status).toBe("PENDING");
    expect(capture.status).toBe("PARTIALLY_REFUNDED");
    expect(() => bank.refund(capture.id, { amount: usd("5.01") })).toThrow("REFUND_AMOUNT_EXCEEDED");
    bank.settleRefund(refund.id, "FAILED");
    expect(capture.status).toBe("COMPLETED");
    expect(bank.heldFor("ours")).toEqual({ capturedCents: 2000, refundedCents: 0 });
    expect(bank.refund(capture.id).amount).toEqual(usd("20.00"));
    expect(typesOf(bank).slice(-3)).toEqual([
      "PAYMENT.REFUND.PENDING",
      "PAYMENT.REFUND.FAILED",
      "PAYMENT.CAPTURE.REFUNDED",
    ]);
  });
});

describe("Money that the provider takes back", () => {
  it("shows as a refund of the order, and as a reversal in the event", async () => {
    const { bank } = await start();
    const { order, capture } = paid({ bank });
    const reversal = bank.reverse(capture.id, usd("8.00"));
    expect(reversal).toMatchObject({ note_to_payer: "Payment reversed", status: "COMPLETED", amount: usd("8.00") });
    expect(bank.read(order.id).purchase_units[0]?.payments?.refunds).toEqual([reversal]);
    expect(bank.events.at(-1)).toMatchObject({
      event_type: "PAYMENT.CAPTURE.REVERSED",
      resource_type: "refund",
      resource: { id: reversal.id },
    });
  });

  it("is what is left of a disputed payment that the customer gets", async () => {
    const simulator = await start();
    const { bank } = simulator;
    const call = await callerOf(simulator);
    const { capture } = paid(simulator);
    bank.refund(capture.id, { amount: usd("5.00") });
    const { dispute_id } = bank.openDispute(capture.id, { reason: "UNAUTHORISED" });
    const listed = await call("GET", `/v1/customer/disputes?disputed_transaction_id=${capture.id}`);
    expect(listed.body).toMatchObject({ items: [{ dispute_id, status: "OPEN", dispute_amount: usd("20.00") }] });
    bank.resolveDispute(dispute_id, "RESOLVED_BUYER_FAVOUR");
    const read = await call("GET", `/v1/customer/disputes/${dispute_id}`);
    expect(read.body).not.toHaveProperty("id");
    expect(read.body).toMatchObject({
      status: "RESOLVED",
      disputed_transactions: [{ seller_transaction_id: capture.id, invoice_number: "ours", custom: "ours" }],
      dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: usd("15.00") },
    });
    expect(bank.heldFor("ours")).toEqual({ capturedCents: 2000, refundedCents: 2000 });
  });

  it("is nothing where the shop wins, and a dispute ends once", async () => {
    const { bank } = await start();
    const { capture } = paid({ bank });
    const { dispute_id } = bank.openDispute(capture.id);
    bank.updateDispute(dispute_id, "UNDER_REVIEW");
    bank.resolveDispute(dispute_id, "RESOLVED_SELLER_FAVOUR");
    expect(capture.status).toBe("COMPLETED");
    expect(() => bank.resolveDispute(dispute_id, "RESOLVED_BUYER_FAVOUR")).toThrow(
      "ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE",
    );
    expect(typesOf(bank).slice(-3)).toEqual([
      "CUSTOMER.DISPUTE.CREATED",
      "CUSTOMER.DISPUTE.UPDATED",
      "CUSTOMER.DISPUTE.RESOLVED",
    ]);
  });
});

describe("Events", () => {
  it("show the resource as it was, and only the last thousand are kept", async () => {
    const { bank } = await start();
    const { order } = paid({ bank });
    bank.read(order.id).status = "VOIDED";
    expect(bank.events).toMatchObject([
      { event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: order.id, status: "APPROVED" } },
      { event_type: "PAYMENT.CAPTURE.COMPLETED", resource_type: "capture", event_version: "1.0" },
    ]);
    for (let n = 0; n < 600; n += 1) paid({ bank }, { customId: `order ${n}` });
    expect(bank.events).toHaveLength(1000);
  });

  it("tell that money is pending, and that it is denied", async () => {
    const { bank } = await start();
    const { id } = bank.create([{ amount: usd("1.00") }]);
    bank.decide(id, "pend");
    bank.capture(id);
    bank.clear(id, "DECLINED");
    expect(typesOf(bank).slice(1)).toEqual(["PAYMENT.CAPTURE.PENDING", "PAYMENT.CAPTURE.DENIED"]);
  });
});

describe("A payment of the demo that was never made here", () => {
  it("is known by its ids, and can be refunded", async () => {
    const simulator = await start();
    const call = await callerOf(simulator);
    const capture = await call("GET", "/v2/payments/captures/DEMCA1B2C3D4E5F6X4250");
    expect(capture).toMatchObject({ status: 200, body: { status: "COMPLETED", amount: usd("42.50") } });
    const order = await call("GET", "/v2/checkout/orders/DEMOA1B2C3D4E5F6X4250");
    expect(order).toMatchObject({
      status: 200,
      body: { status: "COMPLETED", purchase_units: [{ payments: { captures: [{ id: "DEMCA1B2C3D4E5F6X4250" }] } }] },
    });
    const refund = await call("POST", "/v2/payments/captures/DEMCA1B2C3D4E5F6X4250/refund");
    expect(refund).toMatchObject({ status: 201, body: { amount: usd("42.50") } });
    for (const id of ["DEMOA1B2X4250", "DEMOg1B2C3D4E5F6X4250", "DEMOA1B2C3D4E5F6X0", "DEMOA1B2C3D4E5F6"]) {
      expect((await call("GET", `/v2/checkout/orders/${id}`)).status).toBe(404);
    }
  });
});

describe("A request id", () => {
  it("has the same refund answered again, for 45 days", async () => {
    const simulator = await start();
    const call = await callerOf(simulator);
    const { capture } = paid(simulator);
    const again = () =>
      call("POST", `/v2/payments/captures/${capture.id}/refund`, { body: { amount: usd("1.00") }, requestId: "one" });
    const first = await again();
    const second = await again();
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    const day = 24 * 3_600_000;
    simulator.bank.advance(44 * day);
    expect((await again()).body).toEqual(first.body);
    simulator.bank.advance(1 * day);
    expect((await again()).body).not.toEqual(first.body);
    expect(simulator.bank.refundsOf(capture.id)).toHaveLength(2);
  });

  it("of an order is forgotten after six hours", async () => {
    const simulator = await start();
    const call = await callerOf(simulator);
    const { id } = simulator.bank.create([{ amount: usd("1.00") }]);
    simulator.bank.decide(id, "approve");
    const again = () => call("POST", `/v2/checkout/orders/${id}/capture`, { requestId: "one" });
    expect((await again()).status).toBe(201);
    expect((await again()).status).toBe(200);
    simulator.bank.advance(6 * 3_600_000);
    expect((await again()).issue).toBe("ORDER_ALREADY_CAPTURED");
  });

  it("that is still being answered is refused the second time", async () => {
    const simulator = await start();
    const call = await callerOf(simulator);
    const { capture } = paid(simulator);
    simulator.faults.add("refund", { kind: "delay answer", ms: 300 });
    const again = () => call("POST", `/v2/payments/captures/${capture.id}/refund`, { requestId: "one" });
    const first = again();
    await expect.poll(() => simulator.bank.refundsOf(capture.id).length).toBe(1);
    expect(await again()).toMatchObject({ status: 409, issue: "PREVIOUS_REQUEST_IN_PROGRESS" });
    expect((await first).status).toBe(201);
    expect((await again()).status).toBe(200);
  });
});

describe("A fault", () => {
  const refundWith = async (fault: Fault) => {
    const simulator = await start();
    const call = await callerOf(simulator);
    const { capture } = paid(simulator);
    simulator.faults.add("refund", fault);
    const again = () => call("POST", `/v2/payments/captures/${capture.id}/refund`, { requestId: "one" });
    return { again, refunds: () => simulator.bank.refundsOf(capture.id) };
  };

  it("can refuse after all was done, and the same request id has the truth", async () => {
    const { again, refunds } = await refundWith({ kind: "status after", status: 500 });
    expect((await again()).status).toBe(500);
    expect(await again()).toMatchObject({ status: 200, body: { id: refunds()[0]?.id } });
    expect(refunds()).toHaveLength(1);
  });

  it("can forget the request id too, and the repeat meets what was done", async () => {
    const { again, refunds } = await refundWith({ kind: "status after", status: 422, issue: "NO", forgets: true });
    expect((await again()).issue).toBe("NO");
    expect((await again()).issue).toBe("CAPTURE_FULLY_REFUNDED");
    expect(refunds()).toHaveLength(1);
  });

  it("can be for some paths only", async () => {
    const simulator = await start();
    const call = await callerOf(simulator);
    const [one, two] = [paid(simulator, { customId: "one" }), paid(simulator, { customId: "two" })];
    simulator.faults.add("read capture", { kind: "status", status: 500 }, 1, two.capture.id);
    expect((await call("GET", `/v2/payments/captures/${one.capture.id}`)).status).toBe(200);
    expect((await call("GET", `/v2/payments/captures/${two.capture.id}`)).status).toBe(500);
    expect((await call("GET", `/v2/payments/captures/${two.capture.id}`)).status).toBe(200);
  });

  it("can stand for every documented issue", async () => {
    const simulator = await start();
    const call = await callerOf(simulator);
    for (const [name, path] of [
      ["create", "/v2/checkout/orders"],
      ["capture", "/v2/checkout/orders/X/capture"],
      ["refund", "/v2/payments/captures/X/refund"],
    ] as const) {
      expect(documentedIssues[name].length).toBeGreaterThan(20);
      for (const issue of documentedIssues[name]) {
        simulator.faults.add(name, { kind: "status", status: 422, issue });
        expect(await call("POST", path)).toMatchObject({ status: 422, issue });
      }
    }
  });
});

describe("The signature of a webhook event", () => {
  const verify = async (body: string, signed: string) => {
    const simulator = await start();
    const call = await callerOf(simulator);
    const events = { transmissionId: "T", time: "2026-03-01T10:00:00Z", webhookId: "W" };
    const signature = signWebhook({ ...events, body: signed });
    const before = `{"note": "\\"webhook_event\\": {", "transmission_id": "T", "webhook_event" :\n${body} ,`;
    const after = `"transmission_sig": "${signature}", "transmission_time": "${events.time}", "webhook_id": "W"}`;
    const answer = await call("POST", "/v1/notifications/verify-webhook-signature", { body: before + after });
    return Reflect.get(Object(answer.body), "verification_status");
  };

  it("holds for the exact bytes only", async () => {
    const event = '{"id": "WH-1", "amount": 1.0, "text": "\\u00e9 é \\"}{", "again": {"webhook_event": [1]}}';
    expect(await verify(event, event)).toBe("SUCCESS");
    expect(await verify(event.replace("1.0", "1"), event)).toBe("FAILURE");
    expect(await verify(event.replace("\\u00e9", "é"), event)).toBe("FAILURE");
    expect(await verify(event.replace('"id": ', '"id":'), event)).toBe("FAILURE");
  });

  it("holds for an event of any depth", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(await verify(deep, deep)).toBe("SUCCESS");
    expect(await verify(deep, `[${deep}]`)).toBe("FAILURE");
  });

  it("is for one transmission to one webhook", async () => {
    const simulator = await start();
    const call = await callerOf(simulator);
    const sent = { transmissionId: "T", time: "2026-03-01T10:00:00Z", webhookId: "W" };
    const signature = signWebhook({ ...sent, body: "{}" });
    const verdict = async (changed: object) => {
      const fields = { transmission_id: "T", transmission_time: sent.time, webhook_id: "W", ...changed };
      const body = { ...fields, transmission_sig: signature, webhook_event: {} };
      const answer = await call("POST", "/v1/notifications/verify-webhook-signature", { body });
      return Reflect.get(Object(answer.body), "verification_status");
    };
    expect(await verdict({})).toBe("SUCCESS");
    for (const changed of [{ transmission_id: "U" }, { transmission_time: "later" }, { webhook_id: "V" }]) {
      expect(await verdict(changed)).toBe("FAILURE");
    }
  });
});

describe("A webhook", () => {
  type Heard = { headers: Record<string, unknown>; body: string };

  /** Somebody who refuses the first events that arrive. */
  const listen = async (refusals: number) => {
    const received: Heard[] = [];
    const shop = createServer(async (incoming, response) => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part);
      received.push({ headers: incoming.headers, body: Buffer.concat(parts).toString() });
      response.statusCode = received.length <= refusals ? 503 : 200;
      response.end();
    });
    shop.listen(0, "127.0.0.1");
    await once(shop, "listening");
    undo.push(async () => shop.close());
    const address = shop.address();
    return { received, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook` };
  };

  it("is sent each event, signed, until it takes it", async () => {
    const { received, url } = await listen(1);
    const { bank, deliveries } = await start({ webhook: { url, id: "W" } });
    const { id } = bank.create([{ amount: usd("1.00") }]);
    bank.decide(id, "approve");
    await expect.poll(() => deliveries).toMatchObject([{ state: "delivered", attempts: 2, status: 200 }]);
    for (const { headers, body } of received) {
      expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(bank.events[0])));
      expect(headers["paypal-transmission-sig"]).toBe(
        signWebhook({
          transmissionId: String(headers["paypal-transmission-id"]),
          time: String(headers["paypal-transmission-time"]),
          webhookId: "W",
          body,
        }),
      );
    }
  });

  it("can be switched off, and an event can be sent once more", async () => {
    const { received, url } = await listen(0);
    const simulator = await start({ webhook: { url, id: "W" } });
    const { bank, deliveries } = simulator;
    simulator.switchWebhook(false);
    paid({ bank });
    expect(deliveries).toEqual([]);
    const [approved] = bank.events;
    if (approved === undefined) throw new Error("no event");
    simulator.resend(approved);
    simulator.resend(approved);
    await expect.poll(() => received.length).toBe(2);
    simulator.switchWebhook(true);
    bank.create([{ amount: usd("1.00") }]);
    paid({ bank }, { customId: "another" });
    await expect.poll(() => received.length).toBe(4);
  });

  it("that nobody answers harms nothing", async () => {
    const { bank, deliveries } = await start({ webhook: { url: "http://127.0.0.1:1/", id: "W" } });
    paid({ bank });
    await expect.poll(() => deliveries[0]?.attempts).toBeGreaterThan(1);
    expect(deliveries[0]).toMatchObject({ state: "under way" });
  });
});

describe("What the simulator knows", () => {
  it("is there after a restart", async () => {
    const stateFile = join(await makeFolder(), "data", "state.json");
    const first = await startSimulator({ stateFile });
    const { order, capture } = paid(first);
    const waiting = first.bank.create([{ custom_id: "waiting", invoice_id: "ours", amount: usd("1.00") }]);
    first.bank.decide(waiting.id, "approve");
    const { dispute_id } = first.bank.openDispute(capture.id);
    const asked = { body: { amount: usd("2.00") }, requestId: "one" };
    const path = `/v2/payments/captures/${capture.id}/refund`;
    const before = await (await callerOf(first))("POST", path, asked);
    await first.close();

    const second = await start({ stateFile });
    const call = await callerOf(second);
    expect(await call("POST", path, asked)).toMatchObject({
      status: 200,
      body: { id: Reflect.get(Object(before.body), "id") },
    });
    expect(second.bank.read(order.id).purchase_units[0]?.payments).toMatchObject({
      captures: [
        {
          status: "PARTIALLY_REFUNDED",
          links: [{ href: `${second.origin}/v2/payments/captures/${capture.id}` }, {}, {}],
        },
      ],
    });
    expect(second.bank.heldFor("ours")).toEqual({ capturedCents: 2000, refundedCents: 200 });
    expect(() => second.bank.capture(waiting.id)).toThrow("DUPLICATE_INVOICE_ID");
    second.bank.resolveDispute(dispute_id, "RESOLVED_BUYER_FAVOUR");
    expect(second.bank.captureById(capture.id).status).toBe("REFUNDED");
  });

  it("is written by itself, and pending money still clears after a restart", async () => {
    const stateFile = join(await makeFolder(), "state.json");
    const first = await start({ stateFile });
    const { id } = first.bank.create([{ amount: usd("1.00") }]);
    first.bank.decide(id, "pend");
    first.bank.capture(id);
    await expect.poll(() => readFile(stateFile, "utf8").catch(() => "")).toContain("PENDING_REVIEW");
    const second = await start({ stateFile, clearPendingMs: 1 });
    await expect.poll(() => second.bank.captures(id)[0]?.status).toBe("COMPLETED");
  });

  it("begins anew where the file is broken, which is reported and set aside", async () => {
    const stateFile = join(await makeFolder(), "state.json");
    await writeFile(stateFile, '{"version": 1, "orders": [');
    const problems: string[] = [];
    const { bank } = await start({ stateFile, report: (problem) => problems.push(problem) });
    expect(bank.orders.size).toBe(0);
    expect(problems).toHaveLength(1);
    expect(await readFile(`${stateFile}.broken`, "utf8")).toBe('{"version": 1, "orders": [');
  });
});

describe("The control page", () => {
  /** `fetch` hides some headers from its caller; this one sends what it is told. */
  const send = async (origin: string, path: string, headers: Record<string, string>, method = "GET") => {
    const { hostname, port } = new URL(origin);
    const asked = request({ hostname, port, path, method, headers: { host: `localhost:${port}`, ...headers } });
    asked.end(method === "POST" ? "{}" : undefined);
    const [response] = await once(asked, "response");
    response.resume();
    return response.statusCode;
  };
  const json = { "content-type": "application/json" };

  it("is only there where it was asked for", async () => {
    const { origin } = await start();
    for (const path of ["/control", "/control/state", "/control/page.js"]) {
      expect((await fetch(origin + path)).status).toBe(404);
    }
  });

  it("does what customers, banks and the provider would do", async () => {
    const simulator = await start({ hasControl: true });
    const { bank, faults, origin } = simulator;
    const post = async (path: string, body: object = {}) =>
      (await fetch(`${origin}/control/${path}`, { method: "POST", headers: json, body: JSON.stringify(body) })).status;
    const { capture } = paid(simulator, { value: "30.00" });
    expect(await post("refunds/next", { status: "PENDING" })).toBe(200);
    expect(await post(`captures/${capture.id}/refund`, { amount: usd("10.00") })).toBe(200);
    const [refund] = bank.refundsOf(capture.id);
    expect(await post(`refunds/${refund?.id}/settle`, { status: "COMPLETED" })).toBe(200);
    expect(await post(`captures/${capture.id}/reverse`, { amount: usd("5.00") })).toBe(200);
    expect(await post(`captures/${capture.id}/dispute`, { reason: "OTHER", amount: usd("6.00") })).toBe(200);
    const [dispute] = bank.disputesOf(capture.id);
    expect(await post(`disputes/${dispute?.dispute_id}/resolve`, { outcome: "RESOLVED_BUYER_FAVOUR" })).toBe(200);
    expect(bank.heldFor("ours")).toEqual({ capturedCents: 3000, refundedCents: 2100 });
    expect(await post("faults", { call: "read", fault: { kind: "drop" }, times: 2, match: "X" })).toBe(200);
    expect(faults.planned).toMatchObject([{ call: "read", left: 2, match: "X" }]);
    expect(await post("captures/UNKNOWN/refund")).toBe(404);
    expect(await post(`captures/${capture.id}/refund`, { amount: usd("99.00") })).toBe(422);
    expect(await post("faults", { call: "read", fault: { kind: "unheard of" } })).toBe(400);
  });

  it("can be pressed by nobody but itself and programs on this machine", async () => {
    const simulator = await start({ hasControl: true });
    const { capture } = paid(simulator);
    const press = (headers: Record<string, string>) =>
      send(simulator.origin, `/control/captures/${capture.id}/refund`, { ...json, ...headers }, "POST");
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { host: "evil.example" },
      { host: "localhost.evil.example" },
    ]) {
      expect(await press(headers)).toBe(403);
    }
    expect(simulator.bank.refundsOf(capture.id)).toEqual([]);
    const elsewhere = { "sec-fetch-site": "same-site", "sec-fetch-dest": "document" };
    expect(await send(simulator.origin, "/control", elsewhere)).toBe(200);
    expect(await send(simulator.origin, "/control", { "sec-fetch-site": "same-site" })).toBe(403);
    expect(await send(simulator.origin, "/control/state", elsewhere)).toBe(403);
    expect(await press({ "sec-fetch-site": "same-origin" })).toBe(200);
  });
});
