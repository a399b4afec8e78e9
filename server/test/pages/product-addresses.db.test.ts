import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeClientDir } from "../harness/client-files.ts";
import { makeProduct } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { get } from "../harness/transports.ts";

const clientDir = makeClientDir();
const byId = startTestShop({ clientDir });
const byName = startTestShop({ clientDir, fixed: { productPaths: "name" } });

const open = (shop: typeof byId, path: string) => fetch(shop.origin + path, { redirect: "manual" });
const canonicalOf = (html: string) => /<link rel="canonical" href="https?:\/\/[^/"]+([^"]*)">/.exec(html)?.[1];
const rename = (shop: typeof byId, id: string, name: string) =>
  shop.pool.query("update products set name = $2 where id = $1", [id, name]);
const slugSchema = z.looseObject({ slug: z.string() });
const slugOf = async (shop: typeof byId, id: string) =>
  slugSchema.parse((await get(shop, `/api/products/${id}`)).body).slug;

beforeEach(async () => {
  for (const shop of [byId, byName]) await shop.pool.query("truncate products cascade");
});

describe("readable addresses of products", () => {
  it("lead to the page of the documented address, which stays canonical", async () => {
    const id = await makeProduct(byId.db, { name: "Öak table, 80 cm" });
    expect(await slugOf(byId, id)).toBe("oak-table-80-cm");
    const [named, documented] = [await open(byId, "/p/oak-table-80-cm"), await open(byId, `/product/${id}`)];
    expect([named.status, documented.status]).toEqual([200, 200]);
    const html = await named.text();
    expect(html).toContain("Öak table, 80 cm");
    expect(canonicalOf(html)).toBe(`/product/${id}`);
    expect(canonicalOf(await documented.text())).toBe(`/product/${id}`);
    expect((await open(byId, "/p/no-such-thing")).status).toBe(404);
    expect((await open(byId, `/p/${"x".repeat(500)}`)).status).toBe(404);
    expect(await (await open(byId, "/sitemap.xml")).text()).toContain(`/product/${id}<`);
  });

  it("take the place of the documented one where the shop wants them, with the query kept", async () => {
    const id = await makeProduct(byName.db, { name: "Oak table" });
    const documented = await open(byName, `/product/${id}?from=mail`);
    expect([documented.status, documented.headers.get("location")]).toEqual([301, "/p/oak-table?from=mail"]);
    const html = await (await open(byName, "/p/oak-table")).text();
    expect(canonicalOf(html)).toBe("/p/oak-table");
    expect(html).toContain("/p/oak-table");
    expect(await (await open(byName, "/sitemap.xml")).text()).toContain("/p/oak-table<");
    expect((await open(byName, "/product/01900000-0000-7000-8000-000000000001")).status).toBe(404);
  });

  it("of before a product was renamed lead to the present one", async () => {
    const id = await makeProduct(byId.db, { name: "Oak table" });
    await rename(byId, id, "Elm table");
    await rename(byId, id, "Ash table");
    for (const former of ["oak-table", "elm-table"]) {
      const moved = await open(byId, `/p/${former}?a=1`);
      expect([moved.status, moved.headers.get("location")], former).toEqual([301, "/p/ash-table?a=1"]);
    }
    expect((await open(byId, "/p/ash-table")).status).toBe(200);
    await rename(byId, id, "Oak table");
    expect((await open(byId, "/p/oak-table")).status).toBe(200);
    expect((await open(byId, "/p/ash-table")).headers.get("location")).toBe("/p/oak-table");
  });

  it("are one for each product, however many have a name, and those of deleted products are free again", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push(await makeProduct(byId.db, { name: "Mug" }));
    const slugs = await Promise.all(ids.map((id) => slugOf(byId, id)));
    expect(slugs.slice(0, 3)).toEqual(["mug", "mug-2", "mug-3"]);
    expect(new Set(slugs).size).toBe(6);
    await byId.pool.query("update products set deleted_at = now() where id = $1", [ids[0]]);
    const next = await makeProduct(byId.db, { name: "Mug!" });
    expect(await slugOf(byId, next)).toBe("mug");
    // One that comes back gets another one.
    await byId.pool.query("update products set deleted_at = null where id = $1", [ids[0]]);
    expect(await slugOf(byId, ids[0] ?? "")).toMatch(/^mug-[0-9a-f]{12}$/);
  });

  it("tell variants apart, and have something for names without letters", async () => {
    const id = await makeProduct(byId.db, { name: "★★★" });
    expect(await slugOf(byId, id)).toBe("product");
    await byId.pool.query("update products set name = 'Shirt', variant_label = 'Size S · Blue' where id = $1", [id]);
    expect(await slugOf(byId, id)).toBe("shirt-size-s-blue");
  });

  it("of products that two people name alike at once are two", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => makeProduct(byId.db, { name: "Same lamp" })));
    const slugs = await Promise.all(ids.map((id) => slugOf(byId, id)));
    expect(new Set(slugs).size).toBe(8);
  });
});
