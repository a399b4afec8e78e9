import type { ShownImage } from "@shop/shared/catalog/catalog";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { importMoreImages } from "../../db/schema/imports.ts";
import { products } from "../../db/schema/products.ts";
import { partColumns, writeImages } from "../catalog/product-parts.ts";
import { editProducts } from "../catalog/write-product.ts";
import { altsOf } from "./image-alts.ts";
import { addressLines, isFetched } from "./image-source.ts";
import type { Import, ImportRow } from "./work.ts";

/** Queues the further images of rows; products whose further images are all of this shop get them at once. */
export async function queueMoreImages(tx: Db, { id: importId }: Import, rows: readonly ImportRow[]): Promise<void> {
  for (const { productId, changes } of rows) {
    const [before, after] = changes.moreImages ?? [];
    const { others: alts } = altsOf(changes.imageAlts?.[1]);
    if (productId === null || typeof after !== "string") continue;
    const queued = after.split("\n").map((address, place) => ({
      importId,
      productId,
      place: place + 1,
      address,
      alt: alts[place] ?? "",
      before: String(before ?? ""),
      ...(isFetched(address) ? {} : { state: "stored" as const, image: address }),
    }));
    await tx.insert(importMoreImages).values(queued).onConflictDoNothing();
    await placeMoreImages(tx, importId, productId);
  }
}

/**
 * Gives a product its further images once none of them is waited for: those that could be had, in their order. Further
 * images that somebody has chosen since stay.
 */
export async function placeMoreImages(tx: Db, importId: string, productId: string): Promise<void> {
  const isOfProduct = eq(products.id, productId);
  await tx.select({ id: products.id }).from(products).where(isOfProduct).for("no key update");
  const rows = await tx
    .select()
    .from(importMoreImages)
    .where(and(eq(importMoreImages.importId, importId), eq(importMoreImages.productId, productId)))
    .orderBy(asc(importMoreImages.place));
  const stored = rows.filter(({ state }) => state === "stored");
  if (stored.length === 0 || rows.some(({ state }) => state === "waiting")) return;
  const [product] = await tx.select({ moreImages: partColumns.moreImages }).from(products).where(isOfProduct);
  if (product === undefined) return;
  const isAsBefore = addressLines(product.moreImages) === rows[0]?.before;
  if (!isAsBefore && !isPartOf(product.moreImages, stored)) return;
  await writeImages(tx, productId, toShown(stored));
  await editProducts(tx, [{ id: productId }]);
}

/** Whether a product has some of the stored images and no other, because some had failed when it got them. */
function isPartOf(images: readonly ShownImage[], stored: readonly { image: string }[]): boolean {
  const addresses = new Set(stored.map(({ image }) => image));
  return images.length > 0 && images.every(({ image }) => addresses.has(image));
}

const toShown = (stored: readonly ShownImage[]): ShownImage[] => stored.map(({ image, alt }) => ({ image, alt }));

/** The further images that an import has stored, a line for each, by product. */
export async function storedMoreImages(
  db: Db,
  importId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({
      productId: importMoreImages.productId,
      lines: sql<string>`string_agg(${importMoreImages.image}, E'\n' order by ${importMoreImages.place})`,
    })
    .from(importMoreImages)
    .where(
      and(
        eq(importMoreImages.importId, importId),
        inArray(importMoreImages.productId, [...productIds]),
        eq(importMoreImages.state, "stored"),
      ),
    )
    .groupBy(importMoreImages.productId);
  return new Map(rows.map(({ productId, lines }) => [productId, lines]));
}
