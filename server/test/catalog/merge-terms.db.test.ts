import type { MenuOrder, TermDetail } from "@shop/shared/catalog/admin-catalog";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { randomFrom, shuffled } from "../harness/random.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { finishTermWork } from "../harness/term-work.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc } from "../harness/transports.ts";

const shop = startTestShop({ clientDir: makeClientDir(), pageSize: 50 });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const call = (procedure: string, input: unknown) => admin.trpc("mutation", procedure, input);
const ask = (procedure: string, input: unknown) => admin.trpc("query", procedure, input);

const kinds = [
  {
    kind: "brand",
    router: "admin.brands",
    make: makeBrand,
    used: (id: string) => ({ brandId: id }),
    column: "brand_id",
  },
  // biome-ignore format: both have the same columns
  { kind: "category", router: "admin.categories", make: makeCategory, used: (id: string) => ({ categoryId: id }), column: "category_id" },
] as const;
const unlike = ["Quorum", "Zephyr", "Obelisk", "Marzipan", "Turnip", "Gazebo", "Kayak", "Vellum"];

describe.each(kinds)("two terms of the kind $kind", ({ kind, router, make, used, column }) => {
  const merge = (id: string, into: string) => call(`${router}.merge`, { id, into });
  const pathOf = (slug: string) => send(shop.origin, { path: `/${kind}/${slug}` });

  it("are merged: all products move at once, addresses lead to the one that stays, the search finds them, and it is recorded", async () => {
    const [from = "", into = ""] = await Promise.all(unlike.slice(0, 2).map((name) => make(shop.db, name)));
    const names = ["Samovar", "Lantern"];
    const moved = await Promise.all(names.map((name) => makeProduct(shop.db, { ...used(from), name })));
    await makeProduct(shop.db, { ...used(into), name: "Anvil" });
    const deleted = await makeProduct(shop.db, { ...used(from), name: "Gone" });
    await shop.pool.query("update products set deleted_at = now() where id = $1", [deleted]);
    await call(`${router}.update`, { id: from, name: "Quorate" });
    await call(`${router}.update`, { id: from, name: "Quorum" });
    expect((await pathOf("quorum")).body).toContain("Samovar");
    expect((await pathOf("zephyr")).body).not.toContain("Samovar");

    const answer = await merge(from, into);
    expect(answer).toMatchObject({ status: 200, body: { term: { _id: into, name: "Zephyr" }, products: 2 } });
    const { rows } = await shop.pool.query(`select ${column} as term, version from products where id = any($1)`, [
      [...moved, deleted],
    ]);
    expect(rows.map(({ term }) => term)).toEqual([into, into, into]);
    for (const slug of ["quorum", "quorate"]) {
      const { status, headers } = await pathOf(slug);
      expect({ status, to: headers.location }).toEqual({ status: 301, to: `/${kind}/zephyr` });
    }
    const { body } = await pathOf("zephyr");
    for (const name of [...names, "Anvil"]) expect(body).toContain(name);
    const found = async (keyword: string) =>
      (await send(shop.origin, { path: `/api/products?keyword=${keyword}` })).body;
    expect(await found("zephyr")).toContain("Samovar");
    expect(await found("quorum")).not.toContain("Samovar");
    const menu = JSON.stringify((await askTrpc(shop, "catalog.menu")).body);
    expect(menu).toContain("Zephyr");
    expect(menu).not.toContain("Quorum");
    expect((await actsOn(shop, from)).at(-1)).toMatchObject({
      act: "merged",
      subject: "Quorum",
      user_id: admin.id,
      changes: { name: ["Quorum", "Zephyr"], movedProducts: [0, 2] },
    });
    expect((await ask(`${router}.byId`, { id: from })).status).toBe(404);
  });

  it("also leads there without any product, whose page was open before", async () => {
    const [from = "", into = ""] = await Promise.all(unlike.slice(2, 4).map((name) => make(shop.db, name)));
    expect((await pathOf("obelisk")).status).toBe(200);
    expect(await merge(from, into)).toMatchObject({ status: 200, body: { products: 0 } });
    expect((await pathOf("obelisk")).headers.location).toBe(`/${kind}/marzipan`);
    // Whoever has the name now has the address.
    await make(shop.db, "Obelisk");
    expect((await pathOf("obelisk")).status).toBe(200);
  });

  it("are refused if they are one, or the other is gone", async () => {
    const id = await make(shop.db, "Turnip");
    expect(await merge(id, id)).toMatchObject({ status: 400 });
    expect(await merge(id, "0190d0a0-0000-7000-8000-000000000000")).toMatchObject({ status: 400 });
    expect(await merge(id, "x")).toMatchObject({ status: 400 });
    expect(await merge("x", id)).toMatchObject({ status: 404 });
    expect((await ask(`${router}.byId`, { id })).status).toBe(200);
  });

  it("leave no product without one, and none behind, while others edit, make, rename and merge", {
    tags: "wide",
  }, async () => {
    const next = randomFrom(20_261_123);
    for (let round = 0; round < 8; round += 1) {
      const ids = await Promise.all([1, 2, 3].map((n) => make(shop.db, `Race ${round} ${n}`)));
      const [a = "", b = "", c = ""] = ids;
      const made = await Promise.all(Array.from({ length: 6 }, (_, n) => makeProduct(shop.db, used(ids[n % 3] ?? ""))));
      const edit = async (id: string) => {
        const { body } = await ask("admin.products.byId", { id });
        const { name, price, brand, category, countInStock, description, image, version } = z
          .looseObject({ version: z.int() })
          .parse(body);
        const product = { name, price, brand, category, countInStock, description, image, version };
        return call("admin.products.update", { id, ...product, name: `Edited ${round}` });
      };
      const works = shuffled(next, [
        () => merge(a, b),
        () => merge(b, c),
        () => merge(c, a),
        () => call(`${router}.update`, { id: b, name: `Renamed ${round}` }),
        ...made.map((id) => () => edit(id)),
        () => call("admin.products.create", undefined),
      ]);
      const answers = await Promise.all(works.map((work) => work()));
      await finishTermWork(shop.services.largeActs);
      // What comes too late is refused; nothing fails.
      for (const { status } of answers) expect([200, 201, 400, 404, 409]).toContain(status);
      const { rows } = await shop.pool.query(
        `select count(*)::int as left from products p
         where p.deleted_at is null and not exists (select from ${kind === "brand" ? "brands" : "categories"} t where t.id = p.${column})`,
      );
      expect(rows).toEqual([{ left: 0 }]);
      const wrong = await shop.pool.query(
        `select p.id from products p join brands b on b.id = brand_id join categories c on c.id = category_id
         where p.deleted_at is null and p.search_text not like '%' || lower(b.name) || '%'`,
      );
      expect(wrong.rows).toEqual([]);
    }
  });

  it("stand in the menu in the order that was saved, whoever saves last", async () => {
    for (const table of ["brands", "categories"]) await shop.pool.query(`update ${table} set menu_position = null`);
    const [one = "", two = "", three = ""] = await Promise.all(
      ["Menu one", "Menu two", "Menu three"].map((name) => make(shop.db, name)),
    );
    for (const id of [one, two, three]) await makeProduct(shop.db, used(id));
    const order = (ids: string[]) => call(`${router}.orderMenu`, { ids });
    const menu = async () =>
      JSON.stringify((await askTrpc(shop, "catalog.menu")).body)
        .match(/Menu \w+/g)
        ?.slice(0, 3);
    const before = z.custom<TermDetail>().parse((await ask(`${router}.byId`, { id: two })).body);
    expect(await order([three, one, two])).toMatchObject({ status: 200 });
    expect(await menu()).toEqual(["Menu three", "Menu one", "Menu two"]);
    const entrances = JSON.stringify((await askTrpc(shop, "catalog.entrances")).body).match(/Menu \w+/g);
    expect(entrances?.slice(0, 3)).toEqual(["Menu three", "Menu one", "Menu two"]);
    // A form that was open before is told.
    const stale = { id: two, name: "Menu two", menuPosition: 1, version: before.version };
    expect((await call(`${router}.update`, stale)).status).toBe(409);
    const { body } = await order([two]);
    const saved = z.custom<MenuOrder>().parse(body);
    expect(saved.placed).toEqual([{ _id: two, name: "Menu two" }]);
    expect(saved.others).toContainEqual({ _id: one, name: "Menu one" });
    expect((await menu())?.[0]).toBe("Menu two");
    expect((await actsOn(shop, three)).at(-1)).toMatchObject({ changes: { menuPosition: [1, null] } });
    const table = kind === "brand" ? "brands" : "categories";
    for (let round = 0; round < 10; round++) {
      // Terms that have no position yet are not among the rows that the other savers lock.
      await shop.pool.query(`update ${table} set menu_position = null`);
      const answers = await Promise.all([order([one, two, three]), order([three, two, one]), order([two])]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { rows } = await shop.pool.query(
        `select menu_position as n from ${table} where menu_position is not null order by 1`,
      );
      expect(rows.map(({ n }) => n)).toEqual(rows.map((_, place) => place + 1));
    }
    expect((await order([one, one])).status).toBe(400);
    expect((await order(["0190d0a0-0000-7000-8000-000000000000"])).status).toBe(400);
  });

  it("say what their image shows", async () => {
    const id = await make(shop.db, "Vellum");
    await makeProduct(shop.db, used(id));
    const change = { id, name: "Vellum", image: "/uploads/some.webp" };
    await call(`${router}.update`, change);
    expect((await pathOf("vellum")).body).toContain('<meta property="og:image:alt" content="Vellum">');
    await call(`${router}.update`, { ...change, imageAlt: "A roll of vellum on a desk" });
    const { body } = await pathOf("vellum");
    expect(body).toContain('<meta property="og:image:alt" content="A roll of vellum on a desk">');
    expect(body).toContain("A roll of vellum on a desk");
    expect((await call(`${router}.update`, { ...change, imageAlt: "x".repeat(201) })).status).toBe(400);
  });
});
