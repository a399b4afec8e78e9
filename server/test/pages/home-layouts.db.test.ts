import { type HomeBlock, specifiedHome, usualHome, usualHomeFrom } from "@shop/shared/page/home-layout";
import { homeDraftsMax } from "@shop/shared/page/home-layout-edit";
import { localTimeIn } from "@shop/shared/time-zone";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { reviewPhotos } from "../../src/db/schema/reviews.ts";
import { deleteOrphanedImages } from "../../src/domain/catalog/delete-orphaned-images.ts";
import { beginPlannedLayouts } from "../../src/domain/home/begin-planned.ts";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeCategory, makeProduct, makeReview, makeUser } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc } from "../harness/transports.ts";

const clientDir = makeClientDir();
const shop = startTestShop({ clientDir });
const other = startTestShop({ clientDir, besides: shop });
let admin: Member;
let terms: { brandId: string; categoryId: string };
beforeAll(async () => {
  admin = await makeAdmin(shop);
  terms = { brandId: await makeBrand(shop.db, "Ember"), categoryId: await makeCategory(shop.db, "Lamps") };
});
beforeEach(() => shop.pool.query("delete from home_layouts; update catalogue_version set version = gen_random_uuid()"));
afterEach(() => shop.pool.query("update products set deleted_at = now() where deleted_at is null"));

const [carousel, shortcuts, list]: readonly HomeBlock[] = specifiedHome;
if (carousel === undefined || shortcuts === undefined || list === undefined) throw new Error("no specified Home");
const headline = {
  kind: "headline",
  title: "Winter is here",
  text: "Warm light for long evenings.",
  image: "",
  imageAlt: "",
  label: "See all",
  to: "/products",
} satisfies HomeBlock;
const row = (source: "new" | "loved" | "sale" | "collection", collectionId = ""): HomeBlock => {
  return { kind: "row", title: `Row ${source}`, source, collectionId };
};

const layoutSchema = z.looseObject({
  _id: z.string(),
  version: z.int(),
  state: z.string(),
  startsAt: z.string().nullable(),
});
const call = (act: string, input: object) => admin.trpc("mutation", `admin.home.${act}`, input);
const create = async (name = "Winter", from: string | null = null) =>
  layoutSchema.parse((await call("create", { name, from })).body);
const saved = async (blocks: readonly object[]) => {
  const { _id: id, version } = await create();
  const reply = await call("save", { id, version, name: "Winter", blocks });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return layoutSchema.parse(reply.body);
};
const publish = async ({ _id: id, version }: { _id: string; version: number }, at: string | null = null) =>
  call("publish", { id, version, at });
const published = async (blocks: readonly object[]) => {
  const reply = await publish(await saved(blocks));
  expect(reply.status).toBe(200);
  return layoutSchema.parse(reply.body);
};
const stateOf = async (id: string) =>
  layoutSchema.parse((await admin.trpc("query", "admin.home.byId", { id })).body).state;

const blockSchema = z.looseObject({ kind: z.string() });
const homeOf = async (at = shop, isFirstPage = true) =>
  z.array(blockSchema).parse((await askTrpc(at, "catalog.home", { isFirstPage })).body);
const kindsOf = async (at = shop, isFirstPage = true) => (await homeOf(at, isFirstPage)).map(({ kind }) => kind);
const namesIn = (block: unknown) =>
  z
    .looseObject({ products: z.array(z.looseObject({ name: z.string() })) })
    .parse(block)
    .products.map(({ name }) => name);
const make = (name: string, more: object = {}) => makeProduct(shop.db, { ...terms, name, ...more });
const rated = (ratingSum: number) => ({ ratingSum, numReviews: 1 });
/** As if the time of a planned layout had come. */
const comeToTime = (id: string) =>
  shop.pool.query("update home_layouts set starts_at = now() - interval '1 second' where id = $1", [id]);

describe("Home", () => {
  it("is the specified one as long as no layout is published, whatever drafts there are", async () => {
    await saved([headline, carousel, list]);
    expect(await kindsOf()).toEqual(["featured", "entrances", "products"]);
  });

  it("is the usual one in a shop with many products: the carousel on top, what is new and loved and in stock, a category, reviews, and the list", async () => {
    const image = "/uploads/01900000-0000-7000-8000-00000000bbbb.webp";
    await shop.pool.query("update categories set description = 'Light for every room.' where id = $1", [
      terms.categoryId,
    ]);
    for (let n = 1; n <= usualHomeFrom; n += 1) {
      const more = { image, countInStock: n === 30 ? 0 : 5, createdAt: new Date(Date.UTC(2026, 0, n)) };
      await make(`Lamp ${n}`, { ...more, ...rated(n > 25 ? 5 : 1) });
    }
    expect(await kindsOf()).toEqual(["featured", "row", "row", "story", "entrances", "products"]);
    const [, newest, loved, story] = await homeOf();
    // The carousel has 36 to 32.
    expect(namesIn(newest)).toEqual(["Lamp 31", "Lamp 29", "Lamp 28", "Lamp 27"]);
    expect(namesIn(loved)).not.toContain("Lamp 31");
    expect(story).toMatchObject({ title: "Lamps", image, label: "Shop Lamps", body: [{ type: "paragraph" }] });
    expect(await kindsOf(shop, false)).toEqual(["featured", "entrances", "products"]);
    const draft = await create();
    expect(draft).toMatchObject({ blocks: usualHome });
    await shop.pool.query("update categories set description = ''");
  });

  it("has the parts of the published layout in their order, on every instance at once, and the specified ones on further pages", async () => {
    await make("Lamp");
    for (const at of [shop, other]) expect(await kindsOf(at)).toEqual(["featured", "entrances", "products"]);
    await published([headline, list, row("new"), carousel]);
    for (const at of [shop, other]) {
      expect(await kindsOf(at)).toEqual(["headline", "products", "row", "featured"]);
      expect(await kindsOf(at, false)).toEqual(["products", "featured"]);
      const { body } = await send(at.origin, { path: "/" });
      expect(body).toContain("Winter is here");
      expect((await send(at.origin, { path: "/search/lamp" })).body).not.toContain("Winter is here");
    }
    await published(specifiedHome);
    expect((await send(other.origin, { path: "/" })).body).not.toContain("Winter is here");
  });

  it("shows rows of the newest, the best rated and the reduced products and of a collection, and leaves out empty ones", async () => {
    const reply = await admin.trpc("mutation", "admin.collections.create", undefined);
    const { _id: collectionId } = z.looseObject({ _id: z.string() }).parse(reply.body);
    const rows = [row("new"), row("loved"), row("sale"), row("collection", collectionId)];
    const isOnHome = async () => (await homeOf()).filter(({ kind }) => kind === "row").map(namesIn);
    for (let n = 1; n <= 6; n += 1) {
      await make(`Lamp ${n}`, { ...rated(n === 2 ? 5 : 1), createdAt: new Date(Date.UTC(2026, 0, n)) });
    }
    await published([...rows, carousel, list]);
    const newest = ["Lamp 6", "Lamp 5", "Lamp 4", "Lamp 3"];
    expect(await isOnHome()).toEqual([newest, ["Lamp 2", "Lamp 6", "Lamp 5", "Lamp 4"]]);
    await shop.pool.query(
      `insert into collection_products (collection_id, product_id, position)
       select $1, id, 1 from products where name = 'Lamp 1' and deleted_at is null`,
      [collectionId],
    );
    expect(await isOnHome()).toHaveLength(2);
    await shop.pool.query("update collections set is_published = true where id = $1", [collectionId]);
    expect((await isOnHome()).at(-1)).toEqual(["Lamp 1"]);
  });

  it("shows a row with the price and the stock that its products have now", async () => {
    const id = await make("Lamp", { priceCents: 1_000 });
    await published([row("new"), carousel, list]);
    const first = async (at: typeof shop) => JSON.stringify((await homeOf(at))[0]);
    for (const at of [shop, other]) expect(await first(at)).toContain('"price":10,');
    await shop.pool.query("update products set price_cents = 1234, count_in_stock = 0 where id = $1", [id]);
    for (const at of [shop, other]) {
      expect(await first(at)).toContain('"price":12.34');
      expect(await first(at)).toContain('"countInStock":0');
    }
  });

  it("features the owner's products in their order as far as they are in stock, also for programs, and otherwise the best rated", async () => {
    const best = await make("Best", rated(5));
    const second = await make("Second", rated(1));
    const gone = await make("Gone", { countInStock: 0 });
    const top = async () =>
      z.array(z.looseObject({ name: z.string() })).parse(await (await fetch(`${shop.origin}/api/products/top`)).json());
    const names = async () => (await top()).map(({ name }) => name);
    expect(await names()).toEqual(["Best", "Second"]);
    await published([{ kind: "featured", productIds: [gone, second, best] }, list]);
    expect(await names()).toEqual(["Second", "Best"]);
    await published([{ kind: "featured", productIds: [gone] }, list]);
    expect(await names()).toEqual(["Best", "Second"]);
  });

  it("shows the newest good reviews with more than a word, one of each product, and none that is hidden", async () => {
    const lamp = await make("Lamp");
    const vase = await make("Vase");
    const words = "It is as lovely as on the pictures.";
    await makeReview(shop.db, lamp, { comment: `First. ${words}`, createdAt: new Date(Date.UTC(2026, 0, 1)) });
    await makeReview(shop.db, lamp, { comment: `Second. ${words}`, createdAt: new Date(Date.UTC(2026, 0, 2)) });
    await makeReview(shop.db, vase, { comment: "Nice", createdAt: new Date(Date.UTC(2026, 0, 3)) });
    await makeReview(shop.db, vase, { comment: `Bad. ${words}`, rating: 2, createdAt: new Date(Date.UTC(2026, 0, 4)) });
    const hidden = { hiddenAt: new Date(), hiddenReason: "advertising" as const };
    await makeReview(shop.db, vase, { comment: `Hidden. ${words}`, ...hidden });
    await published([{ kind: "reviews", title: "Praise" }, carousel, list]);
    const [block] = await homeOf();
    expect(block).toMatchObject({ reviews: [{ comment: `Second. ${words}`, product: { name: "Lamp" } }] });
    await makeReview(shop.db, vase, {
      comment: `Third. ${"x".repeat(400)}`,
      createdAt: new Date(Date.UTC(2026, 0, 5)),
    });
    expect(JSON.stringify(await homeOf(other))).toContain("Third.");
  });

  it("shows reviews with photos before newer ones without, and the first photo of each", async () => {
    const words = "It is as lovely as on the pictures.";
    const userId = await makeUser(shop.db);
    const pictured = await makeReview(shop.db, await make("Lamp"), { comment: words, userId });
    await makeReview(shop.db, await make("Vase"), { comment: words });
    const photo = (n: number) => `/uploads/reviews/01900000-0000-7000-8000-00000000ccc${n}.webp`;
    await shop.db
      .insert(reviewPhotos)
      .values([0, 1].map((place) => ({ userId, reviewId: pictured, place, image: photo(place) })));
    await published([{ kind: "reviews", title: "Praise" }, carousel, list]);
    const [block] = await homeOf();
    expect(block).toMatchObject({
      reviews: [{ photo: photo(0), product: { name: "Lamp" } }, { product: { name: "Vase" } }],
    });
  });

  it("shows chosen categories and brands with an image of theirs, and of texts only what pages may contain", async () => {
    const image = "/uploads/01900000-0000-7000-8000-00000000bbbb.webp";
    await make("Lamp", { image });
    await published([
      { kind: "brands", title: "Brands", ids: [terms.brandId] },
      { kind: "categories", title: "Categories", ids: [] },
      { kind: "text", text: "**Bold** <script>alert(1)</script>" },
      carousel,
      list,
    ]);
    const [brands, categories, text] = await homeOf();
    expect(brands).toMatchObject({ kind: "terms", terms: [{ name: "Ember", kind: "brand", image }] });
    expect(categories).toMatchObject({ terms: [{ name: "Lamps", kind: "category", image }] });
    expect(text).toMatchObject({ body: [{ type: "paragraph" }] });
    expect((await send(shop.origin, { path: "/" })).body).not.toContain("<script>alert(1)");
  });
});

describe("a planned layout", () => {
  const inAnHour = () => localTimeIn("UTC", new Date(Date.now() + 3_600_000));

  it("is shown from its time on, on every instance, and can be a draft again before", async () => {
    const planned = layoutSchema.parse((await publish(await saved([headline, carousel, list]), inAnHour())).body);
    expect(planned.state).toBe("planned");
    expect(await beginPlannedLayouts(shop.db)).toBe(0);
    for (const at of [shop, other]) expect(await kindsOf(at)).not.toContain("headline");
    const draft = layoutSchema.parse((await call("unplan", { id: planned._id, version: planned.version })).body);
    expect(draft).toMatchObject({ state: "draft", startsAt: null });
    await publish(draft, inAnHour());
    await comeToTime(draft._id);
    const begun = await Promise.all([beginPlannedLayouts(shop.db), beginPlannedLayouts(other.db)]);
    expect(begun.toSorted()).toEqual([0, 1]);
    for (const at of [shop, other]) expect(await kindsOf(at)).toContain("headline");
    expect(await stateOf(draft._id)).toBe("shown");
  });

  it("of two that are due the later one is shown", async () => {
    const [early, late] = [await saved([headline, carousel, list]), await saved([list, carousel])];
    for (const layout of [late, early]) await publish(layout, inAnHour());
    await comeToTime(late._id);
    await shop.pool.query("update home_layouts set starts_at = now() - interval '1 hour' where id = $1", [early._id]);
    expect(await beginPlannedLayouts(shop.db)).toBe(2);
    expect(await kindsOf()).toEqual(["products", "featured"]);
  });

  it("is refused for a time that has passed or that no clock shows", async () => {
    const draft = await saved([headline, carousel, list]);
    for (const at of ["2026-01-01T00:00", "2026-02-30T10:00", "tomorrow", ""]) {
      expect(complaintsOf(await publish(draft, at)), at).toEqual(["at"]);
    }
    expect(await stateOf(draft._id)).toBe("draft");
  });
});

describe("a layout", () => {
  it("keeps what another owner has saved, and what customers saw stays as it was", async () => {
    const { _id: id, version } = await create();
    const blocks = [headline, carousel, list];
    expect((await call("save", { id, version, name: "Mine", blocks })).status).toBe(200);
    expect((await call("save", { id, version, name: "Theirs", blocks: [carousel, list] })).status).toBe(409);
    expect((await publish({ _id: id, version })).status).toBe(409);
    expect((await publish({ _id: id, version: version + 1 })).status).toBe(200);
    expect((await call("save", { id, version: version + 2, name: "Later", blocks })).status).toBe(400);
    expect((await call("delete", { id, version: version + 2 })).status).toBe(400);
    const copy = await create("Again", id);
    expect(copy).toMatchObject({ name: "Again", state: "draft", blocks });
    await publish(copy);
    expect(await stateOf(id)).toBe("past");
    expect((await call("delete", { id, version: version + 2 })).status).toBe(200);
    expect(await actsOn(shop, id)).toHaveLength(4);
  });

  const block = (more: object) => [more, carousel, list];
  it.each([
    ["without a carousel", [list], ["blocks"]],
    ["with two lists of products", [carousel, list, list], ["blocks"]],
    ["with a headline without words", block({ ...headline, title: " " }), ["blocks.0.title"]],
    ["with a button that leads nowhere", block({ ...headline, to: "" }), ["blocks.0.to"]],
    ["with a button that runs a script", block({ ...headline, to: "javascript:alert(1)" }), ["blocks.0.to"]],
    ["with an image of another site", block({ ...headline, image: "https://example.com/a.png" }), ["blocks.0.image"]],
    ["with a row of no collection", block(row("collection")), ["blocks.0.collectionId"]],
    ["with a kind that there is not", block({ kind: "video" }), ["blocks.0.kind"]],
    ["with a text too hard to read", block({ kind: "text", text: "> ".repeat(40) }), ["blocks.0.text"]],
    ["with more parts than a page has", [...Array(29).fill(headline), carousel, list], ["blocks"]],
  ])("%s is refused, and nothing of it is saved", async (_what, blocks, paths) => {
    const { _id: id, version } = await create();
    const reply = await call("save", { id, version, name: "Winter", blocks });
    expect(reply.status).toBe(400);
    expect(complaintsOf(reply)).toEqual(paths);
    expect((await admin.trpc("query", "admin.home.byId", { id })).body).toMatchObject({
      blocks: specifiedHome,
      version,
    });
    expect(complaintsOf(await call("preview", { blocks }))).toEqual(paths);
  });

  it("keeps its uploaded images, and its parts that a later release made are left out", async () => {
    const id = "01900000-0000-7000-8000-00000000cccc";
    await shop.storage.write(`${id}.webp`, Buffer.from("an image"));
    const layout = await saved(block({ ...headline, image: `/uploads/${id}.webp` }));
    await deleteOrphanedImages(shop, 1);
    expect(await shop.storage.has(`${id}.webp`)).toBe(true);
    await shop.pool.query(`update home_layouts set blocks = '[{"kind":"video"}]'::jsonb || blocks`);
    await publish(layout);
    expect(await kindsOf()).toEqual(["headline", "featured", "products"]);
    await shop.pool.query("delete from home_layouts");
    await deleteOrphanedImages(shop, 1);
    expect(await shop.storage.has(`${id}.webp`)).toBe(false);
  });

  it("can be previewed with products of the owner's choice before anything of it is saved", async () => {
    const lamp = await make("Lamp");
    await make("Best", rated(5));
    const { body } = await call("preview", { blocks: [headline, { kind: "featured", productIds: [lamp] }, list] });
    const [, featured] = z.array(blockSchema).parse(body);
    expect(namesIn(featured)).toEqual(["Lamp"]);
    expect(await kindsOf()).toEqual(["featured", "entrances", "products"]);
  });

  it("is one of a bounded number of drafts, and of those that customers saw the last ones are kept", async () => {
    for (let n = 0; n < homeDraftsMax; n += 1) await create(`Draft ${n}`);
    expect(complaintsOf(await call("create", { name: "One more", from: null }))).toEqual(["name"]);
    await shop.pool.query("delete from home_layouts");
    for (let n = 0; n < 22; n += 1) await publish(await create(`Home ${n}`));
    const names = z
      .array(z.looseObject({ name: z.string() }))
      .parse((await admin.trpc("query", "admin.home.list")).body);
    expect(names.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => `Home ${21 - n}`));
  });
});
