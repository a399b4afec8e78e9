import { brotliCompressSync, constants } from "node:zlib";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { routes } from "../harness/access-matrix.ts";
import { answersOf, forbiddenToSome, openBodyCheck, operationsOf, readDocument } from "../harness/api-document.ts";
import { processorMs } from "../harness/processor-time.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop();
const address = "/api/openapi.json";

/** The value and everything in it that is an object. */
function partsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  return [{ ...value }, ...Object.values(value).flatMap(partsOf)];
}

/** Paths for people's browsers. */
const forAccounts = (path: string) => path.startsWith("/api/docs");
const restRoutes = Object.entries(routes).filter(
  ([route]) => /^\w+ (\/api\/|\/healthz|\/readyz)/.test(route) && !forAccounts(route.split(" ")[1] ?? ""),
);

describe("the page of the document", () => {
  it("runs no script but its own, by name or by nonce, and is no search engine's business", async () => {
    const response = await fetch(`${shop.origin}/api/docs`);
    const html = await response.text();
    const policy = response.headers.get("content-security-policy") ?? "";
    const scripts = policy.split("; ").filter((rule) => rule.startsWith("script-src"));
    expect(scripts).toEqual([expect.stringMatching(/^script-src 'self' 'nonce-[\w-]{22}'$/)]);
    const nonces = [...html.matchAll(/<script [^>]*nonce="([^"]+)"/g)].map(([, nonce]) => nonce);
    expect(nonces.map((nonce) => `script-src 'self' 'nonce-${nonce}'`)).toEqual([...scripts, ...scripts]);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  it("brings the files that it loads, for ever, and no others of their folder", async () => {
    const html = await (await fetch(`${shop.origin}/api/docs`)).text();
    const files = [...html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file]) => file);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const response = await fetch(`${shop.origin}${file}`);
      expect([response.status, response.headers.get("cache-control")]).toEqual([
        200,
        expect.stringMatching(/immutable/),
      ]);
      expect(response.headers.get("content-type")).toMatch(file?.includes(".css") ? /^text\/css/ : /^text\/javascript/);
    }
    for (const other of ["package.json", "index.html", "..%2fpackage.json", "constructor"]) {
      expect((await fetch(`${shop.origin}/api/docs/${other}`)).status, other).toBe(404);
    }
  });
});

it("What is the same for everybody is compressed once, and not for each request", async () => {
  const script = /src="(\/api\/docs\/[^"]+)"/.exec(await (await fetch(`${shop.origin}/api/docs`)).text())?.[1] ?? "";
  const ask = (path: string) => send(shop.origin, { path, headers: { "accept-encoding": "br" } });
  for (const path of [script, address]) {
    const { headers } = await ask(path);
    expect(headers["content-encoding"], path).toBe("br");
    expect(headers.vary, path).toContain("accept-encoding");
  }
  const body = Buffer.from(await (await fetch(shop.origin + script)).arrayBuffer());
  const compressing = await processorMs(() =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  );
  const asking = await processorMs(async () => {
    for (let n = 0; n < 10; n += 1) await ask(script);
  });
  expect(asking).toBeLessThan(9 * compressing);
});

describe("the document of the REST API", () => {
  it("tells of every route and of no other, and of who is let in", async () => {
    const document = await readDocument(shop);
    const events = operationsOf(document).map(({ name, security }) => {
      const answers = answersOf(document, name);
      const isAdmins = answers.includes("403 FORBIDDEN") && security.length > 0 && !forbiddenToSome.includes(name);
      expect(answers.includes("401 UNAUTHENTICATED"), name).toBe(security.length > 0);
      const isOpen = security.length === 0 || security.some((way) => Object.keys(way).length === 0);
      return [name, isOpen ? "anyone" : isAdmins ? "admin" : "customer"];
    });
    const real = restRoutes.map(([route, who]) => [route.replace(":id", "{id}"), who]);
    expect(events.sort()).toEqual(real.sort());
  });

  it("is sound in the eyes of a public judge, its examples too", async () => {
    const response = await fetch(shop.origin + address);
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: {
        // The shop's operator decides on a licence, and this shop does run on localhost.
        "info-license": "off",
        "no-server-example.com": "off",
        "no-invalid-media-type-examples": "error",
        "no-invalid-schema-examples": "error",
        "operation-operationId": "error",
        "no-schema-type-mismatch": "error",
      },
    });
    expect(await lintFromString({ source: await response.text(), config })).toEqual([]);
  });

  it("is read alike by tools that know only patterns without flags and arrays of equal items", async () => {
    const parts = partsOf(await readDocument(shop));
    const patterns = parts.flatMap(({ pattern }) => (typeof pattern === "string" ? [pattern] : []));
    expect(patterns.length).toBeGreaterThan(3);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\[pP]\{/);
      expect(() => [new RegExp(pattern), new RegExp(pattern, "u")], pattern).not.toThrow();
    }
    expect(parts.filter((part) => part.type === "array" && typeof part.items !== "object")).toEqual([]);
  });

  it("tells of rules that hold for several fields at once, and of the shop's own settings", async () => {
    const isAllowed = openBodyCheck(await readDocument(shop));
    const person = { name: "Ada", email: "ada@example.com" };
    const product = { name: "Lamp", price: 1, brand: "Lumen", category: "Light", countInStock: 1 };
    const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
    const order = { shippingAddress, paymentMethod: "PayPal" };
    const _id = "01990a4e-7c21-7cc2-b1f0-3d6a52a1c003";
    const refused: [string, unknown][] = [
      ["POST /api/users", { ...person, password: "1234567" }],
      ["POST /api/users", { ...person, password: "x".repeat(129) }],
      ["POST /api/users/auth", { email: person.email, password: "x".repeat(129) }],
      ["POST /api/users/auth", { email: "ada@@example.com", password: "long enough" }],
      ["PUT /api/users/profile", { ...person, password: "1234567" }],
      ["POST /api/orders", { ...order, orderItems: [{ qty: 1 }] }],
      ["PUT /api/products/{id}", { ...product, image: "//elsewhere.example/lamp.png" }],
      ["PUT /api/products/{id}", { ...product, image: "http://example.com/lamp.png" }],
    ];
    expect(refused.filter(([name, body]) => isAllowed(name, body))).toEqual([]);
    const allowed: [string, unknown][] = [
      ["POST /api/users", { ...person, password: "12345678" }],
      ["POST /api/users/auth", { email: person.email, password: "short" }],
      ["PUT /api/users/profile", { ...person, password: "" }],
      ["POST /api/orders", { ...order, orderItems: [{ qty: 1, product: _id }] }],
      ["POST /api/orders", { ...order, orderItems: [{ qty: 1, _id, name: "Lamp", price: 1 }] }],
      ...["", "/uploads/lamp.webp", "https://example.com/lamp.png?size=1"].map((image): [string, unknown] => [
        "PUT /api/products/{id}",
        { ...product, image },
      ]),
    ];
    expect(allowed.filter(([name, body]) => !isAllowed(name, body))).toEqual([]);
  });

  it("tells that an unknown path and an unknown method are refused differently, and they are", async () => {
    const { info } = z.object({ info: z.object({ description: z.string() }) }).parse(await readDocument(shop));
    expect(info.description).toMatch(/404 and `NOT_FOUND`.*405 and `METHOD_NOT_ALLOWED`/s);
    expect((await fetch(`${shop.origin}/api/nothing`, { method: "DELETE" })).status).toBe(404);
    const response = await fetch(`${shop.origin}/api/products`, { method: "DELETE" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });

  it("tells generators that an image is a file, and of which types", async () => {
    const upload = operationsOf(await readDocument(shop)).find(({ operationId }) => operationId === "uploadPicture");
    expect(upload?.requestBody?.content["multipart/form-data"]).toMatchObject({
      schema: { properties: { image: { type: "string", contentMediaType: "application/octet-stream" } } },
      encoding: { image: { contentType: expect.stringMatching(/^image\/jpeg, image\/png/) } },
    });
  });

  it("names every operation once, and gives every refusal an example", async () => {
    const document = await readDocument(shop);
    const names = operationsOf(document).map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const [id, { content }] of Object.entries(document.components.responses)) {
      const media = content?.["application/json"];
      const examples = Object.keys((id === "broken" ? undefined : media?.examples) ?? {});
      expect(examples, id).toEqual(id === "broken" ? [] : id.split("-").slice(1));
    }
  });

  it("is kept by callers and asked for again only in name", async () => {
    const first = await fetch(shop.origin + address);
    const tag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const again = await fetch(shop.origin + address, { headers: { "if-none-match": tag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const other = await fetch(shop.origin + address, { headers: { "if-none-match": 'W/"another"' } });
    expect([other.status, await other.text()]).toEqual([200, await first.text()]);
  });
});
