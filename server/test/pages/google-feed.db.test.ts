import { once } from "node:events";
import { connect } from "node:net";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { productImages, products } from "../../src/db/schema/products.ts";
import { brands } from "../../src/db/schema/terms.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeCategory, makeManyProducts, makeProduct } from "../harness/factories.ts";
import { makeGroup } from "../harness/product-groups.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";

const publicOrigin = "https://shop.example.com";
const shop = startTestShop({ publicOrigin, clientDir: makeClientDir() });
const shopWithout = startTestShop({ publicOrigin, besides: shop, fixed: { hasProductFeed: false } });
const path = "/feeds/google-merchant.xml";

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
const toText = (text: string) => text.replace(/&[\w#]+;/g, (entity) => entities[entity] ?? entity);

/** The items of a feed, each with its fields in their order. */
function itemsOf(xml: string) {
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0" xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0"><channel>/,
  );
  expect(xml).toMatch(/<\/channel><\/rss>\n$/);
  return [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = ""]) => {
    const shipping = [
      ...item.matchAll(/<g:shipping><g:country>(\w\w)<\/g:country><g:price>([^<]+)<\/g:price><\/g:shipping>/g),
    ];
    const own = item.replace(/<g:shipping>.*?<\/g:shipping>/g, "");
    const fields = [...own.matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)].map(([, name = "", text = ""]) => ({
      name,
      text: toText(text),
    }));
    const get = (name: string) => fields.filter((field) => field.name === name).map(({ text }) => text);
    return {
      get,
      one: (name: string) => get(name)[0] ?? "",
      shipping: shipping.map(([, country, price]) => [country, price]),
    };
  });
}
async function readFeed() {
  const response = await fetch(shop.origin + path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  return itemsOf(await response.text());
}
const itemOf = async (id: string) => {
  const item = (await readFeed()).find((one) => one.one("id") === id);
  if (item === undefined) throw new Error("the feed does not have it");
  return item;
};

describe("the feed for Google", () => {
  it("has an item for each variant, with its group and what it knows of the options", async () => {
    const ids = [await makeProduct(shop.db, { name: "Shirt" }), await makeProduct(shop.db, { name: "Shirt" })];
    const [small = "", medium = ""] = ids;
    const group = await makeGroup(shop.db, {
      options: [
        { name: "Size", values: ["S", "M"] },
        { name: "Color", values: ["Sand"] },
        { name: "Fit", values: ["Slim"] },
      ],
      variants: [
        { productId: small, values: [0, 0, 0] },
        { productId: medium, values: [1, 0, 0] },
      ],
    });
    const item = await itemOf(medium);
    const expected = {
      item_group_id: [group],
      title: ["Shirt · M, Sand, Slim"],
      size: ["M"],
      color: ["Sand"],
      material: [],
    };
    for (const [name, texts] of Object.entries(expected)) expect(item.get(name), name).toEqual(texts);
    expect((await itemOf(small)).get("size")).toEqual(["S"]);
    expect((await itemOf(await makeProduct(shop.db))).get("item_group_id")).toEqual([]);
  });

  it("leaves out what costs nothing, which Merchant Center refuses", async () => {
    const [free, sold] = [await makeProduct(shop.db, { priceCents: 0 }), await makeProduct(shop.db, { priceCents: 1 })];
    const ids = (await readFeed()).map((item) => item.one("id"));
    expect([ids.includes(free), ids.includes(sold)]).toEqual([false, true]);
  });

  it("tells of a product what its page tells", async () => {
    const brandId = await makeBrand(shop.db, "Loom & Co");
    const categoryId = await makeCategory(shop.db, "Lamps > Desk");
    const id = await makeProduct(shop.db, {
      brandId,
      categoryId,
      name: 'Lamp "Ada" <new>',
      description: "Bright & warm",
      priceCents: 1990,
      countInStock: 3,
      image: "/uploads/01990a4e-7c21-7cc2-b1f0-3d6a52a1c001.webp",
    });
    await shop.db.insert(productImages).values([
      { productId: id, position: 1, image: "/uploads/two.webp", alt: "" },
      { productId: id, position: 2, image: "https://images.example/three.jpg?a=1&b=2", alt: "" },
    ]);
    const item = await itemOf(id);
    const expected = {
      title: ['Lamp "Ada" <new>'],
      description: ["Bright & warm"],
      link: [`${publicOrigin}/product/${id}`],
      image_link: [`${publicOrigin}/uploads/01990a4e-7c21-7cc2-b1f0-3d6a52a1c001.webp`],
      additional_image_link: [`${publicOrigin}/uploads/two.webp`, "https://images.example/three.jpg?a=1&b=2"],
      availability: ["in_stock"],
      price: ["19.90 USD"],
      brand: ["Loom & Co"],
      condition: ["new"],
      product_type: ["Lamps > Desk"],
      identifier_exists: ["no"],
      google_product_category: [],
    };
    for (const [name, texts] of Object.entries(expected)) expect(item.get(name), name).toEqual(texts);
    expect(item.shipping).toEqual([
      ["US", "10.00 USD"],
      ["CA", "10.00 USD"],
    ]);
  });

  it("has every product that guests can buy for money and no other, each with the price of its page and of the API", async () => {
    await shop.db.delete(productImages);
    await makeProduct(shop.db, { publishedAt: null });
    await makeProduct(shop.db, { deletedAt: new Date() });
    for (const priceCents of [0, 1, 99, 100, 10_000, 10_001, 99_999_999]) await makeProduct(shop.db, { priceCents });
    const items = await readFeed();
    const visible = await shop.pool.query(
      "select id from products where published_at is not null and deleted_at is null and price_cents > 0 order by id",
    );
    expect(items.map(({ one }) => one("id"))).toEqual(visible.rows.map(({ id }) => id));
    const offerSchema = z.looseObject({ offers: z.looseObject({ price: z.string() }) });
    for (const { one } of items) {
      const id = one("id");
      const [price = ""] = one("price").split(" ");
      const product: unknown = await (await fetch(`${shop.origin}/api/products/${id}`)).json();
      expect(z.looseObject({ price: z.number() }).parse(product).price.toFixed(2)).toBe(price);
      const html = await (await fetch(`${shop.origin}/product/${id}`)).text();
      const texts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
        ([, text]) => text,
      );
      // A variant is within its group.
      const data = texts.flatMap((text) => {
        const found = z.looseObject({ hasVariant: z.array(z.unknown()).default([]) }).parse(JSON.parse(text ?? "{}"));
        return [found, ...found.hasVariant];
      });
      const offers = data.flatMap((each) => offerSchema.safeParse(each).data?.offers.price ?? []);
      expect(offers).toEqual([price]);
    }
    expect(items.find(({ one }) => one("price") === "100.01 USD")?.shipping).toContainEqual(["US", "0.00 USD"]);
  });

  it("turns with a price and a stock at once", async () => {
    const id = await makeProduct(shop.db, { priceCents: 500, countInStock: 1 });
    expect((await itemOf(id)).one("price")).toBe("5.00 USD");
    await shop.db.update(products).set({ priceCents: 450, countInStock: 0 }).where(eq(products.id, id));
    const after = await itemOf(id);
    expect([after.one("price"), after.one("availability")]).toEqual(["4.50 USD", "out_of_stock"]);
  });

  it("keeps to Google's limits, cuts no character in two, and has none that XML cannot write", async () => {
    const id = await makeProduct(shop.db, {
      name: `${"🪔".repeat(200)}\u0007`,
      description: `a\u0000b`.replace("\u0000", "\u0001") + "x".repeat(6_000),
      image: "",
    });
    const brandId = await makeBrand(shop.db, `B${"b".repeat(99)}`);
    await shop.db.update(products).set({ brandId }).where(eq(products.id, id));
    const item = await itemOf(id);
    expect([...item.one("title")]).toHaveLength(150);
    expect(item.one("title").isWellFormed()).toBe(true);
    expect(item.one("description")).toHaveLength(5_000);
    expect(item.one("description").startsWith("abxx")).toBe(true);
    expect(item.one("brand")).toHaveLength(70);
    expect(item.get("image_link")).toEqual([]);
    await shop.db.update(products).set({ description: "", name: "Lamp" }).where(eq(products.id, id));
    expect((await itemOf(id)).one("description")).toBe("Lamp");
    await shop.db.update(brands).set({ name: "Brand" }).where(eq(brands.id, brandId));
  });

  it("answers HEAD without reading the catalog, and refuses more readers than two", async () => {
    const head = await fetch(shop.origin + path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    await makeManyProducts(shop.pool, { count: 6_000, description: "long ".repeat(900) });
    // Both stop reading after the head.
    const { hostname, port } = new URL(shop.origin);
    const readers = [connect(Number(port), hostname), connect(Number(port), hostname)];
    for (const reader of readers) {
      reader.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
      await once(reader, "readable");
    }
    const third = await send(shop.origin, { path });
    expect([third.status, third.headers["retry-after"]]).toEqual([503, "60"]);
    for (const reader of readers) reader.destroy();
    await expect.poll(async () => (await send(shop.origin, { path })).status).toBe(200);
  });

  it("is not there where the shop has switched it off", async () => {
    expect((await send(shopWithout.origin, { path })).status).toBe(404);
  });
});
