import { stockMax } from "@shop/shared/shop";
import { standardTaxClass } from "@shop/shared/terms-of-sale/terms-of-sale";
import { inArray, sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../db/client.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import { DomainError } from "../base/errors.ts";
import { fullNameColumn, fullNameOf } from "../catalog/product-group/group-columns.ts";
import { type Reduction, reductionOf } from "../catalog/reduction.ts";

export type Units = { productId: string; qty: number };

/** Requested units with their line in the request. */
export type RequestedUnits = Units & { line: number };

/** Units that were taken from the stock, with the product's current name, image, price and reduction. */
export type TakenUnits = Units & {
  name: string;
  image: string;
  priceCents: number;
  sku: string;
  gtin: string;
  taxClass: string;
  /** The weight of one unit; 0 where it is unknown. */
  grams: number;
} & Partial<Reduction>;

/** Merges lines of the same product, keeping the first line's position, and sorts them by product id. */
export function mergeLines(lines: readonly Units[]): RequestedUnits[] {
  const merged = new Map<string, RequestedUnits>();
  for (const [line, { productId, qty }] of lines.entries()) {
    const known = merged.get(productId) ?? { productId, qty: 0, line };
    merged.set(productId, { ...known, qty: known.qty + qty });
  }
  return [...merged.values()].sort((a, b) => (a.productId < b.productId ? -1 : 1));
}

type TakenRow = {
  id: string;
  name: string;
  image: string;
  sku: string;
  gtin: string;
  taxClass: string;
  grams: number;
  priceCents: number;
  regularPriceCents: number | null;
  lowestPriceCents: number | null;
};

const takenUnits = preparedSql<TakenRow>(
  "taken_units",
  sql`
    with wanted as (
      select * from unnest(${sql.placeholder("ids")}::uuid[], ${sql.placeholder("quantities")}::int[]) as wanted(id, qty)
    ), locked as materialized (
      select p.id from ${products} p where p.id = any(${sql.placeholder("ids")}::uuid[])
      order by p.id for no key update
    )
    update ${products} p set count_in_stock = p.count_in_stock - case when p.is_stock_counted then wanted.qty else 0 end
    from locked join wanted using (id) left join ${productTrade} t on t.product_id = locked.id
    where p.id = locked.id and p.count_in_stock >= wanted.qty
      and p.published_at is not null and p.deleted_at is null
    returning p.id, ${fullNameOf(sql.raw("p"))} as name, p.image,
      coalesce(t.sku, '') as sku, coalesce(t.gtin, '') as gtin,
      coalesce(t.tax_class, ${sql.raw(`'${standardTaxClass}'`)}) as "taxClass", coalesce(t.weight_grams, 0) as grams,
      p.price_cents as "priceCents", p.regular_price_cents as "regularPriceCents",
      p.lowest_price_cents as "lowestPriceCents"`,
);

/**
 * Takes units of several products out of the stock, all or none, in one statement, and returns them
 * in the order of their lines, which is that of the cart. Rows are locked in the order of their ids, so that concurrent orders
 * cannot deadlock. Throws OUT_OF_STOCK or NOT_FOUND, naming the products and their lines; the
 * caller's transaction must then roll back.
 */
export async function takeStock(tx: Db, units: readonly RequestedUnits[]): Promise<TakenUnits[]> {
  return requireAll(tx, units, await takeAvailable(tx, units));
}

/** Sends the statement of `takeStock`. Returns the products that had enough; the caller passes them to `requireAll`. */
export async function takeAvailable(tx: Db, units: readonly RequestedUnits[]): Promise<TakenRow[]> {
  return (await takenUnits(tx).execute(columnsOf(units))).rows;
}

/** The taken units, unless `takeAvailable` did not get all that were requested; the errors are those of `takeStock`. */
export async function requireAll(
  tx: Db,
  units: readonly RequestedUnits[],
  rows: readonly TakenRow[],
): Promise<TakenUnits[]> {
  const found = new Map(rows.map((row) => [row.id, row]));
  const inLineOrder = units.toSorted((a, b) => a.line - b.line);
  const taken = inLineOrder.flatMap(({ productId, qty }) => {
    const row = found.get(productId);
    if (row === undefined) return [];
    const { name, image, sku, gtin, taxClass, grams, priceCents } = row;
    return { productId, qty, name, image, sku, gtin, taxClass, grams, priceCents, ...reductionOf(row) };
  });
  if (taken.length === units.length) return taken;
  throw await stockError(
    tx,
    units.filter(({ productId }) => !found.has(productId)),
  );
}

/** Locks products by their ids, as all statements do, where one transaction both takes and returns units. */
export async function lockProducts(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...new Set(ids)]))
    .orderBy(products.id)
    .for("no key update");
}

/**
 * Returns units to the stock, locking in the same order as `takeStock`. The stock is capped at its
 * maximum: a refusal would block every later return.
 */
export async function returnStock(tx: Db, units: readonly Units[]): Promise<void> {
  const { ids, quantities } = columnsOf(units);
  await tx.execute(sql`
    with back as (
      select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(quantities)}::int[]) as back(id, qty)
    ), locked as materialized (
      select p.id from ${products} p where p.id = any(${sql.param(ids)}::uuid[]) order by p.id for no key update
    )
    update ${products} p set count_in_stock = least(p.count_in_stock + back.qty, ${stockMax})
    from locked join back using (id) where p.id = locked.id and p.is_stock_counted`);
}

/** Locks the products of some units as `returnStock` does, but without waiting. Returns whether all of them are locked. */
export async function lockFreeProducts(tx: Db, units: readonly Units[]): Promise<boolean> {
  const ids = [...new Set(units.map(({ productId }) => productId))];
  const free = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(products.id)
    .for("no key update", { skipLocked: true });
  return free.length === ids.length;
}

function columnsOf(units: readonly Units[]) {
  return {
    ids: units.map(({ productId }) => productId),
    quantities: units.map(({ qty }) => qty),
  };
}

/**
 * The error for units that could not be taken, one entry per line; its kind and message are those of
 * the first line.
 */
async function stockError(tx: Db, missing: readonly RequestedUnits[]): Promise<DomainError> {
  // The names of drafts are not disclosed.
  const { rows } = await tx.execute<StockRow>(sql`
    select id, ${fullNameColumn} as name, count_in_stock as left, deleted_at is null as is_sold from ${products}
    where id = any(${sql.param(columnsOf(missing).ids)}::uuid[]) and published_at is not null`);
  const found = new Map(rows.map((row) => [row.id, row]));
  const refusals = missing
    .toSorted((a, b) => a.line - b.line)
    .map(({ productId, line }) => ({ ...unitsError(found.get(productId)), path: `orderItems.${line}.product` }));
  const [first] = refusals;
  if (first === undefined) throw new Error("no unit is missing");
  const errors = refusals.map(({ path, message }) => ({ path, message }));
  return new DomainError(first.kind, first.message, { errors });
}

type StockRow = { id: string; name: string; left: number; is_sold: boolean };

/** Why units of one product could not be taken. */
function unitsError(product: StockRow | undefined): Pick<DomainError, "kind" | "message"> {
  if (product === undefined) return { kind: "NOT_FOUND", message: "A product in your order does not exist" };
  const { name, left, is_sold } = product;
  if (!is_sold) return { kind: "NOT_FOUND", message: `${name} is no longer available` };
  return { kind: "OUT_OF_STOCK", message: left === 0 ? `${name} is sold out` : `Only ${left} of ${name} left` };
}
