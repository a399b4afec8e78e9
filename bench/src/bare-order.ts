import { randomUUID } from "node:crypto";
import { priceLines } from "@shop/shared/pricing";
import type pg from "pg";

export type Line = { product: string; qty: number };
export const address = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

const takeSql = `
  with wanted as (select * from unnest($1::uuid[], $2::int[]) as wanted(id, qty)), locked as materialized (
    select p.id, wanted.qty from products p join wanted on wanted.id = p.id order by p.id for no key update of p
  )
  update products p set count_in_stock = p.count_in_stock - locked.qty from locked
  where p.id = locked.id and p.count_in_stock >= locked.qty and p.published_at is not null and p.deleted_at is null
  returning p.id, p.name, p.image, p.price_cents`;
const keySql = "insert into idempotency_keys (user_id, key, request_hash, order_id) values ($1, $2, 'none', $3)";
const orderSql = `
  insert into orders (id, user_id, buyer_name, buyer_email, address, city, postal_code, country, payment_method,
    items_cents, shipping_cents, tax_cents, total_cents, held_until)
  values ($1, $2, 'Buyer', 'buyer@example.com', $3, $4, $5, $6, 'PayPal', $7, $8, $9, $10, now() + interval '1 hour')
  returning *`;
const itemsSql = `
  insert into order_items (order_id, position, product_id, name, image, price_cents, qty)
  select $1, * from unnest($2::smallint[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::int[])`;
const eventSql = "insert into order_events (id, order_id, act, user_id) values ($1, $2, 'placed', $3)";

/** The minimal transaction of an order: key, stock, order, lines, first history entry. */
export async function placeBare(pool: pg.Pool, customerId: string, lines: readonly Line[]): Promise<void> {
  const units = new Map<string, number>();
  for (const { product, qty } of lines) units.set(product, (units.get(product) ?? 0) + qty);
  const id = randomUUID();
  const client = await pool.connect();
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  try {
    await client.query("begin");
    await run("key", keySql, [customerId, randomUUID(), id]);
    const { rows } = await run("take", takeSql, [[...units.keys()], [...units.values()]]);
    const quantities = rows.map((row) => units.get(row.id) ?? 0);
    const price = priceLines(rows.map((row, n) => ({ priceCents: row.price_cents, qty: quantities[n] ?? 0 })));
    await run("order", orderSql, [
      id,
      customerId,
      ...Object.values(address),
      price.itemsCents,
      price.shippingCents,
      price.taxCents,
      price.totalCents,
    ]);
    await run("items", itemsSql, [
      id,
      rows.map((_, position) => position),
      rows.map((row) => row.id),
      rows.map((row) => row.name),
      rows.map((row) => row.image),
      rows.map((row) => row.price_cents),
      quantities,
    ]);
    await run("event", eventSql, [randomUUID(), id, customerId]);
    await client.query("commit");
  } finally {
    client.release();
  }
}
