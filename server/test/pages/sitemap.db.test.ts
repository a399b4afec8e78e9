import { sql } from "drizzle-orm";
import Fastify from "fastify";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { products } from "../../src/db/schema/products.ts";
import { crawlerRoutes } from "../../src/http/pages/crawlers.ts";
import { makeProduct } from "../harness/factories.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ publicOrigin: "https://shop.example.com" });
const read = async (headers: Record<string, string> = {}) => {
  const response = await fetch(`${shop.origin}/sitemap.xml`, { headers });
  return { status: response.status, body: await response.text(), headers: response.headers };
};
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location);

/** The number of statements that read products for a sitemap, from now on. */
function countReads(): () => number {
  const query = vi.spyOn(shop.pool, "query");
  onTestFinished(() => query.mockRestore());
  return () => query.mock.calls.filter((call) => /from \\"products\\".*order by/.test(JSON.stringify(call[0]))).length;
}

describe("the sitemap", () => {
  it("is read from the database once for each version of the catalog, however many ask at once", async () => {
    const first = await makeProduct(shop.db);
    const reads = countReads();
    const answers = await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(answers[0]?.body).toContain(first);
    expect(reads()).toBe(1);
    await shop.db.update(products).set({ priceCents: 4_200 });
    await read();
    expect(reads()).toBe(1);
    const second = await makeProduct(shop.db);
    expect((await read()).body).toContain(second);
    expect(reads()).toBe(2);
  });

  it("is the same for clients that accept compressed answers and for others", async () => {
    await makeProduct(shop.db);
    const plain = await send(shop.origin, { path: "/sitemap.xml" });
    const gzip = await read({ "accept-encoding": "gzip" });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toContain("accept-encoding");
    expect(gzip.body).toBe(plain.body);
  });

  it("of more addresses than one file may have is an index of files, which together have each address once", async () => {
    for (let n = 0; n < 7; n += 1) await makeProduct(shop.db);
    const app = Fastify();
    onTestFinished(() => app.close());
    crawlerRoutes(app, shop.services, "https://shop.example.com", 3);
    const index = (await app.inject("/sitemap.xml")).body;
    expect(index).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<sitemapindex .*<\/sitemapindex>\n$/);
    const found = [];
    for (const file of locations(index)) {
      const { statusCode, body } = await app.inject(new URL(file ?? "").pathname);
      expect(statusCode).toBe(200);
      expect(locations(body).length).toBeLessThanOrEqual(3);
      found.push(...locations(body));
    }
    const visible = await shop.db.select({ id: products.id }).from(products).where(sql`published_at is not null`);
    const expected = ["/", ...visible.map(({ id }) => `/product/${id}`)].map(
      (path) => `https://shop.example.com${path}`,
    );
    // Those of brands and categories and the shop's own are tested with their pages.
    const paths = found.filter((path) => !/\/(browse|info\/[^/]+|brand\/[^/]+|category\/[^/]+)$/.test(path ?? ""));
    expect(paths.sort()).toEqual(expected.sort());
    expect(found.length).toBe(new Set(found).size);
    for (const path of ["/sitemap-0.xml", `/sitemap-${locations(index).length + 1}.xml`, "/sitemap-x.xml"])
      expect((await app.inject(path)).statusCode, path).toBe(404);
  });
});
