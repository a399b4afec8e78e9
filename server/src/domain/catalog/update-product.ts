import { changesBetween } from "@shop/shared/admin/audit";
import type { ProductDetail, UpdateProduct } from "@shop/shared/catalog/admin-catalog";
import type { Attribute, ShownImage } from "@shop/shared/catalog/catalog";
import { hasOwnImage } from "@shop/shared/catalog/image";
import { type TradeFields, tradeFields } from "@shop/shared/catalog/trade-facts";
import { isId } from "@shop/shared/query";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import type { Editor } from "../base/actor.ts";
import { readDraftText } from "../base/draft-text.ts";
import { DomainError, notFound, refuseStale, retryingConflicts } from "../base/errors.ts";
import { type AdminAct, recordActs } from "../base/record-act.ts";
import { editedPriceCents, isNotDeleted, readProductDetail, requireProduct } from "./admin-products.ts";
import {
  attributeLines,
  imageLines,
  partColumns,
  type StoredVideo,
  videoLines,
  writeAttributes,
  writeImages,
  writeVideos,
} from "./product-parts.ts";
import { lockOrMakeTerm, lockTerm, type Taxonomy } from "./taxonomy.ts";
import { auditedTrade, tradeColumn, writeTrade } from "./trade-facts.ts";
import { clampStock, editProducts, type ProductEdit } from "./write-product.ts";

const auditedFields = [
  ...(["name", "priceCents", "image", "imageAlt", "moreImages", "videos", "brand", "category"] as const),
  ...(["description", "isMarkdown", "countInStock", "isStockCounted", "attributes"] as const),
  ...(["sku", "gtin", "mpn", "costCents", "weightGrams", "lengthMm", "widthMm", "heightMm"] as const),
  ...(["originCountry", "hsCode", "contentAmount", "contentUnit", "unitBasis", "taxClass"] as const),
] as const;

/** A product as edits see it. The price is the one that an edit sets: the regular one while a planned price holds. */
export type EditedProduct = Awaited<ReturnType<typeof readProducts>>[number];

/** The fields of a product that a change sets. Absent ones stay. The caller has locked the terms. */
export type ProductChange = Omit<ProductEdit, "id" | "deletedAt" | "publishedAt"> & {
  publishedAt?: Date | null;
  moreImages?: readonly ShownImage[];
  videos?: readonly StoredVideo[];
  attributes?: readonly Attribute[];
  trade?: TradeFields;
};

/**
 * Updates a product and returns its new state; the first update publishes a
 * draft unless `state` says otherwise. With the stock that the admin has seen, the stock changes by the
 * difference and not below 0, so that no sale is overwritten; without it, the
 * stock is set. While a planned price holds, the price is the regular one, unless it
 * is the planned one, which callers have read as the price. Fails with VALIDATION when no brand or category has the name,
 * with NOT_FOUND, and with STALE when another admin has updated the product
 * since the version of `input`; sales do not change the version.
 */
export async function updateProduct(
  db: Db,
  admin: Editor<"products.write">,
  id: string,
  input: UpdateProduct,
): Promise<ProductDetail> {
  const update = () =>
    db.transaction(async (tx) => {
      // Terms before the product: renaming a term locks in the same order.
      const { brandId, categoryId } = await lockTerms(tx, admin, input);
      if (brandId === undefined || categoryId === undefined) {
        await requireProduct(tx, admin, id);
        throw unknownTerms({ brandId, categoryId });
      }
      await changeProduct(tx, admin, id, (before) => {
        refuseStale(before, input);
        return { ...changeOf(input, before), brandId, categoryId };
      });
      return readProductDetail(tx, admin, id);
    });
  if (input.isMarkdown === true) await readDraftText(input.description ?? "", "description");
  return retryingConflicts(update);
}

/**
 * Changes one product in a transaction of the caller: locks it, asks `change` what to set, writes it with the next version
 * and records the act. If `change` returns nothing, the product stays and `after` is as `before`. Fails with NOT_FOUND,
 * and with what `change` throws.
 */
export async function changeProduct(
  tx: Db,
  admin: Editor<"products.write">,
  id: string,
  change: (before: EditedProduct) => ProductChange | undefined,
): Promise<{ before: EditedProduct; after: EditedProduct }> {
  if (!isId(id)) throw notFound("Product");
  const before = (await lockProducts(tx, [id])).get(id);
  if (before === undefined) throw notFound("Product");
  const wanted = change(before);
  const [after = before] = wanted === undefined ? [] : await changeProducts(tx, admin, [{ before, change: wanted }]);
  return { before, after };
}

/**
 * Writes changes of products that the caller has locked, in one statement for all that set the same fields, and records an
 * act for each. Returns the products as they are then, in the order of their ids.
 */
export async function changeProducts(
  tx: Db,
  admin: Editor<"products.write">,
  changes: readonly { before: EditedProduct; change: ProductChange }[],
): Promise<EditedProduct[]> {
  if (changes.length === 0) return [];
  const edits: ProductEdit[] = [];
  for (const { before, change } of changes) {
    const { moreImages = withoutFirst(before, change.image), videos, attributes, trade, ...fields } = change;
    if (moreImages !== undefined) await writeImages(tx, before.id, moreImages);
    if (videos !== undefined) await writeVideos(tx, before.id, videos);
    if (attributes !== undefined) await writeAttributes(tx, before.id, attributes);
    if (trade !== undefined) await writeTrade(tx, before.id, trade);
    edits.push({ ...fields, id: before.id });
  }
  await editProducts(tx, edits);
  const befores = new Map(changes.map(({ before }) => [before.id, before]));
  const changed = await readProducts(tx, [...befores.keys()]);
  await recordActs(
    tx,
    admin,
    changed.map((after) => toAct(befores.get(after.id) ?? after, after)),
  );
  return changed;
}

/** The further images when one of them becomes the first: the former first one takes its place, so that none shows twice. */
function withoutFirst({ image, imageAlt, moreImages }: EditedProduct, first: string | undefined) {
  if (!moreImages.some((each) => each.image === first)) return undefined;
  const former = hasOwnImage(image) ? [{ image, alt: imageAlt }] : [];
  return moreImages.flatMap((each) => (each.image === first ? former : [each]));
}

function toAct(before: EditedProduct, after: EditedProduct): AdminAct {
  const changes = changesBetween(toAudited(before), toAudited(after), auditedFields);
  return { act: actOf(before, after), entity: "product", entityId: after.id, subject: after.name, changes };
}

function actOf(before: { publishedAt: Date | null }, after: { publishedAt: Date | null }) {
  if (before.publishedAt === null && after.publishedAt !== null) return "published";
  return before.publishedAt !== null && after.publishedAt === null ? "withdrew" : "updated";
}

function changeOf(input: UpdateProduct, before: EditedProduct): ProductChange {
  const { name, price, image, imageAlt, description, isMarkdown, moreImages, attributes, state = "published" } = input;
  const { isStockCounted, videos } = input;
  return {
    name,
    countInStock: before.isStockCounted ? stockAfter(before.countInStock, input) : input.countInStock,
    ...(isStockCounted === undefined ? {} : { isStockCounted }),
    // Callers have read the planned price as the price.
    priceCents: price === before.plannedPriceCents ? before.priceCents : price,
    ...(image === undefined ? {} : { image }),
    ...(imageAlt === undefined ? {} : { imageAlt }),
    ...(description === undefined ? {} : { description }),
    ...(isMarkdown === undefined ? {} : { isMarkdown }),
    ...(moreImages === undefined ? {} : { moreImages }),
    ...(videos === undefined ? {} : { videos }),
    ...(attributes === undefined ? {} : { attributes }),
    trade: tradeOf(input),
    publishedAt: publishedAtIn(state, before),
  };
}

const tradeNames = Object.keys(tradeFields);

/** What an update says of codes and facts. */
function tradeOf(input: UpdateProduct): TradeFields {
  return Object.fromEntries(Object.entries(input).filter(([name]) => tradeNames.includes(name)));
}

/** When a product of a state was published: the first time counts while it stays published. */
export function publishedAtIn(state: "published" | "draft", before: { publishedAt: Date | null }): Date | null {
  return state === "draft" ? null : (before.publishedAt ?? new Date());
}

type FoundTerms = { brandId: string | undefined; categoryId: string | undefined };

async function lockTerms(tx: Db, admin: Editor<"products.write">, input: UpdateProduct): Promise<FoundTerms> {
  const lock = (taxonomy: Taxonomy) =>
    input.makesTerms === true
      ? lockOrMakeTerm(tx, admin, taxonomy, input[taxonomy])
      : lockTerm(tx, taxonomy, input[taxonomy]);
  const brandId = await lock("brand");
  const categoryId = await lock("category");
  return { brandId, categoryId };
}

function unknownTerms({ brandId, categoryId }: FoundTerms): DomainError {
  const errors = [
    ...(brandId === undefined ? [{ path: "brand", message: "This brand does not exist" }] : []),
    ...(categoryId === undefined ? [{ path: "category", message: "This category does not exist" }] : []),
  ];
  return new DomainError("VALIDATION", errors[0]?.message ?? "", { errors });
}

/** Locks products in the order of their ids and reads them. Those that are deleted or unknown are absent. */
export async function lockProducts(tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, EditedProduct>> {
  const locking = tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for("no key update");
  // Sent together: PostgreSQL begins the second when the first has the locks.
  const [, found] = await Promise.all([locking, readProducts(tx, ids)]);
  return new Map(found.map((product) => [product.id, product]));
}

function readProducts(tx: Db, ids: readonly string[]) {
  return tx
    .select({
      ...partColumns,
      trade: tradeColumn,
      id: products.id,
      name: products.name,
      image: products.image,
      brand: brands.name,
      category: categories.name,
      description: products.description,
      isMarkdown: products.isMarkdown,
      priceCents: editedPriceCents,
      plannedPriceCents: sql<
        number | null
      >`case when ${products.plannedPriceId} is not null then ${products.priceCents} end`,
      countInStock: products.countInStock,
      isStockCounted: products.isStockCounted,
      brandId: products.brandId,
      categoryId: products.categoryId,
      publishedAt: products.publishedAt,
      version: products.version,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(inArray(products.id, [...ids]), isNotDeleted))
    .orderBy(asc(products.id));
}

/** Lists as the audit stores them: a line for each. */
function toAudited(product: EditedProduct) {
  const { moreImages, videos, attributes } = product;
  return {
    ...product,
    ...auditedTrade(product.trade),
    moreImages: imageLines(moreImages),
    videos: videoLines(videos),
    attributes: attributeLines(attributes),
  };
}

/**
 * The stock after a change: by the difference to the seen stock, not below 0 and not above the most, so that what was sold
 * meanwhile stays sold; without a seen stock, as it was set.
 */
export function stockAfter(
  current: number,
  { countInStock, seenCountInStock }: Pick<UpdateProduct, "countInStock" | "seenCountInStock">,
): number {
  if (seenCountInStock === undefined) return countInStock;
  return clampStock(current + countInStock - seenCountInStock);
}
