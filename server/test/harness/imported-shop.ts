import type pg from "pg";
import { z } from "zod";

/** What imports have made of a shop, without what is empty, so that a file can be compared with the shop that must result. */
export async function importedShop(pool: pg.Pool): Promise<unknown> {
  const read = async (sql: string) => withoutEmpty(recordsSchema.parse((await pool.query(sql)).rows));
  const [products, customers, orders] = [await read(productsSql), await read(customersSql), await read(ordersSql)];
  return {
    ...(products.length > 0 && { products }),
    ...(customers.length > 0 && { customers }),
    ...(orders.length > 0 && { orders }),
  };
}

const recordsSchema = z.array(z.record(z.string(), z.unknown()));

function withoutEmpty(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const isEmpty = (value: unknown) =>
    value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value))));
}

const money = (cents: string) => `(${cents}::numeric / 100)::float`;

const productsSql = `
  select k.key, p.name, ${money("coalesce(p.regular_price_cents, p.price_cents)")} as price,
    case when p.planned_price_id is not null then ${money("p.price_cents")} end as reduced,
    case when p.is_stock_counted then to_jsonb(p.count_in_stock) else '"not counted"'::jsonb end as stock,
    p.published_at is null as draft, b.name as brand,
    concat_ws(' > ', top.name, above.name, c.name) as category,
    p.description, p.is_markdown as markdown, t.sku, t.gtin, t.mpn, ${money("t.cost_cents")} as cost, t.weight_grams as weight,
    nullif(concat_ws(' x ', t.length_mm, t.width_mm, t.height_mm), '') as size, t.origin_country as origin, t.hs_code as "hsCode",
    trim_scale(t.content_amount) || ' ' || t.content_unit || ' / ' || t.unit_basis as content, p.image_alt as "imageAlt",
    array_remove(k.image_source || k.more_sources, '') as images,
    (select json_agg(concat_ws(': ', nullif(a.group_name, ''), a.name, a.value || a.unit) order by a.position)
      from product_attributes a where a.product_id = p.id) as facts,
    g.name as group, p.variant_label as variant,
    (select o.address from old_addresses o where o.path = '/product/' || p.id) as "oldAddress"
  from products p join brands b on b.id = p.brand_id join categories c on c.id = p.category_id
  left join categories above on above.id = c.parent_id left join categories top on top.id = above.parent_id
  left join product_keys k on k.product_id = p.id left join product_trade t on t.product_id = p.id
  left join product_variants v on v.product_id = p.id left join product_groups g on g.id = v.group_id
  where p.deleted_at is null order by k.key`;

const customersSql = `
  select u.email, u.name, u.accepts_marketing as marketing,
    case when u.created_at < now() - interval '1 day' then to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') end as since,
    a.address || ' | ' || a.city || ' | ' || a.postal_code || ' | ' || a.country as address
  from users u left join addresses a on a.user_id = u.id
  where u.deleted_at is null and u.password_hash is null order by u.email`;

const ordersSql = `
  select o.number, o.state, o.currency, o.total_cents::int as total, nullif(o.discount_cents::int, 0) as discount,
    nullif(o.shipping_cents::int, 0) as shipping, nullif(o.tax_cents::int, 0) as tax, nullif(o.refunded_cents::int, 0) as refunded,
    concat_ws(' | ', o.customer_name, o.customer_email) as customer,
    nullif(concat_ws(' | ', nullif(o.address, ''), nullif(o.city, ''), nullif(o.postal_code, ''), nullif(o.country, '')), '') as address,
    o.payment_method as payment,
    ${["ordered", "paid", "shipped", "delivered", "cancelled"].map((name) => `to_char(o.${name}_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as ${name}`).join(", ")},
    (select json_agg(concat_ws(' ', i.qty || ' x', i.name, nullif('[' || i.sku || ']', '[]'), i.total_cents) order by i.position)
      from earlier_order_items i where i.order_id = o.id) as items
  from earlier_orders o order by o.ordered_at, o.number`;
