import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobLimits, type OpenedDb, openDb } from "../../src/db/client.ts";
import { computeRecommendations } from "../../src/domain/catalog/recommendations.ts";
import { imageAddress } from "../../src/infra/image-names.ts";
import { cleanUpJobs } from "../../src/jobs/clean-up-jobs.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeOrder, makeProduct } from "../harness/factories.ts";
import { storedFiles } from "../harness/images.ts";
import { boundStatements, countRows, type Filled, fillWithOldRows, writePast } from "../harness/old-rows.ts";
import { orderOf, sendOrder } from "../harness/ordering.ts";
import { startTestShop } from "../harness/shop.ts";
import { width } from "../harness/width.ts";

/** A million of each takes a quarter of an hour to make on two cores. */
const productCount = width.cleanedProducts;
/** Rows in each table that a clean-up deletes from. */
const count = width.cleanedRows;
const rowsMax = 150;
const imagesOfAKind = 200;
const shop = startTestShop({ settings: issuer });
let jobs: OpenedDb;
let customer: Customer;
let sold: string;
let filled: Filled[] = [];
/** The images of products, of orders and of the history, and those of nothing. */
let images: Record<"shown" | "ordered" | "former" | "orphaned", string[]>;

/** Ids of images that were uploaded long ago. */
const oldImages = (kind: number) =>
  Array.from({ length: imagesOfAKind }, (_, n) => {
    const place = n.toString(16).padStart(4, "0");
    return `0190a000-${place}-7000-8000-${kind.toString(16).padStart(12, "0")}`;
  });

async function fillProducts(): Promise<void> {
  customer = await insertCustomer(shop.db);
  sold = await makeProduct(shop.db, {
    brandId: await makeBrand(shop.db),
    categoryId: await makeCategory(shop.db),
    countInStock: 1_000_000,
  });
  images = { shown: oldImages(1), ordered: oldImages(2), former: oldImages(3), orphaned: oldImages(4) };
  const addresses = (kind: keyof typeof images) => images[kind].map(imageAddress);
  await writePast(shop.databaseUrl, [
    // Every product has an image, and some of them one that is stored.
    [
      `insert into products (id, name, description, image, brand_id, category_id, price_cents, count_in_stock, published_at)
       select gen_random_uuid(), 'Product ' || n, 'Long', '/uploads/' || gen_random_uuid() || '.webp', brand_id, category_id,
         n % 10000, 1000, now()
       from generate_series(1, $1::int) n, products`,
      productCount,
    ],
    [
      `update products set image = address from (select id, row_number() over () as n from products limit 1000) p
       join unnest($1::text[]) with ordinality as shown(address, n) using (n) where products.id = p.id`,
      addresses("shown"),
    ],
    [
      `insert into product_search (product_id, is_sold_out, created_at, lexemes)
       select id, false, now(), array_to_tsvector(array['thing', 'long', left(md5(id::text), 5)]) from products
       on conflict do nothing`,
    ],
    [
      `with edit as (insert into product_edits (id) values (gen_random_uuid()) returning id)
       insert into product_history (product_id, edit_id, changes)
       select p.id, edit.id, case
         when p.n <= $2 then jsonb_build_object('image', jsonb_build_array(address, ''))
         else jsonb_build_object('description', jsonb_build_array(repeat('text ', 20), gen_random_uuid()::text)) end
       from edit, (select id, row_number() over () as n from products) p
       left join unnest($1::text[]) with ordinality as former(address, n) using (n)`,
      addresses("former"),
      imagesOfAKind,
    ],
  ]);
  await fillOrders(addresses("ordered"));
  for (const id of Object.values(images).flat()) await shop.storage.write(`${id}.webp`, Buffer.from("x"));
}

const orderCount = width.cleanedProducts / 10;
const linesOfAnOrder = 20;

/** As many paid orders as count for recommendations, of many lines each. */
async function fillOrders(addresses: string[]): Promise<void> {
  const order = await makeOrder(shop.db, { stepsDone: 1 });
  await writePast(shop.databaseUrl, [
    [
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
         'paid_at', o.paid_at - n * interval '1 second'))).*
       from orders o, generate_series(1, $2::int) n where o.id = $1`,
      order,
      orderCount,
    ],
    [
      `insert into order_items (order_id, position, product_id, name, image, price_cents, qty)
       select o.id, line, ids[1 + (o.n * 31 + line * 17 + line * line) % 3000], '', coalesce(addresses[o.n], ''), 100, 1
       from (select id, row_number() over ()::int as n from orders where id <> $1) o, generate_series(0, $2::int - 1) line,
         (select array(select id from products order by id limit 3000) as ids) p, (select $3::text[] as addresses) a`,
      order,
      linesOfAnOrder,
      addresses,
    ],
  ]);
}

beforeAll(async () => {
  jobs = openDb({ url: shop.databaseUrl, poolMax: 4, limits: jobLimits });
  await fillProducts();
  filled = await fillWithOldRows(shop, count);
  await boundStatements(shop.pool, rowsMax);
});
afterAll(() => jobs.close());

/** Places orders one after the other until a work is done. Returns how many there were and those that were refused. */
async function orderMeanwhile(work: Promise<unknown>): Promise<{ placed: number; refused: string[] }> {
  let isDone = false;
  const watched = work.finally(() => {
    isDone = true;
  });
  const refused = new Set<string>();
  let placed = 0;
  while (!isDone) {
    const { order, refusal } = await sendOrder(shop.origin, customer, orderOf([{ product: sold, qty: 1 }]));
    if (order === undefined) refused.add(`${refusal?.code}`);
    else placed += 1;
  }
  await watched;
  return { placed, refused: [...refused] };
}

describe("in a large shop", () => {
  it("every clean-up ends, few rows at a time within the limits of jobs, while orders go on", async () => {
    const failures: string[] = [];
    const took: string[] = [];
    const run = async () => {
      const round = {
        isStopping: () => false,
        onItemError: (error: unknown) => failures.push(String(error)),
        log: shop.app.log,
      };
      const all = cleanUpJobs({ ...shop.services, db: jobs.db });
      await Promise.all(
        all.map(async (job) => {
          const since = performance.now();
          await job.run(round).catch((error: Error) => failures.push(`${job.name}: ${String(error.cause ?? error)}`));
          took.push(`${job.name} ${Math.round(performance.now() - since)} ms`);
        }),
      );
    };
    const { placed, refused } = await orderMeanwhile(run());
    console.info(`${placed} orders meanwhile; ${took.join(", ")}`);
    expect(failures).toEqual([]);
    expect(refused).toEqual([]);
    expect(placed).toBeGreaterThan(0);
    for (const { table, isOld, staying } of filled) {
      expect(await countRows(shop.pool, `${table} where ${isOld}`), `${table} where ${isOld}`).toBe(0);
      expect(await countRows(shop.pool, `${table} where not (${isOld})`), table).toBeGreaterThanOrEqual(staying);
    }
    const files = new Set((await storedFiles(shop)).map((name) => name.replace(".webp", "")));
    for (const kind of ["shown", "ordered", "former"] as const) {
      expect(
        images[kind].filter((id) => !files.has(id)),
        kind,
      ).toEqual([]);
    }
    expect(images.orphaned.filter((id) => files.has(id))).toEqual([]);
    expect(await countRows(shop.pool, `products where id = '${sold}' and count_in_stock = ${1_000_000 - placed}`)).toBe(
      1,
    );
  });

  it("recommendations of orders with many lines are computed within the limits of jobs, while orders go on", async () => {
    let changed = 0;
    const run = async () => {
      changed = await computeRecommendations(jobs.db);
    };
    const { placed, refused } = await orderMeanwhile(run());
    console.info(`${placed} orders meanwhile`);
    expect(changed).toBeGreaterThan(productCount / 2);
    expect(refused).toEqual([]);
  });
});
