import { imageBytesMax } from "@shop/shared/shop";
import { and, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { importImages, importMoreImages } from "../../db/schema/imports.ts";
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
import { placeMoreImages } from "./more-images.ts";

export type FetchImagesDeps = { db: Db; storage: Storage; fetchImage: FetchImage };

/** An image that is fetched; its place is 0 for the first one of a product. */
const waitingSchema = z.object({
  importId: z.string(),
  productId: z.string(),
  place: z.int(),
  address: z.string(),
  attempts: z.int(),
  before: z.string(),
});
type Waiting = z.output<typeof waitingSchema>;

/** How many are fetched at a time, and how many in a round. */
const concurrency = 2;
const perRound = 20;
const attemptsMax = 4;
/** How long another instance leaves an image alone that this one is fetching. */
const claimMinutes = 5;

/** Fetches the images of applied imports and puts them on their products, whose placeholder stays until then. */
export async function fetchImportImages(deps: FetchImagesDeps, isStopping: () => boolean): Promise<void> {
  const archives = new Archives(deps.db);
  try {
    for (let left = perRound; left > 0 && !isStopping(); left -= concurrency) {
      const claimed = await claimImages(deps.db);
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((image) => storeOne(deps, archives, image)));
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

/** First images before further ones. */
async function claimImages(db: Db): Promise<Waiting[]> {
  const first = await claimFrom(db, importImages, concurrency);
  return [...first, ...(await claimFrom(db, importMoreImages, concurrency - first.length))];
}

async function claimFrom(
  db: Db,
  table: typeof importImages | typeof importMoreImages,
  limit: number,
): Promise<Waiting[]> {
  if (limit === 0) return [];
  const place = table === importMoreImages ? sql`place` : sql`0`;
  const { rows } = await db.execute(sql`
    update ${table} set attempts = attempts + 1, fetch_at = now() + ${claimMinutes} * interval '1 minute'
    where ctid = any(array(
      select ctid from ${table} where state = 'waiting' and fetch_at <= now()
      order by fetch_at limit ${limit} for update skip locked
    ))
    returning import_id as "importId", product_id as "productId", ${place} as place, address, attempts, before`);
  return z.array(waitingSchema).parse(rows);
}

async function storeOne(deps: FetchImagesDeps, archives: Archives, waiting: Waiting): Promise<void> {
  const { db, storage } = deps;
  const known = await findStored(db, waiting);
  if (known !== undefined) return void (await place(db, waiting, known));
  const fetched = await (isInZip(waiting.address) ? archives.read(waiting) : deps.fetchImage(waiting.address));
  if ("problem" in fetched) return postpone(db, waiting, fetched);
  const id = uuidv7();
  const file = await storeImage(fetched.content, id, storage, { withMaster: true });
  if ("fault" in file) return fail(db, waiting, imageFaultMessages[file.fault]);
  if (!(await place(db, waiting, imageAddress(id)))) await removeImage(id, storage);
}

/** The image of an address that another product of the import has, which is fetched once. */
async function findStored(db: Db, { importId, address }: Waiting): Promise<string | undefined> {
  const stored = (table: typeof importImages | typeof importMoreImages) =>
    sql`select image from ${table} where import_id = ${importId} and address = ${address} and state = 'stored'`;
  const { rows } = await db.execute<{ image: string }>(
    sql`${stored(importImages)} union all ${stored(importMoreImages)} limit 1`,
  );
  return rows[0]?.image;
}

async function postpone(db: Db, waiting: Waiting, { problem, isPassing }: Extract<FetchedImage, { problem: string }>) {
  if (!isPassing || waiting.attempts >= attemptsMax) return fail(db, waiting, problem);
  // One, four and sixteen minutes later.
  const minutes = 4 ** (waiting.attempts - 1);
  await setRow(db, waiting, sql`reason = ${problem}, fetch_at = now() + ${minutes} * interval '1 minute'`);
}

async function fail(db: Db, waiting: Waiting, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    await setRow(tx, waiting, sql`state = 'failed', reason = ${reason}`);
    if (waiting.place > 0) await placeMoreImages(tx, waiting.importId, waiting.productId);
  });
}

/** Sets columns of the row of an image. Says whether it is still waited for. */
async function setRow(db: Db, { importId, productId, place }: Waiting, values: ReturnType<typeof sql>) {
  const table = place === 0 ? importImages : importMoreImages;
  const isPlace = place === 0 ? sql`true` : sql`place = ${place}`;
  const { rowCount } = await db.execute(sql`
    update ${table} set ${values}
    where import_id = ${importId} and product_id = ${productId} and ${isPlace} and state = 'waiting'`);
  return rowCount === 1;
}

/** Puts an image on its product, unless somebody has chosen another since. Says whether the import still wants it. */
function place(db: Db, waiting: Waiting, image: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Before the image, as an undo locks them.
    const isOfImage = eq(products.id, waiting.productId);
    await tx.select({ id: products.id }).from(products).where(isOfImage).for("no key update");
    // The import was undone meanwhile.
    if (!(await setRow(tx, waiting, sql`state = 'stored', image = ${image}, reason = ''`))) return false;
    if (waiting.place > 0) {
      await placeMoreImages(tx, waiting.importId, waiting.productId);
      return true;
    }
    const [product] = await tx.select({ id: products.id, image: products.image }).from(products).where(isOfImage);
    if (product?.image === waiting.before) await editProducts(tx, [{ id: product.id, image }]);
    return true;
  });
}

/** Has the failed images of an import fetched again. */
export async function fetchFailed(db: Db, importId: string): Promise<void> {
  const isFailed = (table: typeof importImages | typeof importMoreImages) =>
    and(eq(table.importId, importId), eq(table.state, "failed"));
  const anew = { state: "waiting" as const, attempts: 0, fetchAt: new Date(), reason: "" };
  await db.update(importImages).set(anew).where(isFailed(importImages));
  await db.update(importMoreImages).set(anew).where(isFailed(importMoreImages));
}
