import type { TradeFacts, TradeFields } from "@shop/shared/catalog/trade-facts";
import { contentComplaint } from "@shop/shared/catalog/trade-facts";
import type { Content } from "@shop/shared/catalog/unit-price";
import { toWire } from "@shop/shared/money";
import { giftCardTaxClass } from "@shop/shared/terms-of-sale/gift-card-class";
import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import { DomainError, violates } from "../base/errors.ts";
import { requireTaxClass } from "../terms-of-sale/tax-classes.ts";

export type TradeRow = Omit<typeof productTrade.$inferSelect, "productId">;

const nothing: TradeRow = {
  sku: "",
  gtin: "",
  mpn: "",
  costCents: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  originCountry: "",
  hsCode: "",
  contentAmount: null,
  contentUnit: null,
  unitBasis: null,
  taxClass: standardTaxClass,
};

/** Codes and facts of a query's product, as a column; null for a product without any. */
export const tradeColumn = sql<TradeRow | null>`(
  select json_build_object('sku', t.sku, 'gtin', t.gtin, 'mpn', t.mpn, 'costCents', t.cost_cents,
    'weightGrams', t.weight_grams, 'lengthMm', t.length_mm, 'widthMm', t.width_mm, 'heightMm', t.height_mm,
    'originCountry', t.origin_country, 'hsCode', t.hs_code, 'contentAmount', t.content_amount,
    'contentUnit', t.content_unit, 'unitBasis', t.unit_basis, 'taxClass', t.tax_class)
  from ${productTrade} t where t.product_id = ${products.id}
)`.as("trade");

/** What the price of a unit of a query's product is computed by, as a column; null for none. */
export const contentColumn = sql<Content | null>`(
  select json_build_object('amount', t.content_amount, 'unit', t.content_unit, 'basis', t.unit_basis)
  from ${productTrade} t where t.product_id = ${products.id} and t.unit_basis is not null
)`.as("content");

/** The numbers of a query's product, as a column; null for none. */
export const codesColumn = sql<{ sku: string; gtin: string; mpn: string } | null>`(
  select json_build_object('sku', t.sku, 'gtin', t.gtin, 'mpn', t.mpn)
  from ${productTrade} t where t.product_id = ${products.id} and concat(t.sku, t.gtin, t.mpn) <> ''
)`.as("codes");

/** Whether a query's product is a gift card, as a column. */
export const giftCardColumn = sql<boolean>`exists (
  select from ${productTrade} t where t.product_id = ${products.id} and t.tax_class = ${sql.raw(`'${giftCardTaxClass}'`)}
)`.as("is_gift_card");

/** What one unit of a query's product costs the shop in cents, as a column. */
export const costColumn = sql<number | null>`(
  select t.cost_cents from ${productTrade} t where t.product_id = ${products.id}
)`.as("cost_cents");

/** Codes and facts in wire format. */
export function toTradeFacts(row: TradeRow | null): TradeFacts {
  const { costCents, ...facts } = row ?? nothing;
  return { ...facts, cost: costCents === null ? null : toWire(costCents) };
}

/** Codes and facts as the audit stores them. */
export function auditedTrade(row: TradeRow | null): TradeRow {
  return row ?? nothing;
}

/**
 * Writes what is given of the codes and facts of a product, which the caller has locked. Fails with VALIDATION if the
 * content is not whole, or if another product has the SKU; one that was deleted gives it up.
 */
export async function writeTrade(tx: Db, productId: string, given: TradeFields): Promise<void> {
  const { productId: _id, ...columns } = getTableColumns(productTrade);
  const [before = nothing] = await tx.select(columns).from(productTrade).where(eq(productTrade.productId, productId));
  const { cost: costCents, ...rest } = given;
  const changed = Object.fromEntries(Object.entries({ ...rest, costCents }).filter(([, value]) => value !== undefined));
  const after: TradeRow = { ...before, ...changed };
  // Forms send all of them with every save.
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  if (after.taxClass !== before.taxClass) await requireTaxClass(tx, after.taxClass);
  const complaint = contentComplaint(after);
  if (complaint !== undefined) refuse(complaint.path, complaint.message);
  if (after.sku !== "" && after.sku !== before.sku) await freeSku(tx, after.sku);
  try {
    await tx
      .insert(productTrade)
      .values({ productId, ...after })
      .onConflictDoUpdate({ target: productTrade.productId, set: after });
  } catch (error) {
    if (violates(error, "product_trade_sku")) refuse("sku", "Another product has this SKU");
    throw error;
  }
}

function refuse(path: string, message: string): never {
  throw new DomainError("VALIDATION", message, { errors: [{ path, message }] });
}

async function freeSku(tx: Db, sku: string): Promise<void> {
  await tx
    .update(productTrade)
    .set({ sku: "" })
    .where(
      sql`lower(${productTrade.sku} collate "pg_c_utf8") = lower(${sku} collate "pg_c_utf8") and exists (
        select from ${products} where ${products.id} = ${productTrade.productId} and ${products.deletedAt} is not null)`,
    );
}
