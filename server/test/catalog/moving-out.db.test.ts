import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { runImports } from "../../src/domain/import/run.ts";
import { applyPlannedPrices } from "../../src/domain/price/apply-planned-prices.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { importing } from "../harness/importing.ts";
import { startTestShop, type TestShop } from "../harness/shop.ts";

const here = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });
const there = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });
const admins = new Map<TestShop, Customer>();
beforeAll(async () => {
  for (const shop of [here, there]) admins.set(shop, await insertCustomer(shop.db, { isAdmin: true }));
});
const cookieOf = (shop: TestShop) => admins.get(shop)?.cookie ?? "";

const importer = (shop: TestShop) =>
  importing({
    shop: () => ({ origin: shop.origin, cookie: cookieOf(shop) }),
    work: async () => {
      await runImports(shop.db, {
        isStopping: () => false,
        onItemError: (error) => {
          throw error;
        },
      });
      await applyPlannedPrices(shop.db);
    },
  });

async function exported(shop: TestShop, format: string, filter = ""): Promise<string> {
  const address = `${shop.origin}/api/products.csv?format=${format}${filter}`;
  const response = await fetch(address, { headers: { cookie: cookieOf(shop) } });
  expect(response.status).toBe(200);
  return response.text();
}

const rowsSchema = z.array(z.record(z.string(), z.string()));
const rowsOf = (csv: string) => rowsSchema.parse(parse(csv, { columns: true, bom: true }));

/** What a shop sells, without what only it knows. */
async function goods(shop: TestShop, without: readonly string[]): Promise<unknown[]> {
  const rows = rowsOf(await exported(shop, "own"));
  const shown = rows.map(({ ID: _id, Key: _key, Group, Image: _image, MPN: _mpn, ...row }) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name))),
    isVariant: Group !== "",
  }));
  return shown.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}

const file = [
  "Key,Name,Description,Markdown,Brand,Category,Price,Reduced price,Stock,State,Group,Options,SKU,GTIN,Cost,Weight",
  'a,Linen shirt,"Soft, **light**\n\n * one\n * two",yes,Loom & Co,Shirts,30,24,4,published,shirt,"Size: S\nColor: Blue, pale",S-1,4006381333931,11.50,180',
  'b,Linen shirt,"Soft, **light**\n\n * one\n * two",yes,Loom & Co,Shirts,32,,not counted,published,shirt,"Size: M\nColor: Blue, pale",S-2,,,',
  "c,=Mug <b>,Plain & good,no,Other,Mugs,5,,0,draft,,,M-1,,,0",
].join("\n");

describe.each([
  ["shopify", []],
  // It has no column for costs.
  ["woocommerce", ["Cost"]],
])("an export for %s", (format, without) => {
  it("brings all goods to a shop that imports it, with options, prices, stock and codes", async () => {
    const [first, second] = [importer(here), importer(there)];
    const own = await first.upload(file);
    expect(await first.check(own, { variants: "group" })).toMatchObject({ counts: { new: 3, refused: 0 } });
    await first.apply(own);
    const moved = await second.upload(await exported(here, format), `${format}.csv`);
    expect(await second.check(moved, { variants: "group" })).toMatchObject({
      format,
      counts: { new: 3, refused: 0 },
      warnings: {},
    });
    expect(await second.apply(moved)).toMatchObject({ state: "applied", problem: "" });
    expect(await goods(there, without)).toEqual(await goods(here, without));
    await second.undo(moved);
    await first.undo(own);
  });
});

it("An export for Shopify has all images of a product once, by addresses, and follows the filter", async () => {
  const shop = importer(here);
  const own = await shop.upload(
    [
      "Key,Name,Price,Stock,Image,Further images,Group,Options",
      'i1,Frame,5,1,/uploads/a.webp,"/uploads/b.webp\n/uploads/c.webp",frame,Size: S',
      'i2,Frame,6,1,/uploads/b.webp,"/uploads/d.webp",frame,Size: M',
      "i3,Hidden,5,1,,,,",
    ].join("\n"),
  );
  await shop.check(own, { variants: "group" });
  await shop.apply(own);
  const rows = rowsOf(await exported(here, "shopify", "&search=Frame"));
  const { origin } = here.services.shop;
  expect(rows.map((row) => [row["Product image URL"], row["Image position"], row["Variant image URL"]])).toEqual([
    [`${origin}/uploads/a.webp`, "1", `${origin}/uploads/a.webp`],
    [`${origin}/uploads/b.webp`, "2", ""],
    [`${origin}/uploads/c.webp`, "3", ""],
    [`${origin}/uploads/d.webp`, "4", `${origin}/uploads/b.webp`],
  ]);
  expect(new Set(rows.map((row) => row["URL handle"])).size).toBe(1);
  const refused = await fetch(`${here.origin}/api/products.csv?format=magento`, {
    headers: { cookie: cookieOf(here) },
  });
  expect(refused.status).toBe(400);
});
