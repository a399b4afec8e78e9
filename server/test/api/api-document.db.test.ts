import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { routes } from "../harness/access-matrix.ts";
import { answersOf, operationsOf, readDocument } from "../harness/api-document.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop();
const address = "/api/openapi.json";

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

describe("the document of the REST API", () => {
  it("tells of every route and of no other, and of who is let in", async () => {
    const document = await readDocument(shop);
    const events = operationsOf(document).map(({ name, security }) => {
      const answers = answersOf(document, name);
      const isAdmins = answers.includes("403 FORBIDDEN") && security.length > 0 && name !== "PUT /api/orders/{id}/pay";
      expect(answers.includes("401 UNAUTHENTICATED"), name).toBe(security.length > 0);
      return [name, isAdmins ? "admin" : security.length > 0 ? "customer" : "anyone"];
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
        // What is open to anyone and reads nothing refuses nobody.
        "operation-4xx-response": "off",
        "no-invalid-media-type-examples": "error",
        "no-invalid-schema-examples": "error",
        "operation-description": "off",
        "operation-operationId": "error",
        "no-schema-type-mismatch": "error",
      },
    });
    expect(await lintFromString({ source: await response.text(), config })).toEqual([]);
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
