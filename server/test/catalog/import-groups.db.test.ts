import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runImports } from "../../src/domain/import/run.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { catalogHash as hashOf, importing, unlikeTheDryRun } from "../harness/importing.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { faultsOfGroups, makeGroup } from "../harness/product-groups.ts";
import { startTestShop } from "../harness/shop.ts";
import { exportKinds, wholeExport } from "../harness/shop-exports.ts";
import { get } from "../harness/transports.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, poolMax: 5 });
let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});
const work = () =>
  runImports(shop.db, {
    isStopping: () => false,
    onItemError: (error) => {
      throw error;
    },
  });
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
  it("is applied as the dry run says, twice does nothing, undo restores", async () => {
    const { content, counts } = wholeExport(kind, 20_261_126, 400);
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
