import type { PageQueries, PageQuery } from "@shop/server/http/pages/page-query";
import type { ProductPage } from "@shop/shared/catalog/catalog";
import type { ShownBlock } from "@shop/shared/page/home-layout";
import { type PageData, pageDataElementId } from "@shop/shared/page/page-data";
import type { QueryClient, QueryKey } from "@tanstack/react-query";

export type ShopPageData = PageData<PageQuery>;

function isPageData(value: unknown): value is ShopPageData {
  return typeof value === "object" && value !== null && "shop" in value && "queries" in value;
}

/** The data that the server embedded in the page; `undefined` where no server did, as in development. */
export function readPageData(page: Document = document): ShopPageData | undefined {
  const text = page.getElementById(pageDataElementId)?.textContent;
  if (text == null || text === "") return undefined;
  const data: unknown = JSON.parse(text);
  return isPageData(data) ? data : undefined;
}

/** The parts of Home that the page came with; nothing on other pages. */
export function homeBlocksIn(pageData: ShopPageData | undefined): readonly ShownBlock[] {
  return pageData?.queries.find(isHome)?.data ?? [];
}

/** Whether a list is more than its products: what was read of the search, why it has them, or what to do without any. */
export function hasAnswer(page: ProductPage | undefined): boolean {
  return page !== undefined && ((page.read ?? page.foundBy) !== undefined || page.products.length === 0);
}

/** Whether the page came with such a list. */
export function hasAnswerIn(pageData: ShopPageData | undefined): boolean {
  return pageData?.queries.some((query) => isList(query) && hasAnswer(query.data)) ?? false;
}

function isList(query: PageQuery): query is PageQueries["catalog.list"] {
  return query.path[1] === "list" && query.path[0] === "catalog";
}

function isHome(query: PageQuery): query is PageQueries["catalog.home"] {
  return query.path[1] === "home";
}

/** Puts the page's answers into the cache under the keys of the tRPC hooks. */
export function seedQueries(client: QueryClient, { queries }: ShopPageData): void {
  for (const { path, input, data } of queries) client.setQueryData(keyOf(path, input), data);
}

/** The key of a query as `getQueryKey` makes it, which would need a table of the procedures in the code of every page. */
function keyOf(path: readonly string[], input: unknown): QueryKey {
  return [path, input === undefined ? { type: "query" } : { input, type: "query" }];
}
