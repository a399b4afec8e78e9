import { type AdminPage, toAdminPage } from "@shop/shared/admin/admin-list";
import type {
  AdminProduct,
  EditedVideo,
  FilterProducts,
  PageProducts,
  ProductDetail,
  ProductState,
} from "@shop/shared/catalog/admin-catalog";
import type { ListProducts, Product, ProductPage } from "@shop/shared/catalog/catalog";
import type { MatchingProduct, MatchingProducts } from "@shop/shared/catalog/product-editing";
import { toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { lowStock } from "@shop/shared/shop";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { productKeys } from "../../db/schema/imports.ts";
import { productSales } from "../../db/schema/product-facets.ts";
import { productGroups, productVariants } from "../../db/schema/product-groups.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { containsIndexed, lowered } from "../../db/text.ts";
import type { Admin, Reader } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { countProducts } from "./catalog-size.ts";
import { categoriesWithin } from "./category-tree.ts";
import { listProducts } from "./list.ts";
import { hasGroups } from "./product-group/entries.ts";
import { partColumns, type StoredVideo, toParts } from "./product-parts.ts";
import { newestReviews } from "./read.ts";
import { newestFirst, type SummaryRow, summaryColumns, toPage, toSummary } from "./summary.ts";
import { costColumn, type TradeRow, toTradeFacts, tradeColumn } from "./trade-facts.ts";

/** What admins can read and change: published products and drafts. */
export const isNotDeleted = isNull(products.deletedAt);

const hasState: Record<ProductState, SQL | undefined> = {
  published: isNotNull(products.publishedAt),
  draft: isNull(products.publishedAt),
  "sold-out": and(isNotNull(products.publishedAt), eq(products.countInStock, 0)),
  "low-stock": and(isNotNull(products.publishedAt), lte(products.countInStock, lowStock)),
};

/** The units in paid orders; the query joins the sales. */
const soldUnits = sql<number>`coalesce(${productSales.units}, 0)`;

const sortKeys = {
  createdAt: [products.createdAt],
  name: [lowered(products.name)],
  price: [products.priceCents],
  countInStock: [products.countInStock],
  rating: [products.rating, products.numReviews],
  soldUnits: [soldUnits],
};

/**
 * One page of all products, drafts included, whose name, brand, category or description contains the searched words; with
 * `isGrouped` one line for each group, which has all of its variants that match. `products`: how many products match.
 */
export async function pageProducts(
  db: Db,
  _admin: Admin<"products.read">,
  input: PageProducts,
): Promise<AdminPage<AdminProduct> & { products?: number }> {
  const { sort, pageNumber, pageSize } = input;
  const isWanted = matchesFilter(input);
  const order = [...sortKeys[sort.by], products.id].map(sort.isDescending ? desc : asc);
  const isGrouped = input.isGrouped && (await hasGroups(db));
  const isLine = isGrouped ? and(isWanted, isFirstMatch(db, isWanted)) : isWanted;
  const isAll = isWanted === isNotDeleted;
  const page = { isWanted: isLine, isAll: isAll && !isGrouped, order, pageNumber, pageSize };
  const { rows, total } = await selectPage(db, page);
  const lines = rows.map(toAdminProduct);
  if (!isGrouped) return { ...toAdminPage(lines, total, input), products: total };
  const groups = await readMatchingVariants(
    db,
    lines.map(({ _id }) => _id),
    isWanted,
  );
  const withGroups = lines.map((line) => {
    const group = groups.find(({ variants }) => variants.some(({ _id }) => _id === line._id));
    return group === undefined || group.variants.length === 1 ? line : { ...line, group };
  });
  const matching = isAll ? await countProducts(db) : await db.$count(products, isWanted);
  return { ...toAdminPage(withGroups, total, input), products: matching };
}

/** Whether no variant of its group that matches comes before a product. */
function isFirstMatch(db: Db, isWanted: SQL | undefined): SQL {
  const matching = db.select({ id: products.id }).from(products).where(isWanted);
  return sql`not exists (
    select from ${productVariants} own join ${productVariants} other
      on other.group_id = own.group_id and other.position < own.position
    where own.product_id = ${products.id} and other.product_id in ${matching})`;
}

/** The groups of some products, each with its variants that match, in their order. */
async function readMatchingVariants(db: Db, ids: string[], isWanted: SQL | undefined) {
  const own = alias(productVariants, "own");
  const groupIds = db.select({ id: own.groupId }).from(own).where(inArray(own.productId, ids));
  const rows = await db
    .select({ ...lineColumns, groupId: productGroups.id, groupName: productGroups.name })
    .from(productVariants)
    .innerJoin(productGroups, eq(productGroups.id, productVariants.groupId))
    .innerJoin(products, eq(products.id, productVariants.productId))
    .leftJoin(productSales, eq(productSales.productId, products.id))
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(inArray(productVariants.groupId, groupIds), isWanted))
    .orderBy(asc(productVariants.groupId), asc(productVariants.position));
  const groups = new Map<string, { _id: string; name: string; variants: AdminProduct[] }>();
  for (const { groupId, groupName, ...row } of rows) {
    const group = groups.get(groupId) ?? { _id: groupId, name: groupName, variants: [] };
    group.variants.push(toAdminProduct(row));
    groups.set(groupId, group);
  }
  return [...groups.values()];
}

/** The price that an edit sets: the regular one while a planned price holds. */
export const editedPriceCents = sql<number>`coalesce(${products.regularPriceCents}, ${products.priceCents})`;

/** The planned price of a product that holds now, in cents; null for none. */
export const reducedCents = sql<
  number | null
>`case when ${products.plannedPriceId} is not null then ${products.priceCents} end`;

/** The condition of a filter; `isNotDeleted` itself where nothing is chosen. */
export function matchesFilter({ search, brand, category, state }: FilterProducts): SQL | undefined {
  if (search === "" && brand === undefined && category === undefined && state === undefined) return isNotDeleted;
  return and(
    isNotDeleted,
    search === "" ? undefined : or(containsIndexed(products.searchText, search), hasCode(search)),
    brand === undefined ? undefined : eq(products.brandId, brand),
    category === undefined ? undefined : inArray(products.categoryId, categoriesWithin(category)),
    state === undefined ? undefined : hasState[state],
  );
}

/** Whether a product's SKU or key of files begins with the searched text, or its GTIN or the manufacturer's number is it. */
function hasCode(search: string): SQL {
  const begins = `${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql`${products.id} = any(array(
    select t.product_id from ${productTrade} t
    where lower(t.sku collate "pg_c_utf8") like ${begins} or t.gtin = ${search} or t.mpn = ${search}
    union all select k.product_id from ${productKeys} k where lower(k.key collate "pg_c_utf8") like ${begins}))`;
}

/** The public list as admins get it: drafts included, newest first, found by the words of any product. */
export async function listWithDrafts(
  db: Db,
  _reader: Reader<"products.read">,
  { keyword, pageNumber }: ListProducts,
  pageSize: number,
): Promise<ProductPage> {
  const isWanted = and(isNotDeleted, keyword === "" ? undefined : containsIndexed(products.searchText, keyword));
  const page = { isWanted, isAll: keyword === "", order: newestFirst, pageNumber, pageSize };
  const { rows, total } = await selectPage(db, page);
  // Words that no product contains are searched by similarity.
  if (total === 0) return listProducts(db, { keyword, pageNumber }, pageSize);
  return toPage(
    rows.map((row) => toSummary(row)),
    pageNumber,
    total,
    pageSize,
  );
}

/** Products that match a filter, in the order of their ids, which no bulk act changes. */
export function listMatchingProducts(
  db: Db,
  _admin: Admin<"products.read">,
  { after, limit, ...filter }: MatchingProducts,
): Promise<MatchingProduct[]> {
  return db
    .select({
      _id: products.id,
      name: products.name,
      price: sql<number>`${editedPriceCents}`.mapWith((cents) => toWire(Number(cents))),
      countInStock: products.countInStock,
    })
    .from(products)
    .where(and(matchesFilter(filter), after === undefined ? undefined : gt(products.id, after)))
    .orderBy(asc(products.id))
    .limit(limit);
}

/** The columns of a line; the query joins sales, brands and categories. */
const lineColumns = {
  ...summaryColumns,
  publishedAt: products.publishedAt,
  createdAt: products.createdAt,
  version: products.version,
  soldUnits,
  costCents: costColumn,
  isStockCounted: products.isStockCounted,
};

/** `isAll`: whether all products are wanted, whose number is known. */
type PageQuery = { isWanted: SQL | undefined; isAll: boolean; order: SQL[]; pageNumber: number; pageSize: number };

async function selectPage(db: Db, { isWanted, isAll, order, pageNumber, pageSize }: PageQuery) {
  // Selects the ids first, so that skipped rows are not joined.
  const page = db
    .select({ id: products.id })
    .from(products)
    .leftJoin(productSales, eq(productSales.productId, products.id))
    .where(isWanted)
    .orderBy(...order)
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .as("page");
  const [rows, total] = await Promise.all([
    db
      .select(lineColumns)
      .from(page)
      .innerJoin(products, eq(products.id, page.id))
      .leftJoin(productSales, eq(productSales.productId, products.id))
      .innerJoin(brands, eq(brands.id, products.brandId))
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .orderBy(...order),
    isAll ? countProducts(db) : db.$count(products, isWanted),
  ]);
  return { rows, total };
}

function toAdminProduct(
  row: SummaryRow &
    Omit<DetailTimes, "updatedAt"> &
    Pick<AdminProduct, "version" | "soldUnits" | "isStockCounted"> & { costCents: number | null },
): AdminProduct {
  const { description: _description, user: _user, ...product } = toSummary(row);
  const { version, soldUnits, costCents, isStockCounted } = row;
  return {
    ...product,
    cost: costCents === null ? null : toWire(costCents),
    version,
    soldUnits,
    isStockCounted,
    editedPrice: editedPriceOf(row),
    isDraft: row.publishedAt === null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The price that an edit sets. */
function editedPriceOf({ priceCents, regularPriceCents }: SummaryRow): number {
  return toWire(regularPriceCents ?? priceCents);
}

/** The columns of a product detail; the query joins brands and categories. */
export const detailColumns = {
  ...summaryColumns,
  ...partColumns,
  trade: tradeColumn,
  reviews: newestReviews,
  publishedAt: products.publishedAt,
  version: products.version,
  isStockCounted: products.isStockCounted,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
};

type DetailRow = SummaryRow &
  Parameters<typeof toParts>[0] &
  Pick<Product, "reviews"> &
  Pick<ProductDetail, "version" | "isStockCounted"> & { trade: TradeRow | null } & DetailTimes;
type DetailTimes = { publishedAt: Date | null; createdAt: Date; updatedAt: Date };

/** A row of `detailColumns` in wire format. */
export function toProductDetail(row: DetailRow): ProductDetail {
  return {
    ...toSummary(row),
    ...toParts(row),
    imageAlt: row.imageAlt,
    ...(row.videos.length === 0 ? {} : { editedVideos: row.videos.map(toEditedVideo) }),
    trade: toTradeFacts(row.trade),
    reviews: row.reviews,
    isDraft: row.publishedAt === null,
    version: row.version,
    isStockCounted: row.isStockCounted,
    editedPrice: editedPriceOf(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function toEditedVideo(video: StoredVideo): EditedVideo {
  return { ...video, hasNoSpeech: video.captions === "" };
}

/** A product or draft with the version that an update refers to. Fails with NOT_FOUND. */
export async function readProductDetail(db: Db, _reader: Reader<"products.read">, id: string): Promise<ProductDetail> {
  const [row] = isId(id)
    ? await db
        .select(detailColumns)
        .from(products)
        .innerJoin(brands, eq(brands.id, products.brandId))
        .innerJoin(categories, eq(categories.id, products.categoryId))
        .where(and(eq(products.id, id), isNotDeleted))
    : [];
  if (row === undefined) throw notFound("Product");
  return toProductDetail(row);
}

/** Fails with NOT_FOUND unless the product exists, drafts included. */
export async function requireProduct(db: Db, _reader: Reader<"products.read">, id: string): Promise<void> {
  const found = isId(id)
    ? await db
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.id, id), isNotDeleted))
    : [];
  if (found.length === 0) throw notFound("Product");
}

/** A product or draft as the product page shows it. Fails with NOT_FOUND. */
export async function readProductOrDraft(db: Db, admin: Reader<"products.read">, id: string): Promise<Product> {
  const {
    isDraft: _isDraft,
    version: _version,
    isStockCounted: _isStockCounted,
    ...detail
  } = await readProductDetail(db, admin, id);
  const { createdAt: _createdAt, updatedAt: _updatedAt, imageAlt: _imageAlt, trade: _trade, ...shown } = detail;
  const { editedPrice: _editedPrice, ...product } = shown;
  return product;
}
