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
export async function fill(url: string, rows: number): Promise<Filled> {
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
    await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
  return parametersOf(rows);
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
