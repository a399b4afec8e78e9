import type { ProductDetail, UpdateProduct } from "@shop/shared/admin-catalog";
import { changesBetween } from "@shop/shared/audit";
import type { Attribute, ShownImage } from "@shop/shared/catalog";
import { isId } from "@shop/shared/query";
import { stockMax } from "@shop/shared/shop";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema/catalog.ts";
import type { Editor } from "../account/actor.ts";
import { recordAct } from "../audit/record.ts";
import { DomainError, notFound, refuseStale, retryingConflicts } from "../errors.ts";
import { detailColumns, editedPriceCents, isNotDeleted, requireProduct, toProductDetail } from "./admin-products.ts";
import { attributeLines, imageLines, partColumns, writeAttributes, writeImages } from "./product-parts.ts";
import { lockTerm } from "./taxonomy.ts";

const auditedFields = [
  ...(["name", "priceCents", "image", "imageAlt", "moreImages", "brand", "category"] as const),
  ...(["description", "countInStock", "attributes"] as const),
] as const;

/**
 * A product as it is before a change. Its row is locked. The price is the one that an edit sets: the regular one while a
 * planned price holds.
 */
export type LockedProduct = Awaited<ReturnType<typeof lockProduct>>;

/** The fields of a product that a change sets. Absent ones stay. The caller has locked the terms. */
export type ProductChange = {
  name?: string;
  image?: string;
  imageAlt?: string;
  description?: string;
  priceCents?: number;
  countInStock?: number;
  brandId?: string;
  categoryId?: string;
  publishedAt?: Date | null;
  moreImages?: readonly ShownImage[];
  attributes?: readonly Attribute[];
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
export async function updateProduct(db: Db, admin: Editor, id: string, input: UpdateProduct): Promise<ProductDetail> {
  const update = () =>
    db.transaction(async (tx) => {
      // Terms before the product: renaming a term locks in the same order.
      const { brandId, categoryId } = await lockTerms(tx, input);
      if (brandId === undefined || categoryId === undefined) {
        await requireProduct(tx, admin, id);
        throw unknownTerms({ brandId, categoryId });
      }
      const { after } = await changeProduct(tx, admin, id, (before) => {
        refuseStale(before, input);
        return { ...changeOf(input, before), brandId, categoryId };
      });
      if (after === undefined) throw new Error("an update of every field was not written");
      return toProductDetail(after);
    });
  return retryingConflicts(update);
}

/**
 * The only way in which admins change one product, in a transaction of the caller: locks it, asks `change` what to set,
 * writes it with the next version and records the act. If `change` returns nothing, the product stays and there is no
 * `after`. Fails with NOT_FOUND, and with what `change` throws.
 */
export async function changeProduct(
  tx: Db,
  admin: Editor,
  id: string,
  change: (before: LockedProduct) => ProductChange | undefined,
): Promise<{ before: LockedProduct; after?: ChangedProduct }> {
  const before = await lockProduct(tx, id);
  const wanted = change(before);
  if (wanted === undefined) return { before };
  const after = await writeProduct(tx, id, before, wanted);
  const { priceCents, regularPriceCents } = after;
  const edited = { ...after, priceCents: regularPriceCents ?? priceCents };
  const changes = changesBetween(toAudited(before), toAudited(edited), auditedFields);
  await recordAct(tx, admin, {
    ...{ act: actOf(before, after), entity: "product", entityId: id, subject: after.name, changes },
  });
  return { before, after };
}

function actOf(before: { publishedAt: Date | null }, after: { publishedAt: Date | null }) {
  if (before.publishedAt === null && after.publishedAt !== null) return "published";
  return before.publishedAt !== null && after.publishedAt === null ? "withdrew" : "updated";
}

function changeOf(input: UpdateProduct, before: LockedProduct): ProductChange {
  const { name, price, image, imageAlt, description, moreImages, attributes, state = "published" } = input;
  return {
    ...{ name, countInStock: stockAfter(before.countInStock, input) },
    // Callers have read the planned price as the price.
    priceCents: price === before.plannedPriceCents ? before.priceCents : price,
    ...(image === undefined ? {} : { image }),
    ...(imageAlt === undefined ? {} : { imageAlt }),
    ...(description === undefined ? {} : { description }),
    ...(moreImages === undefined ? {} : { moreImages }),
    ...(attributes === undefined ? {} : { attributes }),
    publishedAt: publishedAtIn(state, before),
  };
}

/** When a product of a state was published: the first time counts while it stays published. */
export function publishedAtIn(state: "published" | "draft", before: { publishedAt: Date | null }): Date | null {
  return state === "draft" ? null : (before.publishedAt ?? new Date());
}

type FoundTerms = { brandId: string | undefined; categoryId: string | undefined };

async function lockTerms(tx: Db, input: UpdateProduct): Promise<FoundTerms> {
  const brandId = await lockTerm(tx, "brand", input.brand);
  const categoryId = await lockTerm(tx, "category", input.category);
  return { brandId, categoryId };
}

function unknownTerms({ brandId, categoryId }: FoundTerms): DomainError {
  const errors = [
    ...(brandId === undefined ? [{ path: "brand", message: "This brand does not exist" }] : []),
    ...(categoryId === undefined ? [{ path: "category", message: "This category does not exist" }] : []),
  ];
  return new DomainError("VALIDATION", errors[0]?.message ?? "", { errors });
}

/** The only read of the product in a valid update. */
async function lockProduct(tx: Db, id: string) {
  if (!isId(id)) throw notFound("Product");
  const [found] = await tx
    .select({
      ...partColumns,
      name: products.name,
      image: products.image,
      brand: brands.name,
      category: categories.name,
      description: products.description,
      priceCents: editedPriceCents,
      plannedPriceCents: sql<
        number | null
      >`case when ${products.plannedPriceId} is not null then ${products.priceCents} end`,
      countInStock: products.countInStock,
      brandId: products.brandId,
      categoryId: products.categoryId,
      publishedAt: products.publishedAt,
      version: products.version,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.id, id), isNotDeleted))
    .for("no key update", { of: products });
  if (found === undefined) throw notFound("Product");
  return found;
}

/** Lists as the audit stores them: a line for each. */
function toAudited<Row extends Pick<LockedProduct, "moreImages" | "attributes">>(row: Row) {
  const { moreImages, attributes } = row;
  return {
    ...row,
    moreImages: imageLines(moreImages),
    attributes: attributeLines(attributes),
  };
}

type ChangedProduct = Awaited<ReturnType<typeof writeProduct>>;

async function writeProduct(
  tx: Db,
  id: string,
  before: LockedProduct,
  { moreImages, attributes, priceCents, ...columns }: ProductChange,
) {
  const now = new Date();
  const { brandId, categoryId } = { ...before, ...columns };
  if (brandId === null || categoryId === null) throw new Error("a product that is not deleted has no brand");
  // Before the product, which returns what is stored of them.
  if (moreImages !== undefined) await writeImages(tx, id, moreImages);
  if (attributes !== undefined) await writeAttributes(tx, id, attributes);
  const [after] = await tx
    .update(products)
    .set({ ...columns, ...priceColumns(before, priceCents), updatedAt: now, version: before.version + 1 })
    .from(brands)
    .innerJoin(categories, eq(categories.id, categoryId))
    .where(and(eq(products.id, id), eq(brands.id, brandId)))
    .returning(detailColumns);
  if (after === undefined) throw new Error("a locked product is gone");
  return after;
}

/** Customers go on paying a planned price while it holds. */
function priceColumns({ plannedPriceCents }: LockedProduct, priceCents: number | undefined) {
  if (priceCents === undefined) return {};
  return plannedPriceCents === null ? { priceCents } : { regularPriceCents: priceCents };
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
  return Math.min(stockMax, Math.max(0, current + countInStock - seenCountInStock));
}
