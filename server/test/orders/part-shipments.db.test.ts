import { type Order, orderSchema } from "@shop/shared/order/order";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { mailsOf, startMailing } from "../harness/mailing.ts";
import { orderOf, stockOf } from "../harness/ordering.ts";
import { actsOf, decided, pay } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";
import {
  type Member,
  makeAdmin,
  makeCustomer,
  type Reply,
  type Transport,
  transports,
} from "../harness/test-client.ts";

const shop = startTestShop({ takesPayments: true });
const second = startTestShop({ besides: shop, takesPayments: true });
const mailing = startMailing(shop);

let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});
afterEach(() => expectInvariants(shop.pool));

let numbers = 0;
function parcelOf(items?: { product: string; qty: number }[]) {
  numbers += 1;
  return { carrier: "fedex", trackingNumber: `PART-${numbers}`, ...(items === undefined ? {} : { items }) };
}

/** A paid and packed order of three lamps and a rug. */
async function packed() {
  const [lamp, rug] = [await makeProduct(shop.db, { name: "Lamp" }), await makeProduct(shop.db, { name: "Rug" })];
  const customer = await makeCustomer(shop);
  const lines = [
    { product: lamp, qty: 3 },
    { product: rug, qty: 1 },
  ];
  const placed = orderSchema.parse((await customer.rest("POST", "/api/orders", orderOf(lines))).body);
  const payer = { cookie: customer.cookieHeader };
  const provided = await decided(shop, payer, placed._id);
  await pay(shop, payer, placed._id, { id: provided });
  for (const act of ["confirm", "process"]) await admin.rest("PUT", `/api/orders/${placed._id}/${act}`);
  await mailing.sendAll();
  return { id: placed._id, customer, lamp, rug, captureId: shop.simulator.bank.captures(provided)[0]?.id ?? "" };
}

const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);
const add = (id: string, body: object, transport: Transport = "REST") =>
  transport === "REST"
    ? admin.rest("POST", `/api/orders/${id}/parcels`, body)
    : admin.trpc("mutation", "admin.orders.addParcel", { id, ...body });
const seen = async (id: string, who = admin): Promise<Order> =>
  orderSchema.parse((await who.rest("GET", `/api/orders/${id}`)).body);

/** The number of orders in a list of the admin that have this id. */
async function found(state: string, search: string): Promise<boolean> {
  const { body } = await admin.trpc("query", "admin.orders.page", { state, search });
  return z.object({ total: z.int() }).parse(body).total > 0;
}

/** What slips say that name a parcel or none: the products with their units, and the facts. */
async function slipOf(id: string) {
  const { body } = await admin.trpc("query", "admin.orders.papers", { kind: "packing-slips", ids: [id] });
  const [sheet] = z
    .array(z.looseObject({ lines: z.array(z.looseObject({ name: z.string(), qty: z.int() })) }))
    .parse(body);
  return sheet?.lines.map(({ name, qty }) => `${qty} ${name}`);
}

describe("A part of an order", () => {
  it.each(transports)("is sent in a parcel of its own, of which its customer gets a mail (%s)", async (transport) => {
    const { id, customer, lamp } = await packed();
    const sent = await add(id, parcelOf([{ product: lamp, qty: 2 }]), transport);
    expect(outcomeOf(sent)).toBe(transport === "REST" ? "201" : "200");
    const order = await seen(id, customer);
    expect(order).toMatchObject({
      isShipped: false,
      shippedAt: null,
      isPartlyShipped: true,
      parcels: [{ items: [{ product: lamp, name: "Lamp", qty: 2 }] }],
    });
    expect((await actsOf(shop.pool, id)).at(-1)).toBe("part shipped");
    expect([await found("part-shipped", id), await found("to-ship", id), await found("to-deliver", id)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await slipOf(id)).toEqual(["1 Lamp", "1 Rug"]);
    const { arrived } = await mailing.sendAll();
    expect(arrived.map(({ subject }) => subject)).toEqual([`A part of your order ${id.slice(-5)} is on its way`]);
    const [part] = arrived;
    expect(part?.text).toContain(order.parcels[0]?.trackingNumber);
    expect(part?.text).toContain("Lamp");
    expect(part?.text).not.toContain("Rug");
  });

  it("that has the last units ships the order, which says so once", async () => {
    const { id, customer, lamp, rug } = await packed();
    await add(id, parcelOf([{ product: lamp, qty: 2 }]));
    await mailing.sendAll();
    const last = parcelOf([
      { product: rug, qty: 1 },
      { product: lamp, qty: 1 },
    ]);
    expect(outcomeOf(await add(id, last))).toBe("201");
    // The same parcel once more changes nothing.
    expect(outcomeOf(await add(id, last))).toBe("201");
    const order = await seen(id, customer);
    expect(order).toMatchObject({ isShipped: true, isPartlyShipped: false });
    expect(order.parcels.map(({ items }) => items.length)).toEqual([1, 2]);
    expect((await actsOf(shop.pool, id)).slice(-2)).toEqual(["part shipped", "shipped"]);
    const { arrived } = await mailing.sendAll();
    expect(arrived.map(({ subject }) => subject)).toEqual([`Your order ${id.slice(-5)} is on its way`]);
    expect(arrived[0]?.text).toContain(last.trackingNumber);
  });

  it("leaves the rest to Mark As Shipped, whose parcel has it", async () => {
    const { id, lamp, rug } = await packed();
    await add(id, parcelOf([{ product: lamp, qty: 2 }]));
    const reply = await admin.rest("PUT", `/api/orders/${id}/ship`, { parcels: [parcelOf()] });
    const order = orderSchema.parse(reply.body);
    expect(order.isShipped).toBe(true);
    expect(order.parcels[1]?.items.map(({ product, qty }) => [product, qty])).toEqual([
      [lamp, 1],
      [rug, 1],
    ]);
  });

  it("is refused with the reason, and nothing is written", async () => {
    const { id, lamp, rug } = await packed();
    const unrelated = await makeProduct(shop.db);
    for (const [items, outcome] of [
      [undefined, "409 ILLEGAL_TRANSITION"],
      [[], "400 VALIDATION"],
      [[{ product: lamp, qty: 4 }], "400 VALIDATION"],
      [[{ product: lamp, qty: 0 }], "400 VALIDATION"],
      [[{ product: lamp, qty: 1.5 }], "400 VALIDATION"],
      [[{ product: "lamp", qty: 1 }], "400 VALIDATION"],
      [[{ product: unrelated, qty: 1 }], "400 VALIDATION"],
      [
        [
          { product: rug, qty: 1 },
          { product: rug, qty: 1 },
        ],
        "400 VALIDATION",
      ],
    ] as const) {
      expect(outcomeOf(await add(id, parcelOf(items === undefined ? undefined : [...items]))), String(items)).toBe(
        outcome,
      );
    }
    expect(await seen(id)).toMatchObject({ isPartlyShipped: false, parcels: [] });
    expect((await actsOf(shop.pool, id)).at(-1)).toBe("processed");
  });

  it("waits for all that shipping waits for", async () => {
    const { id, captureId, lamp } = await packed();
    shop.simulator.bank.refund(captureId);
    const refused = await add(id, parcelOf([{ product: lamp, qty: 1 }]));
    expect(refused).toMatchObject({ status: 409, body: { message: "The payment was refunded" } });
    const unpaid = await makeCustomer(shop);
    const placed = await unpaid.rest("POST", "/api/orders", orderOf([{ product: lamp, qty: 1 }]));
    const early = await add(orderSchema.parse(placed.body)._id, parcelOf([{ product: lamp, qty: 1 }]));
    expect(early).toMatchObject({ status: 409, body: { message: "Waiting for payment" } });
    expect(await seen(id)).toMatchObject({ isPartlyShipped: false, parcels: [] });
  });

  it("keeps the order from being cancelled", async () => {
    const { id, lamp } = await packed();
    await add(id, parcelOf([{ product: lamp, qty: 1 }]));
    const refused = await admin.rest("PUT", `/api/orders/${id}/cancel`, {});
    expect(refused).toMatchObject({
      status: 409,
      body: { message: "A part of this order was sent, so only the rest can be refunded" },
    });
  });

  it("has a slip of its own, and no parcel of another order has", async () => {
    const { id, lamp } = await packed();
    await add(id, parcelOf([{ product: lamp, qty: 2 }]));
    const [parcel] = (await seen(id)).parcels;
    const slip = (order: string, parcelId = "") =>
      fetch(`${shop.origin}/api/orders/${order}/packing-slip.pdf?parcel=${parcelId}`, {
        headers: { cookie: admin.cookieHeader },
      });
    const file = await slip(id, parcel?._id);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const other = await packed();
    expect((await slip(other.id, parcel?._id)).status).toBe(404);
    expect((await slip(id, "nothing")).status).toBe(400);
  });

  it("that was removed is left to be sent again, and its mail is not sent", async () => {
    const { id, lamp } = await packed();
    await add(id, parcelOf([{ product: lamp, qty: 3 }]));
    const [parcel] = (await seen(id)).parcels;
    expect(outcomeOf(await admin.rest("DELETE", `/api/parcels/${parcel?._id}`))).toBe("200");
    expect(await seen(id)).toMatchObject({ isPartlyShipped: false, parcels: [] });
    expect((await mailing.sendAll()).arrived).toEqual([]);
    expect(outcomeOf(await add(id, parcelOf([{ product: lamp, qty: 3 }])))).toBe("201");
  });
});

describe("Units that were refunded into the stock", () => {
  it("are not sent, and the order is shipped without them", async () => {
    const { id, lamp, rug } = await packed();
    const stock = await stockOf(shop.pool, lamp);
    const body = { amount: 10, reason: "One less", restock: [{ product: lamp, qty: 1 }] };
    await admin.rest("POST", `/api/orders/${id}/refund`, body, { "idempotency-key": `less-${id}` });
    expect(await stockOf(shop.pool, lamp)).toBe(stock + 1);
    const tooMany = await add(id, parcelOf([{ product: lamp, qty: 3 }]));
    expect(tooMany).toMatchObject({
      status: 400,
      body: { message: "At most 2 units of this product are left to be sent" },
    });
    await add(id, parcelOf([{ product: lamp, qty: 2 }]));
    expect(await slipOf(id)).toEqual(["1 Rug"]);
    await add(id, parcelOf([{ product: rug, qty: 1 }]));
    expect((await seen(id)).isShipped).toBe(true);
  });
});

describe("The customer", () => {
  it("is told of nothing where that is not wanted", async () => {
    const { id, lamp } = await packed();
    const before = (await mailsOf(shop, id)).length;
    await add(id, { ...parcelOf([{ product: lamp, qty: 1 }]), notifyCustomer: false });
    await admin.rest("PUT", `/api/orders/${id}/ship`, { notifyCustomer: false });
    await add(id, { ...parcelOf(), notifyCustomer: false });
    expect((await mailsOf(shop, id)).slice(before)).toEqual([]);
    expect(await seen(id)).toMatchObject({ isShipped: true, parcels: [{}, {}] });
    const bad = await admin.rest("PUT", `/api/orders/${id}/ship`, { notifyCustomer: "no" });
    expect(outcomeOf(bad)).toBe("400 VALIDATION");
  });

  it("gets no mail that was overtaken by what came after it", async () => {
    const { id, lamp } = await packed();
    await add(id, parcelOf([{ product: lamp, qty: 1 }]));
    await admin.rest("PUT", `/api/orders/${id}/ship`, {});
    await add(id, parcelOf());
    await admin.rest("PUT", `/api/orders/${id}/deliver`);
    const { arrived } = await mailing.sendAll();
    expect(arrived.map(({ subject }) => subject)).toEqual([`Your order ${id.slice(-5)} has arrived`]);
  });
});

describe("Parcels that are entered at the same moment over two instances", () => {
  it("never have more units than the order, and the last of them ships it once", async () => {
    for (let times = 0; times < 5; times += 1) {
      const { id, lamp, rug } = await packed();
      const asked = Array.from({ length: 8 }, (_, n) => {
        const items = n % 2 === 0 ? [{ product: lamp, qty: 1 }] : [{ product: rug, qty: 1 }];
        const { origin } = n < 4 ? shop : second;
        return fetch(`${origin}/api/orders/${id}/parcels`, {
          method: "POST",
          headers: { cookie: admin.cookieHeader, "content-type": "application/json" },
          body: JSON.stringify(parcelOf(items)),
        });
      });
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(4);
      const order = await seen(id);
      expect(order.isShipped).toBe(true);
      const units = order.parcels.flatMap(({ items }) => items).reduce((sum, { qty }) => sum + qty, 0);
      expect(units).toBe(4);
      expect((await actsOf(shop.pool, id)).filter((act) => act === "shipped")).toHaveLength(1);
    }
  });
});

describe("Several orders that are shipped at once", () => {
  const shipAll = (input: object) => admin.trpc("mutation", "admin.orders.advanceMany", { to: "shipped", ...input });
  const kindsOf = async (id: string) => (await mailsOf(shop, id)).map(({ kind }) => kind);

  it("get the parcels that were entered, and their mails, which name these", async () => {
    const [one, two, inPart] = [await packed(), await packed(), await packed()];
    await add(inPart.id, parcelOf([{ product: inPart.rug, qty: 1 }]));
    const [first, last] = [parcelOf(), parcelOf()];
    const reply = await shipAll({
      ids: [one.id, two.id, inPart.id],
      parcels: [
        { order: one.id.toUpperCase(), ...first },
        { order: inPart.id, ...last },
      ],
    });
    expect(reply.body).toEqual([one, two, inPart].map(({ id }) => ({ _id: id, outcome: "done" })));
    expect((await seen(one.id)).parcels).toMatchObject([first]);
    expect((await seen(two.id)).parcels).toEqual([]);
    // The last parcel of an order in parts has the rest.
    expect((await seen(inPart.id)).parcels[1]).toMatchObject({ ...last, items: [{ product: inPart.lamp, qty: 3 }] });
    for (const { id } of [one, two, inPart]) expect(await kindsOf(id)).toContain("order shipped");
    const { arrived } = await mailing.sendAll();
    const mail = arrived.find(
      ({ recipient, subject }) => recipient === one.customer.email && /shipped|way/i.test(subject),
    );
    expect(mail?.text).toContain(first.trackingNumber);
  });

  it("write to nobody if that is not wanted, and keep the parcels of an order that was shipped before", async () => {
    const [one, shipped, unpacked] = [await packed(), await packed(), await packed()];
    const own = parcelOf();
    await admin.rest("PUT", `/api/orders/${shipped.id}/ship`, { parcels: [own] });
    await shop.pool.query("update orders set processed_at = null where id = $1", [unpacked.id]);
    const ids = [one.id, shipped.id, unpacked.id];
    const reply = await shipAll({
      ids,
      notifyCustomer: false,
      parcels: ids.map((order) => ({ order, ...parcelOf() })),
    });
    expect(reply.body).toMatchObject([{ outcome: "done" }, { outcome: "already done" }, { outcome: "refused" }]);
    expect(await kindsOf(one.id)).not.toContain("order shipped");
    expect((await seen(one.id)).parcels).toHaveLength(1);
    expect((await seen(shipped.id)).parcels).toMatchObject([own]);
    expect((await seen(unpacked.id)).parcels).toEqual([]);
  });

  it("are all left as they are if one of the numbers is none, or is in its order with another carrier", async () => {
    const [one, inPart] = [await packed(), await packed()];
    const known = parcelOf([{ product: inPart.rug, qty: 1 }]);
    await add(inPart.id, known);
    const ids = [one.id, inPart.id];
    const { trackingNumber } = known;
    for (const bad of [
      { carrier: "ups", trackingNumber },
      { carrier: "ups", trackingNumber: "!" },
    ]) {
      const parcels = [
        { order: one.id, ...parcelOf() },
        { order: inPart.id, ...bad },
      ];
      expect((await shipAll({ ids, parcels })).status).toBeGreaterThanOrEqual(400);
    }
    for (const id of ids) expect((await seen(id)).isShipped).toBe(false);
    expect((await seen(one.id)).parcels).toEqual([]);
  });
});
