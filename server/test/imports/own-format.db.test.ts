import { beforeAll, describe, expect, it } from "vitest";
import { writeAttributes, writeImages } from "../../src/domain/catalog/product-parts.ts";
import { writeTrade } from "../../src/domain/catalog/trade-facts.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { catalogHash, importing } from "../harness/importing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, poolMax: 5 });
let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});
const { upload, check, apply, undo, rowsOf } = importing({
  shop: () => ({ origin: shop.origin, cookie: admin.cookie }),
  work: () => runImports(shop.db, { isStopping: () => false, onItemError: expectNoItemError }),
});
const image = (place: number) => `/uploads/0190c4de-0000-7000-8000-0000000000a${place}.webp`;
const exported = async () =>
  (await fetch(`${shop.origin}/api/products.csv`, { headers: { cookie: admin.cookie } })).text();

describe("this shop's own format", () => {
  it("carries all that a product has, comes back the same, and puts back what was lost", async () => {
    const id = await makeProduct(shop.db, {
      name: "Olive oil",
      description: "## Cold pressed",
      isMarkdown: true,
      image: image(1),
      imageAlt: "A bottle",
      countInStock: 7,
    });
    await writeImages(shop.db, id, [
      { image: image(2), alt: "" },
      { image: image(3), alt: "The label" },
    ]);
    await writeAttributes(shop.db, id, [{ group: "Origin", name: "Region", value: "Crete", unit: "" }]);
    await writeTrade(shop.db, id, {
      sku: "OIL-1",
      gtin: "4006381333931",
      mpn: "M-1",
      cost: 450,
      weightGrams: 900,
      lengthMm: 70,
      widthMm: 70,
      heightMm: 280,
      originCountry: "GR",
      hsCode: "150910",
      contentAmount: 0.5,
      contentUnit: "l",
      unitBasis: "100 ml",
      taxClass: "reduced",
    });
    const file = await exported();
    const whole = await catalogHash(shop.pool);
    const same = await upload(file);
    expect(await check(same)).toMatchObject({ counts: { same: 1, changed: 0, new: 0, refused: 0 } });
    expect((await rowsOf(same))[0]).toMatchObject({ changes: {}, warnings: [] });

    await writeImages(shop.db, id, [{ image: image(2), alt: "Wrong" }]);
    await shop.pool.query("update products set image_alt = '' where id = $1", [id]);
    await shop.pool.query("delete from product_attributes where product_id = $1", [id]);
    await shop.pool.query(
      "update product_trade set content_amount = null, content_unit = null, unit_basis = null, height_mm = 1, origin_country = '', hs_code = '', tax_class = 'standard'",
    );
    const lost = await catalogHash(shop.pool);
    const back = await upload(file);
    expect(await check(back)).toMatchObject({ counts: { changed: 1 } });
    expect((await rowsOf(back))[0]?.changes).toMatchObject({
      content: ["", "0.5 l / 100 ml"],
      heightMm: [1, 280],
      originCountry: ["", "GR"],
      hsCode: ["", "150910"],
      taxClass: ["standard", "reduced"],
      imageAlts: ["\nWrong", "A bottle\n\nThe label"],
      moreImages: [image(2), `${image(2)}\n${image(3)}`],
    });
    expect(await apply(back)).toMatchObject({ state: "applied", problem: "" });
    const withKeys = (await shop.pool.query("delete from product_keys")).rowCount;
    expect(withKeys).toBe(1);
    expect(await catalogHash(shop.pool)).toBe(whole);
    expect(await undo(back)).toMatchObject({ state: "undone", leftAlone: 0 });
    await shop.pool.query("delete from product_keys");
    expect(await catalogHash(shop.pool)).toBe(lost);
  });

  it.each(["Gift card", "gift-card"])("makes a product a gift card by the class %s", async (name) => {
    const id = await makeProduct(shop.db);
    const file = await upload(`ID,Tax class\n${id},${name}\n`);
    expect(await check(file)).toMatchObject({ counts: { changed: 1, refused: 0 } });
    expect((await rowsOf(file))[0]?.changes).toEqual({ taxClass: ["standard", "gift-card"] });
    expect(await apply(file)).toMatchObject({ state: "applied", problem: "" });
    await undo(file);
  });

  it("changes the texts of images alone, and takes them back", async () => {
    await shop.pool.query("update products set deleted_at = now()");
    const id = await makeProduct(shop.db, { image: image(4), imageAlt: "Before" });
    await writeImages(shop.db, id, [{ image: image(5), alt: "Side" }]);
    const before = await catalogHash(shop.pool);
    const file = await upload(
      `ID,Image,Further images,Image texts\n${id},${image(4)},${image(5)},"After\nFrom the left"\n`,
    );
    await check(file);
    expect((await rowsOf(file))[0]?.changes).toEqual({ imageAlts: ["Before\nSide", "After\nFrom the left"] });
    await apply(file);
    const { rows } = await shop.pool.query(
      "select image_alt, (select alt from product_images i where i.product_id = p.id) as more from products p where id = $1",
      [id],
    );
    expect(rows).toEqual([{ image_alt: "After", more: "From the left" }]);
    expect(await undo(file)).toMatchObject({ leftAlone: 0 });
    expect(await catalogHash(shop.pool)).toBe(before);
  });
});
