import { stockMax } from "@shop/shared/shop";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { products } from "../../db/schema.ts";
import { DomainError } from "../errors.ts";

/** Units of one product. */
export type Units = { productId: string; qty: number };

/** A product whose units were just taken, as it is sold now. */
export type Taken = { productId: string; name: string; image: string; priceCents: number };

/** Lines of the same product become one, and all are in the order of their ids. */
export function mergeLines(lines: readonly Units[]): Units[] {
  const merged = new Map<string, number>();
  for (const { productId, qty } of lines) merged.set(productId, (merged.get(productId) ?? 0) + qty);
  return [...merged]
    .map(([productId, qty]) => ({ productId, qty }))
    .sort((a, b) => (a.productId < b.productId ? -1 : 1));
}

/**
 * Takes units of several products out of the stock, all or none, in one
 * statement. Rows are locked in the order of their ids: two orders that lock
 * the same products in different orders would stop each other for good.
 * Must run in the transaction that needs the units; refuses with OUT_OF_STOCK
 * or NOT_FOUND, naming the product, and then that transaction must end.
 */
export async function takeStock(tx: Db, units: readonly Units[]): Promise<Taken[]> {
  const { ids, quantities } = columnsOf(units);
  const { rows } = await tx.execute<{ id: string; name: string; image: string; price_cents: number }>(sql`
    with wanted as (
      select * from unnest(${ids}::uuid[], ${quantities}::int[]) as wanted(id, qty)
    ), locked as materialized (
      select p.id, wanted.qty from ${products} p join wanted on wanted.id = p.id
      order by p.id for no key update of p
    )
    update ${products} p set count_in_stock = p.count_in_stock - locked.qty
    from locked
    where p.id = locked.id and p.count_in_stock >= locked.qty
      and p.published_at is not null and p.deleted_at is null
    returning p.id, p.name, p.image, p.price_cents`);
  if (rows.length < units.length) {
    const taken = new Set(rows.map((row) => row.id));
    throw await refuseMissing(
      tx,
      units.filter(({ productId }) => !taken.has(productId)),
    );
  }
  return rows.map((row) => ({ productId: row.id, name: row.name, image: row.image, priceCents: row.price_cents }));
}

/**
 * Puts units back into the stock, locking in the same order as taking does.
 * What an administrator has set so high meanwhile that they no longer fit is
 * full afterwards: refusing would hold up every later return.
 */
export async function returnStock(tx: Db, units: readonly Units[]): Promise<void> {
  const { ids, quantities } = columnsOf(units);
  await tx.execute(sql`
    with back as (
      select * from unnest(${ids}::uuid[], ${quantities}::int[]) as back(id, qty)
    ), locked as materialized (
      select p.id, back.qty from ${products} p join back on back.id = p.id
      order by p.id for no key update of p
    )
    update ${products} p set count_in_stock = least(p.count_in_stock + locked.qty, ${stockMax})
    from locked where p.id = locked.id`);
}

function columnsOf(units: readonly Units[]) {
  return {
    ids: sql.param(units.map(({ productId }) => productId)),
    quantities: sql.param(units.map(({ qty }) => qty)),
  };
}

/** The sentence for the first product that could not be taken. Drafts are nobody's business, not even by name. */
async function refuseMissing(tx: Db, missing: readonly Units[]): Promise<DomainError> {
  const { ids } = columnsOf(missing);
  const { rows } = await tx.execute<{ name: string; left: number; is_sold: boolean }>(sql`
    select name, count_in_stock as left, deleted_at is null as is_sold
    from ${products} where id = any(${ids}::uuid[]) and published_at is not null order by name limit 1`);
  const [first] = rows;
  if (first === undefined) return new DomainError("NOT_FOUND", "A product in your order does not exist");
  if (!first.is_sold) return new DomainError("NOT_FOUND", `${first.name} is no longer available`);
  if (first.left === 0) return new DomainError("OUT_OF_STOCK", `${first.name} is sold out`);
  return new DomainError("OUT_OF_STOCK", `Only ${first.left} of ${first.name} left`);
}
