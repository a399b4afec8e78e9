import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { termDetailSchema } from "../harness/admin.ts";
import { makeBrand, makeCategory } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";

const shop = startTestShop();
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const taxonomies = [
  { taxonomy: "brand", table: "brands", former: "former_brand_slugs", make: makeBrand },
  {
    taxonomy: "category",
    table: "categories",
    former: "former_category_slugs",
    make: makeCategory,
  },
] as const;

describe.each(taxonomies)("the slug of a $taxonomy", ({ taxonomy, table, former, make }) => {
  const slugOf = async (id: string): Promise<unknown> =>
    (await shop.pool.query(`select slug from ${table} where id = $1`, [id])).rows[0]?.slug;
  const renamed = async (id: string, name: string) => {
    const act = taxonomy === "brand" ? "updateBrand" : "updateCategory";
    const reply = await admin.does("REST", act, { id, body: { name } });
    expect(reply.status).toBe(200);
    return termDetailSchema.parse(reply.body).slug;
  };
  const formerOf = async (id: string) =>
    (await shop.pool.query(`select slug from ${former} where term_id = $1 order by slug`, [id])).rows.map(
      ({ slug }) => slug,
    );

  it.each([
    ["Café & Crème", "cafe-creme"],
    ["Levi’s 501", "levis-501"],
    ["  Straße -- Øst!", "strasse-ost"],
    ["Кухня", "кухня"],
    ["!!!", taxonomy],
  ])("of %s is %s", async (name, slug) => {
    expect(await slugOf(await make(shop.db, name))).toBe(slug);
  });

  it("has a number where names differ that would have the same", async () => {
    const ids = [await make(shop.db, "Twin Peak"), await make(shop.db, "Twin-Peak"), await make(shop.db, "Twin, Peak")];
    expect(await Promise.all(ids.map(slugOf))).toEqual(["twin-peak", "twin-peak-2", "twin-peak-3"]);
  });

  it("is one for each of those who are made at once", async () => {
    const ids = await Promise.all(
      ["Echo Park", "Echo-Park", "Echo.Park", "Echo_Park"].map((name) => make(shop.db, name)),
    );
    const slugs = await Promise.all(ids.map(slugOf));
    expect(slugs.toSorted()).toEqual(["echo-park", "echo-park-2", "echo-park-3", "echo-park-4"]);
  });

  it("follows a new name, and the former one is recorded", async () => {
    const id = await make(shop.db, "Old Harbour");
    expect(await renamed(id, "New Harbour")).toBe("new-harbour");
    expect(await formerOf(id)).toEqual(["old-harbour"]);
    expect(await renamed(id, "NEW HARBOUR")).toBe("new-harbour");
    expect(await renamed(id, "Old Harbour")).toBe("old-harbour");
    expect(await formerOf(id)).toEqual(["new-harbour", "old-harbour"]);
  });

  it("is given to what a server of the previous release inserts and renames", async () => {
    const id = uuidv7();
    await shop.pool.query(`insert into ${table} (id, name) values ($1, 'Plain Insert')`, [id]);
    await shop.pool.query(`update ${table} set name = 'Plain Rename' where id = $1`, [id]);
    expect(await slugOf(id)).toBe("plain-rename");
    expect(await formerOf(id)).toEqual(["plain-insert"]);
  });

  it("comes with description, image and position, which an admin sets and a rename leaves", async () => {
    const act = taxonomy === "brand" ? "updateBrand" : "updateCategory";
    const id = await make(shop.db, `Set ${taxonomy}`);
    const page = { description: "Made by hand.", image: "/uploads/some.webp", menuPosition: 3 };
    const reply = await admin.does("REST", act, { id, body: { name: `Set ${taxonomy}`, ...page } });
    expect(termDetailSchema.parse(reply.body)).toMatchObject(page);
    const saved = await admin.does("REST", act, { id, body: { name: `Reset ${taxonomy}` } });
    expect(termDetailSchema.parse(saved.body)).toMatchObject({ ...page, name: `Reset ${taxonomy}` });
    for (const menuPosition of [0, 1.5, 1_000, "first"]) {
      expect((await admin.does("REST", act, { id, body: { name: "Any", menuPosition } })).status).toBe(400);
    }
  });
});
