import { dayOfTime } from "@shop/shared/time-zone";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeManyRows, makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { fromTrpc } from "../harness/test-client.ts";

/** Where it is another day than in UTC. */
const timeZone = new Date().getUTCHours() < 12 ? "Etc/GMT+12" : "Pacific/Kiritimati";
const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, fixed: { timeZone } });
let admin: Customer;
let [brandId, categoryId] = ["", ""];
const dangers = ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://x.example","y")', "＝1+1"];

const kinds = [
  {
    of: "products",
    columns:
      "ID,Key,Name,Description,Markdown,Brand,Category,Price,Reduced price,Stock,Image,Further images,Image texts,State,Group,Options,Facts,SKU,GTIN,MPN,Cost,Weight,Length,Width,Height,Origin,HS code,Content,Tax class",
  },
  {
    of: "users",
    columns: "ID,NAME,EMAIL,ADMIN,SINCE,ADDRESS,CITY,POSTAL CODE,COUNTRY,MARKETING,TAGS,PAID ORDERS,SPENT",
  },
] as const;
type Kind = (typeof kinds)[number]["of"];

const ask = (of: Kind, query = "", { cookie }: { cookie: string } = admin) =>
  fetch(`${shop.origin}/api/${of}.csv${query}`, { headers: { cookie } });

async function exported(of: Kind, filter: Record<string, string> = {}): Promise<Record<string, string>[]> {
  const response = await ask(of, `?${new URLSearchParams(filter)}`);
  expect(response.status).toBe(200);
  return z.array(z.record(z.string(), z.string())).parse(parse(await response.text(), { bom: true, columns: true }));
}

/** The ids that the admin's list shows for a filter, on all of its pages. */
async function shown(of: Kind, filter: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const input = encodeURIComponent(JSON.stringify({ ...filter, pageNumber, pageSize: 100 }));
    const response = await fetch(`${shop.origin}/trpc/admin.${of}.page?input=${input}`, {
      headers: { cookie: admin.cookie },
    });
    const page = z
      .object({ rows: z.array(z.object({ _id: z.string() })), pages: z.int() })
      .parse(fromTrpc(await response.json()));
    ids.push(...page.rows.map(({ _id }) => _id));
    if (pageNumber >= page.pages) return ids;
  }
}

beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
  [brandId, categoryId] = [await makeBrand(shop.db, "Loom"), await makeCategory(shop.db, "Rugs")];
  for (const name of dangers) {
    await makeProduct(shop.db, { name, description: name, brandId, categoryId });
    const { id } = await insertCustomer(shop.db);
    await shop.pool.query("update users set name = $2 where id = $1", [id, name]);
  }
  await makeProduct(shop.db, { name: 'Two\nlines, "quoted"', publishedAt: null, countInStock: 0 });
  await makeManyRows(
    shop.pool,
    `insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at)
     select gen_random_uuid(), 'Copy ' || n, brand_id, category_id, n, n, now()
     from (select * from products order by id limit 1) p, generate_series(1, 2500) n`,
  );
});

describe.each(kinds)("the exported $of", ({ of, columns }) => {
  it("are a file of its own with a line of names, for administrators", async () => {
    expect((await ask(of, "", { cookie: "" })).status).toBe(401);
    expect((await ask(of, "", await insertCustomer(shop.db))).status).toBe(403);
    const nameNow = () => `attachment; filename="${of}-${dayOfTime(timeZone, new Date())}.csv"`;
    const before = nameNow();
    const response = await ask(of, "?search=nobody+at+all");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect([before, nameNow()]).toContain(response.headers.get("content-disposition"));
    expect(Buffer.from(await response.arrayBuffer()).toString("utf8")).toBe(`\ufeff${columns}\r\n`);
    // Of unknown length: the first lines leave before the last are read.
    expect((await ask(of)).headers.get("content-length")).toBeNull();
  });

  it("hold no cell that a spreadsheet would run", async () => {
    const rows = await exported(of);
    const names = rows.map((row) => row.Name ?? row.NAME);
    expect(names).toEqual(expect.arrayContaining(dangers.map((danger) => `'${danger}`)));
    for (const row of rows) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    }
  });
});

describe("the rows of an export", () => {
  it.each([
    ["products", () => ({})],
    ["products", () => ({ brand: brandId })],
    ["products", () => ({ category: categoryId, search: "1" })],
    ["products", () => ({ state: "draft" })],
    ["products", () => ({ search: "copy 12" })],
    ["users", () => ({})],
    ["users", () => ({ admin: "yes" })],
    ["users", () => ({ search: "@example" })],
  ] as const)("are those of the list with the same filter: %s %s", async (of, filterOf) => {
    const filter: Record<string, string> = filterOf();
    const rows = await exported(of, filter);
    const ids = await shown(of, filter);
    expect(rows.map(({ ID }) => ID).toSorted()).toEqual(ids.toSorted());
    expect(rows.length).toBeGreaterThan(0);
  });

  it.each([
    ["products", "brand=Loom"],
    ["products", "category="],
    ["products", "state=lost"],
    ["users", "admin=perhaps"],
  ] as const)("are not all of them when a filter is not valid: %s %s", async (of, query) => {
    expect((await ask(of, `?${query}`)).status).toBe(400);
  });

  it("say what is known of a product, over more than one batch", async () => {
    const rows = await exported("products");
    expect(rows.length).toBeGreaterThan(2_500);
    expect(rows.find(({ Name }) => Name === "Copy 1234")).toMatchObject({
      Price: "12.34",
      Stock: "1234",
      State: "published",
      Key: "",
    });
    expect(rows.find(({ Name }) => Name?.startsWith("Two"))).toMatchObject({
      Name: 'Two\nlines, "quoted"',
      State: "draft",
      Stock: "0",
    });
  });
});
