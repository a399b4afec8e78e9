import { type PageData, pageDataElementId } from "@shop/shared/page-data";
import type { QueryClient } from "@tanstack/react-query";

function isPageData(value: unknown): value is PageData {
  return typeof value === "object" && value !== null && "shop" in value && "queries" in value;
}

/** What the server wrote into the page; `undefined` where no server did, as in development. */
export function readPageData(page: Document = document): PageData | undefined {
  const text = page.getElementById(pageDataElementId)?.textContent;
  if (text == null || text === "") return undefined;
  const data: unknown = JSON.parse(text);
  return isPageData(data) ? data : undefined;
}

/** Puts the page's answers where the tRPC hooks look for them. */
export function seedQueries(client: QueryClient, { queries }: PageData): void {
  for (const { path, input, data } of queries) {
    client.setQueryData([path, input === undefined ? { type: "query" } : { input, type: "query" }], data);
  }
}
