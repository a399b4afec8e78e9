import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { providers } from "../../src/infra/paypal/settings.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeProduct } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ clientDir: makeClientDir() });
const secondShop = startTestShop({ clientDir: makeClientDir(), besides: shop });
const simulator = { ...providers.simulator, apiBase: "http://localhost:3990", scriptBase: "http://localhost:3990" };
const demoShop = startTestShop({
  clientDir: makeClientDir(),
  besides: shop,
  settings: { payments: { mode: "simulator", ...simulator, webhookId: undefined, shopName: "Shop" } },
});
const imageId = "01900000-0000-7000-8000-00000000000a";
const image = `/uploads/${imageId}.webp`;

/** What stands in the page before any script has run; `null` when nothing does. */
async function prerenderedAt(path: string, at = shop): Promise<string | null> {
  const { body } = await send(at.origin, { path });
  return /<div id="root">(?:<div id="prerender">([\s\S]*)<\/div>)?<\/div>\s*<script/.exec(body)?.[1] ?? null;
}

async function sellOnly(more: Parameters<typeof makeProduct>[1] = {}): Promise<string> {
  await shop.pool.query("update products set deleted_at = now()");
  return makeProduct(shop.db, { image, ...more });
}

describe("what a page shows before its scripts", () => {
  let id = "";
  beforeEach(async () => {
    const brandId = await makeBrand(shop.db);
    await shop.pool.query("update brands set name = 'Acme & Sons' || id where id = $1", [brandId]);
    id = await sellOnly({ name: "Lamp", brandId, priceCents: 123_456, countInStock: 8, description: "It glows" });
  });
  afterEach(() => shop.pool.query("delete from products"));

  it("is the first product of the shop window, on Home", async () => {
    const prerendered = await prerenderedAt("/");
    expect(prerendered).toContain(`<p title="Lamp">Lamp by Acme &amp; Sons`);
    expect(prerendered).toContain(`<img src="/uploads/${imageId}.webp"><b>$1,234.56</b>`);
    expect(prerendered).toContain(`<a href="/product/${id}">Test Shop ${new Date().getFullYear()}</a>`);
    expect(prerendered).toContain('<s title="0 out of 5">0 halves, 0 reviews</s>');
  });

  it("is the product, on its own page", async () => {
    expect(await prerenderedAt(`/product/${id}`)).toContain("<i>It glows</i>");
  });

  it("says how many are left, or that none is", async () => {
    await shop.pool.query("update products set count_in_stock = 2 where id = $1", [id]);
    expect(await prerenderedAt(`/product/${id}`)).toContain("<i>Only 2 left</i>");
    await shop.pool.query("update products set count_in_stock = 0 where id = $1", [id]);
    expect(await prerenderedAt(`/product/${id}`)).toContain("<i>Sold out</i>");
  });

  it("follows the rating to the nearest half, and one review is not called reviews", async () => {
    await shop.pool.query("update products set rating_sum = 4, num_reviews = 1 where id = $1", [id]);
    expect(await prerenderedAt(`/product/${id}`)).toContain('<s title="4 out of 5">8 halves, 1 review</s>');
    await shop.pool.query("update products set rating_sum = 13, num_reviews = 3 where id = $1", [id]);
    expect(await prerenderedAt(`/product/${id}`)).toContain('<s title="4.3 out of 5">9 halves, 3 reviews</s>');
  });

  it("says of a demo that it is one, and of no other shop", async () => {
    for (const path of ["/", `/product/${id}`]) {
      expect(await prerenderedAt(path)).not.toContain("No money moves");
      expect(await prerenderedAt(path, demoShop)).toContain("<aside>No money moves</aside>");
    }
  });

  it("is today's price on every instance, at once", async () => {
    await prerenderedAt(`/product/${id}`, secondShop);
    await shop.pool.query("update products set price_cents = 999 where id = $1", [id]);
    for (const instance of [shop, secondShop]) {
      expect(await prerenderedAt(`/product/${id}`, instance)).toContain("<b>$9.99</b>");
      expect(await prerenderedAt("/", instance)).toContain("<b>$9.99</b>");
    }
  });

  it.each([
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    "$& $' $` {{shop}} {{price}}",
    "</div></div>",
  ])("shows %s as text", async (name) => {
    await shop.pool.query("update products set name = $1 where id = $2", [name, id]);
    const prerendered = await prerenderedAt(`/product/${id}`);
    const escaped = name.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
    const safe = escaped.replaceAll(/&(?!lt;|gt;|quot;)/g, "&amp;").replaceAll("'", "&#39;");
    expect(prerendered).toContain(`<p title="${safe}">${safe} by`);
  });

  it("is nothing where the picture is not one of ours, the shop window is empty, or the page is somebody's own", async () => {
    await shop.pool.query("update products set image = 'https://example.com/lamp.jpg' where id = $1", [id]);
    expect(await prerenderedAt(`/product/${id}`)).toBeNull();
    expect(await prerenderedAt("/")).toBeNull();
    await shop.pool.query("delete from products");
    for (const path of ["/", "/cart", "/profile", "/nowhere", `/product/${id}`])
      expect(await prerenderedAt(path)).toBeNull();
  });
});
