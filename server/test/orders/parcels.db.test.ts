import { type Order, orderSchema } from "@shop/shared/order/order";
import type { NewParcel } from "@shop/shared/order/parcel";
import { parcelsMax } from "@shop/shared/shop";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder } from "../harness/factories.ts";
import { mailsOf, startMailing } from "../harness/mailing.ts";
import { markPaid } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc, type Transport, transports } from "../harness/test-client.ts";

const settings = { jwtSecret: issuer.jwtSecret };
const shop = startTestShop({ settings });
const mailing = startMailing(shop);
/** A second instance on the same database. */
const other = startTestShop({ settings, besides: shop });

let [admin, customer]: Customer[] = [];
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
  customer = await insertCustomer(shop.db);
});

const ups: NewParcel = { carrier: "ups", trackingNumber: "1Z999AA10123456784" };
const usps: NewParcel = { carrier: "usps", trackingNumber: "9400111899223100001" };

type Asked = {
  transport: Transport;
  /** The method and path over REST, and the procedure over tRPC. */
  rest: [method: string, path: string];
  procedure: string;
  id: string;
  input?: object;
  at?: { origin: string };
  who?: Customer | undefined;
};

async function ask({ transport, rest: [method, path], procedure, id, input, at = shop, who = admin }: Asked) {
  const isRest = transport === "REST";
  const body = isRest ? input : { ...input, id };
  const response = await fetch(`${at.origin}${isRest ? path : `/trpc/${procedure}`}`, {
    method: isRest ? method : "POST",
    headers: { cookie: who?.cookie ?? "", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: isRest ? answer : fromTrpc(answer) };
}

type Place = { transport: Transport; at?: { origin: string }; who?: Customer | undefined };

const ship = ({ transport, ...place }: Place, id: string, parcels: unknown) =>
  ask({
    transport,
    ...place,
    rest: ["PUT", `/api/orders/${id}/ship`],
    procedure: "admin.orders.advance",
    id,
    input: { parcels, ...(transport === "tRPC" ? { to: "shipped" } : {}) },
  });
const add = (place: Place, id: string, input: object) =>
  ask({ ...place, rest: ["POST", `/api/orders/${id}/parcels`], procedure: "admin.orders.addParcel", id, input });
const change = (place: Place, id: string, input: object) =>
  ask({ ...place, rest: ["PUT", `/api/parcels/${id}`], procedure: "admin.orders.changeParcel", id, input });
const remove = (place: Place, id: string) =>
  ask({ ...place, rest: ["DELETE", `/api/parcels/${id}`], procedure: "admin.orders.removeParcel", id });

/** An order as its customer or an admin sees it. */
async function seen(id: string, who = admin): Promise<Order> {
  const response = await fetch(`${shop.origin}/api/orders/${id}`, { headers: { cookie: who?.cookie ?? "" } });
  return orderSchema.parse(await response.json());
}
const entered = ({ parcels }: Order) => parcels.map(({ carrier, trackingNumber }) => ({ carrier, trackingNumber }));

async function shipped(parcels: NewParcel[] = []): Promise<Order> {
  const id = await makeOrder(shop.db, { stepsDone: 3, ...(customer === undefined ? {} : { userId: customer.id }) });
  expect(await ship({ transport: "REST" }, id, parcels)).toMatchObject({ status: 200 });
  return seen(id);
}

async function parcelIn(order: Order) {
  const [parcel] = order.parcels;
  if (parcel === undefined) throw new Error("the order has no parcel");
  return parcel;
}

/** What the payment provider is to be told of. */
async function trackers(orderId: string) {
  const { rows } = await shop.pool.query(
    `select carrier, tracking_number as "trackingNumber", is_wanted as "isWanted" from parcel_trackers
     where order_id = $1 order by created_at, id`,
    [orderId],
  );
  return z.array(z.looseObject({ trackingNumber: z.string() })).parse(rows);
}

describe.each(transports)("the parcels of an order, through %s,", (transport) => {
  it("are entered with the step to shipped, shown to the customer with a link, and in the mail with a button each", async () => {
    const userId = customer?.id ?? "";
    const email = customer?.email ?? "";
    const id = await makeOrder(shop.db, { stepsDone: 3, userId, customerName: "Ada", customerEmail: email });
    expect(await ship({ transport }, id, [{ ...ups, trackingNumber: "1z999aa1 0123 456784" }, usps])).toMatchObject({
      status: 200,
    });
    const order = await seen(id, customer);
    expect(order).toMatchObject({
      isShipped: true,
      parcels: [
        { ...ups, carrierName: "UPS", trackingUrl: "https://www.ups.com/track?tracknum=1Z999AA10123456784" },
        { ...usps, carrierName: "USPS" },
      ],
    });
    expect(await mailsOf(shop, id)).toMatchObject([{ kind: "order shipped" }]);
    const { arrived } = await mailing.sendDue();
    const mail = arrived.find(({ text }) => text.includes(id));
    for (const { trackingUrl } of order.parcels) expect(mail?.html).toContain(`href="${trackingUrl}"`);
    expect(mail?.text).toContain("Track parcel 1 of 2 with UPS");
  });

  it.each(transports)(
    "gets a mail for a parcel that is added later, unless it is removed soon (%s)",
    async (transport) => {
      const { id: userId, email } = customer ?? { id: "", email: "" };
      const id = await makeOrder(shop.db, { stepsDone: 3, userId, customerEmail: email });
      await ship({ transport }, id, [usps]);
      await add({ transport }, id, ups);
      await add({ transport }, id, ups);
      await ship({ transport }, id, [{ ...ups, trackingNumber: "1Z999AA10123456700" }]);
      const kinds = (await mailsOf(shop, id)).map(({ kind }) => kind);
      expect(kinds).toEqual(["order shipped", "order parcel added", "order parcel added"]);
      await shop.pool.query("delete from parcels where tracking_number = '1Z999AA10123456700'");
      const { arrived } = await mailing.sendAll();
      const [added, ...more] = arrived.filter(({ subject }) => subject.startsWith("Another parcel of your order"));
      expect(added?.text).toContain(ups.trackingNumber);
      expect(added?.text).not.toContain(usps.trackingNumber);
      expect(more).toEqual([]);
    },
  );

  it("are not needed", async () => {
    const id = await makeOrder(shop.db, { stepsDone: 3 });
    const place = { transport, rest: ["PUT", `/api/orders/${id}/ship`] as [string, string], id };
    const input = transport === "tRPC" ? { input: { to: "shipped" } } : {};
    expect(await ask({ ...place, procedure: "admin.orders.advance", ...input })).toMatchObject({ status: 200 });
    expect(await seen(id)).toMatchObject({ isShipped: true, parcels: [] });
  });

  it("are refused with the step when they are not valid, and the step is not taken", async () => {
    const wrong = [{ ...ups, carrier: "pigeon" }, { ...ups, trackingNumber: "https://evil.example" }, {}, "1Z999"];
    for (const parcels of [...wrong.map((each) => [each]), [ups, ups], "ups", Array(parcelsMax + 1).fill(ups)]) {
      const id = await makeOrder(shop.db, { stepsDone: 3 });
      expect(await ship({ transport }, id, parcels)).toMatchObject({ status: 400, body: { code: "VALIDATION" } });
      expect(await seen(id)).toMatchObject({ isShipped: false, parcels: [] });
    }
  });

  it("are added, corrected and removed later, and the audit has it", async () => {
    const { _id: id } = await shipped();
    expect(await add({ transport }, id, ups)).toMatchObject({ status: transport === "REST" ? 201 : 200 });
    const parcel = await parcelIn(await seen(id));
    const corrected = { carrier: "fedex", trackingNumber: "77 1234", version: parcel.version };
    expect(await change({ transport }, parcel._id, corrected)).toMatchObject({
      status: 200,
      body: { parcels: [{ carrier: "fedex", trackingNumber: "771234", version: 2 }] },
    });
    expect(await remove({ transport }, parcel._id)).toMatchObject({ status: 200, body: { parcels: [] } });
    expect(await remove({ transport }, parcel._id)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    const { rows } = await shop.pool.query(
      "select user_id, changes from admin_acts where entity = 'order' and entity_id = $1 order by created_at, id",
      [id],
    );
    expect(rows).toEqual([
      { user_id: admin?.id, changes: { carrier: [null, "UPS"], trackingNumber: [null, ups.trackingNumber] } },
      { user_id: admin?.id, changes: { carrier: ["UPS", "FedEx"], trackingNumber: [ups.trackingNumber, "771234"] } },
      { user_id: admin?.id, changes: { carrier: ["FedEx", null], trackingNumber: ["771234", null] } },
    ]);
  });

  it("belong to a shipped order, and their numbers to one parcel", async () => {
    const open = await makeOrder(shop.db, { stepsDone: 3 });
    expect(await add({ transport }, open, ups)).toMatchObject({
      status: 409,
      body: {
        code: "ILLEGAL_TRANSITION",
        message: "Mark the order as shipped first, or say which of its items are in the parcel",
      },
    });
    const order = await shipped([ups, usps]);
    expect(await add({ transport }, order._id, { ...usps, carrier: "dhl" })).toMatchObject({
      status: 409,
      body: { code: "IN_USE" },
    });
    const { _id } = await parcelIn(order);
    expect(await change({ transport }, _id, usps)).toMatchObject({ status: 409, body: { code: "IN_USE" } });
    expect(entered(await seen(order._id))).toEqual([ups, usps]);
    expect(await add({ transport }, uuidv7(), {})).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(await change({ transport }, "abc", {})).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  it("are no business of customers, not even of their own orders", async () => {
    const order = await shipped([ups]);
    const { _id } = await parcelIn(order);
    const place = { transport, who: customer };
    for (const refused of [add(place, order._id, usps), change(place, _id, usps), remove(place, _id)]) {
      expect(await refused).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
    expect(entered(await seen(order._id))).toEqual([ups]);
  });
});

it("a program that ships with a field that nobody reads is refused with its name, and the step is not taken", async () => {
  for (const body of [{ parcels: [{ ...ups, trackingUrl: "https://example.com/1Z" }] }, { trackingUrl: "1Z" }]) {
    const id = await makeOrder(shop.db, { stepsDone: 3 });
    const rest: [string, string] = ["PUT", `/api/orders/${id}/ship`];
    const reply = await ask({ transport: "REST", rest, procedure: "", id, input: body });
    expect(reply).toMatchObject({ status: 400, body: { code: "VALIDATION" } });
    expect(JSON.stringify(reply.body)).toContain("trackingUrl");
    expect(await seen(id)).toMatchObject({ isShipped: false, parcels: [] });
  }
});

describe("at the same moment", () => {
  it("twenty equal entries over two instances are one parcel and one report", async () => {
    const { _id: id } = await shipped();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        add({ transport: n % 2 === 0 ? "REST" : "tRPC", at: n % 3 === 0 ? other : shop }, id, ups),
      ),
    );
    for (const { status } of answers) expect([200, 201]).toContain(status);
    expect(entered(await seen(id))).toEqual([ups]);
    expect(await trackers(id)).toMatchObject([{ ...ups, isWanted: true }]);
  });

  it("of ten corrections of one version one counts, and nine are told so", async () => {
    const order = await shipped([ups]);
    const { _id, version } = await parcelIn(order);
    const numbers = Array.from({ length: 10 }, (_, n) => `NUMBER-${n}`);
    const answers = await Promise.all(
      numbers.map((trackingNumber, n) =>
        change({ transport: "REST", at: n % 2 === 0 ? other : shop }, _id, { carrier: "dhl", trackingNumber, version }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const winner = numbers[answers.findIndex(({ status }) => status === 200)];
    expect(entered(await seen(order._id))).toEqual([{ carrier: "dhl", trackingNumber: winner }]);
    const wanted = (await trackers(order._id)).filter(({ isWanted }) => isWanted);
    expect(wanted.map(({ trackingNumber }) => trackingNumber)).toEqual([winner]);
  });

  it("additions, corrections and removals leave a report for each parcel that is left, and for no other", async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await shipped([ups]);
      const { _id } = await parcelIn(order);
      await Promise.all([
        add({ transport: "REST", at: other }, order._id, usps),
        change({ transport: "tRPC" }, _id, { carrier: "fedex", trackingNumber: `ROUND-${round}` }),
        remove({ transport: "REST", at: other }, _id),
        add({ transport: "tRPC" }, order._id, { carrier: "dhl", trackingNumber: "LAST-1" }),
      ]);
      const left = entered(await seen(order._id)).map(({ trackingNumber }) => trackingNumber);
      const wanted = (await trackers(order._id)).filter(({ isWanted }) => isWanted);
      expect(wanted.map(({ trackingNumber }) => trackingNumber).sort()).toEqual(left.sort());
    }
  });

  it("an order has no more parcels than it may", async () => {
    const { _id: id } = await shipped();
    const numbers = Array.from({ length: parcelsMax + 5 }, (_, n) => `NUMBER-${n}`);
    const answers = await Promise.all(
      numbers.map((trackingNumber) => add({ transport: "REST" }, id, { carrier: "ups", trackingNumber })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(parcelsMax);
    expect((await seen(id)).parcels).toHaveLength(parcelsMax);
  });
});

it("an order that was shipped before gets the parcels that it lacks, and keeps its time", async () => {
  const before = await shipped([ups]);
  expect(await ship({ transport: "REST" }, before._id, [ups, usps])).toMatchObject({ status: 200 });
  const after = await seen(before._id);
  expect(entered(after)).toEqual([ups, usps]);
  expect(after.shippedAt).toBe(before.shippedAt);
});

it("an order that the payment provider's money did not pay is reported to nobody", async () => {
  const id = await makeOrder(shop.db);
  await markPaid(shop.pool, id);
  await shop.pool.query("delete from payments where order_id = $1", [id]);
  await shop.pool.query("update orders set confirmed_at = now(), processed_at = now(), paid_at = now() where id = $1", [
    id,
  ]);
  expect(await ship({ transport: "REST" }, id, [ups])).toMatchObject({ status: 200 });
  expect(await trackers(id)).toEqual([]);
});
