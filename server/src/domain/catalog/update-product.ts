import type { ProductDetail, UpdateProduct } from "@shop/shared/admin-catalog";
import { changesBetween } from "@shop/shared/audit";
import { isId } from "@shop/shared/query";
import { stockMax } from "@shop/shared/shop";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema/catalog.ts";
import type { Editor } from "../account/actor.ts";
import { recordAct } from "../audit/record.ts";
import { DomainError, notFound, refuseStale, retryingConflicts } from "../errors.ts";
import { detailColumns, isNotDeleted, requireProduct, toProductDetail } from "./admin-products.ts";
import { attributeLines, imageLines, partColumns, writeAttributes, writeImages } from "./product-parts.ts";
import { lockTerm } from "./taxonomy.ts";

const auditedFields = [
  ...(["name", "priceCents", "image", "imageAlt", "moreImages", "brand", "category"] as const),
  ...(["description", "countInStock", "attributes"] as const),
] as const;

/**
 * Updates a product and returns its new state; the first update publishes a
 * draft. With the stock that the admin has seen, the stock changes by the
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
      const before = await lockProduct(tx, id);
      refuseStale(before, input);
      const after = await writeProduct(tx, id, { input, before, brandId, categoryId });
      const changes = changesBetween(toAudited(before), toAudited(after), auditedFields);
      const act = before.publishedAt === null ? "published" : "updated";
      await recordAct(tx, admin, { act, entity: "product", entityId: id, subject: after.name, changes });
      return toProductDetail(after);
    });
  return retryingConflicts(update);
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

type LockedProduct = Awaited<ReturnType<typeof lockProduct>>;

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
      priceCents: products.priceCents,
      regularPriceCents: products.regularPriceCents,
      countInStock: products.countInStock,
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
function toAudited<Row extends Pick<LockedProduct, "moreImages" | "attributes" | "priceCents" | "regularPriceCents">>(
  row: Row,
) {
  const { moreImages, attributes } = row;
  return {
    ...row,
    priceCents: row.regularPriceCents ?? row.priceCents,
    moreImages: imageLines(moreImages),
    attributes: attributeLines(attributes),
  };
}

async function writeProduct(
  tx: Db,
  id: string,
  {
    input,
    before,
    brandId,
    categoryId,
  }: { input: UpdateProduct; before: LockedProduct; brandId: string; categoryId: string },
) {
  const now = new Date();
  // Before the product, which returns what is stored of them.
  if (input.moreImages !== undefined) await writeImages(tx, id, input.moreImages);
  if (input.attributes !== undefined) await writeAttributes(tx, id, input.attributes);
  const [after] = await tx
    .update(products)
    .set({
      name: input.name,
      priceCents: input.price,
      countInStock: stockAfter(before.countInStock, input),
      ...(input.image === undefined ? {} : { image: input.image }),
      ...(input.imageAlt === undefined ? {} : { imageAlt: input.imageAlt }),
      ...(input.description === undefined ? {} : { description: input.description }),
      brandId,
      categoryId,
      publishedAt: before.publishedAt ?? now,
      updatedAt: now,
      version: before.version + 1,
    })
    .from(brands)
    .innerJoin(categories, eq(categories.id, categoryId))
    .where(and(eq(products.id, id), eq(brands.id, brandId)))
    .returning(detailColumns);
  if (after === undefined) throw new Error("a locked product is gone");
  return after;
}

function stockAfter(current: number, { countInStock, seenCountInStock }: UpdateProduct): number {
  if (seenCountInStock === undefined) return countInStock;
  return Math.min(stockMax, Math.max(0, current + countInStock - seenCountInStock));
}
