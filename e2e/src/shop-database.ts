import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openDb } from "../../server/src/db/client.ts";
import { testLimits } from "../../server/test/harness/test-limits.ts";
import { shopOfWorker } from "./shop-of-worker.ts";

/** Direct changes of the database, such as another purchase or a new price. */
export type ShopDatabase = {
  /** Adds a product of its own for a test, on the last page of the list, and returns its id. */
  addProduct: (product: { name: string; priceCents: number; stock: number }) => Promise<string>;
  /** The same with a brand of this name. */
  addProductOf: (product: { name: string; brand: string }) => Promise<void>;
  setPrice: (id: string, priceCents: number) => Promise<void>;
  /** The same of all products with this name. */
  setPriceOf: (name: string, priceCents: number) => Promise<void>;
  setStock: (id: string, stock: number) => Promise<void>;
  stockOf: (id: string) => Promise<number>;
  remove: (id: string) => Promise<void>;
  /**
   * Adds an order of two units for $33.00 with the first `stepsDone` steps done, of any customer or of the one with this
   * e-mail, and returns its id.
   */
  addOrder: (order: { customerName: string; email?: string; stepsDone?: number }) => Promise<string>;
  /** Marks an order as paid just now. */
  payNow: (id: string) => Promise<void>;
  /** Gives an account the administrator's role. */
  makeAdmin: (email: string) => Promise<void>;
  /** Makes the payments of an order due for the next check with the provider. */
  schedulePaymentCheck: (orderId: string) => Promise<void>;
  close: () => Promise<void>;
};

/** The address of the database of the shop that this worker tests. */
export async function shopDatabaseUrl(): Promise<string> {
  const { dataDir } = shopOfWorker(Number(process.env.TEST_PARALLEL_INDEX));
  const clusterFile = join(dataDir, "postgres/cluster.json");
  const cluster: unknown = JSON.parse(await readFile(clusterFile, "utf8"));
  const read = (key: string) => String(Reflect.get(Object(cluster), key));
  return `postgres://shop:${read("password")}@127.0.0.1:${read("port")}/shop`;
}

/** Opens the database of the shop that this worker tests. */
export async function openShopDatabase(): Promise<ShopDatabase> {
  const url = await shopDatabaseUrl();
  const { pool, close } = openDb({ url, poolMax: 1, limits: testLimits });
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
    addProductOf: async ({ name, brand }) => {
      await pool.query(
        `insert into products (id, name, image, brand_id, category_id, price_cents, count_in_stock, published_at)
         select gen_random_uuid(), $1, image, (select id from brands where name = $2), category_id, 1000, 3, now()
         from products order by id limit 1`,
        [name, brand],
      );
    },
    setPrice: async (id, priceCents) => {
      await pool.query("update products set price_cents = $2 where id = $1", [id, priceCents]);
    },
    setPriceOf: async (name, priceCents) => {
      await pool.query("update products set price_cents = $2 where name = $1", [name, priceCents]);
    },
    setStock: async (id, stock) => {
      await pool.query("update products set count_in_stock = $2 where id = $1", [id, stock]);
    },
    stockOf: async (id) => {
      const { rows } = await pool.query<{ stock: number }>("select count_in_stock stock from products where id = $1", [
        id,
      ]);
      return rows[0]?.stock ?? Number.NaN;
    },
    remove: async (id) => {
      await pool.query("update products set deleted_at = now() where id = $1", [id]);
    },
    payNow: async (id) => void (await pool.query("update orders set paid_at = now() where id = $1", [id])),
    addOrder: async ({ customerName, email = null, stepsDone = 0 }) => {
      const id = randomUUID();
      const step = (index: number) => (stepsDone > index ? new Date(Date.now() - 60_000 * (10 - index)) : null);
      await pool.query(
        `insert into orders (id, user_id, buyer_name, buyer_email, address, city, postal_code, country, payment_method,
           items_cents, shipping_cents, tax_cents, total_cents, held_until,
           paid_at, confirmed_at, processed_at, shipped_at, delivered_at)
         select $1, id, $2, 'desk@example.com', '1 Main St', 'Springfield', '12345', 'USA', 'PayPal',
           2000, 1000, 300, 3300, now() + interval '1 day', $3, $4, $5, $6, $7
         from users where not is_admin and email = coalesce($8, email) order by id limit 1`,
        [id, customerName, step(0), step(1), step(2), step(3), step(4), email],
      );
      await pool.query(
        `insert into order_items (order_id, position, product_id, name, image, price_cents, qty)
         select $1, 0, id, name, image, 1000, 2 from products order by id limit 1`,
        [id],
      );
      return id;
    },
    makeAdmin: async (email) => {
      await pool.query("update users set is_admin = true where email = $1", [email]);
    },
    schedulePaymentCheck: async (orderId) => {
      await pool.query("update payments set ask_again_at = now() where order_id = $1", [orderId]);
    },
    close,
  };
}
