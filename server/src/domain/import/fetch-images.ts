import { imageBytesMax } from "@shop/shared/shop";
import { and, asc, eq, lte, or, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { importImages } from "../../db/schema/imports.ts";
import { products } from "../../db/schema/products.ts";
import type { FetchedImage, FetchImage } from "../../infra/fetch-image.ts";
import { imageAddress } from "../../infra/image-names.ts";
import { removeImage, storeImage } from "../../infra/images.ts";
import type { Storage } from "../../infra/storage.ts";
import { type Zip, ZipProblem } from "../../infra/zip.ts";
import { imageFaultMessages } from "../catalog/upload-image.ts";
import { editProducts } from "../catalog/write-product.ts";
import { openArchiveOf } from "./archive.ts";
import { isInZip, zipPathOfSource } from "./image-source.ts";

export type FetchImagesDeps = { db: Db; storage: Storage; fetchImage: FetchImage };
type Waiting = typeof importImages.$inferSelect;

/** How many are fetched at a time, and how many in a round. */
const concurrency = 2;
const perRound = 20;
const attemptsMax = 4;
/** How long another instance leaves an image alone that this one is fetching. */
const claimMinutes = 5;

/** Fetches the images of applied imports and puts them on their products, whose placeholder stays until then. */
export async function fetchImportImages(deps: FetchImagesDeps, isStopping: () => boolean): Promise<void> {
  const archives = new Archives(deps.db);
  const content = (image: Waiting) => (isInZip(image.address) ? archives.read(image) : deps.fetchImage(image.address));
  try {
    for (let left = perRound; left > 0 && !isStopping(); left -= concurrency) {
      const claimed = await claimImages(deps.db);
      if (claimed.length === 0) return;
      await Promise.all(claimed.map(async (image) => storeOne(deps, image, await content(image))));
    }
  } finally {
    archives.close();
  }
}

/** The ZIPs that a round reads from, each listed once. */
class Archives {
  private readonly opened = new Map<string, Promise<Zip | undefined>>();
  constructor(private readonly db: Db) {}

  async read({ importId, address }: Waiting): Promise<FetchedImage> {
    try {
      const opening = this.opened.get(importId) ?? openArchiveOf(this.db, importId);
      this.opened.set(importId, opening);
      const zip = await opening;
      if (zip === undefined) return { problem: "The ZIP of images was deleted after a week", isPassing: false };
      return { content: await zip.read(zipPathOfSource(address), imageBytesMax) };
    } catch (error) {
      if (error instanceof ZipProblem) return { problem: error.message, isPassing: false };
      throw error;
    }
  }

  close(): void {
    for (const opening of this.opened.values()) {
      opening.then(
        (zip) => zip?.close(),
        () => undefined,
      );
    }
  }
}

function claimImages(db: Db): Promise<Waiting[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ importId: importImages.importId, productId: importImages.productId })
      .from(importImages)
      .where(and(eq(importImages.state, "waiting"), lte(importImages.fetchAt, sql`now()`)))
      .orderBy(asc(importImages.fetchAt))
      .limit(concurrency)
      .for("update", { skipLocked: true });
    if (due.length === 0) return [];
    const areDue = due.map(({ importId, productId }) =>
      and(eq(importImages.importId, importId), eq(importImages.productId, productId)),
    );
    return tx
      .update(importImages)
      .set({
        attempts: sql`${importImages.attempts} + 1`,
        fetchAt: sql`now() + ${claimMinutes} * interval '1 minute'`,
      })
      .where(or(...areDue))
      .returning();
  });
}

async function storeOne({ db, storage }: FetchImagesDeps, waiting: Waiting, fetched: FetchedImage): Promise<void> {
  const isThis = and(eq(importImages.importId, waiting.importId), eq(importImages.productId, waiting.productId));
  if ("problem" in fetched) {
    const isLast = !fetched.isPassing || waiting.attempts >= attemptsMax;
    // One, four and sixteen minutes later.
    const minutes = 4 ** (waiting.attempts - 1);
    const next = isLast ? { state: "failed" as const } : { fetchAt: sql`now() + ${minutes} * interval '1 minute'` };
    await db
      .update(importImages)
      .set({ ...next, reason: fetched.problem })
      .where(isThis);
    return;
  }
  const id = uuidv7();
  const file = await storeImage(fetched.content, id, storage, { withMaster: true });
  if ("fault" in file) {
    await db.update(importImages).set({ state: "failed", reason: imageFaultMessages[file.fault] }).where(isThis);
    return;
  }
  const image = imageAddress(id);
  const isUsed = await db.transaction(async (tx) => {
    // Before the image, as an undo locks them.
    const isOfImage = eq(products.id, waiting.productId);
    await tx.select({ id: products.id }).from(products).where(isOfImage).for("no key update");
    const [stored] = await tx
      .update(importImages)
      .set({ state: "stored", image, reason: "" })
      .where(and(isThis, eq(importImages.state, "waiting")))
      .returning({ productId: importImages.productId });
    // The import was undone meanwhile.
    if (stored === undefined) return false;
    // An image that somebody has chosen since stays.
    const [product] = await tx.select({ id: products.id, image: products.image }).from(products).where(isOfImage);
    if (product?.image === waiting.before) await editProducts(tx, [{ id: product.id, image }]);
    return true;
  });
  if (!isUsed) await removeImage(id, storage);
}
