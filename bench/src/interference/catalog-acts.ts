import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import type { Act, MeasuredShop } from "./acts.ts";
import { mutate } from "./shop-client.ts";

const oldEdits = 10;
const pollMs = 200;
const filledAtOnce = 200;

/** What is renamed and merged: a category with half of the products. */
const large = { id: randomUUID(), name: "Everyday" };
const other = { id: randomUUID(), name: "Assorted" };

/**
 * Acts on much of the catalog that go on in the background. Each ends when the jobs have done all of it. The names tell
 * the sizes in a shop of 100,000 products.
 */
export const catalogActs: Act[] = [
  { name: "rename with 50,000 products", isOnce: true, prepare: fillCategory, run: rename },
  { name: "merge of 50,000 products", isOnce: true, prepare: fillCategory, run: merge },
  { name: "clean-up of 1,000,000 changes", isOnce: true, prepare: fillHistory, run: cleanUp },
];

async function fillCategory({ pool, productIds }: MeasuredShop): Promise<void> {
  for (const { id, name } of [large, other]) {
    await pool.query("insert into categories (id, name) values ($1, $2) on conflict do nothing", [id, name]);
  }
  const half = Math.ceil(productIds.length / 2);
  for (let start = 0; start < half; start += filledAtOnce) {
    // Locked in the order of the ids, as orders lock them.
    await pool.query(
      `with locked as (
         select id from products where id = any ($2) and category_id <> $1 order by id for no key update
       )
       update products set category_id = $1 where id in (select id from locked)`,
      [large.id, productIds.slice(start, Math.min(half, start + filledAtOnce))],
    );
  }
  await pool.query("vacuum (analyze) products");
}

async function rename({ pool, admin }: MeasuredShop, ends: AbortSignal): Promise<void> {
  await mutate(admin, "admin.categories.update", { id: large.id, name: `${large.name} goods` });
  await waitForNone(pool, ends, "select from renamed_terms");
}

async function merge({ pool, admin }: MeasuredShop, ends: AbortSignal): Promise<void> {
  await mutate(admin, "admin.categories.merge", { id: large.id, into: other.id });
  await waitForNone(pool, ends, "select from categories where id = $1", large.id);
}

/** Changes of each product that are older than the shop keeps them. */
async function fillHistory({ pool, productIds }: MeasuredShop): Promise<void> {
  for (let n = 0; n < oldEdits; n += 1) {
    const edit = randomUUID();
    const before = "now() - interval '2 years'";
    await pool.query(`insert into product_edits (id, recorded_at) values ($1, ${before})`, [edit]);
    await pool.query(
      `insert into product_history (product_id, edit_id, changes, recorded_at)
       select id, $1, '{"priceCents": [100, 200]}', ${before} from unnest($2::uuid[]) id`,
      [edit, productIds],
    );
  }
  await pool.query("vacuum (analyze) product_history");
}

async function cleanUp({ pool }: MeasuredShop, ends: AbortSignal): Promise<void> {
  await pool.query("update job_runs set started_at = now() - interval '2 days' where job = 'old product history'");
  await waitForNone(pool, ends, "select from product_history where recorded_at < now() - interval '14 months' limit 1");
}

/** Waits until a query finds nothing. Fails when the time of the act has ended. */
async function waitForNone(pool: pg.Pool, ends: AbortSignal, sql: string, ...values: string[]): Promise<void> {
  while (((await pool.query(sql, values)).rowCount ?? 0) > 0) {
    ends.throwIfAborted();
    await wait(pollMs);
  }
}
