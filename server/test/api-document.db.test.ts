import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { routes } from "./harness/access-table.ts";
import { answersOf, operationsOf, readDocument } from "./harness/api-document.ts";
import { startTestShop } from "./harness/shop.ts";

const shop = startTestShop();
const address = "/api/openapi.json";

/** Paths for people's browsers. */
const forPeople = (path: string) => path.startsWith("/api/docs");
const restRoutes = Object.entries(routes).filter(
  ([route]) => /^\w+ (\/api\/|\/healthz|\/readyz)/.test(route) && !forPeople(route.split(" ")[1] ?? ""),
);

describe("the document of the REST doors", () => {
  it("tells of every route and of no other, and of who is let in", async () => {
    const document = await readDocument(shop);
    const told = operationsOf(document).map(({ name, security }) => {
      const answers = answersOf(document, name);
      const isAdmins = answers.includes("403 FORBIDDEN") && security.length > 0 && name !== "PUT /api/orders/{id}/pay";
      expect(answers.includes("401 UNAUTHENTICATED"), name).toBe(security.length > 0);
      return [name, isAdmins ? "admin" : security.length > 0 ? "customer" : "anyone"];
    });
    const real = restRoutes.map(([route, who]) => [route.replace(":id", "{id}"), who]);
    expect(told.sort()).toEqual(real.sort());
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
