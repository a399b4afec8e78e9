import { articlesOnPage } from "@shop/shared/page/journal";
import { localTimeIn } from "@shop/shared/time-zone";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { deleteOrphanedImages } from "../../src/domain/catalog/delete-orphaned-images.ts";
import { publishDueArticles } from "../../src/domain/journal/publish-due.ts";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeCategory, makeProduct } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc } from "../harness/transports.ts";

const clientDir = makeClientDir();
const shop = startTestShop({ clientDir });
const other = startTestShop({ clientDir, besides: shop });
let admin: Member;
let productId: string;
beforeAll(async () => {
  admin = await makeAdmin(shop);
  const terms = { brandId: await makeBrand(shop.db, "Ember"), categoryId: await makeCategory(shop.db, "Lamps") };
  productId = await makeProduct(shop.db, { ...terms, name: "Lamp" });
});
beforeEach(() =>
  shop.pool.query(`
    delete from articles;
    insert into product_changes (product_id, affects_ranking) values (null, true);
    update catalogue_version set version = gen_random_uuid()`),
);

const image = "/uploads/01900000-0000-7000-8000-00000000bbbb.webp";
const detailSchema = z.looseObject({
  _id: z.string(),
  slug: z.string(),
  version: z.int(),
  state: z.string(),
  publishedAt: z.string().nullable(),
});
type Detail = z.output<typeof detailSchema>;

const call = (act: string, input: object) => admin.trpc("mutation", `admin.journal.${act}`, input);
const done = async (act: string, input: object) => {
  const reply = await call(act, input);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return detailSchema.parse(reply.body);
};
const create = (slug: string) => done("create", { title: `About ${slug}`, slug });
const written = async (slug: string, more: object = {}) => {
  const { _id: id, version } = await create(slug);
  const fields = { title: `About ${slug}`, summary: "", image: "", imageAlt: "", text: `All of **${slug}**.` };
  return done("save", { id, version, ...fields, ...more });
};
const publish = ({ _id: id, version }: Detail, at: string | null = null) => done("publish", { id, version, at });
const published = async (slug: string, at: string | null = null) => publish(await written(slug), at);
const hoursFromNow = (hours: number) => localTimeIn("UTC", new Date(Date.now() + hours * 3_600_000));

const listSchema = z.object({
  articles: z.array(z.looseObject({ slug: z.string(), title: z.string(), summary: z.string() })),
  page: z.int(),
  pages: z.int(),
});
const listed = async (at = shop, pageNumber = 1) =>
  listSchema.parse((await askTrpc(at, "journal.list", { pageNumber })).body);
const slugsOf = async (at = shop, pageNumber = 1) => (await listed(at, pageNumber)).articles.map(({ slug }) => slug);
const pageAt = async (path: string, at = shop) => send(at.origin, { path });
const hasLink = async (path: string, at = shop) => (await pageAt(path, at)).body.includes('"hasJournal":true');

describe("the journal", () => {
  it("is not linked, listed or found as long as no article is published", async () => {
    await written("draft");
    expect(await hasLink("/")).toBe(false);
    expect(await slugsOf()).toEqual([]);
    for (const path of ["/journal", "/journal/draft", "/journal/feed.xml"]) {
      expect((await pageAt(path)).status, path).toBe(404);
    }
    expect((await askTrpc(shop, "journal.article", { slug: "draft" })).status).toBe(404);
    expect((await pageAt("/sitemap.xml")).body).not.toContain("/journal");
  });

  it("is linked from every page of every instance once an article is published, and no longer once none is", async () => {
    const draft = await written("winter");
    const paths = ["/", `/product/${productId}`, "/browse", "/cart"];
    for (const at of [shop, other]) for (const path of paths) expect(await hasLink(path, at), path).toBe(false);
    const shown = await publish(draft);
    for (const at of [shop, other]) for (const path of paths) expect(await hasLink(path, at), path).toBe(true);
    await done("unpublish", { id: shown._id, version: shown.version });
    for (const at of [shop, other]) for (const path of paths) expect(await hasLink(path, at), path).toBe(false);
  });

  it("lists the newest article first, in pages, and answers 404 beyond the last one", async () => {
    for (let n = 1; n <= articlesOnPage + 1; n += 1) await published(`a${n}`, hoursFromNow(-100 + n));
    expect(await listed()).toMatchObject({ page: 1, pages: 2 });
    expect((await slugsOf()).slice(0, 2)).toEqual([`a${articlesOnPage + 1}`, `a${articlesOnPage}`]);
    expect(await slugsOf(shop, 2)).toEqual(["a1"]);
    expect((await pageAt("/journal/page/2")).status).toBe(200);
    expect((await pageAt("/journal/page/3")).status).toBe(404);
    expect(await slugsOf(shop, 999_999_999)).toEqual([]);
  });

  it("shows a saved change at once on every instance, and the first words where there is no summary", async () => {
    const { _id: id, version } = await published("winter");
    const fields = { title: "Winter", summary: "", image, imageAlt: "Snow", text: "# Cold\n\nIt is **cold**." };
    for (const at of [shop, other]) expect((await listed(at)).articles[0]).toMatchObject({ title: "About winter" });
    const saved = await done("save", { id, version, ...fields });
    for (const at of [shop, other]) {
      expect((await listed(at)).articles[0]).toMatchObject({ title: "Winter", summary: "Cold It is cold." });
      expect((await pageAt("/journal/winter", at)).body).toContain("Winter");
    }
    await done("save", { id, version: saved.version, ...fields, summary: "Of cold days." });
    expect((await listed(other)).articles[0]).toMatchObject({ summary: "Of cold days." });
  });

  it("has an article with what pages may contain, its neighbours, and what search engines and previews read", async () => {
    await published("first", hoursFromNow(-3));
    const text = "**Bold** <script>alert(1)</script>";
    await publish(await written("second", { image, imageAlt: "Snow", summary: "Two", text }), hoursFromNow(-2));
    await published("third", hoursFromNow(-1));
    const { body } = await askTrpc(shop, "journal.article", { slug: "second" });
    expect(body).toMatchObject({ older: { slug: "first" }, newer: { slug: "third" }, body: [{ type: "paragraph" }] });
    const page = (await pageAt("/journal/second")).body;
    expect(page).not.toContain("<script>alert(1)");
    expect(page).toContain('"@type":"BlogPosting","headline":"About second","description":"Two"');
    expect(page).toMatch(new RegExp(`<meta property="og:image" content="[^"]*${image}">`));
    expect(page).toContain('type="application/atom+xml"');
    expect((await askTrpc(shop, "journal.article", { slug: "third" })).body).not.toHaveProperty("newer");
  });

  it("is in the sitemap and in a feed that readers of Atom understand, whatever a title contains", async () => {
    await publish(await written("odd", { title: "Salt & <pepper>", summary: "Half \u{1F600} price" }));
    expect((await pageAt("/sitemap.xml")).body).toContain("/journal/odd</loc>");
    const feed = await pageAt("/journal/feed.xml");
    expect(feed.headers["content-type"]).toContain("application/atom+xml");
    expect(feed.body).toContain("<title>Salt &amp; &lt;pepper&gt;</title>");
    expect(feed.body).toMatch(/<entry>.*<id>[^<]*\/journal\/odd<\/id>.*<published>.*<\/entry>/);
  });
});

describe("a planned article", () => {
  it("is seen from its time on, on every instance, and once only however many instances look", async () => {
    const { _id: id, state } = await published("soon", hoursFromNow(1));
    expect(state).toBe("planned");
    expect(await publishDueArticles(shop.db)).toBe(0);
    for (const at of [shop, other]) expect(await slugsOf(at)).toEqual([]);
    await shop.pool.query("update articles set published_at = now() - interval '1 second' where id = $1", [id]);
    const counts = await Promise.all([1, 2, 3, 4].map(() => publishDueArticles(shop.db)));
    expect(counts.toSorted()).toEqual([0, 0, 0, 1]);
    for (const at of [shop, other]) expect(await slugsOf(at)).toEqual(["soon"]);
    expect(await hasLink("/", other)).toBe(true);
  });

  it("can be published now instead, or made a draft", async () => {
    const planned = await published("soon", hoursFromNow(1));
    expect((await publish(planned)).state).toBe("published");
    const later = await published("later", hoursFromNow(1));
    expect(await done("unpublish", { id: later._id, version: later.version })).toMatchObject({
      state: "draft",
      publishedAt: null,
    });
  });

  it("is published as of a day that has passed", async () => {
    const at = "2024-02-29T09:00";
    expect(await published("old", at)).toMatchObject({ state: "published", publishedAt: "2024-02-29T09:00:00.000Z" });
    const reply = await call("publish", { id: (await written("none"))._id, version: 2, at: "2023-02-29T09:00" });
    expect(complaintsOf(reply)).toEqual(["at"]);
  });
});

describe("the articles in the admin", () => {
  it("need a text before customers see them, a free address, and the version that a change starts from", async () => {
    const draft = await create("winter");
    const early = await call("publish", { id: draft._id, version: draft.version, at: null });
    expect(complaintsOf(early)).toEqual(["text"]);
    const taken = await call("create", { title: "Another", slug: "Winter" });
    expect(taken.status).toBe(409);
    const fields = { title: "Winter", summary: "", image: "", imageAlt: "", text: "Cold." };
    await done("save", { id: draft._id, version: draft.version, ...fields });
    for (const act of ["save", "publish", "unpublish", "delete"]) {
      const stale = await call(act, { id: draft._id, version: draft.version, at: null, ...fields });
      expect(stale.status, act).toBe(409);
    }
    const refused = await call("save", {
      id: draft._id,
      version: 2,
      ...fields,
      text: " ",
      image: "https://x.test/a.png",
    });
    expect(complaintsOf(refused)).toEqual(["image", "text"]);
  });

  it("are listed with the last changed first, and recorded act by act", async () => {
    const { _id: id, version } = await written("winter");
    await written("spring");
    await publish(detailSchema.parse({ _id: id, slug: "winter", version, state: "draft", publishedAt: null }));
    const { body } = await admin.trpc("query", "admin.journal.list", { pageNumber: 1 });
    const lines = z.object({ articles: z.array(detailSchema) }).parse(body).articles;
    expect(lines.map(({ slug, state }) => `${slug}: ${state}`)).toEqual(["winter: published", "spring: draft"]);
    await call("delete", { id, version: version + 1 });
    expect(await actsOn(shop, id)).toMatchObject([
      { act: "created" },
      { act: "updated", changes: { characters: [0, 18] } },
      { act: "published" },
      { act: "deleted" },
    ]);
    expect((await pageAt("/journal/winter")).status).toBe(404);
  });

  it("keep their images as long as they name them", async () => {
    const [lead, inText] = ["cccc", "dddd"].map((end) => `01900000-0000-7000-8000-00000000${end}`);
    const files = [`${lead}.webp`, `${inText}.webp`];
    for (const file of files) await shop.storage.write(file, Buffer.from("an image"));
    await written("winter", { image: `/uploads/${files[0]}`, text: `![Snow](/uploads/${files[1]})` });
    const stored = () => Promise.all(files.map((file) => shop.storage.has(file)));
    await deleteOrphanedImages(shop, 1);
    expect(await stored()).toEqual([true, true]);
    await shop.pool.query("delete from articles");
    await deleteOrphanedImages(shop, 1);
    expect(await stored()).toEqual([false, false]);
  });
});
