import { createHash } from "node:crypto";
import type { ImportCounts } from "@shop/shared/catalog/import";
import { isId } from "@shop/shared/query";
import { moreImagesMax } from "@shop/shared/shop";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { importRows, imports } from "../../db/schema/imports.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import { zipPathOf } from "../../infra/zip.ts";
import { readTaxClasses } from "../terms-of-sale/tax-classes.ts";
import { type FoundImage, findArchived } from "./archive.ts";
import { type CheckedProduct, type CheckRules, checkProduct } from "./check-product.ts";
import { completeCombination } from "./combinations.ts";
import { type CurrentProduct, readCurrent } from "./current-products.ts";
import type { FileProduct } from "./file-row.ts";
import { isFileName, isInZip, zipPathOfSource } from "./image-source.ts";
import { NumberFinder } from "./numbers.ts";
import { FileProblem } from "./read-file.ts";
import { fileReader } from "./read-in-process.ts";
import { readChunks } from "./stored-chunks.ts";
import { type Import, Interrupted, inBatch, type Work } from "./work.ts";

/** Products that are compared with the shop's in one query. */
const batchSize = 250;
/** Rows of an earlier dry run that are deleted in one transaction. */
const deletedRows = 1_000;

/**
 * Compares every product of the file with the shop's, and writes nothing but the rows of the import. They replace those
 * of an earlier dry run.
 */
export async function dryRun(work: Work): Promise<Import> {
  const { db, id } = work;
  const found = await deleteRows(work);
  const isAddedBefore = found.options.stock === "add" && (await wasApplied(db, found));
  const counts: ImportCounts = { new: 0, changed: 0, same: 0, refused: 0 };
  const seen = new Set<string>();
  let readBytes = 0;
  const chunks = async function* () {
    for await (const chunk of readChunks(db, id)) {
      readBytes += chunk.length;
      // Smaller pieces make the progress smooth.
      yield* pieces(chunk);
    }
  };
  const finder = await readNumbers(work, found);
  const decimal = found.options.decimal ?? finder.find();
  const options = { ...found.options, decimal };
  const rules = { options, usualPriceCents: finder.usualCents(decimal) };
  const warnings: Import["warnings"] = {};
  const products = readFile(work, found, chunks());
  let batch: FileProduct[] = [];
  const write = async () => {
    let checked: CheckedProduct[] = [];
    await inBatch(work, async (tx) => {
      checked = await writeBatch(tx, found, batch, { rules, isAddedBefore, seen });
      return { percent: Math.floor((Math.min(readBytes, found.fileBytes) / Math.max(1, found.fileBytes)) * 99) };
    });
    for (const { outcome, productId, ...row } of checked) {
      counts[outcome] += 1;
      for (const kind of new Set(row.warnings.map((warning) => warning.kind)))
        warnings[kind] = (warnings[kind] ?? 0) + 1;
      if (productId !== null && outcome !== "refused") seen.add(productId);
      if (typeof row.changes.sku?.[1] === "string") seen.add(seenSku(row.changes.sku[1]));
    }
    batch = [];
  };
  for await (const product of products) {
    batch.push(refuseRepeated(product, seen));
    if (batch.length === batchSize) await write();
  }
  if (batch.length > 0) await write();
  if (Object.values(counts).every((count) => count === 0))
    throw new FileProblem("The file has no products below its heading.");
  const hint = [
    ...(isAddedBefore ? ["This very file was applied before. Its stock was added then and is not added again."] : []),
    ...hintOnNumbers(found, finder),
  ].join(" ");
  const rows = { newRows: counts.new, changedRows: counts.changed, sameRows: counts.same, refusedRows: counts.refused };
  return inBatch(work, async () => ({ ...rows, hint, warnings, state: "checked", percent: 100, attempts: 0 }));
}

function readFile(work: Work, found: Import, chunks: AsyncIterable<Buffer>): AsyncGenerator<FileProduct> {
  const { encoding, delimiter, format, mapping, options } = found;
  const layout = {
    encoding,
    delimiter,
    settings: { format, mapping, variants: options.variants, factColumns: options.factColumns },
  };
  return fileReader.read(chunks, layout, () => (work.isStopping() ? new Interrupted() : undefined));
}

/** After so many products the work is still claimed, in the reading that finds the numbers. */
const claimedEvery = 2_000;

/** Reads all numbers of the file, for their decimal mark and the usual price. */
async function readNumbers(work: Work, found: Import): Promise<NumberFinder> {
  const finder = new NumberFinder();
  let read = 0;
  for await (const { values, combination } of readFile(work, found, readChunks(work.db, work.id))) {
    finder.readPrice(values.price);
    finder.readOther(values.stock);
    finder.readOther(combination?.price);
    for (const text of [values.cost, values.salePrice, values.comparePrice]) finder.readOther(text);
    read += 1;
    if (read % claimedEvery === 0) await inBatch(work, async () => ({ percent: 0 }));
  }
  return finder;
}

/** How the numbers of the file were read, where that could have been otherwise. */
function hintOnNumbers({ options }: Import, finder: NumberFinder): string[] {
  if (options.decimal === undefined && finder.isOpen)
    return ["Some numbers can be read in two ways, such as 1.500. Choose the decimal mark below and check again."];
  const mark = options.decimal ?? finder.find();
  return mark === "," ? ["Numbers are read with a decimal comma, as in 1.299,00."] : [];
}

/** Deletes the rows of an earlier dry run, some at a time. */
async function deleteRows(work: Work): Promise<Import> {
  for (;;) {
    let deleted = 0;
    const found = await inBatch(work, async (tx, { id }) => {
      const some = tx
        .select({ line: importRows.line })
        .from(importRows)
        .where(eq(importRows.importId, id))
        .limit(deletedRows);
      const { rowCount } = await tx
        .delete(importRows)
        .where(and(eq(importRows.importId, id), inArray(importRows.line, some)));
      deleted = rowCount ?? 0;
      return { percent: 0 };
    });
    if (deleted < deletedRows) return found;
  }
}

const pieceBytes = 65_536;

function* pieces(chunk: Buffer): Generator<Buffer> {
  for (let start = 0; start < chunk.length; start += pieceBytes) yield chunk.subarray(start, start + pieceBytes);
}

/** Whether the same file was applied before, and not undone. */
async function wasApplied(db: Db, { id, fileHash }: Import): Promise<boolean> {
  const isSame = and(eq(imports.fileHash, fileHash), ne(imports.id, id), eq(imports.state, "applied"));
  return (await db.$count(imports, isSame)) > 0;
}

const repeated = "The file has this product twice";

/** The second product of a file with the same key is refused. Hashed, because keys can be long. */
function refuseRepeated(product: FileProduct, seen: Set<string>): FileProduct {
  const { id, key } = product.values;
  if (product.problem !== undefined || (id === undefined && key === undefined)) return product;
  const name = createHash("sha256")
    .update(id === undefined ? `key ${key}` : `id ${id}`)
    .digest("base64");
  if (seen.has(name)) return { ...product, problem: repeated };
  seen.add(name);
  return product;
}

async function writeBatch(
  tx: Db,
  found: Import,
  read: FileProduct[],
  { rules, isAddedBefore, seen }: { rules: CheckRules; isAddedBefore: boolean; seen: ReadonlySet<string> },
): Promise<CheckedProduct[]> {
  const ids = read.map(({ values }) => values.id ?? "").filter(isId);
  const named = read.flatMap(({ values, combination }) => [values.key ?? "", ...(combination?.productKeys ?? [])]);
  const keys = named.filter((key) => key !== "" && !key.includes("\u0000"));
  const current = await readCurrent(tx, { ids, keys });
  const byId = new Map(current.map((product) => [product.id, product]));
  const byKey = new Map(current.map((product) => [product.key, product]));
  const batch = read.map((product) => completeCombination(product, byKey, rules.options.decimal));
  const skuOwners = await readSkuOwners(tx, batch);
  const taxClasses = await readTaxClasses(tx);
  // A batch can be tried again.
  const seenHere = new Set<string>();
  const archived = await findArchived(
    tx,
    found.archiveId,
    batch.flatMap((product) => fileNames(product, found)),
  );
  const checked = batch.map((product) => {
    const { id, key = "" } = product.values;
    const owner = byKey.get(key);
    const found = id === undefined ? owner : byId.get(id.toLowerCase());
    const known = {
      current: found,
      ownerOfKey: owner?.id,
      isSkuTaken: takenSku(skuOwners, [seen, seenHere], found?.id),
      taxClasses,
    };
    if (isAddedBefore) delete product.values.stock;
    const resolved = resolveImage(product, archived, known.current);
    return checkProduct(resolved, known, rules);
  });
  const rows = refuseSecond(checked, seen);
  await tx.execute(sql`
    insert into ${importRows} (import_id, line, outcome, key, name, reason, product_id, changes, previous, warnings, group_line, variant, category_path, old_address, images)
    select ${found.id}::uuid, line, outcome, key, name, reason, "productId", changes, previous, warnings, "groupLine", variant, "categoryPath", "oldAddress", images
    from jsonb_to_recordset(${toStorable(rows)}::jsonb) as v(
      line int, outcome text, key text, name text, reason text, "productId" uuid, changes jsonb, previous jsonb, warnings jsonb, "groupLine" int, variant jsonb, "categoryPath" text[], "oldAddress" text, images text[]
    )`);
  return rows;
}

const seenSku = (sku: string) => `sku ${sku.toLowerCase()}`;

/** The products that have SKUs of a batch, by the SKU in lower case. */
async function readSkuOwners(tx: Db, batch: readonly FileProduct[]): Promise<ReadonlyMap<string, string>> {
  const skus = batch.flatMap(({ values: { sku = "" } }) =>
    sku === "" || sku.includes("\u0000") ? [] : [sku.toLowerCase()],
  );
  if (skus.length === 0) return new Map();
  const lowerSku = sql<string>`lower(${productTrade.sku} collate "pg_c_utf8")`;
  const rows = await tx
    .select({ id: productTrade.productId, sku: lowerSku })
    .from(productTrade)
    .innerJoin(products, eq(products.id, productTrade.productId))
    .where(and(ne(productTrade.sku, ""), inArray(lowerSku, skus), isNull(products.deletedAt)));
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}

/** Whether another product of the shop or of the file has an SKU. The first one of the file gets it. */
function takenSku(
  owners: ReadonlyMap<string, string>,
  [seen, seenHere]: readonly [ReadonlySet<string>, Set<string>],
  productId: string | undefined,
) {
  return (sku: string): boolean => {
    const owner = owners.get(sku.toLowerCase());
    const name = seenSku(sku);
    if ((owner !== undefined && owner !== productId) || seen.has(name) || seenHere.has(name)) return true;
    seenHere.add(name);
    return false;
  };
}

/** Refuses the second row of a product, which one row names by its id and the other by its key. */
function refuseSecond(rows: CheckedProduct[], seen: ReadonlySet<string>): CheckedProduct[] {
  const here = new Set<string>();
  return rows.map((row) => {
    const { productId, outcome } = row;
    if (productId === null || outcome === "refused") return row;
    if (seen.has(productId) || here.has(productId)) {
      return {
        ...row,
        outcome: "refused",
        reason: repeated,
        changes: {},
        previous: null,
        warnings: [],
        groupLine: null,
      };
    }
    here.add(productId);
    return row;
  });
}

/** The images of a product that are names of files, as far as a product has images. */
function fileNames({ images }: FileProduct, { archiveId }: Import): string[] {
  return images.slice(0, moreImagesMax + 1).filter((image) => isFileName(image, { hasZip: archiveId !== null }));
}

/** The product with the image of the ZIP that its file names; without a ZIP, it keeps the one of this name. */
function resolveImage(
  product: FileProduct,
  archived: Map<string, FoundImage>,
  current: CurrentProduct | undefined,
): FileProduct {
  const sources = product.images.map((image) => {
    const found = archived.get(image);
    return found !== undefined && "source" in found ? found.source : image;
  });
  const [name] = product.images;
  const found = name === undefined ? undefined : archived.get(name);
  if (name === undefined || found === undefined || "source" in found) return { ...product, images: sources };
  const source = current?.imageSource ?? "";
  const path = isInZip(source) ? `/${zipPathOfSource(source)}` : "";
  if (path.endsWith(`/${zipPathOf(name)}`)) return { ...product, images: [source, ...sources.slice(1)] };
  return { ...product, images: [], problem: product.problem ?? found.problem };
}

/** As JSON without what PostgreSQL cannot store; values with it are refused, but named. */
function toStorable(rows: unknown[]): string {
  return JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\u0000", "") : value,
  );
}
