import type { ImportOutcome } from "@shop/shared/catalog/import";
import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { importImages, importRows } from "../../db/schema/imports.ts";
import { oldAddresses } from "../../db/schema/old-addresses.ts";
import { products } from "../../db/schema/products.ts";
import { editProducts } from "../catalog/write-product.ts";
import { readCurrent } from "./current-products.ts";
import { isFetched } from "./image-source.ts";
import { queueMoreImages } from "./more-images.ts";
import { makeTerms } from "./terms.ts";
import {
  batchSize,
  beginEdit,
  continueEdit,
  type Import,
  type ImportRow,
  inBatch,
  percentOf,
  recordImportAct,
  refuseBesideFormer,
  type Work,
} from "./work.ts";
import { writeNextGroup } from "./write-groups.ts";
import { type ChangedLine, findChanged, textAfter, writeChanged, writeNew } from "./write-rows.ts";

/** The catalog has changed since the dry run, in these lines of the file. */
export class CatalogChanged extends Error {
  override readonly name = "CatalogChanged";
  constructor(readonly lines: ChangedLine[]) {
    super("the catalog has changed since the dry run");
  }
}

/** As many changed products are named. */
const namedMax = 5;
const written: ImportOutcome[] = ["changed", "new"];

/** The rows of the next batch, in the order of the file. */
function nextRows(tx: Db, importId: string, after: number, isWanted: SQL | undefined): Promise<ImportRow[]> {
  return tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), gt(importRows.line, after), isWanted))
    .orderBy(asc(importRows.line))
    .limit(batchSize);
}

/**
 * Compares the next rows with the catalog once more, and lets the writing begin after the last, so that a change since
 * the dry run is usually found while nothing is written. Fails with CatalogChanged.
 */
export function compareRows(work: Work): Promise<Import> {
  return inBatch(work, async (tx, found) => {
    const rows = await nextRows(tx, found.id, found.position, inArray(importRows.outcome, written));
    const last = rows.at(-1);
    if (last === undefined) {
      await refuseBesideFormer(tx, found);
      const editId = await beginEdit(tx, found, "import");
      return { state: "writing", editId, position: 0, groupedTo: 0, leftAlone: 0, createdTerms: [], attempts: 1 };
    }
    const ids = rows.map(({ productId }) => productId ?? "").filter((id) => id !== "");
    const keys = rows.filter(({ outcome }) => outcome === "new").map(({ key }) => key);
    refuseChanged(await findChanged(tx, found, rows, await readCurrent(tx, { ids, keys })));
    return { position: last.line, percent: await percentOf(tx, found, last.line, [0, 15]), attempts: 1 };
  });
}

function refuseChanged(lines: ChangedLine[]): void {
  if (lines.length > 0) throw new CatalogChanged(lines.slice(0, namedMax));
}

/**
 * Writes the next rows. New products are made as drafts, which customers see once all are written. Fails with
 * CatalogChanged if a field that a row changes has another value than the dry run saw; stock changes by the difference,
 * so that sales meanwhile are no change.
 */
export function writeRows(work: Work): Promise<Import> {
  return inBatch(work, async (tx, found) => {
    const rows = await nextRows(tx, found.id, found.position, inArray(importRows.outcome, written));
    const last = rows.at(-1);
    if (last === undefined) return { state: "publishing", position: 0, attempts: 1 };
    await continueEdit(tx, found);
    const { terms, created } = await makeTerms(tx, rows);
    const ofOutcome = (wanted: ImportOutcome) => rows.filter(({ outcome }) => outcome === wanted);
    refuseChanged(await writeChanged(tx, found, ofOutcome("changed"), terms));
    refuseChanged(await writeNew(tx, found, ofOutcome("new"), terms));
    return {
      position: last.line,
      percent: await percentOf(tx, found, last.line, [15, 80]),
      createdTerms: [...found.createdTerms, ...created],
      attempts: 1,
    };
  });
}

/**
 * Makes the next product with options of its variants; after the last, publishes the next new products, has their images
 * fetched, and ends the import after the last.
 */
export function publishRows(work: Work): Promise<Import> {
  return inBatch(work, async (tx, found) => {
    await continueEdit(tx, found);
    const grouped = await writeNextGroup(tx, found);
    if (grouped !== undefined) return { ...grouped, attempts: 1 };
    const isShown = or(eq(importRows.outcome, "new"), sql`${importRows.changes} ?| array['image', 'moreImages']`);
    const isWanted = or(and(inArray(importRows.outcome, written), isShown), isNotNull(importRows.oldAddress));
    const rows = await nextRows(tx, found.id, found.position, and(ne(importRows.outcome, "refused"), isWanted));
    const last = rows.at(-1);
    if (last === undefined) {
      await recordImportAct(tx, found, "imported");
      return { state: "applied", appliedAt: new Date(), percent: 100, problem: "", attempts: 0 };
    }
    await publish(tx, rows);
    await queueImages(tx, found, rows);
    await queueMoreImages(tx, found, rows);
    await listOldAddresses(tx, found, rows);
    return { position: last.line, percent: await percentOf(tx, found, last.line, [80, 99]), attempts: 1 };
  });
}

/** Publishes new products, unless somebody has published or deleted them meanwhile. */
async function publish(tx: Db, rows: ImportRow[]): Promise<void> {
  const ids = rows
    .filter((row) => row.outcome === "new" && textAfter(row, "state") === "published")
    .map(({ productId }) => productId ?? "");
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for("no key update");
  const drafts = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), isNull(products.publishedAt), isNull(products.deletedAt)));
  const publishedAt = new Date();
  await editProducts(
    tx,
    drafts.map(({ id }) => ({ id, publishedAt })),
  );
}

/** Has the addresses that products had in another shop lead to them. The first variant stands for its product. */
async function listOldAddresses(tx: Db, { id: importId }: Import, rows: ImportRow[]): Promise<void> {
  const listed = rows.flatMap(({ productId, oldAddress }) =>
    productId === null || oldAddress === null ? [] : [{ address: oldAddress, path: `/product/${productId}`, importId }],
  );
  if (listed.length > 0) await tx.insert(oldAddresses).values(listed).onConflictDoNothing();
}

/** Images by address and those of a ZIP are fetched later; the product shows what it has until then. */
async function queueImages(tx: Db, { id: importId }: Import, rows: ImportRow[]): Promise<void> {
  const queued = rows.flatMap((row) => {
    const address = textAfter(row, "image");
    const { productId } = row;
    if (productId === null || address === undefined || !isFetched(address)) return [];
    return [{ importId, productId, address, before: String(row.changes.image?.[0]) }];
  });
  if (queued.length > 0) await tx.insert(importImages).values(queued).onConflictDoNothing();
}
