import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { nameLength, stockMax } from "../shop.ts";
import { filterProductsSchema, imageSchema, priceSchema, productStateSchema, stockSchema } from "./admin-catalog.ts";
import { priceChangeSchema } from "./price-change.ts";
import { skuSchema } from "./trade-facts.ts";

/** The most products that one call changes, so that their rows are locked only briefly. */
export const bulkRowsMax = 100;
/** As many products a large act changes at once: requests of customers hardly wait for so few. */
export const bulkRowsAtOnce = 25;
/** The most rows of one answer of matching products. */
export const matchingRowsMax = 500;

/**
 * A change of one field of a product. `seen` is the value that the editor saw. A price that is not the seen one any more
 * is not overwritten. The stock changes by the difference, so that units sold meanwhile stay sold; with another version
 * and another stock than the seen ones, it was changed by hand and is not overwritten either, nor is an SKU.
 */
export const editFieldSchema = z.discriminatedUnion("field", [
  z.object({ field: z.literal("price"), seen: priceSchema, value: priceSchema }),
  z.object({
    field: z.literal("countInStock"),
    seen: stockSchema,
    value: stockSchema,
    version: z.int().positive(),
  }),
  z.object({ field: z.literal("sku"), seen: skuSchema, value: skuSchema }),
]);
export type EditField = z.output<typeof editFieldSchema>;

/**
 * What a change of one field led to. Customers pay `currentPrice`: a planned price while one holds, else `price`.
 * `stockBefore` is the stock that the difference was applied to.
 */
export type EditedField = {
  price: number;
  currentPrice: number;
  countInStock: number;
  sku: string;
  version: number;
  stockBefore: number;
};

const unitsRule = `Units must be a whole number from -${stockMax.toLocaleString("en-US")} to ${stockMax.toLocaleString("en-US")}`;

/** One act on several products. */
export const bulkActSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("state"), state: productStateSchema }),
  z.object({ kind: z.literal("brand"), name: lineSchema("Brand", nameLength) }),
  z.object({ kind: z.literal("category"), name: lineSchema("Category", nameLength) }),
  z.object({ kind: z.literal("price"), change: priceChangeSchema }),
  z.object({ kind: z.literal("setStock"), units: stockSchema }),
  z.object({
    kind: z.literal("addStock"),
    units: z.int({ error: unitsRule }).min(-stockMax, unitsRule).max(stockMax, unitsRule),
  }),
  z.object({ kind: z.literal("image"), image: imageSchema }),
  z.object({ kind: z.literal("delete") }),
]);
export type BulkAct = z.output<typeof bulkActSchema>;

/** The products of one call. With the seen stock, setting the stock keeps what was sold since. */
const bulkRowsSchema = z
  .array(z.object({ id: z.uuid(), seenCountInStock: stockSchema.optional() }))
  .min(1, "Choose at least one product")
  .max(bulkRowsMax, `At most ${bulkRowsMax} products at once`)
  .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, "A product is named twice");

/** `key` names this attempt: a repeated call with it answers what the first one did, and is not executed again. */
export const bulkEditSchema = z.object({ key: z.uuid(), rows: bulkRowsSchema, act: bulkActSchema });
export type BulkEdit = z.output<typeof bulkEditSchema>;

/** How many products an act changed. The others were as wanted already. */
export type BulkResult = { changed: number; unchanged: number };

export const undoBulkSchema = z.object({ key: z.uuid() });

/** What an undo did: how many products it put back, and which it left because they were changed since. */
export type UndoneBulk = { restored: number; left: { id: string; name: string; reason: string }[] };

/** Products that match the filter of the list, in the order of their ids, after one of them. */
export const matchingProductsSchema = filterProductsSchema.extend({
  after: z.uuid().optional(),
  limit: z.int().min(1).max(matchingRowsMax).default(bulkRowsMax),
});
export type MatchingProducts = z.output<typeof matchingProductsSchema>;

/** A product as bulk acts need it. */
export type MatchingProduct = { _id: string; name: string; price: number; countInStock: number };

/** Units and money of paid orders, without what was refunded later. */
export type ProductSales = {
  recent: { units: number; revenue: number };
  all: { units: number; revenue: number };
  lastSoldAt: string | null;
};

/** What is known of a product besides what is edited. `importKey` is what the owner's files know it by. */
export type ProductRecord = { importKey: string | null; sales: ProductSales };
/** The days of `recent` sales. */
export const recentSalesDays = 30;
