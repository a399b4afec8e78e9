import type { ProductDetail, UpdateProduct } from "@shop/shared/admin-catalog";
import { changesBetween } from "@shop/shared/audit";
import { isId } from "@shop/shared/query";
import { stockMax } from "@shop/shared/shop";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { brands, categories, products } from "../../db/schema.ts";
import type { Admin } from "../account/actor.ts";
import { recordAct } from "../audit/record.ts";
import { DomainError, notFound, refuseStale, retryingConflicts } from "../errors.ts";
import { isLiving, readProductDetail } from "./admin-products.ts";
import { lockTerm } from "./taxonomy.ts";

/**
 * Saves a product; the first save publishes it. Brand and category must exist
 * by name. Refuses with STALE a change that starts from a state which another
 * administrator has changed since; sales do not count as such. With the stock
 * that the editor saw, the stock changes by the difference and never below
 * nothing, so that no sale is undone; without it, it becomes what is asked.
 */
export async function updateProduct(db: Db, admin: Admin, id: string, input: UpdateProduct): Promise<ProductDetail> {
  const { name, image, description, price: priceCents } = input;
  const save = () =>
    db.transaction(async (tx) => {
      // Names before the product, everywhere: renaming locks in this order too.
      const { brandId, categoryId } = await lockTerms(tx, input);
      const before = await lockProduct(tx, id);
      refuseStale(before, input);
      const now = new Date();
      const countInStock = stockAfter(before.countInStock, input);
      const change = { name, priceCents, countInStock, ...(image === undefined ? {} : { image }) };
      await tx
        .update(products)
        .set({
          ...change,
          ...(description === undefined ? {} : { description }),
          brandId,
          categoryId,
          publishedAt: before.publishedAt ?? now,
          updatedAt: now,
          version: before.version + 1,
        })
        .where(eq(products.id, id));
      const saved = await readProductDetail(tx, admin, id);
      const after = { ...saved, priceCents };
      const changes = changesBetween(before, after, [
        "name",
        "priceCents",
        "image",
        "brand",
        "category",
        "description",
        "countInStock",
      ]);
      const act = before.publishedAt === null ? "published" : "updated";
      await recordAct(tx, admin, { act, entity: "product", entityId: id, subject: name, changes });
      return saved;
    });
  return retryingConflicts(save);
}

/** The stock after a save, given what it is now. */
function stockAfter(now: number, { countInStock, seenCountInStock }: UpdateProduct): number {
  if (seenCountInStock === undefined) return countInStock;
  return Math.min(stockMax, Math.max(0, now + countInStock - seenCountInStock));
}

async function lockTerms(tx: Db, input: UpdateProduct): Promise<{ brandId: string; categoryId: string }> {
  const brandId = await lockTerm(tx, "brand", input.brand);
  const categoryId = await lockTerm(tx, "category", input.category);
  if (brandId !== undefined && categoryId !== undefined) return { brandId, categoryId };
  const errors = [
    ...(brandId === undefined ? [{ path: "brand", message: "This brand does not exist" }] : []),
    ...(categoryId === undefined ? [{ path: "category", message: "This category does not exist" }] : []),
  ];
  throw new DomainError("VALIDATION", errors[0]?.message ?? "", { errors });
}

async function lockProduct(tx: Db, id: string) {
  if (!isId(id)) throw notFound("Product");
  const [found] = await tx
    .select({
      name: products.name,
      image: products.image,
      brand: brands.name,
      category: categories.name,
      description: products.description,
      priceCents: products.priceCents,
      countInStock: products.countInStock,
      publishedAt: products.publishedAt,
      version: products.version,
    })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(eq(products.id, id), isLiving))
    .for("no key update", { of: products });
  if (found === undefined) throw notFound("Product");
  return found;
}
