import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeClientDir } from "../harness/client-files.ts";
import { issuer } from "../harness/customers.ts";
import { decided, orderToPay, pay, seenOrder, start } from "../harness/paying.ts";
import { providerCredentials } from "../harness/secrets.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc, get } from "../harness/transports.ts";

const settings = { jwtSecret: issuer.jwtSecret, reconcileMs: 100 };
const shop = startTestShop({ takesPayments: true, settings, clientDir: makeClientDir(), logLevel: "trace" });
const closed = startTestShop({ settings, clientDir: makeClientDir(), besides: shop });
const live = startTestShop({
  settings,
  payments: {
    mode: "live",
    clientId: "live-client",
    clientSecret: "live-secret",
    merchantId: "MERCHANT12345",
    // Nobody listens there: nothing of a test may reach the real provider.
    apiBase: "http://127.0.0.1:9",
    scriptBase: "https://www.paypal.com",
    webhookId: undefined,
  },
  clientDir: makeClientDir(),
  besides: shop,
});

/** The rules of a page's policy by name. */
async function policyOf(at: typeof shop, path: string): Promise<Record<string, string>> {
  const { headers } = await fetch(at.origin + path);
  const rules = (headers.get("content-security-policy") ?? "").split("; ");
  return Object.fromEntries(rules.map((rule) => [rule.split(" ", 1)[0], rule.slice(rule.indexOf(" ") + 1)]));
}

describe("a shop without a payment provider", () => {
  it("says so, and takes nothing", async () => {
    expect(await get(closed, "/api/config/paypal")).toEqual({ status: 200, body: { clientId: "" } });
    expect(await askTrpc(closed, "order.paymentConfig")).toEqual({
      status: 200,
      body: { clientId: "", mode: "off", scriptBase: null, stripe: null },
    });
    const { customer, order } = await orderToPay(shop);
    expect((await start(closed, customer, order._id)).outcome).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
    const { outcome, refusal } = await pay(closed, customer, order._id, { id: "ANY" });
    expect(outcome).toBe("503 PAYMENT_PROVIDER_UNAVAILABLE");
    expect(refusal?.message).toBe("Online payment is not set up");
    expect(await seenOrder(closed, customer, order._id)).toEqual(order);
    expect(await (await fetch(`${closed.origin}/cart`)).text()).toContain('"payments":"off"');
    const policy = await policyOf(closed, "/");
    expect(policy["connect-src"]).toBe("'self'");
    expect(policy["frame-src"]).toBeUndefined();
  });
});

describe("a shop with a payment provider", () => {
  it("tells everybody its client id, and old callers nothing else", async () => {
    const { clientId } = providerCredentials;
    expect(await get(shop, "/api/config/paypal")).toEqual({ status: 200, body: { clientId } });
    expect(await askTrpc(shop, "order.paymentConfig")).toEqual({
      status: 200,
      body: { clientId, mode: "simulator", scriptBase: shop.simulator.origin, stripe: null },
    });
    expect(await (await fetch(`${shop.origin}/cart`)).text()).toContain('"payments":"simulator"');
  });

  it("lets the pages where orders are paid load the provider's script, and nobody else's", async () => {
    for (const path of ["/", "/cart", "/placeorder", "/admin/orderlist"]) {
      for (const at of [shop, live]) {
        const policy = await policyOf(at, path);
        expect(Object.values(policy).join(" "), path).not.toMatch(/paypal|venmo|https?:/);
        expect(policy["frame-src"], path).toBeUndefined();
        expect(policy["img-src"], path).toBe("'self' data:");
        expect(await (await fetch(at.origin + path)).text(), path).toContain('"isWithoutPayment":true');
      }
    }
    for (const path of ["/order/01900000-0000-7000-8000-000000000000"]) {
      expect(await (await fetch(shop.origin + path)).text()).not.toContain("isWithoutPayment");
      const { origin } = shop.simulator;
      const demo = await policyOf(shop, path);
      expect(demo["script-src"]).toMatch(new RegExp(`^'self' 'sha256-[\\w+/]+=' ${origin}$`));
      expect(demo["connect-src"]).toBe(`'self' ${origin}`);
      expect(demo["frame-src"]).toBe(origin);
      const real = await policyOf(live, path);
      const hosts = "https://*.paypal.com https://*.paypalobjects.com https://*.venmo.com";
      expect(real["script-src"]).toMatch(/^'self' 'sha256-[\w+/]+=' https/);
      expect(real["connect-src"]).toBe(`'self' ${hosts}`);
      expect(real["frame-src"]).toBe(hosts);
      for (const policy of [demo, real]) {
        expect(policy["script-src"]).not.toMatch(/unsafe|\*(?!\.)/);
        expect(policy["default-src"]).toBe("'none'");
      }
    }
  });

  it("keeps its secret and its access tokens to itself, in answers, pages and logs, whatever goes wrong", async () => {
    const said: string[] = [];
    const { customer, order } = await orderToPay(shop);
    const { faults, bank } = shop.simulator;
    for (const call of ["token", "create", "read", "capture"] as const) {
      for (const kind of ["refuse", "garbage", "page", "drop"] as const) {
        if (call === "token") shop.simulator.forgetTokens();
        faults.add(call, { kind }, 9);
        const started = await start(shop, customer, order._id);
        said.push(JSON.stringify(started));
        if (started.content !== undefined && bank.read(started.content.id).status !== "COMPLETED") {
          bank.decide(started.content.id, "approve");
          said.push(JSON.stringify(await pay(shop, customer, order._id, started.content)));
        }
        faults.clear();
      }
    }
    const other = await orderToPay(shop);
    const id = await decided(shop, other.customer, other.order._id);
    said.push(JSON.stringify(await pay(shop, other.customer, other.order._id, { id })));
    for (const path of ["/", "/cart", `/order/${order._id}`, "/api/config/paypal", "/trpc/order.paymentConfig"]) {
      said.push(await (await fetch(shop.origin + path, { headers: { cookie: customer.cookie } })).text());
    }
    const everything = [...said, ...shop.logLines].join("\n");
    expect(shop.logLines.length).toBeGreaterThan(10);
    expect(shop.simulator.calls.filter(({ call }) => call === "token").length).toBeGreaterThan(1);
    const { clientId, clientSecret } = providerCredentials;
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    for (const secret of [clientSecret, basic, "SIM-TOKEN-"]) expect(everything).not.toContain(secret);
    // What failed is told all the same, with the reason.
    const failures = shop.logLines.map((line) => z.object({ msg: z.string() }).loose().parse(JSON.parse(line)));
    expect(JSON.stringify(failures.filter(({ msg }) => msg === "request failed"))).toContain("no connection");
  });
});
