import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runImports } from "../../src/domain/import/run.ts";
import { applyPlannedPrices } from "../../src/domain/price/apply-planned-prices.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { catalogHash as hashOf, importing, unlikeTheDryRun } from "../harness/importing.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { faultsOfGroups, makeGroup } from "../harness/product-groups.ts";
import { startTestShop } from "../harness/shop.ts";
import { exportKinds, wholeExport } from "../harness/shop-exports.ts";
import { get } from "../harness/transports.ts";
import { width } from "../harness/width.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, poolMax: 5 });
let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});
const work = async () => {
  await runImports(shop.db, {
    isStopping: () => false,
    onItemError: (error) => {
      throw error;
    },
  });
  await applyPlannedPrices(shop.db);
};
const { upload, check, apply, undo, rowsOf, conflictsOf } = importing({
  shop: () => ({ origin: shop.origin, cookie: admin.cookie }),
  work,
});
const catalogHash = () => hashOf(shop.pool);
const grouped = { variants: "group" as const };

const variantSchema = z.looseObject({ _id: z.string(), values: z.array(z.int()), price: z.number() });
const pageSchema = z.looseObject({
  name: z.string(),
  group: z.looseObject({
    name: z.string(),
    options: z.array(z.object({ name: z.string(), values: z.array(z.looseObject({ label: z.string() })) })),
    variants: z.array(variantSchema),
  }),
});
/** The group that the page of a product shows, with its values by option. */
async function shownGroup(id: string) {
  const { group } = pageSchema.parse((await get(shop, `/api/products/${id}`)).body);
  const options = Object.fromEntries(group.options.map(({ name, values }) => [name, values.map(({ label }) => label)]));
  return { name: group.name, options, variants: group.variants.map(({ values, price }) => [...values, price]) };
}
const idOfKey = async (key: string): Promise<string> =>
  z
    .tuple([z.object({ id: z.string() })])
    .parse((await shop.pool.query("select product_id as id from product_keys where key = $1", [key])).rows)[0].id;

/** The label of each variant, by its product. */
async function optionLabels(): Promise<Map<string, string>> {
  const { rows } = await shop.pool.query("select id, variant_label as label from products where variant_label <> ''");
  return new Map(
    z
      .array(z.object({ id: z.string(), label: z.string() }))
      .parse(rows)
      .map(({ id, label }) => [id, label]),
  );
}

const shopify = (lines: string[]) =>
  ["Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Vendor,Type", ...lines].join("\n");
const shirt = shopify([
  "shirt,Linen shirt,Size,S,Color,Sand,20,Maker,Shirts",
  "shirt,,,M,,Sand,21,,",
  "shirt,,,S,,Blue,22,,",
  "mug,Mug,Title,Default Title,,,5,Maker,Mugs",
]);

describe("products with variants", () => {
  it("become one product with options, change just once, and an undo restores the shop", async () => {
    const before = await catalogHash();
    const file = await upload(shirt);
    expect(await check(file, grouped)).toMatchObject({ counts: { new: 4, refused: 0 } });
    expect((await rowsOf(file)).map(({ changes }) => changes.options?.[1])).toEqual([
      "Size: S\nColor: Sand",
      "Size: M\nColor: Sand",
      "Size: S\nColor: Blue",
      undefined,
    ]);
    expect(await catalogHash()).toBe(before);
    expect(await apply(file)).toMatchObject({ state: "applied", problem: "" });
    expect(await unlikeTheDryRun(shop.pool, file)).toEqual([]);
    expect(await shownGroup(await idOfKey("shirt#M / Sand"))).toEqual({
      name: "Linen shirt",
      options: { Size: ["S", "M"], Color: ["Sand", "Blue"] },
      variants: [
        [0, 0, 20],
        [1, 0, 21],
        [0, 1, 22],
      ],
    });
    expect(await faultsOfGroups(shop.db)).toEqual([]);
    expect(await check(await upload(shirt), grouped)).toMatchObject({ counts: { same: 4 } });
    const { body } = await get(shop, "/api/products?keyword=linen");
    expect(z.object({ products: z.array(z.unknown()) }).parse(body).products).toHaveLength(1);
    expect(await undo(file)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
    expect((await shop.pool.query("select 1 from product_groups")).rows).toEqual([]);
  });

  it("join the group that the shop has of them, and the undo leaves it as it was", async () => {
    const [small, medium] = [
      await makeProduct(shop.db, { name: "Belt" }),
      await makeProduct(shop.db, { name: "Belt" }),
    ];
    const size = { name: "Size", values: ["S", "M"].map((label) => ({ label, swatch: "#112233" })) };
    await makeGroup(shop.db, {
      name: "Belt",
      options: [size],
      variants: [
        { productId: small, values: [0] },
        { productId: medium, values: [1] },
      ],
    });
    const before = await catalogHash();
    const file = await upload(
      `ID,Key,Name,Price,Group,Options\n${small},b-s,,7,belt,Size: S\n,b-l,Belt,9,belt,size: L\n`,
    );
    expect(await check(file, grouped)).toMatchObject({ counts: { changed: 1, new: 1, refused: 0 } });
    expect(await apply(file)).toMatchObject({ state: "applied" });
    expect((await shownGroup(small)).options).toEqual({ Size: ["S", "M", "L"] });
    expect(await undo(file)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });

  it("exchange their values by a file, and one that finds its values taken is named", async () => {
    const names = ["Small", "Medium", "Large"];
    const ids = await Promise.all(names.map((name) => makeProduct(shop.db, { name })));
    const [small = "", medium = "", large = ""] = ids;
    const size = { name: "Size", values: ["S", "M", "L"].map((label) => ({ label, swatch: "" })) };
    const variants = ids.map((productId, place) => ({ productId, values: [place] }));
    await makeGroup(shop.db, { name: "Glove", options: [size], variants });
    const before = await catalogHash();
    const exchange = await upload(`ID,Group,Options\n${small},g,Size: M\n${medium},g,size: s\n`);
    await check(exchange, grouped);
    expect(await apply(exchange)).toMatchObject({ state: "applied", warnings: {} });
    expect((await optionLabels()).get(small)).toBe("M");
    expect((await optionLabels()).get(medium)).toBe("S");
    const taken = await upload(`ID,Group,Options\n${small},g,Size: L\n${medium},g,Size: M\n`);
    await check(taken, grouped);
    // The large one stays, so that the others stay too: one cannot leave its values, and the next cannot get them.
    expect(await apply(taken)).toMatchObject({ state: "applied", warnings: { "not-grouped": 2 } });
    const about = "another variant has these values";
    expect((await rowsOf(taken)).map(({ warnings }) => warnings)).toEqual([
      [{ kind: "not-grouped", about }],
      [{ kind: "not-grouped", about }],
    ]);
    expect((await optionLabels()).get(large)).toBe("L");
    expect((await optionLabels()).get(small)).toBe("M");
    expect(await faultsOfGroups(shop.db)).toEqual([]);
    for (const file of [taken, exchange]) expect(await undo(file)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });

  it("keep the options that the shop gave them, which the check says", async () => {
    const [red, blue] = [await makeProduct(shop.db, { name: "Cap" }), await makeProduct(shop.db, { name: "Cap" })];
    const color = { name: "Color", values: ["Red", "Blue"].map((label) => ({ label, swatch: "" })) };
    await makeGroup(shop.db, {
      name: "Cap",
      options: [color],
      variants: [
        { productId: red, values: [0] },
        { productId: blue, values: [1] },
      ],
    });
    const file = await upload(`ID,Name,Price,Group,Options\n${red},Cap,5,cap,Size: S\n${blue},Cap,5,cap,Size: M\n`);
    expect(await check(file, grouped)).toMatchObject({ warnings: { "other-options": 2 } });
    expect((await rowsOf(file))[0]).toMatchObject({ warnings: [{ kind: "other-options", about: "Color: Red" }] });
    const { state } = await apply(file);
    expect(["applied", "checked"]).toContain(state);
    expect((await shownGroup(red)).options).toEqual({ Color: ["Red", "Blue"] });
  });

  it("stay as somebody has regrouped them since, when the import is undone", async () => {
    const file = await upload(shopify(["scarf,Scarf,Size,S,,,5,Maker,Scarves", "scarf,,,M,,,6,,"]));
    await check(file, grouped);
    await apply(file);
    const id = await idOfKey("scarf#S");
    await shop.pool.query(
      "update product_option_values set label = 'Small' where label = 'S' and group_id = (select group_id from product_variants where product_id = $1)",
      [id],
    );
    await shop.pool.query(
      "update product_groups set version = version + 1 where id = (select group_id from product_variants where product_id = $1)",
      [id],
    );
    expect(await conflictsOf(file)).toMatchObject([{ changes: { options: ["Size: S", "Size: Small"] } }]);
    expect((await undo(file)).leftAlone).toBeGreaterThan(0);
    expect((await shownGroup(id)).options.Size).toContain("Small");
    await expectInvariants(shop.pool);
  });

  it.each([
    ["two of the same values", ["t,T,Size,S,,,5,,", "t,,,s,,,5,,"], "Another variant of the product has these values"],
    [
      "other options",
      ["t,T,Size,S,Color,Red,5,,", "t,,,M,,,5,,"],
      "It has other options than the first variant, which has Size, Color",
    ],
    ["a long value", [`t,T,Size,${"x".repeat(41)},,,5,,`, "t,,,M,,,5,,"], "has more than 40 characters"],
    ["a variant without a value", ["t,T,Size,S,,,5,,", "t,,,,,,5,,"], "It says no option that sets it apart"],
  ])("are refused by the row with %s", async (_what, lines, reason) => {
    const file = await upload(shopify(lines));
    expect(await check(file, grouped)).toMatchObject({ counts: { new: 1, refused: 1 } });
    expect((await rowsOf(file)).map((row) => row.reason).join()).toContain(reason);
  });

  it("come back the same from the shop's own export", async () => {
    const file = await upload(shirt);
    await check(file, grouped);
    await apply(file);
    const csv = await (await fetch(`${shop.origin}/api/products.csv`, { headers: { cookie: admin.cookie } })).text();
    expect(csv).toContain('"Size: S\nColor: Sand"');
    const { counts } = await check(await upload(csv), grouped);
    expect(counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    await undo(file);
  });
});

describe.each(exportKinds)("an export of the kind %s with its variants as options", (kind) => {
  it("is applied as the dry run says, twice does nothing, undo restores", { timeout: 900_000 }, async () => {
    const { content, counts } = wholeExport(kind, 20_261_126, width.groupedRows);
    const before = await catalogHash();
    const file = await upload(content);
    expect(await check(file, grouped)).toMatchObject({ counts: { ...counts.products, changed: 0 } });
    expect(await apply(file)).toMatchObject({ state: "applied", problem: "" });
    expect(await unlikeTheDryRun(shop.pool, file)).toEqual([]);
    expect(await faultsOfGroups(shop.db)).toEqual([]);
    expect((await check(await upload(content), grouped)).counts).toMatchObject({ new: 0, changed: 0 });
    await expectInvariants(shop.pool);
    expect(await undo(file)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });
});

describe("codes, cost and weight", () => {
  it("are imported, exported again and restored; what no product can have is left out and named", async () => {
    const taken = await makeProduct(shop.db, { name: "Owner" });
    await shop.pool.query("insert into product_trade (product_id, sku) values ($1, 'TAKEN')", [taken]);
    const before = await catalogHash();
    const lines = [
      "Handle,Title,Variant Price,Variant SKU,Variant Barcode,Cost per item,Variant Grams",
      "a,A,5,A-1,'4006381333931,2.50,120",
      "b,B,5,taken,4006381333932,cheap,-3",
      "c,C,5,a-1,,,",
    ];
    const file = await upload(lines.join("\n"));
    expect(await check(file)).toMatchObject({ counts: { new: 3, refused: 0 }, warnings: { "value-ignored": 2 } });
    expect((await rowsOf(file)).map(({ warnings }) => warnings.map(({ about }) => about))).toEqual([
      [],
      [
        "SKU taken: another product has it",
        "GTIN 4006381333932: This is no GTIN: its check digit or its length is wrong",
        "Cost cheap: it is not a number",
        expect.stringContaining("Weight -3: "),
      ],
      ["SKU a-1: another product has it"],
    ]);
    expect(await apply(file)).toMatchObject({ state: "applied", problem: "" });
    expect(await unlikeTheDryRun(shop.pool, file)).toEqual([]);
    const { rows } = await shop.pool.query("select * from product_trade where product_id = $1", [await idOfKey("a")]);
    expect(rows).toMatchObject([{ sku: "A-1", gtin: "4006381333931", cost_cents: 250, weight_grams: 120 }]);
    const csv = await (await fetch(`${shop.origin}/api/products.csv`, { headers: { cookie: admin.cookie } })).text();
    expect(csv).toContain("A-1,4006381333931,,2.50,120");
    expect((await check(await upload(csv), grouped)).counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    const changed = await upload("Key,Name,Price,Weight (kg),Cost\na,A,5,0.25,3\n");
    await check(changed);
    await apply(changed);
    expect((await shop.pool.query("select weight_grams as g from product_trade where sku = 'A-1'")).rows).toEqual([
      { g: 250 },
    ]);
    await shop.pool.query("update product_trade set cost_cents = 999 where sku = 'A-1'");
    expect(await conflictsOf(changed)).toMatchObject([{ changes: { costCents: [300, 999] } }]);
    await undo(changed, "all");
    expect(
      (await shop.pool.query("select weight_grams as g, cost_cents as c from product_trade where sku = 'A-1'")).rows,
    ).toEqual([{ g: 120, c: 250 }]);
    expect(await undo(file)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });

  it("are found by search, also where the SKU is the key of the file", async () => {
    const file = await upload("SKU,Name,Price\nZX-81,Home computer,99\n");
    await check(file);
    await apply(file);
    const found = z.object({ products: z.array(z.object({ name: z.string() })) });
    expect(found.parse((await get(shop, "/api/products?keyword=ZX-81")).body).products).toMatchObject([
      { name: "Home computer" },
    ]);
    await undo(file);
  });
});

describe("reductions", () => {
  const pricesOf = async (key: string) => {
    const { rows } = await shop.pool.query(
      "select price_cents / 100 as price, regular_price_cents / 100 as regular from products where id = $1",
      [await idOfKey(key)],
    );
    return rows[0];
  };

  it("of a compare-at price hold from the import on, come back the same, and are undone", async () => {
    const before = await catalogHash();
    const file = await upload(
      "Handle,Title,Variant Price,Variant Compare At Price\nr1,Reduced,15,20\nr2,Not reduced,15,15\nr3,Plain,9,\n",
    );
    expect(await check(file)).toMatchObject({ counts: { new: 3 } });
    await apply(file);
    expect(await unlikeTheDryRun(shop.pool, file)).toEqual([]);
    expect(await pricesOf("r1")).toEqual({ price: 15, regular: 20 });
    // It was never on sale at the regular price.
    const { body } = await get(shop, `/api/products/${await idOfKey("r1")}`);
    expect(body).not.toHaveProperty("regularPrice");
    expect(await pricesOf("r2")).toEqual({ price: 15, regular: null });
    const csv = await (await fetch(`${shop.origin}/api/products.csv`, { headers: { cookie: admin.cookie } })).text();
    expect((await check(await upload(csv), grouped)).counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    const deeper = await upload("Key,Price,Reduced price\nr1,20,12\n");
    expect(await check(deeper)).toMatchObject({ counts: { changed: 1 } });
    await apply(deeper);
    expect(await pricesOf("r1")).toEqual({ price: 12, regular: 20 });
    expect(await undo(deeper)).toMatchObject({ leftAlone: 0 });
    expect(await pricesOf("r1")).toEqual({ price: 15, regular: 20 });
    expect(await undo(file)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });

  it("that are none, or have dates, are left out and named", async () => {
    const file = await upload(
      [
        "SKU,Name,Regular price,Sale price,Date sale price starts,Date sale price ends,In stock?",
        "w1,Higher,10,12,,,1",
        "w2,Dated,10,8,2026-12-01,2026-12-24,1",
        "w3,Reduced,10,8,,,1",
      ].join("\n"),
    );
    expect(await check(file)).toMatchObject({ warnings: { "value-ignored": 2 } });
    expect((await rowsOf(file)).map(({ changes }) => changes.reducedCents?.[1])).toEqual([undefined, undefined, 800]);
  });

  it("stay where a file sets the regular price to the reduced one, which then is the regular price", async () => {
    const id = await makeProduct(shop.db, { name: "Lamp on sale", priceCents: 2_000 });
    const first = await upload(`ID,Price,Reduced price\n${id},20,15\n`);
    await check(first);
    await apply(first);
    const second = await upload(`ID,Price\n${id},15\n`);
    expect(await check(second)).toMatchObject({ counts: { changed: 1 } });
    await apply(second);
    const { rows } = await shop.pool.query("select regular_price_cents as regular from products where id = $1", [id]);
    expect(rows).toEqual([{ regular: 1_500 }]);
    expect((await check(await upload(`ID,Price\n${id},15\n`))).counts).toMatchObject({ same: 1 });
  });
});

describe("paths of categories", () => {
  const tree = async () =>
    (
      await shop.pool.query(
        `select concat_ws(' > ', t.name, a.name, c.name) as path from categories c
         left join categories a on a.id = c.parent_id left join categories t on t.id = a.parent_id order by 1`,
      )
    ).rows.map(({ path }) => path);

  it("become categories below one another, as many levels as the shop has, and leave with the undo", async () => {
    const before = await tree();
    const file = await upload(
      [
        "SKU,Name,Regular price,Categories,In stock?",
        "p1,Boots,5,Outdoor &amp; more > Footwear > Hiking > Winter boots,1",
        "p2,Socks,5,Footwear > Socks,1",
        "p3,Odd,5,Odd > odd,1",
      ].join("\n"),
    );
    expect(await check(file)).toMatchObject({ counts: { new: 3, refused: 0 } });
    await apply(file);
    const now = await tree();
    expect(now.filter((path) => !before.includes(path))).toEqual([
      "Footwear",
      "Footwear > Hiking",
      "Footwear > Hiking > Winter boots",
      "Footwear > Socks",
      "odd",
    ]);
    expect(
      await check(await upload("SKU,Name,Regular price,Categories\np1,Boots,5,Elsewhere > Winter boots\n")),
    ).toMatchObject({
      counts: { same: 1 },
    });
    expect(await undo(file)).toMatchObject({ leftAlone: 0 });
    expect(await tree()).toEqual(before);
  });

  it("stay as the shop has them: a category that is there is not moved, and one of the last level gets none below", async () => {
    await shop.pool.query(`
      with a as (insert into categories (id, name) values (gen_random_uuid(), 'One') returning id),
      b as (insert into categories (id, name, parent_id) select gen_random_uuid(), 'Two', id from a returning id)
      insert into categories (id, name, parent_id) select gen_random_uuid(), 'Three', id from b`);
    const file = await upload(
      "SKU,Name,Regular price,Categories,In stock?\nq1,Q,5,Three > Four,1\nq2,Q,5,Zero > Two,1\n",
    );
    await check(file);
    expect(await apply(file)).toMatchObject({ state: "applied" });
    expect((await tree()).filter((path) => /Four|Two|Zero/.test(path))).toEqual([
      "Four",
      "One > Two",
      "One > Two > Three",
    ]);
    await undo(file);
    expect((await tree()).filter((path) => /Four|Two|Zero/.test(path))).toEqual(["One > Two", "One > Two > Three"]);
  });
});

describe("facts", () => {
  const factsOf = async (key: string) =>
    (
      await shop.pool.query(
        "select concat_ws('|', group_name, name, value, unit) as fact from product_attributes where product_id = $1 order by position",
        [await idOfKey(key)],
      )
    ).rows.map(({ fact }) => fact);

  it("of chosen columns are added to those of a product, come back the same, and are undone", async () => {
    const before = await catalogHash();
    const first = await upload(
      'Key,Name,Price,Facts\nf1,Fabric,5,"[Care] Wash: cold [°C]\nFit: slim\nNote: odd [sic] []"\n',
    );
    await check(first);
    await apply(first);
    expect(await factsOf("f1")).toEqual(["Care|Wash|cold|°C", "|Fit|slim|", "|Note|odd [sic]|"]);
    const hash = await catalogHash();
    const file = await upload(
      [
        "Handle,Title,Variant Price,Tags,Fit (product.metafields.custom.fit),Empty",
        'f1,Fabric,5,"oak,  new\nline",loose,',
        `f2,Other,6,${"x".repeat(101)},,`,
      ].join("\n"),
    );
    const factColumns = ["Tags", "Fit (product.metafields.custom.fit)", "Empty"];
    expect(await check(file, { factColumns })).toMatchObject({
      counts: { changed: 1, new: 1 },
      warnings: { "value-ignored": 1 },
    });
    expect(await apply(file)).toMatchObject({ state: "applied", problem: "" });
    expect(await unlikeTheDryRun(shop.pool, file)).toEqual([]);
    expect(await factsOf("f1")).toEqual([
      "Care|Wash|cold|°C",
      "|Fit|loose|",
      "|Note|odd [sic]|",
      "|Tags|oak, new line|",
    ]);
    expect(
      (await check(await upload('Handle,Title,Tags\nf1,Fabric,"oak, new line"\n'), { factColumns })).counts,
    ).toMatchObject({ same: 1 });
    const csv = await (await fetch(`${shop.origin}/api/products.csv`, { headers: { cookie: admin.cookie } })).text();
    expect((await check(await upload(csv), grouped)).counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
    await shop.pool.query("update product_attributes set value = 'tight' where name = 'Fit'");
    expect(await conflictsOf(file)).toMatchObject([
      { changes: { attributes: [expect.anything(), expect.stringContaining("tight")] } },
    ]);
    await undo(file, "all");
    expect(await catalogHash()).toBe(hash);
    expect(await undo(first)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash()).toBe(before);
  });
});
