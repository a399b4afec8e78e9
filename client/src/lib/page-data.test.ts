import { homeListInput } from "@shop/shared/page/page-data";
import { getQueryKey } from "@trpc/react-query";
import { expect, test } from "vitest";
import { readPageData, seedQueries } from "./page-data.ts";
import { createQueryClient } from "./query-client.ts";
import { trpc } from "./trpc.ts";

function pageWith(json: string): Document {
  const page = document.implementation.createHTMLDocument();
  const script = page.createElement("script");
  script.type = "application/json";
  script.id = "page-data";
  script.textContent = json;
  page.body.append(script);
  return page;
}

test("What the server wrote stands where the hooks look for it", () => {
  const input = homeListInput("lamp", 2);
  const list = { products: [], page: 2, pages: 2 };
  const data = readPageData(
    pageWith(
      JSON.stringify({
        shop: { name: "Shop", origin: "https://shop.example", passwordMin: 8, payments: "off" },
        queries: [
          { path: ["catalog", "list"], input, data: list },
          { path: ["catalog", "featured"], data: [] },
        ],
      }),
    ),
  );
  const client = createQueryClient(() => undefined);
  if (data !== undefined) seedQueries(client, data);
  expect(client.getQueryData(getQueryKey(trpc.catalog.list, input, "query"))).toEqual(list);
  expect(client.getQueryData(getQueryKey(trpc.catalog.featured, undefined, "query"))).toEqual([]);
});

test("A page without data is a page of its own", () => {
  expect(readPageData(document.implementation.createHTMLDocument())).toBeUndefined();
});
