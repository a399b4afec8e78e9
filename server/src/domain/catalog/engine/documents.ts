import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../db/client.ts";
import { productFacets } from "../../../db/schema/product-facets.ts";
import { productOptions, productOptionValues, productVariants } from "../../../db/schema/product-groups.ts";
import { productAttributes, products } from "../../../db/schema/products.ts";
import { productSearch } from "../../../db/schema/search.ts";
import { variantValue } from "../product-group/group-columns.ts";

/** The form of the documents. Another one is written into a new index; a release leaves the index of a later one alone. */
export const documentsVersion = 1;

/**
 * The index of a search engine: one document for each entry of lists, with the products that it stands for. Lexemes are
 * those of PostgreSQL's search, so that both find the same.
 */
export const engineIndex = {
  settings: { index: { number_of_shards: 1, max_result_window: 10_000 } },
  mappings: {
    dynamic: "strict",
    // They are only searched for, and are most of a document.
    _source: { excludes: ["variants.lexemes"] },
    properties: {
      entry: { type: "keyword" },
      hash: { type: "keyword", index: false },
      products: { type: "keyword" },
      variants: {
        type: "nested",
        properties: {
          lexemes: { type: "keyword", doc_values: false, ignore_above: 8_000 },
          brand: { type: "integer" },
          category: { type: "integer" },
          price: { type: "integer" },
          rating: { type: "short" },
          reviews: { type: "integer" },
          soldOut: { type: "byte" },
          reduced: { type: "byte" },
          place: { type: "short" },
          createdAt: { type: "long" },
          attributes: { type: "keyword" },
          options: { type: "keyword" },
        },
      },
    },
  },
};

const variantSchema = z.object({
  id: z.string(),
  lexemes: z.array(z.string()),
  brand: z.int(),
  category: z.int(),
  price: z.int(),
  rating: z.int(),
  reviews: z.int(),
  soldOut: z.int(),
  reduced: z.int(),
  place: z.int(),
  /** In microseconds, as PostgreSQL has it. */
  createdAt: z.number(),
  attributes: z.array(z.string()),
  options: z.array(z.string()),
});
const rowsSchema = z.array(z.object({ entry: z.string(), variants: z.array(variantSchema) }));

export type EngineDocument = { entry: string; hash: string; products: string[]; variants: object[] };

/** The documents of some entries, by their ids. Entries without a visible product have none. */
export async function readDocuments(db: Db, entries: readonly string[]): Promise<EngineDocument[]> {
  if (entries.length === 0) return [];
  const rows = rowsSchema.parse((await db.execute(documentsOf(entries))).rows);
  return rows.map(({ entry, variants }) => {
    const hash = createHash("sha256").update(JSON.stringify(variants)).digest("base64url");
    return {
      entry,
      hash,
      products: variants.map(({ id }) => id),
      variants: variants.map(({ id: _, ...rest }) => rest),
    };
  });
}

/** What separates the parts of an option's value; no text that is stored has it. */
const separator = "\u001f";

/** The value of an option as documents have it: which, where it stands among the others, and what shows it. */
export function parseOption(text: string): { choice: string; place: number; swatch: string | null } {
  const [choice = "", place = "0", swatch = ""] = text.split(separator);
  return { choice, place: Number(place), swatch: swatch === "" ? null : swatch };
}

const documentsOf = (entries: readonly string[]) => sql`
  with members as materialized (
    select f.*, coalesce(f.group_id, f.product_id) as entry from ${productFacets} f
    where f.product_id = any(${sql.param(entries)}::uuid[]) and f.group_id is null
      or f.group_id = any(${sql.param(entries)}::uuid[])
  ), named as (
    select a.product_id, a.name || ':' || a.label as choice, null::text as option
    from ${productAttributes} a where a.product_id in (select product_id from members)
    union all
    select v.product_id, o.name || ':' || l.label, concat_ws(${separator}, o.name || ':' || l.label, l.value, l.swatch)
    from ${productVariants} v join ${productOptions} o on o.group_id = v.group_id
      join ${productOptionValues} l on l.group_id = o.group_id and l.option = o.option and l.value = ${variantValue}
    where v.product_id in (select product_id from members)
  )
  select m.entry, json_agg(json_build_object(
    'id', m.product_id, 'lexemes', tsvector_to_array(s.lexemes), 'brand', m.brand_number, 'category', m.category_number,
    'price', m.price_cents, 'rating', m.rating, 'reviews', m.num_reviews, 'soldOut', (not m.is_in_stock)::int,
    'reduced', (p.planned_price_id is not null and p.regular_price_cents > p.price_cents)::int, 'place', m.place,
    'createdAt', (extract(epoch from m.created_at) * 1000000)::bigint,
    'attributes', array(select distinct n.choice from named n where n.product_id = m.product_id order by 1),
    'options', array(select n.option from named n where n.product_id = m.product_id and n.option is not null order by 1)
  ) order by m.place, m.product_id) as variants
  from members m join ${productSearch} s using (product_id) join ${products} p on p.id = m.product_id
  group by m.entry order by m.entry`;

/** The entries that some products belong to now, visible or not. */
export async function readEntriesOf(db: Db, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ entry: string }>(sql`
    select distinct coalesce(v.group_id, given.id) as entry
    from unnest(${sql.param(productIds)}::uuid[]) as given(id) left join ${productVariants} v on v.product_id = given.id`);
  return rows.map(({ entry }) => entry);
}

/** Some entries in the order of their ids, after one of them. */
export async function readEntriesAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ entry: string }>(sql`
    select entry from (
      (select product_id as entry from ${productFacets} where group_id is null and product_id > ${after} order by 1 limit ${limit})
      union all
      (select distinct group_id from ${productFacets} where group_id > ${after} order by 1 limit ${limit})
    ) as found order by entry limit ${limit}`);
  return rows.map(({ entry }) => entry);
}
