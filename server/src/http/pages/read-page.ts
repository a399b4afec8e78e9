import { askProductsSchema } from "@shop/shared/catalog/ask-products";
import type { TermInput } from "@shop/shared/catalog/browse";
import type { ProductSummary } from "@shop/shared/catalog/catalog";
import { featuredImageSizes, hasOwnImage, productImageSizes, wideImageSet } from "@shop/shared/catalog/image";
import { productsMeta } from "@shop/shared/catalog/listing-meta";
import { type ProductQuery, productQueryText, readProductQuery } from "@shop/shared/catalog/product-address";
import { productMeta } from "@shop/shared/catalog/product-meta";
import { productQuerySchema } from "@shop/shared/catalog/product-query";
import { productSlugSchema } from "@shop/shared/catalog/product-slug";
import { searchWordsOf } from "@shop/shared/catalog/search-words";
import { termKindOf, termListPath, termMeta, termPath, termQuery } from "@shop/shared/catalog/term-page";
import { hasOwnBlocks, headlineImageSizes, type ShownBlock } from "@shop/shared/page/home-layout";
import { escapeHtml } from "@shop/shared/page/html";
import { infoMeta } from "@shop/shared/page/info-meta";
import type { InfoLink } from "@shop/shared/page/info-page";
import { articleImageSizes, articleMeta, feedPath, journalMeta } from "@shop/shared/page/journal";
import { homeListInput, homeMeta, type PageMeta, plainMeta } from "@shop/shared/page/page-data";
import { toPageNumber } from "@shop/shared/page/page-number";
import { findPage, type Page, type PageParams, pages, pathOf, titleOf } from "@shop/shared/page/pages";
import { readReviewChoice, reviewsInput } from "@shop/shared/review/review-address";
import { featuredLimit } from "@shop/shared/shop";
import type { Db } from "../../db/client.ts";
import { DomainError } from "../../domain/base/errors.ts";
import type { ShopIdentity } from "../../domain/base/shop-facts.ts";
import { findListed } from "../../domain/catalog/facet-choices.ts";
import { listProducts } from "../../domain/catalog/list.ts";
import { readEntrances, readMenu } from "../../domain/catalog/menu.ts";
import { findProductBySlug } from "../../domain/catalog/product-slugs.ts";
import { listRecommended } from "../../domain/catalog/recommendations.ts";
import { readStorefront } from "../../domain/catalog/storefront.ts";
import { readTermPage } from "../../domain/catalog/term-page.ts";
import { readHome } from "../../domain/home/shown-blocks.ts";
import type { InfoFacts } from "../../domain/info-page/info-facts.ts";
import { readInfoPage } from "../../domain/info-page/read.ts";
import { listArticles, readArticle } from "../../domain/journal/read.ts";
import { listQuestions } from "../../domain/question/list.ts";
import { readProductPage } from "../../domain/review/product-page.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { renderImagePreload } from "./page-meta.ts";
import type { PageQuery } from "./page-query.ts";
import {
  renderArticleLd,
  renderInfoLd,
  renderJournalLd,
  renderProductLd,
  renderProductPath,
  renderShopLd,
  renderTermLd,
} from "./structured-data.ts";

export type PageContent = {
  status: number;
  meta: PageMeta;
  queries: PageQuery[];
  /** Where the page leads instead. */
  redirect?: string;
  /** The client module to preload; absent for the specified Home and the 404 page, which are in the entry chunk. */
  screen?: string;
  /** The path of the page's current address, where it has moved. */
  movedTo?: string;
  /** What the page depends on in the cache. */
  tags: readonly string[];
  /** Further head elements, for a shop with these pages of its own. */
  head: (shop: ShopIdentity, infoPages: readonly InfoLink[]) => string;
};

type PageDeps = { db: Db; pageSize: number; facts: InfoFacts; hasQuestions: boolean };

export const notFoundPage: PageContent = {
  status: 404,
  meta: plainMeta("Page not found", "/"),
  queries: [],
  tags: [],
  head: () => "",
};

/** What the page at a path with the parameters of its query answers. */
export async function readPage(deps: PageDeps, path: string, params = new URLSearchParams()): Promise<PageContent> {
  const found = findPage(path);
  if (found === undefined) return notFoundPage;
  const { page, params: parts } = found;
  if (page.screen === "home-page") return readHomePage(deps, parts, params);
  if (page.screen === "products-page") return readListing(deps, path, readProductQuery(params));
  if (page.screen === "browse-page") return readBrowsePage(deps, path);
  if (page.screen === "term-page") {
    return readTermsPage(deps, { kind: termKindOf(page.path), slug: parts.slug ?? "" }, readProductQuery(params));
  }
  if (page.path === pages.productByName.path) return readNamedProductsPage(deps, parts.slug ?? "", params);
  if (page.screen === "product-page") return readProductsPage(deps, parts.id ?? "", params);
  if (page.screen === "info-page") return readInfosPage(deps, parts.slug ?? "");
  if (page.screen === "journal-page") return readJournalPage(deps, toPageNumber(parts.pageNumber));
  if (page.screen === "article-page") return readArticlePage(deps, parts.slug ?? "");
  return {
    status: 200,
    meta: plainMeta(titleOf(page, parts) ?? "", path),
    queries: [],
    tags: [],
    screen: page.screen,
    // The procedures behind a page check access, so the shell is the same for everyone.
    head: () =>
      page.access === "admin" || isOwnList(page) || page.screen === "compare-page"
        ? '<meta name="robots" content="noindex">'
        : "",
  };
}

/** Whether a page shows what one customer has saved. */
function isOwnList({ screen }: Page): boolean {
  return screen === "saved-page" || screen === "shared-list-page";
}

async function readHomePage(
  { db, pageSize, facts }: PageDeps,
  { keyword: text = "", pageNumber }: PageParams,
  params: URLSearchParams,
): Promise<PageContent> {
  const keyword = searchWordsOf(text);
  const input = homeListInput(keyword, toPageNumber(pageNumber), params.getAll("typed"));
  const isValid = askProductsSchema.safeParse(input).success;
  const isSearch = keyword !== "";
  const isFirstPage = input.pageNumber === 1;
  const [list, { featured, brands, categories }, entrances, blocks] = await Promise.all([
    isValid ? listProducts(db, { ...input, isQuestion: true }, pageSize) : undefined,
    readStorefront(db, isSearch ? 0 : featuredLimit),
    isSearch ? undefined : readEntrances(db),
    isSearch ? [] : readHome(db, isFirstPage),
  ]);
  if (list?.redirect !== undefined) return { ...notFoundPage, redirect: list.redirect };
  const queries: PageQuery[] = [
    { path: ["catalog", "brands"], data: brands },
    { path: ["catalog", "categories"], data: categories },
  ];
  if (list !== undefined) queries.unshift({ path: ["catalog", "list"], input, data: list });
  if (!isSearch) {
    queries.unshift({ path: ["catalog", "featured"], data: featured });
    queries.push({ path: ["catalog", "home"], input: { isFirstPage }, data: blocks });
  }
  if (entrances !== undefined) queries.push({ path: ["catalog", "entrances"], data: entrances });
  return {
    // Crawlers should not store an empty page.
    status: list?.products.length === 0 && !isFirstPage ? 404 : 200,
    meta: homeMeta(keyword, input.pageNumber),
    queries,
    ...(list?.read !== undefined || list?.products.length === 0 ? { screen: "search-answer" } : {}),
    ...(hasOwnBlocks(blocks) ? { screen: "own-home" } : {}),
    tags: [
      ...(list === undefined ? [] : tagsOf["catalog.list"](list, keyword)),
      ...tagsOf["catalog.featured"](featured),
      ...tagsOf["catalog.home"](blocks),
      ...tagsOf["catalog.entrances"](entrances ?? []),
    ],
    head: (_shop, infoPages) =>
      renderFirstImage(blocks, featured) + (keyword === "" && isFirstPage ? renderShopLd({ ...facts, infoPages }) : ""),
  };
}

/** Preloads the image with which Home begins; nothing where it begins with something else. */
function renderFirstImage([first]: readonly ShownBlock[], products: readonly ProductSummary[]): string {
  const featured = products.find(({ image }) => hasOwnImage(image));
  if (first?.kind === "headline") return renderImagePreload(first.image, headlineImageSizes, wideImageSet(first.image));
  if (first?.kind !== "featured" || featured === undefined) return "";
  return renderImagePreload(featured.image, featuredImageSizes);
}

/** A page that lists the found products of a query. */
async function readListing(deps: PageDeps, path: string, query: ProductQuery): Promise<PageContent> {
  const { status, queries, tags } = await readFound(deps, query);
  const address = productQueryText(query);
  return {
    status,
    meta: productsMeta(query, path + address),
    screen: "products-page",
    queries,
    tags,
    // There are endless mixes of what can be chosen, and each product has a page of its own.
    head: () => (address === "" ? "" : '<meta name="robots" content="noindex, follow">'),
  };
}

/** What the listing of a query needs; nothing where it makes no sense. */
async function readFound({ db, pageSize }: PageDeps, query: ProductQuery) {
  const isValid = productQuerySchema.safeParse(query).success;
  const found = isValid ? await findListed(db, query, pageSize) : undefined;
  const queries: PageQuery[] = found === undefined ? [] : [{ path: ["catalog", "find"], input: query, data: found }];
  return {
    found,
    // Crawlers should not store an empty page.
    status: found?.products.length === 0 && query.pageNumber > 1 ? 404 : 200,
    queries,
    tags: found === undefined ? [] : tagsOf["catalog.find"](found, query),
  };
}

/** The page of a product by its readable address. A former slug leads to the current one. */
async function readNamedProductsPage(deps: PageDeps, slug: string, params: URLSearchParams): Promise<PageContent> {
  const isPossible = productSlugSchema.safeParse({ slug }).success;
  const found = isPossible ? await findProductBySlug(deps.db, slug) : undefined;
  if (found !== undefined && found.slug !== slug)
    return { ...notFoundPage, movedTo: pathOf("productByName", { slug: found.slug }) };
  const content = await readProductsPage(deps, found?.id ?? "", params, { isByName: true });
  const known: PageQuery[] =
    found === undefined ? [] : [{ path: ["catalog", "productOfSlug"], input: { slug }, data: { _id: found.id } }];
  return { ...content, queries: [...known, ...content.queries] };
}

async function readProductsPage(
  { db, facts, hasQuestions }: PageDeps,
  id: string,
  params: URLSearchParams,
  { isByName = false } = {},
): Promise<PageContent> {
  const choice = readReviewChoice(params);
  const found = await readProductPage(db, id, choice).catch(refusalOrThrow);
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
  const { productPaths } = facts.policy;
  const meta = productMeta(product, productPaths);
  // Where products are known by their names, the address with the id leads to that.
  if (productPaths === "name" && !isByName && product.slug !== undefined)
    return { ...notFoundPage, meta, movedTo: meta.path };
  const asked = { productId: product._id, pageNumber: 1 };
  const [recommended, questions] = await Promise.all([
    listRecommended(db, product._id),
    hasQuestions ? listQuestions(db, asked) : undefined,
  ]);
  return {
    status: 200,
    meta,
    screen: "product-page",
    queries: [
      // The reviews are in the next query.
      { path: ["catalog", "product"], input: { id: product._id }, data: { ...product, reviews: [] } },
      { path: ["review", "list"], input: reviewsInput(product._id, choice), data: reviews },
      ...(questions === undefined
        ? []
        : [{ path: ["question" as const, "list" as const], input: asked, data: questions } satisfies PageQuery]),
      { path: ["catalog", "recommended"], input: { id: product._id }, data: recommended },
    ],
    tags: [...tagsOf["catalog.product"](product), ...tagsOf["catalog.recommended"](recommended, product._id)],
    head: (shop, infoPages) =>
      renderImagePreload(product.image, productImageSizes) +
      renderProductLd(product, reviews.reviews, { ...facts, infoPages }) +
      renderProductPath(product, { ...facts, shop }),
  };
}

/** All brands and categories that have products. */
async function readBrowsePage({ db }: PageDeps, path: string): Promise<PageContent> {
  const menu = await readMenu(db);
  const { title, screen } = pages.browse;
  return {
    status: 200,
    meta: { ...plainMeta(title, path), description: "All categories and brands of the shop, with their products." },
    screen,
    queries: [{ path: ["catalog", "menu"], data: menu }],
    tags: tagsOf["catalog.menu"](),
    head: () => "",
  };
}

/** The page of a brand, category or collection. A former slug leads to the current one; one without products is for people alone. */
async function readTermsPage(deps: PageDeps, input: TermInput, wanted: ProductQuery): Promise<PageContent> {
  const { kind } = input;
  const term = await readTermPage(deps.db, input).catch(refusalOrThrow);
  if (term instanceof DomainError) {
    return {
      ...notFoundPage,
      meta: plainMeta(term.message, "/"),
      screen: "term-page",
      queries: [{ path: ["catalog", "term"], input, data: null }],
    };
  }
  const meta = termMeta(kind, term, wanted.pageNumber);
  if (term.slug !== input.slug) return { ...notFoundPage, meta, movedTo: termPath(kind, term.slug) };
  const query = termQuery(kind, term, wanted);
  const { status, queries, tags, found } = await readFound(deps, query);
  const isPlain = termListPath(kind, term.slug, query) === termPath(kind, term.slug, query.pageNumber);
  const ld = (shop: ShopIdentity) =>
    renderTermLd(kind, term, { products: found?.products ?? [], page: query.pageNumber }, shop);
  return {
    status,
    meta,
    screen: "term-page",
    queries: [{ path: ["catalog", "term"], input, data: term }, ...queries],
    tags: [...tagsOf["catalog.term"](kind), ...tags],
    // There are endless mixes of what can be chosen.
    head: (shop) => (isPlain && term.products > 0 ? "" : '<meta name="robots" content="noindex, follow">') + ld(shop),
  };
}

/** One of the shop's own pages, such as the one about returns. */
async function readInfosPage({ db, facts }: PageDeps, slug: string): Promise<PageContent> {
  const page = await readInfoPage(db, facts, slug).catch(refusalOrThrow);
  if (page instanceof DomainError) {
    return {
      ...notFoundPage,
      screen: "info-page",
      queries: [{ path: ["info", "page"], input: { slug }, data: null }],
    };
  }
  return {
    status: 200,
    meta: infoMeta(page),
    screen: "info-page",
    queries: [{ path: ["info", "page"], input: { slug }, data: page }],
    tags: tagsOf["info.page"](),
    head: (shop) => renderInfoLd(page, shop),
  };
}

/** A page of the journal. Without articles it is for people alone. */
async function readJournalPage({ db }: PageDeps, pageNumber: number): Promise<PageContent> {
  const list = await listArticles(db, pageNumber);
  return {
    status: list.articles.length === 0 ? 404 : 200,
    meta: journalMeta(pageNumber),
    screen: "journal-page",
    queries: [{ path: ["journal", "list"], input: { pageNumber }, data: list }],
    tags: tagsOf["journal.list"](),
    head: (shop) => renderFeedLink(shop) + renderJournalLd(list, shop),
  };
}

/** An article of the journal. */
async function readArticlePage({ db }: PageDeps, slug: string): Promise<PageContent> {
  const article = await readArticle(db, slug).catch(refusalOrThrow);
  if (article instanceof DomainError) {
    return {
      ...notFoundPage,
      screen: "article-page",
      queries: [{ path: ["journal", "article"], input: { slug }, data: null }],
    };
  }
  const { image } = article;
  return {
    status: 200,
    meta: articleMeta(article),
    screen: "article-page",
    queries: [{ path: ["journal", "article"], input: { slug }, data: article }],
    tags: tagsOf["journal.article"](),
    head: (shop) =>
      (image === "" ? "" : renderImagePreload(image, articleImageSizes, wideImageSet(image))) +
      renderFeedLink(shop) +
      renderArticleLd(article, shop),
  };
}

/** Where readers of feeds find the journal. */
function renderFeedLink({ name }: ShopIdentity): string {
  return `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(name)}" href="${feedPath}">`;
}

function refusalOrThrow(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}
