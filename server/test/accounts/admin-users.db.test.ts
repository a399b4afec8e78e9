import { adminPageSizes } from "@shop/shared/page/page-number";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeManyRows, makeUser } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { accountSchema, type Member, makeAdmin } from "../harness/test-client.ts";
import { timeLimit } from "../harness/time-limit.ts";

const shop = startTestShop();
const rowSchema = accountSchema.extend({
  tags: z.array(z.string()),
  paidOrders: z.number().optional(),
  spent: z.number().optional(),
});
const pageSchema = z.strictObject({
  rows: z.array(rowSchema),
  page: z.number(),
  pages: z.number(),
  total: z.number(),
});

let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss", email: "boss@example.com" });
});

async function pageOf(input: object) {
  return pageSchema.parse((await admin.trpc("query", "admin.users.page", input)).body);
}
const namesOf = async (input: object) => (await pageOf(input)).rows.map((row) => row.name);

describe("the list of accounts", () => {
  beforeAll(async () => {
    for (const name of ["bea", "Anton", "100% Zoë", "a_b"]) await makeUser(shop.db, { name });
    await makeUser(shop.db, { name: "Carl", email: "zz-top@example.org" });
    await makeUser(shop.db, { name: "Gone", email: null, passwordHash: null, deletedAt: new Date() });
  });

  it("shows the living, newest first", async () => {
    const page = await pageOf({});
    expect(page).toMatchObject({ page: 1, pages: 1, total: 6 });
    expect(page.rows.map((row) => row.name)).toEqual(["Carl", "a_b", "100% Zoë", "Anton", "bea", "Boss"]);
  });

  it("is sorted by each of its columns, both ways, without regard to case", async () => {
    expect(await namesOf({ sort: "name" })).toEqual(["100% Zoë", "a_b", "Anton", "bea", "Boss", "Carl"]);
    expect(await namesOf({ sort: "-name" })).toEqual(["Carl", "Boss", "bea", "Anton", "a_b", "100% Zoë"]);
    expect((await namesOf({ sort: "-email" }))[0]).toBe("Carl");
    expect((await namesOf({ sort: "-isAdmin" }))[0]).toBe("Boss");
    expect((await namesOf({ sort: "createdAt" }))[0]).toBe("Boss");
  });

  it.each([
    ["ZOË", ["100% Zoë"]],
    ["zoe", ["100% Zoë"]],
    ["zoe 100%", ["100% Zoë"]],
    ["example.org carl", ["Carl"]],
    ["%", ["100% Zoë"]],
    ["_", ["a_b"]],
    ["zz-top@", ["Carl"]],
    ["  anton ", ["Anton"]],
    ["gone", []],
    ["\\", []],
    ["' or true --", []],
  ])("finds %s where it is written, in names and e-mails", async (search, names) => {
    const page = await pageOf({ search });
    expect(page.rows.map((row) => row.name)).toEqual(names);
    expect(page.total).toBe(names.length);
  });

  it("can be narrowed to administrators, or to all others", async () => {
    expect(await namesOf({ admin: "yes" })).toEqual(["Boss"]);
    expect((await pageOf({ admin: "no" })).total).toBe(5);
    expect((await pageOf({ admin: "maybe" })).total).toBe(6);
  });

  it("says how many there are beyond its end", async () => {
    expect(await pageOf({ pageNumber: 9, pageSize: 10 })).toEqual({ rows: [], page: 9, pages: 1, total: 6 });
  });
});

describe("with fifty thousand accounts", () => {
  beforeAll(async () => {
    await makeManyRows(
      shop.pool,
      `insert into users (id, name, email, password_hash)
      select gen_random_uuid(), 'Person ' || n, 'person-' || n || '@example.com', 'none' from generate_series(1, 50000) n`,
    );
    await shop.pool.query("analyze users");
  });

  it("the plain list is whole, each account once, and can be read range by range", async () => {
    const listSchema = z.array(accountSchema);
    const listed = async (query: string) => listSchema.parse(await (await admin.send(`/api/users${query}`)).json());
    const all = await listed("");
    const { rows } = await shop.pool.query("select count(*)::int as n from users where deleted_at is null");
    expect([all.length, new Set(all.map(({ _id }) => _id)).size]).toEqual([rows[0].n, rows[0].n]);
    const first = await listed("?limit=3");
    const next = await listed(`?limit=1500&after=${first.at(-1)?._id}`);
    expect([...first, ...next]).toEqual(all.slice(0, 1_503));
  });

  it("pages neither repeat nor lose anybody", async () => {
    const seen = new Set<string>();
    const search = "person-12";
    const { pages, total } = await pageOf({ search, sort: "isAdmin", pageSize: 100 });
    for (let pageNumber = 1; pageNumber <= pages; pageNumber += 1) {
      const page = await pageOf({ search, sort: "isAdmin", pageSize: 100, pageNumber });
      for (const row of page.rows) seen.add(row._id);
    }
    expect(seen.size).toBe(total);
  });

  it("a page of any size comes quickly, searched and sorted or not", async () => {
    for (const pageSize of adminPageSizes) {
      const started = performance.now();
      await pageOf({ pageSize, search: uuidv7().slice(0, 4), sort: "-name" });
      await pageOf({ pageSize, pageNumber: 40, sort: pageSize === 25 ? "email" : "-spent" });
      expect((performance.now() - started) / 2).toBeLessThan(timeLimit(1_000));
    }
  });
});
