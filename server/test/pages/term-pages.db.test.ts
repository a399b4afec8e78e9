import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { products } from "../../src/db/schema/products.ts";
import { brands, categories } from "../../src/db/schema/terms.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc } from "../harness/transports.ts";

const origin = "https://shop.example.com";
const shop = startTestShop({ clientDir: makeClientDir(), publicOrigin: origin, pageSize: 2 });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

/** A page, with its structured data by type. */
async function open(path: string) {
  const { status, headers, body } = await send(shop.origin, { path });
  const found = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  const linked = found.map(([, json = ""]): [string, unknown] => {
    const data: unknown = JSON.parse(json);
    return [String(Reflect.get(Object(data), "@type")), data];
  });
  return { status, headers, body, linked: Object.fromEntries(linked) };
}

const kinds = [
  { kind: "brand", table: brands, make: makeBrand, act: "updateBrand", used: (id: string) => ({ brandId: id }) },
  // biome-ignore format: both have the same columns
  { kind: "category", table: categories, make: makeCategory, act: "updateCategory", used: (id: string) => ({ categoryId: id }) },
] as const;

describe.each(kinds)("the page of a $kind", ({ kind, table, make, act, used }) => {
  it("has title, description, image, address and structured data of its own", async () => {
    const id = await make(shop.db, "Søren & Sons");
    const page = { description: "Lamps <b>by hand</b>.", image: "/uploads/some.webp" };
    await shop.db.update(table).set(page).where(eq(table.id, id));
    const product = await makeProduct(shop.db, { ...used(id), name: "Lamp one" });
    const { status, body, linked } = await open(`/${kind}/soren-sons`);
    expect(status).toBe(200);
    expect(body).toContain("<title>Søren &amp; Sons | Test Shop</title>");
    expect(body).toContain(`<link rel="canonical" href="${origin}/${kind}/soren-sons">`);
    expect(body).toContain('<meta name="description" content="Lamps &lt;b&gt;by hand&lt;/b&gt;.">');
    expect(body).toContain(`<meta property="og:image" content="${origin}/uploads/some.webp">`);
    expect(linked.CollectionPage).toMatchObject({
      name: "Søren & Sons",
      url: `${origin}/${kind}/soren-sons`,
      description: "Lamps <b>by hand</b>.",
      image: `${origin}/uploads/some.webp`,
      mainEntity: { numberOfItems: 1, itemListElement: [{ position: 1, url: `${origin}/product/${product}` }] },
    });
    expect(linked.BreadcrumbList).toMatchObject({
      itemListElement: [
        { position: 1, name: "Home", item: `${origin}/` },
        { position: 2, name: "Søren & Sons", item: `${origin}/${kind}/soren-sons` },
      ],
    });
  });

  it("lists its visible products and no others, newest first and page by page", async () => {
    const id = await make(shop.db, "Paged");
    for (const name of ["First", "Second", "Third"]) await makeProduct(shop.db, { ...used(id), name });
    await makeProduct(shop.db, { ...used(id), name: "Draft", publishedAt: null });
    await makeProduct(shop.db, { name: "Other" });
    const names = async (query: string) =>
      (await open(`/${kind}/paged${query}`)).body.match(/"name":"(First|Second|Third|Draft|Other)","image"/g);
    expect(await names("")).toEqual(['"name":"Third","image"', '"name":"Second","image"']);
    expect(await names("?pageNumber=2")).toEqual(['"name":"First","image"']);
    expect((await open(`/${kind}/paged?pageNumber=2`)).body).toContain(
      `<link rel="canonical" href="${origin}/${kind}/paged?pageNumber=2">`,
    );
    expect((await open(`/${kind}/paged?pageNumber=3`)).status).toBe(404);
    expect((await open(`/${kind}/paged?pageNumber=x`)).status).toBe(200);
    const chosen = await open(`/${kind}/paged?inStock=true&${kind}=Other`);
    expect(chosen.body).toContain('<meta name="robots" content="noindex, follow">');
    expect(chosen.body).toContain(`<link rel="canonical" href="${origin}/${kind}/paged">`);
    expect(chosen.body).toContain('"name":"Third","image"');
  });

  it("moves with a new name: former addresses redirect for good, whatever comes after their path", async () => {
    const id = await make(shop.db, "Before");
    await makeProduct(shop.db, used(id));
    expect((await open(`/${kind}/before`)).status).toBe(200);
    await admin.does("REST", act, { id, body: { name: "After" } });
    const { status, headers } = await open(`/${kind}/before?pageNumber=1&a=b`);
    expect({ status, to: headers.location }).toEqual({ status: 301, to: `/${kind}/after?pageNumber=1&a=b` });
    expect((await open(`/${kind}/AFTER`)).headers.location).toBe(`/${kind}/after`);
    expect((await open(`/${kind}/after/`)).headers.location).toBe(`/${kind}/after`);
    expect((await askTrpc(shop, "catalog.term", { kind, slug: "before" })).body).toMatchObject({ slug: "after" });
    // Whoever has the name now has the address.
    const next = await make(shop.db, "Before");
    await makeProduct(shop.db, used(next));
    expect((await open(`/${kind}/before`)).status).toBe(200);
  });

  it("is the current one after each change of it and of its products", async () => {
    const id = await make(shop.db, "Fresh");
    const product = await makeProduct(shop.db, { ...used(id), name: "Kettle" });
    const body = async () => (await open(`/${kind}/fresh`)).body;
    expect(await body()).toContain("Kettle");
    await shop.db.update(products).set({ name: "Teapot" }).where(eq(products.id, product));
    expect(await body()).toContain("Teapot");
    await shop.db.update(products).set({ priceCents: 4_321 }).where(eq(products.id, product));
    expect(await body()).toContain("43.21");
    await admin.does("REST", act, { id, body: { name: "Fresh", description: "Brewed today." } });
    expect(await body()).toContain("Brewed today.");
    await makeProduct(shop.db, { ...used(id), name: "Strainer" });
    expect(await body()).toContain("Strainer");
  });

  it("answers 404 for an unknown one, and is not for crawlers without products", async () => {
    for (const slug of ["nowhere", "%00", "%F0%9F%98%80", "x".repeat(900)]) {
      const { status, body } = await open(`/${kind}/${slug}`);
      expect({ slug, status, hasTitle: /<title>[^<]*not found/i.test(body) }).toEqual({
        slug,
        status: 404,
        hasTitle: true,
      });
    }
    await make(shop.db, "Bare");
    const { status, body } = await open(`/${kind}/bare`);
    expect(status).toBe(200);
    expect(body).toContain('<meta name="robots" content="noindex, follow">');
    const sitemap = (await send(shop.origin, { path: "/sitemap.xml" })).body;
    expect(sitemap).toContain(`<loc>${origin}/${kind}/fresh</loc>`);
    expect(sitemap).not.toContain(`/${kind}/bare<`);
  });
});

describe("the menu", () => {
  it("has what has products: by position, then by number of products", async () => {
    const [many, few, placed, bare] = await Promise.all(
      ["Menu many", "Menu few", "Menu placed", "Menu bare"].map((name) => makeCategory(shop.db, name)),
    );
    for (const categoryId of [many, many, many, few, placed])
      await makeProduct(shop.db, { categoryId: categoryId ?? "" });
    await shop.db
      .update(categories)
      .set({ menuPosition: 1 })
      .where(eq(categories.id, placed ?? ""));
    const { body } = await askTrpc(shop, "catalog.menu");
    const names = JSON.stringify(body).match(/Menu \w+/g);
    expect(names).toEqual(["Menu placed", "Menu many", "Menu few"]);
    expect(bare).toBeDefined();
    const page = await open("/browse");
    expect(page.status).toBe(200);
    expect(page.body).toContain("Menu placed");
  });
});

describe("the entrances on Home", () => {
  it("are at most twelve, those with a position first, each with its image or that of its best-rated product", async () => {
    const id = await makeCategory(shop.db, "Entered first");
    await shop.db.update(categories).set({ menuPosition: 1 }).where(eq(categories.id, id));
    await makeProduct(shop.db, { categoryId: id, image: "/uploads/plain.webp" });
    const best = { image: "/uploads/best.webp", ratingSum: 5, numReviews: 1 };
    const product = await makeProduct(shop.db, { categoryId: id, ...best });
    for (let n = 0; n < 12; n += 1) await makeProduct(shop.db);
    const entrancesNow = async () => (await askTrpc(shop, "catalog.entrances")).body;
    expect(await entrancesNow()).toHaveLength(12);
    const shown = expect.objectContaining({ slug: "entered-first", image: "/uploads/best.webp", imageOf: product });
    expect(await entrancesNow()).toEqual(expect.arrayContaining([shown]));
    expect((await open("/")).body).toContain("/uploads/best.webp");
    // Its image is another one.
    await shop.db.update(products).set({ image: "/uploads/next.webp" }).where(eq(products.id, product));
    expect((await open("/")).body).toContain("/uploads/next.webp");
    await shop.db.update(categories).set({ image: "/uploads/own.webp" }).where(eq(categories.id, id));
    expect((await open("/")).body).toContain("/uploads/own.webp");
  });
});

describe("the page of a product", () => {
  it("tells the path to it, which follows a renamed category", async () => {
    const categoryId = await makeCategory(shop.db, "Paths");
    const product = await makeProduct(shop.db, { categoryId, name: "Walker" });
    const steps = async () => (await open(`/product/${product}`)).linked.BreadcrumbList;
    expect(await steps()).toMatchObject({
      itemListElement: [
        { name: "Home", item: `${origin}/` },
        { name: "Paths", item: `${origin}/category/paths` },
        { name: "Walker", item: `${origin}/product/${product}` },
      ],
    });
    await admin.does("REST", "updateCategory", { id: categoryId, body: { name: "Trails" } });
    expect(await steps()).toMatchObject({
      itemListElement: [{}, { name: "Trails", item: `${origin}/category/trails` }, {}],
    });
  });
});
