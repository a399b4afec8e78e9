import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDb } from "../../server/src/db/client.ts";

const clusterFile = join(fileURLToPath(import.meta.url), "../../../.data/e2e/postgres/cluster.json");

/** What happens behind a shopper's back: other people buy, and the shop changes its prices. */
export type ShopDatabase = {
  /** Puts a product of one's own on the last page, so that tests do not buy from each other. */
  addProduct: (product: { name: string; priceCents: number; stock: number }) => Promise<string>;
  setPrice: (id: string, priceCents: number) => Promise<void>;
  setStock: (id: string, stock: number) => Promise<void>;
  remove: (id: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens the database of the shop that is being tested. */
export async function openShopDatabase(): Promise<ShopDatabase> {
  const cluster: unknown = JSON.parse(await readFile(clusterFile, "utf8"));
  const read = (key: string) => String(Reflect.get(Object(cluster), key));
  const url = `postgres://shop:${read("password")}@127.0.0.1:${read("port")}/shop`;
  const { pool, close } = openDb({ url, poolMax: 1 });
  return {
    addProduct: async ({ name, priceCents, stock }) => {
      const id = randomUUID();
      await pool.query(
        `insert into products
           (id, name, image, brand_id, category_id, description, price_cents, count_in_stock, published_at, created_at)
         select $1, $2, image, brand_id, category_id, description, $3, $4, now(), '2000-01-01'
         from products order by id limit 1`,
        [id, name, priceCents, stock],
      );
      return id;
    },
    setPrice: async (id, priceCents) => {
      await pool.query("update products set price_cents = $2 where id = $1", [id, priceCents]);
    },
    setStock: async (id, stock) => {
      await pool.query("update products set count_in_stock = $2 where id = $1", [id, stock]);
    },
    remove: async (id) => {
      await pool.query("update products set deleted_at = now() where id = $1", [id]);
    },
    close,
  };
}
