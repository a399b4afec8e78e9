import { featuredImageSizes, productImageSizes } from "@shop/shared/image";
import {
  firstReviewsInput,
  homeListInput,
  homeMeta,
  type PageMeta,
  plainMeta,
  productMeta,
} from "@shop/shared/page-data";
import { toPageNumber } from "@shop/shared/page-number";
import { findPage, type PageParams, titleOf } from "@shop/shared/pages";
import { keywordSchema } from "@shop/shared/query";
import { featuredLimit } from "@shop/shared/shop";
import type { Db } from "../../db/client.ts";
import { listProducts } from "../../domain/catalog/list.ts";
import { readStorefront } from "../../domain/catalog/storefront.ts";
import { DomainError } from "../../domain/errors.ts";
import { readProductPage } from "../../domain/review/product-page.ts";
import type { ShopIdentity } from "../../domain/shop-identity.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { renderImagePreload, renderProductLd } from "./page-meta.ts";
import type { PageQuery } from "./page-query.ts";

export type PageContent = {
  status: number;
  meta: PageMeta;
  queries: PageQuery[];
  /** The client module to preload; absent for Home and the 404 page, which are in the entry chunk. */
  screen?: string;
  /** What the page depends on in the cache. */
  tags: readonly string[];
  /** Further head elements. */
  head: (shop: ShopIdentity) => string;
};

type PageDeps = { db: Db; pageSize: number };

export const notFoundPage: PageContent = {
  status: 404,
  meta: plainMeta("Page not found", "/"),
  queries: [],
  tags: [],
  head: () => "",
};

/** What the page at a path answers. */
export async function readPage(deps: PageDeps, path: string): Promise<PageContent> {
  const found = findPage(path);
  if (found === undefined) return notFoundPage;
  const { page, params } = found;
  if (page.screen === "home-page") return readHomePage(deps, params);
  if (page.screen === "product-page") return readProductsPage(deps, params.id ?? "");
  return {
    status: 200,
    meta: plainMeta(titleOf(page, params) ?? "", path),
    queries: [],
    tags: [],
    screen: page.screen,
    // The procedures behind a page check access, so the shell is the same for everyone.
    head: () => (page.access === "admin" ? '<meta name="robots" content="noindex">' : ""),
  };
}

async function readHomePage(
  { db, pageSize }: PageDeps,
  { keyword: word = "", pageNumber }: PageParams,
): Promise<PageContent> {
  const parsed = keywordSchema.safeParse(word);
  const keyword = parsed.success ? parsed.data : word;
  const input = homeListInput(keyword, toPageNumber(pageNumber));
  const isSearch = keyword !== "";
  const [list, { featured, brands, categories }] = await Promise.all([
    parsed.success ? listProducts(db, input, pageSize) : undefined,
    readStorefront(db, isSearch ? 0 : featuredLimit),
  ]);
  const queries: PageQuery[] = [
    { path: ["catalog", "brands"], data: brands },
    { path: ["catalog", "categories"], data: categories },
  ];
  if (list !== undefined) queries.unshift({ path: ["catalog", "list"], input, data: list });
  if (!isSearch) queries.unshift({ path: ["catalog", "featured"], data: featured });
  const shown = featured[0]?.image;
  return {
    // Crawlers should not store an empty page.
    status: list?.products.length === 0 && input.pageNumber > 1 ? 404 : 200,
    meta: homeMeta(keyword, input.pageNumber),
    queries,
    tags: [
      ...(list === undefined ? [] : tagsOf["catalog.list"](list, keyword)),
      ...tagsOf["catalog.featured"](featured),
    ],
    head: () => (shown === undefined ? "" : renderImagePreload(shown, featuredImageSizes)),
  };
}

async function readProductsPage({ db }: PageDeps, id: string): Promise<PageContent> {
  const found = await readProductPage(db, id).catch((error: unknown) => {
    if (error instanceof DomainError) return error;
    throw error;
  });
  if (found instanceof DomainError) {
    const { featured } = await readStorefront(db, featuredLimit);
    return {
      ...notFoundPage,
      meta: plainMeta(found.message, "/"),
      screen: "product-page",
      queries: [
        { path: ["catalog", "product"], input: { id }, data: null },
        { path: ["catalog", "featured"], data: featured },
      ],
    };
  }
  const { product, reviews } = found;
  return {
    status: 200,
    meta: productMeta(product),
    screen: "product-page",
    queries: [
      // The reviews are in the next query.
      { path: ["catalog", "product"], input: { id: product._id }, data: { ...product, reviews: [] } },
      { path: ["review", "list"], input: firstReviewsInput(product._id), data: reviews },
    ],
    tags: tagsOf["catalog.product"](product),
    head: (shop) => renderImagePreload(product.image, productImageSizes) + renderProductLd(product, shop),
  };
}
