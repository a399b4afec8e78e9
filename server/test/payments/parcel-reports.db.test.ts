import type { Fault } from "@shop/paypal-simulator/faults";
import { documentedIssues } from "@shop/paypal-simulator/issues";
import type { NewParcel } from "@shop/shared/order/parcel";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { PaymentDeps } from "../../src/domain/payment/deps.ts";
import { reportParcels } from "../../src/domain/payment/report-parcels.ts";
import type { ProviderParcels } from "../../src/infra/payment-provider.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { decided, orderToPay, pay } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";

const settings = { jwtSecret: issuer.jwtSecret };
const shop = startTestShop({ takesPayments: true, settings });
const ups: NewParcel = { carrier: "ups", trackingNumber: "1Z999AA10123456784" };
const evri: NewParcel = { carrier: "evri", trackingNumber: "T00A1234567890" };

let cookie = "";
beforeAll(async () => {
  cookie = (await insertCustomer(shop.db, { isAdmin: true })).cookie;
});

/** An order that the provider's money paid and that was shipped, with the id of the provider's order. */
async function shippedOrder(parcels: NewParcel[] = [ups]) {
  const { customer, order } = await orderToPay(shop);
  const providerId = await decided(shop, customer, order._id);
  expect(await pay(shop, customer, order._id, { id: providerId })).toMatchObject({ status: 200 });
  for (const act of ["confirm", "process", "ship"]) {
    const response = await fetch(`${shop.origin}/api/orders/${order._id}/${act}`, {
      method: "PUT",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(act === "ship" ? { parcels } : {}),
    });
    expect(response.status).toBe(200);
  }
  return { id: order._id, providerId };
}

/** A change that an admin makes of the parcels of an order. */
async function edit(method: "POST" | "PUT" | "DELETE", path: string, parcel?: NewParcel): Promise<void> {
  const response = await fetch(`${shop.origin}/api/${path}`, {
    method,
    headers: { cookie, ...(parcel === undefined ? {} : { "content-type": "application/json" }) },
    ...(parcel === undefined ? {} : { body: JSON.stringify(parcel) }),
  });
  expect(response.ok).toBe(true);
}

/** One round of an instance; gives the reports that are left to a later one. */
async function round(deps: PaymentDeps = shop.services): Promise<unknown[]> {
  const errors: unknown[] = [];
  await reportParcels(deps, { isStopping: () => false, onItemError: (error) => void errors.push(error) });
  return errors;
}
const passTime = () => shop.pool.query("update parcel_trackers set send_at = now() where send_at > now()");

const rowsSchema = z.array(
  z.object({ status: z.string(), attempts: z.number(), detail: z.string().nullable(), pause: z.number().nullable() }),
);
/** The reports of an order; pauses in seconds. */
async function reports(orderId: string) {
  const { rows } = await shop.pool.query(
    `select status, attempts, detail, extract(epoch from send_at - now())::float8 as pause from parcel_trackers
     where order_id = $1 order by created_at, id`,
    [orderId],
  );
  return rowsSchema.parse(rows);
}
/** By number, because reports are sent in parallel. */
const known = (providerId: string) =>
  shop.simulator.bank
    .trackersOf(providerId)
    .map(({ id, status, carrier }) => [id.split("-")[1] ?? "", status, carrier])
    .sort(([a = ""], [b = ""]) => a.localeCompare(b));
/** The reports that the provider took. */
const taken = (providerId: string) =>
  shop.simulator.calls.filter(
    ({ call, path, status }) => call === "track" && path.includes(providerId) && (status === 201 || status === 200),
  );

describe("the payment provider", () => {
  it("is told of each parcel once, and by the name that it has for the carrier", async () => {
    const { id, providerId } = await shippedOrder([ups, evri]);
    expect(await round()).toEqual([]);
    expect(await round()).toEqual([]);
    expect(known(providerId)).toEqual([
      [ups.trackingNumber, "SHIPPED", "UPS"],
      [evri.trackingNumber, "SHIPPED", "Evri"],
    ]);
    expect(taken(providerId)).toHaveLength(2);
    expect(await reports(id)).toMatchObject([{ status: "sent" }, { status: "sent" }]);
  });

  const passing: Fault[] = [
    ...[
      { kind: "drop" as const },
      { kind: "refuse" as const },
      { kind: "garbage" as const },
      { kind: "page" as const },
    ],
    ...[500, 503, 429, 404, 409].map((status) => ({ kind: "status" as const, status })),
    { kind: "status after", status: 500 },
    { kind: "status after", status: 502, forgets: true },
  ];
  it.each(passing)("is asked again after $kind $status, and knows the parcel once", async (fault) => {
    const { id, providerId } = await shippedOrder();
    shop.simulator.faults.add("track", fault, 1, providerId);
    expect(await round()).toHaveLength(1);
    expect(await reports(id)).toMatchObject([{ status: "waiting", attempts: 1, detail: expect.any(String) }]);
    // Not before its time.
    expect(await round()).toEqual([]);
    await passTime();
    expect(await round()).toEqual([]);
    expect(known(providerId)).toEqual([[ups.trackingNumber, "SHIPPED", "UPS"]]);
    expect(await reports(id)).toMatchObject([{ status: "sent", detail: null }]);
    const posts = shop.simulator.calls.filter(({ call, path }) => call === "track" && path.includes(providerId));
    // What it had processed was found by a read, and not sent again.
    const wasProcessed = fault.kind === "drop" || fault.kind === "status after";
    expect(posts).toHaveLength(wasProcessed ? 1 : 2);
  });

  it("is asked with growing pauses, and no more after three days", async () => {
    const { id, providerId } = await shippedOrder();
    shop.simulator.faults.add("track", { kind: "status", status: 503 }, 99, providerId);
    const pauses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      expect(await round()).toHaveLength(1);
      pauses.push(...(await reports(id)).flatMap(({ pause }) => pause ?? []));
      await passTime();
    }
    expect(pauses.map((pause) => Math.round(pause / 60))).toEqual([1, 2, 4, 8]);
    await shop.pool.query("update parcel_trackers set give_up_at = now() where order_id = $1", [id]);
    expect(await round()).toHaveLength(1);
    expect(await reports(id)).toMatchObject([{ status: "failed", pause: null, detail: "status 503" }]);
    shop.simulator.faults.clear();
    await passTime();
    expect(await round()).toEqual([]);
    expect(known(providerId)).toEqual([]);
  });

  it.each(documentedIssues.track)("is believed when it refuses for good: %s", async (issue) => {
    const { id, providerId } = await shippedOrder();
    shop.simulator.faults.add("track", { kind: "status", status: 422, issue }, 1, providerId);
    expect(await round()).toEqual([]);
    expect(await reports(id)).toMatchObject([{ status: "refused", detail: issue, pause: null }]);
    const response = await fetch(`${shop.origin}/trpc/admin.orders.trackers?input=${JSON.stringify({ id })}`, {
      headers: { cookie },
    });
    expect(await response.json()).toMatchObject({
      result: { data: [{ trackingNumber: ups.trackingNumber, status: "refused", detail: issue }] },
    });
  });

  it("is told again of a refused parcel when an admin asks for it, and of no other one", async () => {
    const { id, providerId } = await shippedOrder();
    const [issue] = documentedIssues.track;
    shop.simulator.faults.add("track", { kind: "status", status: 422, issue: issue ?? "" }, 1, providerId);
    await round();
    const again = async (trackingNumber: string) => {
      const response = await fetch(`${shop.origin}/trpc/admin.orders.reportAgain`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({ id, trackingNumber }),
      });
      return response.status;
    };
    expect(await again("1Z-unknown")).toBe(404);
    expect(await again(ups.trackingNumber)).toBe(200);
    expect(await reports(id)).toMatchObject([{ status: "waiting", detail: null }]);
    expect(await round()).toEqual([]);
    expect(await reports(id)).toMatchObject([{ status: "sent" }]);
    expect(await again(ups.trackingNumber)).toBe(200);
    expect(await reports(id)).toMatchObject([{ status: "sent" }]);
  });

  it("refuses a parcel whose money was refunded, which holds nothing up", async () => {
    const { id, providerId } = await shippedOrder();
    const [capture] = shop.simulator.bank.captures(providerId);
    shop.simulator.bank.refund(capture?.id ?? "");
    expect(await round()).toEqual([]);
    expect(await reports(id)).toMatchObject([{ status: "refused", detail: "CAPTURE_STATUS_NOT_VALID" }]);
  });
});

function payPal() {
  const provider = shop.services.payments.providers.paypal;
  if (provider?.parcels === undefined) throw new Error("there is no provider");
  return { provider, parcels: provider.parcels };
}

describe("a crash", () => {
  /** An instance that ends right after the provider has answered. */
  function dying(call: "trackParcel" | "cancelTracker"): PaymentDeps {
    const { services } = shop;
    const { provider, parcels } = payPal();
    const thenDie = async (answer: Promise<unknown>): Promise<never> => {
      await answer;
      throw new Error("killed");
    };
    const gone: Partial<ProviderParcels> =
      call === "trackParcel"
        ? { trackParcel: (...args) => thenDie(parcels.trackParcel(...args)) }
        : { cancelTracker: (...args) => thenDie(parcels.cancelTracker(...args)) };
    const paypal = { ...provider, parcels: { ...parcels, ...gone } };
    return { ...services, payments: { ...services.payments, providers: { paypal } } };
  }

  it("between the provider's answer and its record leads to no second report", async () => {
    const { id, providerId } = await shippedOrder([ups, evri]);
    await expect(round(dying("trackParcel"))).rejects.toThrow("killed");
    await passTime();
    expect(await round()).toEqual([]);
    expect(known(providerId)).toEqual([
      [ups.trackingNumber, "SHIPPED", "UPS"],
      [evri.trackingNumber, "SHIPPED", "Evri"],
    ]);
    expect(taken(providerId)).toHaveLength(2);
    expect(await reports(id)).toMatchObject([{ status: "sent" }, { status: "sent" }]);
  });

  it("before the round leaves the report to another instance, which shares the work with others", async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => shippedOrder([ups, evri])));
    expect((await Promise.all([round(), round(), round()])).flat()).toEqual([]);
    for (const { id, providerId } of orders) {
      expect(known(providerId)).toHaveLength(2);
      expect(taken(providerId)).toHaveLength(2);
      expect(await reports(id)).toMatchObject([{ status: "sent" }, { status: "sent" }]);
    }
  });

  it("while a parcel is cancelled cancels it all the same", async () => {
    const { id, providerId } = await shippedOrder();
    await round();
    await edit("DELETE", `parcels/${await firstParcel(id)}`);
    await expect(round(dying("cancelTracker"))).rejects.toThrow("killed");
    await passTime();
    expect(await round()).toEqual([]);
    expect(known(providerId)).toEqual([[ups.trackingNumber, "CANCELLED", "UPS"]]);
    expect(await reports(id)).toMatchObject([{ status: "sent" }]);
  });
});

async function firstParcel(orderId: string): Promise<string> {
  const { rows } = await shop.pool.query("select id from parcels where order_id = $1 order by created_at, id", [
    orderId,
  ]);
  return z.object({ id: z.string() }).parse(rows[0]).id;
}

describe("a change of a parcel", () => {
  it("cancels the old number, reports the new one, and tells of a new carrier", async () => {
    const { id, providerId } = await shippedOrder();
    await round();
    const parcel = await firstParcel(id);
    await edit("PUT", `parcels/${parcel}`, { ...ups, carrier: "fedex" });
    await round();
    expect(known(providerId)).toEqual([[ups.trackingNumber, "SHIPPED", "FEDEX"]]);
    await edit("PUT", `parcels/${parcel}`, evri);
    await round();
    expect(known(providerId)).toEqual([
      [ups.trackingNumber, "CANCELLED", "FEDEX"],
      [evri.trackingNumber, "SHIPPED", "Evri"],
    ]);
    await edit("POST", `orders/${id}/parcels`, ups);
    await round();
    expect(known(providerId)[0]).toEqual([ups.trackingNumber, "SHIPPED", "UPS"]);
  });

  it("before the provider was told of it costs no call", async () => {
    const { id, providerId } = await shippedOrder();
    await edit("DELETE", `parcels/${await firstParcel(id)}`);
    await round();
    expect(known(providerId)).toEqual([]);
    expect(shop.simulator.calls.filter(({ path }) => path.includes(`${providerId}/track`))).toEqual([]);
  });

  it("while it is being sent is sent afterwards", async () => {
    const { id, providerId } = await shippedOrder();
    const { services } = shop;
    const { provider, parcels } = payPal();
    const parcel = await firstParcel(id);
    const trackParcel: ProviderParcels["trackParcel"] = async (...args) => {
      const result = await parcels.trackParcel(...args);
      await edit("DELETE", `parcels/${parcel}`);
      return result;
    };
    const paypal = { ...provider, parcels: { ...parcels, trackParcel } };
    await round({ ...services, payments: { ...services.payments, providers: { paypal } } });
    expect(await reports(id)).toMatchObject([{ status: "waiting", attempts: 0 }]);
    await passTime();
    await round();
    expect(known(providerId)).toEqual([[ups.trackingNumber, "CANCELLED", "UPS"]]);
  });
});
