import type { Attribute, ShownImage } from "@shop/shared/catalog/catalog";
import {
  type FieldChange,
  type HistoryValue,
  historyFields,
  type ProductChange,
  type ProductHistory,
} from "@shop/shared/catalog/product-history";
import { toWire } from "@shop/shared/money";
import { and, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../db/client.ts";
import { users } from "../../../db/schema/accounts.ts";
import { productEdits, productHistory } from "../../../db/schema/product-history.ts";
import type { Admin } from "../../base/actor.ts";
import { requireProduct } from "../admin-products.ts";
import { attributeLines, imageLines, type StoredVideo, videoLines } from "../product-parts.ts";
import { productStateSchema, type StateChanges } from "./product-state.ts";

const entriesInPage = 20;

/** A page of a product's changes, newest first, before the one of a number. Fails with NOT_FOUND. */
export async function readProductHistory(
  { db, timeZone }: { db: Db; timeZone: string },
  admin: Admin<"products.read">,
  id: string,
  before: number | undefined,
): Promise<ProductHistory> {
  await requireProduct(db, admin, id);
  const isOlder = before === undefined ? undefined : lt(productHistory.number, before);
  const rows = await db
    .select({
      number: productHistory.number,
      at: productHistory.recordedAt,
      changes: productHistory.changes,
      by: users.name,
      source: productEdits.source,
    })
    .from(productHistory)
    .innerJoin(productEdits, eq(productEdits.id, productHistory.editId))
    .leftJoin(users, eq(users.id, productEdits.userId))
    .where(and(eq(productHistory.productId, id), isOlder))
    .orderBy(desc(productHistory.number))
    .limit(entriesInPage + 1);
  const entries = rows.slice(0, entriesInPage).map(
    ({ at, changes, ...row }): ProductChange => ({
      ...row,
      at: at.toISOString(),
      isCreation: changes.created !== undefined,
      changes: toFieldChanges(changes),
      canUndo: undoableFields(changes).length > 0,
    }),
  );
  return { entries, older: rows.length > entriesInPage ? (entries.at(-1)?.number ?? null) : null, timeZone };
}

/** What an undo puts back. Not what customers pay: planned prices decide that. */
export function undoableFields(changes: StateChanges) {
  // A creation is undone by deleting the product.
  if (changes.created !== undefined) return [];
  const fields = productStateSchema.keyof().exclude(["priceCents"]).options;
  return fields.filter((field) => changes[field] !== undefined);
}

const textSchema = z.string().nullable().catch(null);
const amountSchema = z.number().nullable().catch(null);
const partsSchema = productStateSchema.pick({ moreImages: true, videos: true, attributes: true });

/** Changes as the view shows them, in the order of the fields. */
export function toFieldChanges(changes: StateChanges): FieldChange[] {
  const shown = new Map<string, [HistoryValue, HistoryValue]>();
  for (const [field, [before, after]] of Object.entries(changes)) {
    const show = showField[field];
    if (show !== undefined) shown.set(shownAs[field] ?? field, [show(before), show(after)]);
  }
  if (changes.isStockCounted !== undefined) {
    const [before, after] = shown.get("countInStock") ?? [null, null];
    const word = (units: HistoryValue, isCounted: unknown) => (isCounted === true ? units : "not counted");
    const [wasCounted, isCounted] = changes.isStockCounted;
    shown.set("countInStock", [word(before, wasCounted), word(after, isCounted)]);
  }
  const state = stateChange(changes);
  if (state !== undefined) shown.set("state", state);
  // Outside of planned prices, both are the same.
  if (String(shown.get("price")) === String(shown.get("regularPrice"))) shown.delete("regularPrice");
  return historyFields.flatMap((field) => {
    const [before, after] = shown.get(field) ?? [];
    return before === undefined || after === undefined ? [] : [{ field, before, after }];
  });
}

const shownAs: Record<string, string> = { priceCents: "price", regularPriceCents: "regularPrice" };

const text = (value: unknown): HistoryValue => textSchema.parse(value);
const amount = (value: unknown): HistoryValue => {
  const cents = amountSchema.parse(value);
  return cents === null ? null : toWire(cents);
};
const showField: Record<string, (value: unknown) => HistoryValue> = {
  name: text,
  image: text,
  imageAlt: text,
  brand: text,
  category: text,
  description: text,
  priceCents: amount,
  regularPriceCents: amount,
  countInStock: (value) => amountSchema.parse(value),
  moreImages: (value) => imageLines(partsSchema.shape.moreImages.parse(value) satisfies ShownImage[]),
  videos: (value) => videoLines(partsSchema.shape.videos.parse(value) satisfies StoredVideo[]),
  attributes: (value) => attributeLines(partsSchema.shape.attributes.parse(value) satisfies Attribute[]),
};

function stateChange({ publishedAt, deletedAt }: StateChanges): [string, string] | undefined {
  if (deletedAt !== undefined) return deletedAt[0] === null ? ["in the shop", "deleted"] : ["deleted", "in the shop"];
  if (publishedAt === undefined) return undefined;
  const word = (time: unknown) => (time === null ? "draft" : "published");
  const [before, after] = [word(publishedAt[0]), word(publishedAt[1])];
  return before === after ? undefined : [before, after];
}
