import type { ImportConflict, ImportDetail, ImportOptions, ImportRowPage } from "@shop/shared/catalog/import";
import type pg from "pg";
import { uuidv7 } from "uuidv7";
import { vi } from "vitest";
import { z } from "zod";
import type { OpenedDb } from "../../src/db/client.ts";
import { issuer } from "./customers.ts";
import { makeBrand, makeCategory } from "./factories.ts";
import { fromTrpc } from "./test-client.ts";

const usualOptions: ImportOptions = {
  variants: "refuse",
  stock: "set",
  brand: "Other",
  category: "Other",
  newStock: 3,
};

export type ImportWay = {
  /** The shop that is called, and the session of an admin. */
  shop: () => { origin: string; cookie: string };
  /** Has the work of an import done. */
  work: (id: string) => Promise<void>;
};

/** Imports as an admin's browser makes them. */
export function importing({ shop, work }: ImportWay) {
  const call = async (name: string, input: unknown, isMutation = true): Promise<unknown> => {
    const { origin, cookie } = shop();
    const address = `${origin}/trpc/admin.imports.${name}`;
    const headers = { cookie, "content-type": "application/json", origin: issuer.publicOrigin };
    const response = isMutation
      ? await fetch(address, { method: "POST", headers, body: JSON.stringify(input) })
      : await fetch(`${address}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers });
    const body: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(body));
    return fromTrpc(body);
  };
  const read = async (id: string) => z.custom<ImportDetail>().parse(await call("byId", { id }, false));
  const then = async (id: string) => {
    await work(id);
    return read(id);
  };
  return {
    call,
    read,
    upload: async (content: string | Uint8Array<ArrayBuffer>, name = "products.csv"): Promise<string> => {
      const { origin, cookie } = shop();
      const form = new FormData();
      form.set("file", new Blob([content], { type: "text/csv" }), name);
      const response = await fetch(`${origin}/api/imports`, { method: "POST", body: form, headers: { cookie } });
      const body: unknown = await response.json();
      if (response.status !== 201) throw new Error(JSON.stringify(body));
      return z.object({ _id: z.string() }).parse(body)._id;
    },
    rowsOf: async (id: string) => z.custom<ImportRowPage>().parse(await call("rows", { id }, false)).rows,
    conflictsOf: async (id: string) => z.custom<ImportConflict[]>().parse(await call("conflicts", { id }, false)),
    check: async (id: string, options: Partial<ImportOptions> = {}, mapping?: ImportDetail["mapping"]) => {
      const found = await read(id);
      await call("check", { id, mapping: mapping ?? found.mapping, options: { ...usualOptions, ...options } });
      return then(id);
    },
    apply: async (id: string) => {
      await call("start", { id });
      return then(id);
    },
    undo: async (id: string, overwrite: "all" | number[] = []) => {
      await call("undo", { id, overwrite });
      return then(id);
    },
  };
}

/** Waits until the work of an import is done, however long it takes. */
export async function waitForImport(read: () => Promise<ImportDetail>): Promise<void> {
  await vi.waitUntil(async () => !/ing$/.test((await read()).state), { timeout: 900_000, interval: 100 });
}

const hashSchema = z.object({ hash: z.string().nullable() });

/** A digest of everything that an import may change. */
export async function catalogHash(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query(`
    select md5(string_agg(line, e'\\n' order by line)) as hash from (
      select concat_ws('|', p.id, published_at, p.name, p.description, p.is_markdown, b.name, c.name,
        price_cents, count_in_stock, is_stock_counted, p.image, nullif(p.image_alt, ''), k.key, k.image_source,
        nullif(array_to_string(k.more_sources, ','), ''), (select string_agg(a.group_name || a.name || a.value || a.unit, ',' order by a.position) from product_attributes a where a.product_id = p.id), (select string_agg(i.image || i.alt, ',' order by i.position) from product_images i where i.product_id = p.id), nullif(concat_ws(',', t.sku, t.gtin, t.mpn, t.cost_cents, t.weight_grams, t.length_mm, t.width_mm, t.height_mm, nullif(t.origin_country, ''), nullif(t.hs_code, ''), t.content_amount, t.content_unit, t.unit_basis), ',,')) as line
      from products p join brands b on b.id = brand_id join categories c on c.id = category_id
      left join product_keys k on k.product_id = p.id left join product_trade t on t.product_id = p.id where p.deleted_at is null
      union all select concat_ws('|', 'variant', v.product_id, v.position, v.value_1, v.value_2, v.value_3, p.variant_label, g.name,
        g.default_product_id, (select string_agg(concat_ws(':', o.name, l.option, l.value, l.label, l.swatch), ',' order by l.option, l.value)
        from product_options o join product_option_values l on l.group_id = o.group_id and l.option = o.option where o.group_id = g.id))
      from product_variants v join product_groups g on g.id = v.group_id join products p on p.id = v.product_id
      where p.deleted_at is null
      union all select 'brand ' || name from brands union all select 'category ' || name from categories
    ) lines`);
  return hashSchema.parse(rows[0]).hash ?? "";
}

/** The rows of the dry run whose products have other values than it says, by line. */
export async function unlikeTheDryRun(pool: pg.Pool, id: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select r.line, c.field, c.value->1 as wanted, n.now->c.field as now
    from import_rows r
    left join products p on p.id = r.product_id
    left join brands b on b.id = p.brand_id left join categories t on t.id = p.category_id
    left join product_keys k on k.product_id = p.id left join product_trade t2 on t2.product_id = p.id
    cross join lateral jsonb_each(r.changes) as c(field, value)
    cross join lateral (select jsonb_build_object(
      'name', p.name, 'description', p.description, 'isMarkdown', p.is_markdown, 'brand', b.name, 'category', t.name, 'key', k.key,
      'priceCents', coalesce(p.regular_price_cents, p.price_cents),
      'reducedCents', case when p.planned_price_id is not null then p.price_cents end, 'countInStock', p.count_in_stock, 'isStockCounted', p.is_stock_counted,
      'attributes', (select string_agg(case when a.group_name = '' then '' else '[' || a.group_name || '] ' end || a.name || ': ' || a.value
        || case when a.unit <> '' or a.value like '%]' then ' [' || a.unit || ']' else '' end, E'\n' order by a.position)
        from product_attributes a where a.product_id = p.id),
      'moreImages', array_to_string(k.more_sources, E'\n'), 'sku', t2.sku, 'gtin', t2.gtin, 'mpn', t2.mpn, 'costCents', t2.cost_cents, 'weightGrams', t2.weight_grams,
      'lengthMm', t2.length_mm, 'widthMm', t2.width_mm, 'heightMm', t2.height_mm, 'originCountry', t2.origin_country, 'hsCode', t2.hs_code, 'taxClass', coalesce(t2.tax_class, 'standard'),
      'content', coalesce(trim_scale(t2.content_amount) || ' ' || t2.content_unit || ' / ' || t2.unit_basis, ''),
      'options', (select string_agg(o.name || ': ' || l.label, E'\n' order by o.option)
        from product_variants v join product_options o on o.group_id = v.group_id
        join product_option_values l on l.group_id = o.group_id and l.option = o.option
          and l.value = case l.option when 1 then v.value_1 when 2 then v.value_2 else v.value_3 end
        where v.product_id = p.id),
      'state', case when p.published_at is null then 'draft' else 'published' end,
      'image', coalesce(nullif(k.image_source, ''), p.image)) as now) n
    -- The texts of images come with the images.
    where r.import_id = $1 and r.outcome in ('new', 'changed') and p.deleted_at is null and c.field <> 'imageAlts'
      and (case when c.field in ('brand', 'category') then lower(n.now->>c.field) <> lower(c.value->>1)
        else n.now->c.field is distinct from c.value->1 end)
    order by r.line limit 5`,
    [id],
  );
  return rows;
}

/** Makes published products in one brand and one category, with the keys `k0`, `k1`, …; returns their ids in this order. */
export async function makeKeyedProducts(
  { db, pool }: Pick<OpenedDb, "db" | "pool">,
  count: number,
  { priceCents = 1_000, countInStock = 1_000 } = {},
): Promise<string[]> {
  const [brandId, categoryId] = [await makeBrand(db), await makeCategory(db)];
  const ids = Array.from({ length: count }, () => uuidv7());
  const perStatement = 500;
  for (let start = 0; start < count; start += perStatement) {
    await pool.query(
      `with made as (
         insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at)
         select id, 'Keyed ' || $2 + n - 1, $3, $4, $5, $6, date_trunc('milliseconds', now()) from unnest($1::uuid[]) with ordinality as v(id, n)
         returning id, name
       ) insert into product_keys (product_id, key) select id, replace(name, 'Keyed ', 'k') from made`,
      [ids.slice(start, start + perStatement), start, brandId, categoryId, priceCents, countInStock],
    );
  }
  return ids;
}
