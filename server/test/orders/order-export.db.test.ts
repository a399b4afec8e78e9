import { createHash } from "node:crypto";
import { errorBodySchema } from "@shop/shared/errors";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeManyRows, makeOrder } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });
let admin: Customer;

const columns =
  "ID,DATE,USER,EMAIL,UNITS,ITEMS,SHIPPING,TAX,TOTAL,PAYMENT METHOD,PAID,CONFIRMED,PROCESSED,SHIPPED,DELIVERED,REFUNDED,MATTERS,ADDRESS,CITY,POSTAL CODE,COUNTRY,REGION,COUNTRY CODE,RECIPIENT,TELEPHONE,DELIVERY,TAX INCLUDED,TERMS VERSION,CANCELLED,DISCOUNT";

function ask(query = "", who: { cookie: string } = admin) {
  return fetch(`${shop.origin}/api/orders.csv${query}`, { headers: { cookie: who.cookie } });
}

/** The file that a question gives, line by line, by the names of its columns. */
async function exported(query = ""): Promise<Record<string, string>[]> {
  const response = await ask(query);
  expect(response.status).toBe(200);
  return z.array(z.record(z.string(), z.string())).parse(parse(await response.text(), { bom: true, columns: true }));
}

/** What a question comes to on the admin screen. */
async function shown(input: Record<string, string>) {
  const response = await fetch(
    `${shop.origin}/trpc/admin.orders.page?input=${encodeURIComponent(JSON.stringify(input))}`,
    { headers: { cookie: admin.cookie } },
  );
  return z.object({ total: z.number(), sum: z.number() }).parse(fromTrpc(await response.json()));
}

/** A sum of cells, in cents. */
const sumOf = (rows: Record<string, string>[]) =>
  rows.reduce((sum, { TOTAL }) => sum + Math.round(Number(TOTAL) * 100), 0);

beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});

describe("the exported orders", () => {
  it("are for administrators", async () => {
    for (const [who, status, code] of [
      [{ cookie: "" }, 401, "UNAUTHENTICATED"],
      [await insertCustomer(shop.db), 403, "FORBIDDEN"],
    ] as const) {
      const response = await ask("", who);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ code });
    }
  });

  it("are a file of its own with a line of names, even when there is none", async () => {
    const response = await ask();
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString("utf8")).toBe(`\ufeff${columns}\r\n`);
  });

  it("say what is known of an order, amounts as plain numbers and times in UTC", async () => {
    const id = await makeOrder(shop.db, {
      priceCents: 1_999,
      qty: 60,
      customerName: 'Zoë "Z" Ärger, Dr.',
      customerEmail: "zoe@example.com",
      address: "1 Main St",
      createdAt: new Date("2026-03-01T10:00:00.000Z"),
      paidAt: new Date("2026-03-01T10:05:00.000Z"),
      matters: ["paid twice", "disputed"],
      refundedCents: 1_005,
    });
    expect(await exported("?search=zoe@")).toEqual([
      {
        ID: id,
        DATE: "2026-03-01T10:00:00.000Z",
        USER: 'Zoë "Z" Ärger, Dr.',
        EMAIL: "zoe@example.com",
        UNITS: "60",
        ITEMS: "1199.40",
        SHIPPING: "0.00",
        TAX: "179.91",
        TOTAL: "1379.31",
        "PAYMENT METHOD": "PayPal",
        PAID: "2026-03-01T10:05:00.000Z",
        CONFIRMED: "",
        PROCESSED: "",
        SHIPPED: "",
        DELIVERED: "",
        REFUNDED: "10.05",
        MATTERS: "paid twice, disputed",
        ADDRESS: "1 Main St",
        CITY: "Springfield",
        "POSTAL CODE": "12345",
        COUNTRY: "USA",
        REGION: "",
        "COUNTRY CODE": "",
        RECIPIENT: "",
        TELEPHONE: "",
        DELIVERY: "",
        "TAX INCLUDED": "no",
        "TERMS VERSION": "1",
        CANCELLED: "",
        DISCOUNT: "0.00",
      },
    ]);
  });

  it("hold no cell that a spreadsheet would run", async () => {
    const dangers = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "\r=1+1", '=HYPERLINK("http://x.example","y")', "＝1+1"];
    for (const danger of dangers) {
      await makeOrder(shop.db, { customerName: danger, customerEmail: "danger@example.com", city: danger });
    }
    const rows = await exported("?search=danger@example.com");
    expect(rows.map(({ USER }) => USER).sort()).toEqual(dangers.map((danger) => `'${danger}`).sort());
    for (const row of rows) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    }
    // A line break inside a cell begins no line of the file.
    const text = await (await ask("?search=danger@example.com")).text();
    expect(text.split("\r\n")).toHaveLength(dangers.length + 2);
  });
});

describe("a filter that is not valid", () => {
  it.each([
    "from=2026-02-30",
    "to=2026-13-01",
    "from=yesterday",
    "from=",
    "state=lost",
    "from=2026-01-01&from=2026-01-02",
  ])("is refused instead of exporting every order: %s", async (query) => {
    const response = await ask(`?${query}`);
    expect(response.status).toBe(400);
    const { code, errors } = errorBodySchema.parse(await response.json());
    expect(code).toBe("VALIDATION");
    expect(errors?.map(({ path }) => path)).toEqual([query.split("=", 1)[0]]);
  });
});

describe("thousands of exported orders", () => {
  const many = 2_500;
  beforeAll(async () => {
    const id = await makeOrder(shop.db, { stepsDone: 5, customerEmail: "many@example.com", createdAt: new Date(0) });
    // Many share a moment finer than a millisecond, and every line has its own total.
    await makeManyRows(
      shop.pool,
      `insert into orders select (r).* from (
        select json_populate_record(o, json_build_object('id', gen_random_uuid(), 'is_stock_held', false,
          'items_cents', o.items_cents + n, 'total_cents', o.total_cents + n,
          'created_at', o.created_at + (n / 7) * interval '1 microsecond')) as r
        from orders o, generate_series(1, $1) n where o.id = $2) copied`,
      [many - 1, id],
    );
  });

  it("are each there once, newest first, and come to the sum on the screen", async () => {
    const rows = await exported("?search=many@example.com");
    const { total, sum } = await shown({ search: "many@example.com" });
    expect(rows).toHaveLength(many);
    expect(total).toBe(many);
    expect(sumOf(rows)).toBe(Math.round(sum * 100));
    const { rows: stored } = await shop.pool.query(
      "select id from orders where buyer_email = 'many@example.com' order by created_at desc, id desc",
    );
    const ids = z.array(z.object({ id: z.string() })).parse(stored);
    expect(digest(rows.map(({ ID }) => ID))).toBe(digest(ids.map(({ id }) => id)));
  });

  it.each([
    [{ state: "delivered" }],
    [{ state: "unpaid" }],
    [{ state: "delivered", from: "1970-01-01", to: "1970-01-01" }],
    [{ from: "2026-01-01" }],
    [{ search: "nobody at all" }],
  ])("are those of the filter, and so is their sum: %j", async (filter: Record<string, string>) => {
    const rows = await exported(`?${new URLSearchParams(filter)}&pageSize=10&pageNumber=2&sort=total`);
    const { total, sum } = await shown(filter);
    expect(rows).toHaveLength(total);
    expect(sumOf(rows)).toBe(Math.round(sum * 100));
  });
});

const digest = (texts: (string | undefined)[]) => createHash("sha256").update(texts.join()).digest("hex");
