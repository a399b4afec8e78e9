import { editedVideoSchema } from "@shop/shared/catalog/admin-catalog";
import { attributeSchema, shownImageSchema } from "@shop/shared/catalog/catalog";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../db/client.ts";
import { products } from "../../../db/schema/products.ts";
import { partColumns } from "../product-parts.ts";

const timeSchema = z.string().nullable();

const storedVideoSchema = editedVideoSchema.omit({ hasNoSpeech: true });

/** The fields of a product that the history keeps, as it keeps them. Times are ISO 8601 in UTC, to the microsecond. */
export const productStateSchema = z.object({
  name: z.string(),
  image: z.string(),
  imageAlt: z.string(),
  moreImages: z.array(shownImageSchema),
  videos: z.array(storedVideoSchema),
  brandId: z.string().nullable(),
  categoryId: z.string().nullable(),
  description: z.string(),
  /** What customers pay, and the price outside of planned prices. */
  priceCents: z.int(),
  regularPriceCents: z.int(),
  countInStock: z.int(),
  isStockCounted: z.boolean(),
  attributes: z.array(attributeSchema),
  publishedAt: timeSchema,
  deletedAt: timeSchema,
});
export type ProductState = z.infer<typeof productStateSchema>;
export type StateField = keyof ProductState;
export const stateFields = productStateSchema.keyof().options;

/** The changed fields of an entry of the history, each with its value before and after. */
export type StateChanges = Record<string, [before: unknown, after: unknown]>;

const exactTime = (column: typeof products.publishedAt | typeof products.deletedAt) =>
  sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const stateColumns = {
  name: products.name,
  image: products.image,
  imageAlt: products.imageAlt,
  moreImages: partColumns.moreImages,
  videos: partColumns.videos,
  attributes: partColumns.attributes,
  brandId: products.brandId,
  categoryId: products.categoryId,
  description: products.description,
  priceCents: products.priceCents,
  regularPriceCents: sql<number>`coalesce(${products.regularPriceCents}, ${products.priceCents})`,
  countInStock: products.countInStock,
  isStockCounted: products.isStockCounted,
  publishedAt: exactTime(products.publishedAt),
  deletedAt: exactTime(products.deletedAt),
};

/** A product as it is now, deleted ones included; `undefined` if there is none. */
export async function readState(db: Db, id: string): Promise<ProductState | undefined> {
  const [found] = await db.select(stateColumns).from(products).where(eq(products.id, id));
  return found;
}

/** The same, locked against changes until the transaction ends. */
export async function lockState(tx: Db, id: string): Promise<ProductState | undefined> {
  await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for("no key update");
  return readState(tx, id);
}

/**
 * The state before some changes, given the state after them. The changes come newest first. Stock goes back by the
 * differences, because it also sells.
 */
export function stateBefore(state: ProductState, newestFirst: readonly StateChanges[]): ProductState {
  const before: Record<string, unknown> = { ...state };
  let countInStock = state.countInStock;
  for (const changes of newestFirst) {
    for (const field of stateFields) {
      const change = changes[field];
      if (change === undefined) continue;
      if (field === "countInStock") countInStock -= stockDifference(changes);
      else before[field] = change[0];
    }
  }
  return productStateSchema.parse({ ...before, countInStock });
}

/** By how many units an edit changed the stock. */
export function stockDifference({ countInStock }: StateChanges): number {
  return countInStock === undefined ? 0 : Number(countInStock[1]) - Number(countInStock[0]);
}
