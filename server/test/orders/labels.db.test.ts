import { labelSizes, labelsPerPage } from "@shop/shared/order/label-sizes";
import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { orderChanges } from "../../src/db/schema/order-changes.ts";
import { orderItems } from "../../src/db/schema/orders.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder } from "../harness/factories.ts";
import { readPdf } from "../harness/pdf.ts";
import { startTestShop } from "../harness/shop.ts";

vi.setConfig({ testTimeout: 600_000 });

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});

const post = (path: string, body: unknown, who = admin) =>
  fetch(`${shop.origin}/api/orders/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: who.cookie },
    body: JSON.stringify(body),
  });

async function pagesOf(body: object): Promise<string[]> {
  const response = await post("labels.pdf", body);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  return (await readPdf(new Uint8Array(await response.arrayBuffer()))).texts;
}

const someone = { stepsDone: 3, customerName: "Ada Lovelace", address: "12 St James's Square", city: "London" };

describe("Labels", () => {
  it.each(labelSizes)("of size %s have the whole address of each order, in the order of the ids", async (size) => {
    const ids: string[] = [];
    for (const customerName of ["Ada Lovelace", "Łukasz Żółć", "李小龍"]) {
      ids.push(await makeOrder(shop.db, { ...someone, customerName }));
    }
    const pages = await pagesOf({ ids, size });
    expect(pages).toHaveLength(Math.ceil(ids.length / labelsPerPage(size)));
    const all = pages.join("\n");
    const found = ["Ada Lovelace", "Łukasz Żółć", "李小龍"].map((name) => all.indexOf(name));
    expect(found.every((place) => place >= 0)).toBe(true);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    for (const id of ids) expect(all).toContain(id.slice(-5));
    expect(all.split("London")).toHaveLength(4);
    expect(all).toContain("Loomtown");
    expect(all).not.toContain("Tax number");
  });

  it("begin at the first free one of a sheet, and go on with the next sheet", async () => {
    const ids: string[] = [];
    for (let place = 0; place < 5; place += 1) {
      ids.push(await makeOrder(shop.db, { ...someone, customerName: `Person ${place}` }));
    }
    const pages = await pagesOf({ ids, size: "a4-8", startAt: 6 });
    expect(pages.map((text) => text.match(/Person \d/g))).toEqual([
      ["Person 0", "Person 1", "Person 2"],
      ["Person 3", "Person 4"],
    ]);
  });

  it("of long addresses are set smaller, and none is printed over its neighbour", async () => {
    const long = "An extraordinarily long name of a street in a small town ".repeat(3).trim();
    const ids = [
      await makeOrder(shop.db, { ...someone, customerName: "Someone with a long address", address: long }),
      await makeOrder(shop.db, { ...someone, customerName: "Neighbour" }),
    ];
    for (const size of labelSizes) {
      const text = (await pagesOf({ ids, size })).join("\n").replaceAll(/\s+/g, " ");
      expect(text, size).toContain("Someone with a long address");
      expect(text, size).toContain("Neighbour");
    }
  });
});

describe("Addresses for carriers' tools", () => {
  it("are a row for each order, with the weight where it is known, and run as no formula", async () => {
    const heavy = await makeOrder(shop.db, { ...someone, qty: 2, phone: "+44 20 7946 0000", countryCode: "GB" });
    await shop.db.update(orderItems).set({ grams: 750 }).where(eq(orderItems.orderId, heavy));
    const sly = await makeOrder(shop.db, { ...someone, recipient: "=HYPERLINK(1)" });
    const response = await post("addresses.csv", { ids: [sly, heavy] });
    expect(response.status).toBe(200);
    const [head, first, second] = (await response.text()).split("\r\n");
    expect(head).toContain("REFERENCE,NAME,ADDRESS,CITY,POSTAL CODE,REGION,COUNTRY CODE,COUNTRY,EMAIL,TELEPHONE");
    expect(first).toContain(`${sly.slice(-5)},'=HYPERLINK(1)`);
    expect(second).toContain(`${heavy.slice(-5)},Ada Lovelace,12 St James's Square,London`);
    expect(second).toContain(",1.500,2,");
  });
});

describe.each(["labels.pdf", "addresses.csv"])("A request for %s", (path) => {
  it("is refused for orders that are not to be sent, that are none, and to customers", async () => {
    const good = await makeOrder(shop.db, someone);
    const unpaid = await makeOrder(shop.db);
    const cancelled = await makeOrder(shop.db, { stepsDone: 1 });
    await shop.db
      .insert(orderChanges)
      .values({ id: uuidv7(), orderId: cancelled, kind: "cancellation", madeBy: admin.id, isByCustomer: false });
    const ask = async (ids: string[], who = admin) => {
      const response = await post(path, { ids, size: "a6" }, who);
      const answer: unknown = response.ok ? {} : await response.json();
      return `${response.status} ${String(Reflect.get(Object(answer), "message"))}`;
    };
    expect(await ask([good, unpaid])).toBe(`409 Order ${unpaid.slice(-5)} is not to be sent, because it is not paid`);
    expect(await ask([good, cancelled])).toBe(
      `409 Order ${cancelled.slice(-5)} is not to be sent, because it was cancelled`,
    );
    expect(await ask([good, uuidv7()])).toMatch(/^404 /);
    expect(await ask([])).toMatch(/^400 /);
    expect(await ask(["abc"])).toMatch(/^400 /);
    expect(await ask([good], await insertCustomer(shop.db))).toMatch(/^403 /);
    await shop.db.delete(orderChanges).where(eq(orderChanges.orderId, cancelled));
  });
});
