import pg from "pg";
import { commonWord, generateCatalog, rareWord } from "./generate-catalog.ts";

/** The parameters of the benchmark's requests to a filled shop. */
export type Filled = {
  /** A product from the middle of the catalog, with reviews. */
  productId: string;
  /** A word that about thirty products contain, in the name or only in the description. */
  keyword: string;
  /** A word that every tenth product contains. */
  commonKeyword: string;
  /** The words of the catalog, the most frequent first; most of them are rare. */
  words: string[];
};

const batch = 5_000;

/** The parameters for a database that `fill` has filled with this many products. */
export function parametersOf(rows: number): Filled {
  const { measuredId, words } = generateCatalog(rows);
  return { productId: measuredId, keyword: rareWord, commonKeyword: commonWord, words };
}

/**
 * Fills an empty, migrated database with a deterministic catalog, and runs vacuum and analyze as
 * autovacuum would.
 */
export async function fill(url: string, rows: number, { groupSize = 1 }: { groupSize?: number } = {}): Promise<Filled> {
  const { reviewers, brands, categories, drawProduct } = generateCatalog(rows);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await insert(client, "users", reviewers);
    await insert(client, "brands", brands);
    await insert(client, "categories", categories);
    await withIndexesBuiltLast(client, ["products", "product_search", "product_facets", "reviews"], async () => {
      for (let from = 0; from < rows; from += batch) {
        const products = Array.from({ length: Math.min(batch, rows - from) }, (_, n) => drawProduct(from + n));
        await insert(
          client,
          "products",
          products.map(({ reviews: _, ...product }) => product),
        );
        await insert(
          client,
          "reviews",
          products.flatMap(({ reviews }) => reviews),
        );
      }
    });
    if (groupSize > 1) await group(client, groupSize);
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
  return parametersOf(rows);
}

/** Makes variants of the products, so many of each group, with what the triggers would derive. */
async function group(client: pg.Client, size: number): Promise<void> {
  await client.query("set session_replication_role = replica");
  await client.query(`
    create temporary table grouped as
    select id, (numbered - 1) / ${size} as number, ((numbered - 1) % ${size})::smallint as place
    from (select id, row_number() over (order by created_at, id) as numbered from products) as all_products`);
  await client.query(`
    create temporary table made as select number, gen_random_uuid() as id from grouped group by number`);
  await client.query("insert into product_groups (id, name, option_count) select id, 'Group ' || number, 1 from made");
  await client.query("insert into product_options (group_id, option, name) select id, 1, 'Size' from made");
  await client.query(`
    insert into product_option_values (group_id, option, value, label)
    select id, 1, value, 'Size ' || value from made, generate_series(1, ${size}) as value`);
  await client.query(`
    insert into product_variants (product_id, group_id, option_count, position, value_1)
    select grouped.id, made.id, 1, place + 1, place + 1 from grouped join made using (number)`);
  // Variants are alike but for their stock, and every fourth group has a dearer one.
  await client.query(`
    update product_facets f set group_id = made.id, place = grouped.place, brand_number = first.brand_number,
      category_number = first.category_number, rating = first.rating, num_reviews = first.num_reviews,
      price_cents = first.price_cents + case when grouped.place = 3 and grouped.number % 4 = 0 then 500 else 0 end,
      from_cents = case when grouped.place = 0 then first.price_cents end, created_at = first.created_at
    from grouped join made using (number) join grouped of_first on of_first.number = grouped.number and of_first.place = 0
      join product_facets first on first.product_id = of_first.id
    where f.product_id = grouped.id`);
  await client.query(`
    update product_search s set group_id = made.id, place = grouped.place, lexemes = first.lexemes,
      created_at = first.created_at
    from grouped join made using (number) join grouped of_first on of_first.number = grouped.number and of_first.place = 0
      join product_search first on first.product_id = of_first.id
    where s.product_id = grouped.id`);
  await client.query("update catalogue_size set variants = (select count(*) from product_facets where place > 0)");
  await client.query("set session_replication_role = origin");
  await client.query("vacuum full product_facets");
}

/** Drops the secondary indexes of some tables, runs the work, and builds the indexes once all rows are there. */
async function withIndexesBuiltLast(client: pg.Client, tables: string[], work: () => Promise<void>) {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid::regclass::text = any ($1)
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { definition } of indexes) await client.query(definition);
}

/** Inserts all rows with one statement, from a single JSON parameter. */
async function insert(client: pg.Client, table: string, rows: Record<string, unknown>[]) {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  if (columns === "") return;
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

/** The ids of all products that customers see. */
export async function productIds(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "select id from products where published_at is not null and deleted_at is null order by id",
  );
  await client.end();
  return rows.map(({ id }) => id);
}
