import { existsSync } from "node:fs";
import { defaultDescription, defaultTitle } from "@shop/shared/page/page-data";
import { type Page, pages, pathOf, titleOf } from "@shop/shared/page/pages";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { productQuestions } from "../../src/db/schema/questions.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeBrand, makeProduct, makeReview, makeUser } from "../harness/factories.ts";
import { elementsOf, openPage } from "../harness/opened-page.ts";
import { exchange, send, statusesOf } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";
import { askTrpc } from "../harness/transports.ts";

const clientDir = makeClientDir();
const shop = startTestShop({ clientDir, publicOrigin: "https://shop.example.com", pageSize: 4 });
const plainShop = startTestShop({ clientDir });
const delivery = { minDays: 3, maxDays: 5, holidays: ["2026-11-26"], timeZone: "America/New_York" };
/** A shop that says when orders arrive, and keeps its answers for long. */
const datedShop = startTestShop({
  clientDir,
  fixed: {
    handlingDaysMin: 1,
    handlingDaysMax: 1,
    transitDaysMin: 2,
    transitDaysMax: 4,
    holidays: delivery.holidays,
    timeZone: delivery.timeZone,
  },
  settings: { answers: { maxBytes: 8_000_000, maxAgeMs: 3_600_000, outdatedMs: 0, staleMs: 600_000 } },
});
const unknownId = "01900000-0000-7000-8000-000000000000";

/** Everything that a page says, taken apart. */
const open = (path: string, at = shop) => openPage(at, path);

describe("the head of a page", () => {
  it("titles and describes Home", async () => {
    const page = await open("/");
    expect(page.status).toBe(200);
    expect(page.title).toBe(defaultTitle);
    expect(page.canonical).toBe("https://shop.example.com/");
    expect(page.meta).toMatchObject({
      description: defaultDescription,
      "og:title": defaultTitle,
      "og:description": defaultDescription,
      "og:url": "https://shop.example.com/",
      "og:type": "website",
      "og:site_name": "Test Shop",
      "twitter:card": "summary_large_image",
      "twitter:title": defaultTitle,
    });
    expect(page.meta["og:image"]).toMatch(/^https:\/\/shop\.example\.com\/.+/);
    expect(page.linkedData).toMatchObject({ "@type": "OnlineStore", name: "Test Shop", legalName: "Test Shop Ltd" });
  });

  it("titles and describes a search", async () => {
    await makeProduct(shop.db, { name: "Reading lamp" });
    const page = await open("/search/reading%20lamp");
    expect(page).toMatchObject({
      status: 200,
      title: "Results for “reading lamp” | Test Shop",
      canonical: "https://shop.example.com/search/reading%20lamp",
    });
    expect(page.meta["og:title"]).toBe(page.title);
    expect(page.meta.description).toContain("reading lamp");
  });

  it("shows of a very long search the words that it looks for", async () => {
    for (const path of ["/search/", "/products?keyword="]) {
      const { status, title } = await open(path + "'".repeat(14_000));
      expect({ status, title }, path).toEqual({ status: 200, title: `Results for “${"'".repeat(100)}” | Test Shop` });
    }
  });

  it("titles and describes a product, and tells search engines its price, stock and rating", async () => {
    const id = await makeProduct(shop.db, {
      name: "Walnut desk",
      description: "Solid and calm.",
      image: "/uploads/desk.webp",
      priceCents: 129_990,
      ratingSum: 9,
      numReviews: 2,
      brandId: await makeBrand(shop.db, "Holz & Söhne"),
    });
    await makeReview(shop.db, id, { rating: 5 });
    const page = await open(`/product/${id}`);
    const url = `https://shop.example.com/product/${id}`;
    expect(page).toMatchObject({ status: 200, title: "Walnut desk | Test Shop", canonical: url });
    expect(page.meta).toMatchObject({
      description: "Solid and calm.",
      "og:type": "product",
      "og:title": "Walnut desk | Test Shop",
      "og:url": url,
      "og:image": "https://shop.example.com/uploads/desk.webp",
      "twitter:image": "https://shop.example.com/uploads/desk.webp",
      "twitter:description": "Solid and calm.",
    });
    expect(page.linkedData).toMatchObject({
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Walnut desk",
      brand: { name: "Holz & Söhne" },
      offers: { price: "1299.90", priceCurrency: "USD", availability: "https://schema.org/InStock", url },
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
    });
  });

  it("does not invent a rating, and says when a product is sold out", async () => {
    const id = await makeProduct(shop.db, { countInStock: 0 });
    const { linkedData } = await open(`/product/${id}`);
    expect(linkedData).toMatchObject({ offers: { availability: "https://schema.org/OutOfStock" } });
    expect(linkedData).not.toHaveProperty("aggregateRating");
  });

  it("answers HEAD like GET, without the page", async () => {
    const answer = await send(shop.origin, { method: "HEAD", path: "/" });
    expect(answer).toMatchObject({ status: 200, body: "", headers: { "content-type": "text/html; charset=utf-8" } });
    expect((await send(shop.origin, { method: "HEAD", path: "/nowhere" })).status).toBe(404);
  });
});

describe("a page of the manifest", () => {
  const params = { slug: "imprint", id: unknownId, section: "mail", pageNumber: "2", keyword: "lamp" };
  const withData = new Set<string>([
    "home-page",
    "product-page",
    "products-page",
    "term-page",
    "browse-page",
    "info-page",
    "journal-page",
    "article-page",
  ]);
  const plain = Object.values<Page>(pages).filter(({ screen }) => !withData.has(screen));
  const fill = ({ path }: Page) =>
    path.replace(/:(\w+)/g, (_whole, name: string) => Object.entries(params).find(([key]) => key === name)?.[1] ?? "");

  it.each(plain)("at $path answers 200 with its title and without data", async (page) => {
    const { status, title, queries, meta } = await open(fill(page));
    expect({ status, title, queries }).toEqual({
      status: 200,
      title: `${titleOf(page, params)} | Test Shop`,
      queries: {},
    });
    // Lists of one browser.
    const isOwn = page.path.startsWith("/saved") || page.path === "/compare";
    expect(meta.robots).toBe(page.access === "admin" || isOwn ? "noindex" : undefined);
  });

  it.each([
    ["/", 200, defaultTitle, "/"],
    ["/page/1", 200, defaultTitle, "/"],
    ["/page/0", 200, defaultTitle, "/"],
    ["/page/9999999999999", 404, "Products, page 999999999 | Test Shop", "/page/999999999"],
    ["/search/no%20such", 200, "Results for “no such” | Test Shop", "/search/no%20such"],
    ["/search/no%20such/page/1", 200, "Results for “no such” | Test Shop", "/search/no%20such"],
    ["/search/lamp/page/2", 404, "Results for “lamp”, page 2 | Test Shop", "/search/lamp/page/2"],
    ["/search/50%", 200, "Results for “50%” | Test Shop", "/search/50%25"],
    ["/search/100%%20%zz%FF", 200, "Results for “100%%20%zz%FF” | Test Shop", "/search/100%25%2520%25zz%25FF"],
  ])("at %s answers %i with the catalog, its page's title and one canonical address", async (path, ...expected) => {
    const { status, title, queries, canonical } = await open(path);
    expect([status, title, canonical]).toEqual([expected[0], expected[1], `https://shop.example.com${expected[2]}`]);
    expect(queries).toHaveProperty(["catalog.list"]);
  });

  it.each([
    ["/cart/", "/cart"],
    ["/Cart", "/cart"],
    ["/CART//?from=mail&x=%2F", "/cart?from=mail&x=%2F"],
    ["/Product/Abc/", "/product/Abc"],
    ["/SEARCH/Red%20Lamp/Page/2", "/search/Red%20Lamp/page/2"],
    ["/admin/ProductList/", "/admin/productlist"],
    ["/search/", "/"],
    ["/page/", "/"],
  ])("at %s redirects permanently to %s", async (path, location) => {
    const { status, headers } = await send(shop.origin, { path });
    expect({ status, location: headers.location }).toEqual({ status: 301, location });
  });

  it("of a product answers 200 with the product's name, and 404 for an unknown one", async () => {
    const id = await makeProduct(shop.db, { name: "Oak shelf" });
    expect(await open(pathOf("product", { id }))).toMatchObject({ status: 200, title: "Oak shelf | Test Shop" });
    expect(await open(pathOf("product", params))).toMatchObject({
      status: 404,
      title: "Product not found | Test Shop",
    });
  });

  it.each(Object.values<Page>(pages))("at $path has its client module", ({ screen }) => {
    const client = new URL("../../../client/src/app/pages/", import.meta.url);
    expect(existsSync(new URL(`${screen}.tsx`, client))).toBe(true);
  });
});

describe("hostile text in a page", () => {
  const hostile = [
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    "</title><script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "<!-- --> ]]> <![CDATA[",
    "$& $' $` $1 $$ $<name>",
    "line\u2028separator\u2029end",
    "&lt;b&gt; &amp; &#39;",
    "{{7*7}} $\u007b7*7} #{7*7}",
    "<!--page-head--> <!--page-data-->",
    "javascript:alert(1)",
    "\\u003cscript\\u003e \\",
  ];

  it.each(hostile)("stays text in the name, description and image of a product: %s", async (text) => {
    const id = await makeProduct(shop.db, { name: text, description: text, image: `/uploads/${text}` });
    const clean = await open(`/product/${await makeProduct(shop.db, { image: "/uploads/plain" })}`);
    const page = await open(`/product/${id}`);
    expect(page.status).toBe(200);
    expect(page.title).toBe(`${text} | Test Shop`);
    expect(page.meta["og:title"]).toBe(`${text} | Test Shop`);
    expect(page.meta.description).toBe(text.replace(/\s+/g, " "));
    expect(page.meta["og:image"]).toBe(`https://shop.example.com/uploads/${text}`);
    expect(page.linkedData).toMatchObject({ name: text, description: text });
    expect(page.queries["catalog.product"]?.answer).toMatchObject({ _id: id, name: text, description: text });
    // Nothing that the text spells has become an element.
    expect(page.elements.map((element) => element.name)).toEqual(clean.elements.map((element) => element.name));
    for (const script of page.scripts) expect(script.text).not.toMatch(/[\u2028\u2029]/u);
    const inMeta = page.elements.filter(({ name }) => name === "meta" || name === "link");
    for (const { attributes } of inMeta)
      expect(Object.keys(attributes).filter((name) => /^on|^src$/.test(name))).toEqual([]);
  });

  it("of five thousand characters is cut for search engines and whole for the page", async () => {
    const description = `${"A very long <b>story</b> & more. ".repeat(160)}`.slice(0, 5_000);
    const id = await makeProduct(shop.db, { description });
    const page = await open(`/product/${id}`);
    expect(page.meta.description?.length).toBeLessThanOrEqual(161);
    expect(page.meta.description).toMatch(/^A very long <b>story<\/b> & more\..*…$/);
    expect(page.linkedData).toMatchObject({ description });
    expect(page.queries["catalog.product"]?.answer).toMatchObject({ description });
  });

  it.each(hostile)("stays text in a search: %s", async (text) => {
    const clean = await open("/search/harmless");
    const page = await open(`/search/${encodeURIComponent(text)}`);
    expect(page.status).toBe(200);
    expect(page.title).toBe(`Results for “${text}” | Test Shop`);
    expect(page.elements.map((element) => element.name)).toEqual(clean.elements.map((element) => element.name));
  });

  it("that was never encoded is not reflected as it is", async () => {
    for (const path of [
      '/search/"><script>alert(1)</script>',
      "/search/<svg/onload=alert(1)>",
      '/nowhere/"><script>alert(1)</script>',
      "/product/<script>alert(1)</script>",
      '/?q="><script>alert(1)</script>',
    ]) {
      const raw = await exchange(shop.origin, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect([200, 400, 404]).toContain(statusesOf(raw)[0]);
      expect(raw, path).not.toMatch(/<script>alert|<svg/);
    }
  });
});

describe("addresses that lead nowhere", () => {
  it("answer 404 with the page, a title that says so, and nothing of what was asked", async () => {
    for (const path of [
      `/product/${unknownId}`,
      "/product/abc",
      "/product/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
      `/product/${await makeProduct(shop.db, { publishedAt: null })}`,
      `/product/${await makeProduct(shop.db, { deletedAt: new Date() })}`,
      "/nowhere",
      "/product",
      "/product/",
      "/page",
      "/search/a/b/c/d",
      "/page/1/2",
      "/wp-login.php",
      "/admin",
      "/admin/nowhere",
      "/admin/userlist/2",
      "/admin/shop/1/edit",
      "/admin/user/1/2",
      "//evil.example/search/a",
    ]) {
      const page = await open(path);
      expect(page.status, path).toBe(404);
      expect(page.title, path).toMatch(/not found/i);
      expect(page.body, path).not.toMatch(/<script>alert|evil\.example|wp-login/);
      expect(page.linkedData).toBeUndefined();
      const carried =
        path.startsWith("/product/") && path !== "/product/" ? ["catalog.product", "catalog.featured"] : [];
      expect(Object.keys(page.queries), path).toEqual(carried);
    }
  });

  it("of the API and of files answer 404 as JSON", async () => {
    for (const path of [
      "/api/nothing",
      "/api",
      "/api/",
      "/static/nothing.js",
      "/uploads/nothing.webp",
      "/static",
      "/uploads/",
    ]) {
      const { status, headers } = await send(shop.origin, { path });
      expect({ status, type: headers["content-type"] }, path).toEqual({
        status: 404,
        type: "application/json; charset=utf-8",
      });
    }
  });

  it("with broken encoding are unknown pages, and refused as JSON where programs ask", async () => {
    for (const path of ["/%", "/product/%", "/product/%zz", "/%E0%A4%A/x"]) {
      const { status, title } = await open(path);
      expect({ status, isNotFound: /not found/i.test(title ?? "") }, path).toEqual({ status: 404, isNotFound: true });
    }
    for (const path of ["/api/products/%zz", "/static/%zz", "/uploads/%FF"]) {
      expect((await send(shop.origin, { path })).status, path).toBe(400);
    }
    expect([200, 400, 404]).toContain((await send(shop.origin, { path: `/search/${"x".repeat(5_000)}` })).status);
    expect([200, 400, 404]).toContain((await send(shop.origin, { path: "/search/a%00b" })).status);
  });
});

describe("the data in a page", () => {
  it("is what the first screen of Home asks for", async () => {
    await makeProduct(shop.db, { name: "First screen", ratingSum: 5_000, numReviews: 1_000 });
    const page = await open("/");
    const rest = async (path: string): Promise<unknown> => (await fetch(shop.origin + path)).json();
    expect(page.identity).toMatchObject({ name: "Test Shop", origin: "https://shop.example.com" });
    expect(page.queries).toEqual({
      "catalog.list": { input: { keyword: "", pageNumber: 1 }, answer: await rest("/api/products") },
      "catalog.featured": { input: undefined, answer: await rest("/api/products/top") },
      "catalog.brands": { input: undefined, answer: await rest("/api/brands") },
      "catalog.categories": { input: undefined, answer: await rest("/api/categories") },
      "catalog.home": {
        input: { isFirstPage: true },
        answer: [{ kind: "featured" }, { kind: "entrances" }, { kind: "products" }],
      },
      "catalog.entrances": { input: undefined, answer: (await askTrpc(shop, "catalog.entrances")).body },
    });
  });

  it("is the asked page of a list or of a search, without the shop window of a search", async () => {
    for (let n = 0; n < 6; n += 1) await makeProduct(shop.db, { name: `Leafed bundle ${n}` });
    const second = await open("/page/2");
    expect(second.queries["catalog.list"]).toMatchObject({
      input: { keyword: "", pageNumber: 2 },
      answer: { page: 2 },
    });
    const found = await open("/search/leafed%20bundle/page/2");
    expect(found.queries["catalog.list"]).toMatchObject({
      input: { keyword: "leafed bundle", pageNumber: 2 },
      answer: { page: 2, pages: 2, products: [{ name: "Leafed bundle 1" }, { name: "Leafed bundle 0" }] },
    });
    expect(found.queries).not.toHaveProperty("catalog.featured");
    for (const senseless of ["0", "-1", "abc", "1.5"]) {
      expect((await open(`/page/${senseless}`)).queries["catalog.list"]?.answer).toMatchObject({ page: 1 });
    }
  });

  it("is the product, and apart from it the first pages of its reviews and of its answered questions", async () => {
    const id = await makeProduct(shop.db);
    await makeReview(shop.db, id, { comment: "</script><b>bold</b>" });
    const userId = await makeUser(shop.db);
    const answered = { answer: "</script>It does.", answeredAt: new Date(), answeredBy: userId };
    await shop.db.insert(productQuestions).values({ productId: id, userId, text: "Does it float?", ...answered });
    const page = await open(`/product/${id}`);
    const product = z.looseObject({}).parse(await (await fetch(`${shop.origin}/api/products/${id}`)).json());
    const input = { productId: id, order: "newest", pageNumber: 1 };
    expect(page.queries).toEqual({
      "catalog.product": { input: { id }, answer: { ...product, reviews: [] } },
      "review.list": { input, answer: (await askTrpc(shop, "review.list", input)).body },
      "question.list": {
        input: { productId: id, pageNumber: 1 },
        answer: (await askTrpc(shop, "question.list", { productId: id })).body,
      },
      "catalog.recommended": { input: { id }, answer: [] },
    });
  });

  it("leaves room for pages that load their own", async () => {
    const page = await open("/cart");
    expect(page.status).toBe(200);
    expect(page.queries).toEqual({});
  });
});

describe("the screen in a page", () => {
  const screenOf = (body: string) => /<div id="root">(.*)<\/div>/s.exec(body)?.[1];

  it("is rendered from the page's data, on pages that lead nowhere as well", async () => {
    const id = await makeProduct(shop.db);
    const product = "<main>off catalog.product review.list question.list catalog.recommended</main>";
    expect(screenOf((await open(`/product/${id}`)).body)).toBe(product);
    expect(screenOf((await open("/cart")).body)).toBe("<main>off </main>");
    expect(screenOf((await open("/nowhere")).body)).toBe("<main>off </main>");
  });

  it("is left to the browser where it cannot be rendered, with the page's data", async () => {
    const page = await open("/search/unrenderable");
    expect(page.status).toBe(200);
    expect(screenOf(page.body)).toBe("");
    expect(page.queries).toHaveProperty(["catalog.list"]);
  });
});

describe("the search form without scripts", () => {
  it.each([
    ["/search?keyword=red%20lamp", "/search/red%20lamp"],
    ["/search?keyword=+a%2Fb%26c+", "/search/a%2Fb%26c"],
    ["/search?keyword=50%25", "/search/50%25"],
    ["/search?keyword=%0d%0aset-cookie:a=b", "/search/set-cookie%3Aa%3Db"],
    ["/search?keyword=//evil.example", "/search/%2F%2Fevil.example"],
    ["/search?keyword=.", "/search/.%20"],
    ["/search?keyword=+", "/"],
    ["/search?other=1", "/"],
    ["/search", "/"],
  ])("is answered at %s with a redirect to %s", async (path, location) => {
    const { status, headers } = await send(shop.origin, { path });
    expect({ status, location: headers.location }).toEqual({ status: 303, location });
  });
});

describe("a page that says when an order arrives", () => {
  afterEach(() => void vi.useRealTimers());
  const dataOf = async (path: string) => {
    const { body } = await send(datedShop.origin, { path });
    const text = elementsOf(body).find(({ attributes }) => attributes.id === "page-data")?.text ?? "";
    return z.object({ shop: z.object({ delivery: z.unknown() }) }).parse(JSON.parse(text)).shop.delivery;
  };

  it("is cached, and made anew when the shop's day begins", async () => {
    const id = await makeProduct(datedShop.db);
    const midnight = "2026-11-23T05:00:00.000Z";
    for (const path of ["/", `/product/${id}`, "/cart"]) {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T04:59:59.000Z") });
      expect(await dataOf(path)).toEqual({ ...delivery, today: "2026-11-22", todayEndsAt: Date.parse(midnight) });
      const first = await send(datedShop.origin, { path });
      expect((await send(datedShop.origin, { path })).headers.etag).toBe(first.headers.etag);
      vi.setSystemTime(new Date(midnight));
      const todayEndsAt = Date.parse("2026-11-24T05:00:00.000Z");
      expect(await dataOf(path)).toEqual({ ...delivery, today: "2026-11-23", todayEndsAt });
      const next = await send(datedShop.origin, { path, headers: { "if-none-match": String(first.headers.etag) } });
      expect(next.status).toBe(200);
    }
  });

  it("says nothing of it in a shop without such settings", async () => {
    const { body } = await send(plainShop.origin, { path: "/" });
    expect(body).not.toContain('"delivery"');
  });
});

describe("a page that fails", () => {
  it("shows a page that needs neither data nor scripts, and a number to tell the shop", async () => {
    await shop.pool.query("alter table brands rename to brands_away");
    try {
      const { status, headers, body } = await send(shop.origin, { path: "/search/nothing-that-was-cached" });
      expect(status).toBe(500);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-store");
      expect(body).toContain("Something went wrong");
      expect(body).toContain(headers["x-request-id"]);
      expect(body).not.toMatch(/brands_away|relation|42P01|<script/);
    } finally {
      await shop.pool.query("alter table brands_away rename to brands");
    }
    expect((await send(shop.origin, { path: "/search/nothing-that-was-cached" })).status).toBe(200);
  });
});

describe("a request whose host is none", () => {
  const ask = (path: string, host: string) => send(shop.origin, { path, headers: { host } });

  it.each(["[::1", "a b", "localhost:99999999", "a@b"])("is refused: %s", async (host) => {
    expect(await ask("/search/nothing", host)).toMatchObject({
      status: 400,
      headers: { "content-type": "text/html; charset=utf-8" },
    });
    for (const path of ["/api/products", "/api/users/password-reset/confirm", "/api/nothing", "/trpc/nothing"]) {
      const { status, headers, body } = await ask(path, host);
      expect([status, headers["content-type"]], path).toEqual([400, "application/json; charset=utf-8"]);
      expect(body, path).toContain("VALIDATION");
    }
  });
});

it("Reviews far beyond the last page are none, on the page and over both transports", async () => {
  const id = await makeProduct(shop.db);
  await makeReview(shop.db, id);
  for (const page of [2, 300_000_000, 999_999_999, 1e15]) {
    expect((await send(shop.origin, { path: `/product/${id}?page=${page}` })).status, String(page)).toBe(200);
    const { status, body } = await askTrpc(shop, "review.list", { productId: id, order: "newest", pageNumber: page });
    expect([status, body], String(page)).toMatchObject([200, { reviews: [], pages: 1, total: 1 }]);
    const rest = await send(shop.origin, { path: `/api/products/${id}/reviews?pageNumber=${page}&page=${page}` });
    expect(rest.status, String(page)).toBe(200);
  }
});

it("A path of many parts costs no more than a short one, and is a page that does not exist", async () => {
  for (const path of [`/${"/".repeat(15_000)}x`, "/%".repeat(7_000), `/search/${"/%zz".repeat(3_000)}`]) {
    const { status, headers } = await send(shop.origin, { path });
    expect([status, headers["content-type"]], path.slice(0, 20)).toEqual([404, "text/html; charset=utf-8"]);
  }
});
