import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { productImages } from "../../src/db/schema/products.ts";
import { makeClientDir } from "../harness/client-files.ts";
import { makeProduct } from "../harness/factories.ts";
import { openPage } from "../harness/opened-page.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";

const clientDir = makeClientDir();
const shop = startTestShop({ clientDir, publicOrigin: "https://shop.example.com", pageSize: 4 });
const plainShop = startTestShop({ clientDir });
const wideShop = startTestShop({ publicOrigin: "https://shop.example.com", hasHstsSubdomains: true });

/** Everything that a page says, taken apart. */
const open = (path: string, at = shop) => openPage(at, path);

describe("the headers", () => {
  const policyOf = (headers: Record<string, string>) =>
    Object.fromEntries(
      (headers["content-security-policy"] ?? "").split(/;\s*/).map((rule) => {
        const [name = "", ...values] = rule.split(" ");
        return [name, values];
      }),
    );

  it("of every page let only our own scripts in, and of those in the page only the build's", async () => {
    const paths = ["/", "/search/a", `/product/${await makeProduct(shop.db)}`, "/cart", "/nowhere", "/"];
    for (const path of paths) {
      const { headers, scripts } = await open(path);
      const policy = policyOf(headers);
      expect(policy["default-src"]).toEqual(["'none'"]);
      expect(policy["base-uri"]).toEqual(["'none'"]);
      expect(policy["frame-ancestors"]).toEqual(["'none'"]);
      expect(policy["object-src"] ?? policy["default-src"]).toEqual(["'none'"]);
      const allowed = policy["script-src"] ?? [];
      expect(allowed).toContain("'self'");
      expect(allowed.join(" ")).not.toMatch(/unsafe|\*|data:|http:|https:(?!\/\/)/);
      const executed = scripts.filter(
        ({ attributes }) => attributes.src === undefined && attributes.type === undefined,
      );
      const hashes = executed.map(({ text }) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      expect(executed.map(({ text }) => text)).toEqual(["window.startedAt = Date.now();"]);
      expect(allowed).toEqual(["'self'", ...hashes]);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin-allow-popups",
        "permissions-policy": expect.stringContaining("camera=()"),
      });
      expect(headers["cache-control"]).toMatch(/no-cache|no-store|max-age=0/);
    }
  });

  it("let in images of other sites that the catalog names, and of no others", async () => {
    const id = await makeProduct(shop.db, { image: "HTTPS://Images.Example:8443/a/b.png" });
    await shop.db.insert(productImages).values({ productId: id, position: 1, image: "https://bücher.example/1.png" });
    // Of a browser that has just written, so that it sees what it has saved.
    const { headers } = await send(shop.origin, { path: "/", headers: { cookie: "wrote=1" } });
    expect(policyOf(headers)["img-src"]).toEqual([
      "'self'",
      "data:",
      "https://images.example:8443",
      "https://xn--bcher-kva.example",
    ]);
    await shop.pool.query("update products set image = '' where id = $1", [id]);
    await shop.pool.query("delete from product_images where product_id = $1", [id]);
    const { headers: after } = await send(shop.origin, { path: "/cart", headers: { cookie: "wrote=1" } });
    expect(policyOf(after)["img-src"]).toEqual(["'self'", "data:"]);
  });

  it("of everything else forbid loading anything, whether it went well or not", async () => {
    for (const path of [
      "/api/products",
      "/api/nothing",
      "/api/users",
      "/trpc/catalog.brands",
      "/trpc/nothing",
      "/healthz",
      "/robots.txt",
      "/static/nothing.js",
      "/api/%E0%A4%A",
    ]) {
      const { headers } = await send(shop.origin, { path });
      expect(policyOf(headers)["default-src"], path).toEqual(["'none'"]);
      expect(headers["x-content-type-options"], path).toBe("nosniff");
    }
    expect((await send(shop.origin, { path: "/api/products" })).headers["content-type"]).toBe(
      "application/json; charset=utf-8",
    );
  });

  it("insist on https where the shop is reached by https, and only there", async () => {
    for (const path of ["/", "/api/products", "/static/icon.svg"]) {
      // Without its subdomains, which may serve something else by http.
      expect((await send(shop.origin, { path })).headers["strict-transport-security"], path).toMatch(
        /^max-age=\d{7,}$/,
      );
      expect((await send(plainShop.origin, { path })).headers, path).not.toHaveProperty("strict-transport-security");
    }
    expect((await send(wideShop.origin, { path: "/healthz" })).headers["strict-transport-security"]).toMatch(
      /^max-age=\d{7,}; includeSubDomains$/,
    );
    expect(policyOf((await send(shop.origin, { path: "/" })).headers)).toHaveProperty("upgrade-insecure-requests");
    expect(policyOf((await send(plainShop.origin, { path: "/" })).headers)).not.toHaveProperty(
      "upgrade-insecure-requests",
    );
  });

  it("never let another site's page read an answer", async () => {
    const origin = "https://evil.example";
    for (const path of ["/", "/api/products", "/trpc/catalog.brands", "/static/icon.svg", "/nowhere"]) {
      const preflight = {
        origin,
        "access-control-request-method": "GET",
        "access-control-request-headers": "content-type",
      };
      for (const answer of [
        await send(shop.origin, { path, headers: { origin } }),
        await send(shop.origin, { path, headers: { origin: "null" } }),
        await send(shop.origin, { method: "OPTIONS", path, headers: preflight }),
      ]) {
        expect(
          Object.keys(answer.headers).filter((name) => name.startsWith("access-control-")),
          path,
        ).toEqual([]);
      }
    }
  });

  it("let built files be kept for ever, and tell what they are", async () => {
    const script = await send(shop.origin, { path: "/static/js/main.js" });
    expect(script).toMatchObject({
      status: 200,
      body: "export const main = 1;",
      headers: { "cache-control": "public, max-age=31536000, immutable", "x-content-type-options": "nosniff" },
    });
    expect(script.headers["content-type"]).toMatch(/javascript/);
  });
});

describe("crawlers", () => {
  it("are told which paths are theirs", async () => {
    const { status, headers, body } = await send(shop.origin, { path: "/robots.txt" });
    expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "text/plain; charset=utf-8" });
    for (const line of body.split("\n"))
      expect(line).toMatch(/^(|User-agent: \*|Disallow: \/\S+|Allow: \/\S*|Sitemap: https:\/\/\S+)$/);
    expect(body).toContain("User-agent: *\n");
    for (const path of ["/admin/", "/api/", "/cart", "/order/"]) expect(body).toContain(`Disallow: ${path}\n`);
    expect(body).toContain("Sitemap: https://shop.example.com/sitemap.xml");
  });

  it("find every product that a guest may see in a well-formed sitemap, and no other", async () => {
    const visible = await makeProduct(shop.db);
    const draft = await makeProduct(shop.db, { publishedAt: null });
    const { status, headers, body } = await send(shop.origin, { path: "/sitemap.xml" });
    expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "application/xml; charset=utf-8" });
    expect(body).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">(<url><loc>[^<>"']+<\/loc>(<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>)?<\/url>)+<\/urlset>\n$/,
    );
    expect(body).toContain(`<loc>https://shop.example.com/product/${visible}</loc>`);
    expect(body).not.toContain(draft);
  });
});

describe("images of the shop", () => {
  it("may be shown by other sites, and scripts and pages may not", async () => {
    const policyAt = async (path: string) =>
      (await send(shop.origin, { path })).headers["cross-origin-resource-policy"];
    expect(await policyAt("/static/icon.svg?x=1")).toBe("cross-origin");
    for (const path of ["/", "/static/js/main.js", "/api/products"]) expect(await policyAt(path)).toBe("same-origin");
  });

  it("has an icon where browsers look for one", async () => {
    for (const method of ["GET", "HEAD"]) {
      const { status, headers } = await send(shop.origin, { method, path: "/favicon.ico" });
      expect({ status, type: headers["content-type"], cache: headers["cache-control"] }).toEqual({
        status: 200,
        type: "image/vnd.microsoft.icon",
        cache: "public, max-age=86400",
      });
    }
  });
});

describe("what lies around", () => {
  it("in and around the folder of built files is not served", async () => {
    for (const path of [
      "/static/js/main.js.map",
      "/static/js/main.js.map.br",
      "/static/js/.hidden.js",
      "/static/.env",
      "/static/.git/config",
      "/.env",
      "/.git/config",
      "/package.json",
      "/index.html",
      "/static/../index.html",
      "/static/../package.json",
      "/static/%2e%2e/package.json",
      "/static/..%2fpackage.json",
      "/static/%2e%2e%2fpackage.json",
      "/static/..%5cpackage.json",
      "/static/..\\package.json",
      "/static/js/../../package.json",
      "/static//../package.json",
      "/static/....//package.json",
      "/static/js%00.js",
      "/static//etc/passwd",
      "/static/%2fetc%2fpasswd",
      "/uploads/../package.json",
      "/uploads/%2e%2e/package.json",
    ]) {
      const { status, body } = await send(shop.origin, { path });
      expect([400, 403, 404], path).toContain(status);
      expect(body, path).not.toMatch(/secret.of.the.build|root:|<!--page-/i);
    }
  });

  it("is not listed", async () => {
    for (const path of ["/static", "/static/", "/static/js", "/static/js/", "/uploads", "/uploads/"]) {
      const { status, body } = await send(shop.origin, { path });
      expect(status, path).toBe(404);
      expect(body, path).not.toContain('main.js"');
    }
  });

  it("under the hood is not told", async () => {
    for (const path of [
      "/",
      "/api/products",
      "/api/nothing",
      "/static/icon.svg",
      "/healthz",
      "/readyz",
      "/trpc/nothing",
    ]) {
      const { headers, body } = await send(shop.origin, { path });
      expect(headers).not.toHaveProperty("x-powered-by");
      expect(headers).not.toHaveProperty("server");
      expect(body, path).not.toMatch(/fastify|postgres|node_modules|drizzle/i);
    }
    expect((await send(shop.origin, { path: "/healthz" })).body).toBe('{"status":"ok"}');
    expect((await send(shop.origin, { path: "/readyz" })).body).toBe('{"status":"ready"}');
    for (const path of ["/trpc", "/trpc/", "/trpc/panel", "/trpc-panel", "/debug", "/metrics"]) {
      expect((await send(shop.origin, { path })).status, path).toBe(404);
    }
  });
});
