import { infoSlugs } from "@shop/shared/page/info-page";
import { fillInMark } from "@shop/shared/page/info-page-edit";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { deleteOrphanedImages } from "../../src/domain/catalog/delete-orphaned-images.ts";
import { startingPages } from "../../src/domain/info-page/starting-texts.ts";
import { infoFacts } from "../../src/http/info-facts.ts";
import { parseMarkdown } from "../../src/infra/markdown.ts";
import { textQueue } from "../../src/infra/render-markdown.ts";
import { actsOn } from "../harness/admin.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeProduct } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { complaintsOf, type Member, makeAdmin } from "../harness/test-client.ts";
import { askTrpc } from "../harness/transports.ts";

const clientDir = makeClientDir();
const fixed = { returnsDays: 30, handlingDaysMin: 1, handlingDaysMax: 1, transitDaysMin: 2, transitDaysMax: 4 };
const shop = startTestShop({ clientDir, fixed });
const other = startTestShop({ clientDir, fixed, besides: shop });
let admin: Member;
beforeAll(async () => {
  admin = await makeAdmin(shop);
});

const save = (input: object) => admin.trpc("mutation", "admin.infoPages.save", input);
const detailSchema = z.looseObject({
  text: z.string(),
  version: z.int(),
  isShown: z.boolean(),
  isStarting: z.boolean(),
});
const detailOf = async (slug: string) =>
  detailSchema.parse((await admin.trpc("query", "admin.infoPages.bySlug", { slug })).body);
const statusAt = async (path: string) => (await send(shop.origin, { path })).status;
const linksOn = async (path: string, at = shop) => {
  const { body } = await send(at.origin, { path });
  const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body)?.[1] ?? "";
  return z
    .looseObject({
      shop: z.looseObject({ infoPages: z.array(z.looseObject({ slug: z.string(), title: z.string() })) }),
    })
    .parse(JSON.parse(data))
    .shop.infoPages.map(({ slug, title }) => `${slug}: ${title}`);
};

describe("a page that nobody has written", () => {
  it("says what the settings say, and is there only where that is all", async () => {
    expect(await linksOn("/")).toEqual(["shipping: Shipping", "returns: Returns", "accessibility: Accessibility"]);
    const { body } = await askTrpc(shop, "info.page", { slug: "returns" });
    expect(JSON.stringify(body)).toContain("You have 30 days");
    expect(JSON.stringify(body)).toContain("1 Weaver Street");
    for (const slug of ["imprint", "privacy", "nonsense", "__proto__"]) {
      expect(await statusAt(`/info/${slug}`), slug).toBe(404);
      expect((await askTrpc(shop, "info.page", { slug })).status, slug).toBe(404);
    }
    expect(await statusAt("/info/accessibility")).toBe(200);
  });

  it("marks what only the owner knows, and can be read as Markdown", async () => {
    const facts = await infoFacts(shop.services);
    for (const slug of infoSlugs) {
      const { text, isShown } = startingPages[slug];
      expect(isShown(facts) && text(facts).includes(fillInMark), slug).toBe(false);
      expect(parseMarkdown(text(facts)).length, slug).toBeGreaterThan(2);
    }
    const hostile = { ...facts, seller: { ...facts.seller, address: ["1. [x](javascript:alert(1)) <b>*y*</b>"] } };
    const tree = JSON.stringify(parseMarkdown(startingPages.imprint.text(hostile)));
    expect(tree).toContain("1. [x](javascript:alert(1)) <b>*y*</b>");
  });
});

describe("a page that an admin writes", () => {
  const imprint = {
    slug: "imprint",
    title: "Legal notes",
    text: "# Who we are\n\n<script>alert(1)</script>",
    isShown: true,
  };

  it("is in every footer, on every instance, in the sitemap and in the audit as soon as it is saved", async () => {
    const id = await makeProduct(shop.db);
    for (const at of [shop, other]) expect(await linksOn(`/product/${id}`, at)).not.toContain("imprint: Legal notes");
    const saved = await save({ ...imprint, version: 0 });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    for (const at of [shop, other]) expect(await linksOn(`/product/${id}`, at)).toContain("imprint: Legal notes");
    const page = await send(shop.origin, { path: "/info/imprint" });
    expect(page.status).toBe(200);
    expect(page.body).toContain("<title>Legal notes | Test Shop</title>");
    expect(page.body).not.toContain("<script>alert(1)");
    expect((await send(shop.origin, { path: "/sitemap.xml" })).body).toContain("/info/imprint</loc><lastmod>");
    const { rows } = await shop.pool.query("select id from info_pages where slug = 'imprint'");
    const about = { entity: "page", user_id: admin.id, subject: "Legal notes" };
    const changes = {
      title: ["Imprint", "Legal notes"],
      isShown: [false, true],
      characters: [null, imprint.text.length],
    };
    expect(await actsOn(shop, rows[0].id)).toEqual([{ ...about, act: "created", changes }]);
    await save({ ...imprint, isShown: false, version: 1 });
    expect(await statusAt("/info/imprint")).toBe(404);
    expect(await linksOn("/", other)).not.toContain("imprint: Legal notes");
  });

  it("is not overwritten by who has not seen the last change, also when nobody had written it", async () => {
    const page = { slug: "contact", title: "Contact", text: "Call us.", isShown: true, version: 0 };
    const replies = await Promise.all([save(page), save({ ...page, text: "Write to us." })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stale = await save(page);
    expect(stale.status).toBe(409);
    expect(JSON.stringify(stale.body)).toContain("STALE");
    expect((await detailOf("contact")).version).toBe(1);
  });

  it("is refused with places that are to be filled in, but can be put aside with them", async () => {
    const { text } = await detailOf("privacy");
    const page = { slug: "privacy", title: "Privacy", text, isShown: true, version: 0 };
    expect(text).toContain(fillInMark);
    expect(complaintsOf(await save(page))).toEqual(["text"]);
    expect((await save({ ...page, isShown: false })).status).toBe(200);
    expect(await detailOf("privacy")).toMatchObject({ isStarting: false, isShown: false, version: 1 });
  });

  it("is previewed as it will be read", async () => {
    const preview = (text: string) => admin.trpc("mutation", "admin.infoPages.preview", { text });
    expect((await preview("Hi [x](javascript:alert(1))")).body).toEqual([{ type: "paragraph", content: ["Hi ", "x"] }]);
    expect((await preview("> ".repeat(5_000))).status).toBe(400);
  });
});

describe("a text that takes long to read as Markdown", () => {
  const page = { title: "Terms", isShown: true, version: 0 };

  it("stops no one else when an administrator tries it", async () => {
    let isOver = false;
    const preview = admin.trpc("mutation", "admin.infoPages.preview", { text: "=\n".repeat(10_000) }).finally(() => {
      isOver = true;
    });
    for (let n = 0; n < 20; n += 1) expect(await statusAt("/info/accessibility")).toBe(200);
    expect(isOver).toBe(false);
    await preview;
  });

  it("is refused when its page would be too large", async () => {
    const text = `[a]: https://example.com/${"long/".repeat(1_000)}\n\n${"[a] ".repeat(3_500)}`;
    expect(complaintsOf(await admin.trpc("mutation", "admin.infoPages.preview", { text }))).toEqual(["text"]);
    expect(complaintsOf(await save({ ...page, text, slug: "terms" }))).toEqual(["text"]);
    expect(await detailOf("terms")).toMatchObject({ version: 0 });
  });

  it("is shown as it was typed where an earlier release has stored it, and is not tried again at each reading", async () => {
    // Each empty line is compared with each of the nested lists: minutes on any machine, where five seconds are allowed.
    const typed = `Call us.\n\n${"- ".repeat(4_900)}a${"\n".repeat(9_800)}b`;
    await shop.pool.query(
      "insert into info_pages (id, slug, title, text, is_shown) values (gen_random_uuid(), 'terms', 'Terms', $1, true)",
      [typed],
    );
    const { begun } = textQueue;
    for (let n = 0; n < 3; n += 1) {
      const { status, body } = await askTrpc(shop, "info.page", { slug: "terms", n });
      expect(status).toBe(200);
      expect(body).toMatchObject({ body: [{ content: ["Call us."] }, {}, { content: ["b"] }] });
    }
    expect(textQueue.begun - begun).toBe(1);
  });
});

it("A text is read as Markdown once, whoever asks for its page and in which way", async () => {
  await save({ slug: "shipping", title: "Shipping", text: "We **always** ship.", isShown: true, version: 0 });
  const { begun } = textQueue;
  for (let n = 0; n < 3; n += 1) {
    expect(await statusAt(`/info/shipping?n=${n}`)).toBe(200);
    expect((await askTrpc(other, "info.page", { slug: "shipping", n })).status).toBe(200);
  }
  expect(textQueue.begun).toBe(begun);
});

describe("a page of the owner's own", () => {
  const create = (input: object) => admin.trpc("mutation", "admin.infoPages.create", input);
  const story = { title: "Our story", slug: "our-story", place: "company" };

  it("is hidden until it is written, and then at its address, in its place and in the sitemap, until it is deleted", async () => {
    expect((await create(story)).status).toBe(200);
    expect(await statusAt("/info/our-story")).toBe(404);
    const page = { slug: "our-story", title: "Our story", text: "We began in a **shed**.", isShown: true, version: 1 };
    expect((await save(page)).status).toBe(200);
    for (const at of [shop, other]) expect(await linksOn("/", at)).toContain("our-story: Our story");
    expect((await send(shop.origin, { path: "/sitemap.xml" })).body).toContain("/info/our-story</loc>");
    expect((await save({ ...page, place: "none", version: 2 })).status).toBe(200);
    expect(await linksOn("/", other)).not.toContain("our-story: Our story");
    expect(await statusAt("/info/our-story")).toBe(200);
    expect((await admin.trpc("mutation", "admin.infoPages.delete", { slug: "our-story" })).status).toBe(200);
    expect(await statusAt("/info/our-story")).toBe(404);
    expect((await save({ ...page, version: 3 })).status).toBe(404);
  });

  it("has an address of its own, and the pages that every shop can have cannot be deleted", async () => {
    expect((await create({ ...story, slug: "History" })).body).toMatchObject({ slug: "history", isOwn: true });
    for (const slug of ["history", "returns"]) expect((await create({ ...story, slug })).status, slug).toBe(409);
    for (const slug of ["", "a b", "ümlaut", "-a", "a--b", "a/b", "x".repeat(61)]) {
      expect(complaintsOf(await create({ ...story, slug })), slug).toEqual(["slug"]);
    }
    for (const slug of ["returns", "contact", "nowhere"]) {
      expect((await admin.trpc("mutation", "admin.infoPages.delete", { slug })).status, slug).toBe(404);
    }
  });

  it("shows uploaded images and no others, and keeps their files", async () => {
    const id = "01900000-0000-7000-8000-00000000aaaa";
    await shop.storage.write(`${id}.webp`, Buffer.from("an image"));
    await create({ ...story, slug: "gallery" });
    const text = `![A shed](/uploads/${id}.webp)\n\n![Far](https://example.com/a.png)\n\nIn ![a line](/uploads/${id}.webp)`;
    await save({ slug: "gallery", title: "Gallery", text, isShown: true, version: 1 });
    const { body } = await askTrpc(shop, "info.page", { slug: "gallery" });
    expect(body).toMatchObject({
      body: [
        { type: "image", image: `/uploads/${id}.webp`, alt: "A shed" },
        { type: "paragraph", content: ["Far"] },
        { type: "paragraph", content: ["In ", "a line"] },
      ],
    });
    await deleteOrphanedImages(shop, 1);
    expect(await shop.storage.has(`${id}.webp`)).toBe(true);
    await admin.trpc("mutation", "admin.infoPages.delete", { slug: "gallery" });
    await deleteOrphanedImages(shop, 1);
    expect(await shop.storage.has(`${id}.webp`)).toBe(false);
  });
});
