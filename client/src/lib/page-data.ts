import type { PageQueries, PageQuery } from "@shop/server/http/pages/page-query";
import type { ShownBlock } from "@shop/shared/page/home-layout";
import { type PageData, pageDataElementId } from "@shop/shared/page/page-data";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "./trpc.ts";

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

function isHome(query: PageQuery): query is PageQueries["catalog.home"] {
  return query.path[1] === "home";
}

type Keys = { [Name in keyof PageQueries]: (input: PageQueries[Name]["input"]) => QueryKey };

const keys: Keys = {
  "catalog.list": (input) => getQueryKey(trpc.catalog.list, input, "query"),
  "catalog.find": (input) => getQueryKey(trpc.catalog.find, input, "query"),
  "catalog.featured": (input) => getQueryKey(trpc.catalog.featured, input, "query"),
  "catalog.home": (input) => getQueryKey(trpc.catalog.home, input, "query"),
  "catalog.entrances": (input) => getQueryKey(trpc.catalog.entrances, input, "query"),
  "catalog.menu": (input) => getQueryKey(trpc.catalog.menu, input, "query"),
  "catalog.term": (input) => getQueryKey(trpc.catalog.term, input, "query"),
  "catalog.brands": (input) => getQueryKey(trpc.catalog.brands, input, "query"),
  "catalog.categories": (input) => getQueryKey(trpc.catalog.categories, input, "query"),
  "catalog.product": (input) => getQueryKey(trpc.catalog.product, input, "query"),
  "catalog.productOfSlug": (input) => getQueryKey(trpc.catalog.productOfSlug, input, "query"),
  "catalog.recommended": (input) => getQueryKey(trpc.catalog.recommended, input, "query"),
  "journal.list": (input) => getQueryKey(trpc.journal.list, input, "query"),
  "journal.article": (input) => getQueryKey(trpc.journal.article, input, "query"),
  "info.page": (input) => getQueryKey(trpc.info.page, input, "query"),
  "review.list": (input) => getQueryKey(trpc.review.list, input, "query"),
  "question.list": (input) => getQueryKey(trpc.question.list, input, "query"),
};

function isCarried(name: string): name is keyof PageQueries {
  return Object.hasOwn(keys, name);
}

function keyOf<Name extends keyof PageQueries>(name: Name, input: PageQueries[Name]["input"]): QueryKey {
  return keys[name](input);
}

/** Puts the page's answers into the cache under the keys of the tRPC hooks. */
export function seedQueries(client: QueryClient, { queries }: ShopPageData): void {
  for (const { path, input, data } of queries) {
    const name = path.join(".");
    if (isCarried(name)) client.setQueryData(keyOf(name, input), data);
  }
}
