import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { adminActs } from "../../src/db/schema/operations.ts";
import { cleanUpJobs } from "../../src/jobs/clean-up-jobs.ts";
import { type Job, newCounters, repeat } from "../../src/jobs/job.ts";
import { allJobs } from "../../src/jobs/start-jobs.ts";
import { insertCustomer } from "../harness/customers.ts";
import { makeBrand, makeCategory, makeOrder } from "../harness/factories.ts";
import { boundStatements, countRows, fillWithOldRows } from "../harness/old-rows.ts";
import { startTestShop } from "../harness/shop.ts";

const count = 500;
const rowsMax = 300;
const shop = startTestShop({ fixed: { reviewInvitationDays: 1 }, takesPayments: true });

/** Runs a job once. Returns what went wrong. */
async function failuresOf(job: Job): Promise<string[]> {
  const failures: string[] = [];
  const note = (error: unknown) => {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    failures.push(`${job.name}: ${String(reason)}`);
  };
  await job.run({ isStopping: () => false, onItemError: note, log: shop.app.log }).catch(note);
  await job.close?.();
  return failures;
}

/** Products with a planned price that is due, paid and delivered orders of them, and unpaid ones whose hold is over. */
async function fillWithWork(): Promise<void> {
  const admin = await insertCustomer(shop.db, { isAdmin: true });
  const { pool } = shop;
  await pool.query(
    `insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, published_at)
     select gen_random_uuid(), 'Thing ' || n, $1, $2, 100, 5, now() from generate_series(1, $3::int) n`,
    [await makeBrand(shop.db), await makeCategory(shop.db), count],
  );
  await pool.query(
    `insert into planned_prices (id, product_id, price_cents, starts_at, user_id)
     select gen_random_uuid(), id, 50, now(), $1 from products`,
    [admin.id],
  );
  const paid = await makeOrder(shop.db, { stepsDone: 5, createdAt: new Date(Date.now() - 3 * 86_400_000) });
  const unpaid = await makeOrder(shop.db, { isStockHeld: true });
  await pool.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
       'delivered_at', o.delivered_at - interval '1 day', 'shipped_at', o.shipped_at - interval '1 day',
       'processed_at', o.processed_at - interval '1 day', 'confirmed_at', o.confirmed_at - interval '1 day',
       'paid_at', o.paid_at - interval '1 day' - n * interval '1 second'))).*
     from orders o, generate_series(1, $2::int) n where o.id = any($1)`,
    [[paid, unpaid], count],
  );
  await pool.query(
    `insert into order_items (order_id, position, product_id, name, image, price_cents, qty)
     select o.id, 0, p.id, p.name, '', 100, 1
     from (select id, row_number() over () as n from orders where id <> all($1)) o
     join (select id, name, row_number() over () as n from products) p on p.n = 1 + o.n % $2::int`,
    [[paid, unpaid], count],
  );
}

beforeAll(fillWithWork);

describe("a job", () => {
  it("changes few rows in one statement, however much there is to do, and so does every clean-up", async () => {
    const filled = await fillWithOldRows(shop, count);
    await boundStatements(shop.pool, rowsMax);
    const failures: string[] = [];
    for (const job of allJobs(shop.services)) failures.push(...(await failuresOf(job)));
    expect(failures).toEqual([]);
    for (const { table, isOld, staying } of filled) {
      expect(await countRows(shop.pool, `${table} where not (${isOld})`), table).toBeGreaterThanOrEqual(staying);
      expect(await countRows(shop.pool, `${table} where ${isOld}`), `${table} where ${isOld}`).toBe(0);
    }
    expect(await countRows(shop.pool, "planned_prices where begun_at is null and ended_at is null")).toBe(0);
    expect(await countRows(shop.pool, "orders where is_stock_held and paid_at is null")).toBeLessThan(count);
    expect(await countRows(shop.pool, "mails where kind = 'review invitation'")).toBe(count);
    const { rows } = await shop.pool.query("select sum(units)::int as sold from product_sales");
    expect(rows).toEqual([{ sold: count + 1 }]);
  });

  it("is refused by this test if it deletes everything at once", async () => {
    await shop.pool.query(
      `insert into admin_acts (id, user_id, act, entity, entity_id, subject)
       select gen_random_uuid(), (select id from users limit 1), 'updated', 'product', gen_random_uuid(), ''
       from generate_series(1, $1::int)`,
      [count],
    );
    const planted = [
      async () => void (await shop.db.delete(adminActs)),
      async () => void (await shop.db.update(adminActs).set({ subject: sql`'planted'` })),
      // A cascade.
      async () => void (await shop.db.execute(sql`delete from imports`)),
    ];
    for (const run of planted) {
      expect(await failuresOf({ name: "planted", everyMs: 1, run })).toEqual([
        expect.stringContaining("in one statement"),
      ]);
    }
  });
});

describe("a clean-up that fails", () => {
  it("keeps no other from running, shows in its own counters, and is tried again soon", async () => {
    await shop.pool.query(`
      create function never() returns trigger language plpgsql as $$ begin raise exception 'never'; end $$;
      create trigger never before delete on admin_acts for each row execute function never();
      delete from job_runs;
      update admin_acts set created_at = now() - interval '14 months' where id = (select id from admin_acts limit 1);
      update sessions set expires_at = now() - interval '1 day' where id = (select id from sessions limit 1);
      update mails set status = 'sent', send_at = null, ended_at = now() - interval '91 days'
      where id = (select id from mails limit 1)`);
    const running = cleanUpJobs(shop.services).map((job) => {
      const counters = newCounters();
      return {
        name: job.name,
        counters,
        ...repeat({ ...job, everyMs: 1 }, counters, { log: shop.app.log, isResting: () => false }),
      };
    });
    await expect
      .poll(() => running.every(({ counters }) => counters.failures > 0 || counters.succeededAt !== undefined))
      .toBe(true);
    await Promise.all(running.map(({ stop }) => stop()));
    const failed = running.filter(({ counters }) => counters.failures > 0).map(({ name }) => name);
    expect(failed).toEqual(["old admin acts"]);
    expect(await countRows(shop.pool, "admin_acts where created_at < now() - interval '13 months'")).toBe(1);
    expect(await countRows(shop.pool, "sessions where expires_at < now()")).toBe(0);
    expect(await countRows(shop.pool, "mails where ended_at < now() - interval '90 days'")).toBe(0);
    const isDueSoon =
      "started_at + interval '24 hours' between now() + interval '8 minutes' and now() + interval '10 minutes'";
    expect(await countRows(shop.pool, `job_runs where job = 'old admin acts' and ${isDueSoon}`)).toBe(1);
    expect(
      await countRows(shop.pool, "job_runs where job = 'old mails' and started_at > now() - interval '5 minutes'"),
    ).toBe(1);
  });
});
