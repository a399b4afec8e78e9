import { beforeEach, expect, it } from "vitest";
import { requestPasswordReset } from "../../src/domain/account/password-reset.ts";
import type { Mailer } from "../../src/infra/mail/mailer.ts";
import type { Round } from "../../src/jobs/job.ts";
import { mailJobs } from "../../src/jobs/mail-jobs.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder } from "../harness/factories.ts";
import { mattersOf } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

/** Runs a round of every job of mails, and waits for the mail server. Returns who got a mail, and what went wrong. */
async function runJobs() {
  const arrived: string[] = [];
  const errors: unknown[] = [];
  const mailer: Mailer = {
    ...shop.services.mailer,
    mode: "smtp",
    send: async ({ to }) => void arrived.push(to.address),
  };
  const round: Round = {
    isStopping: () => false,
    onItemError: (error) => void errors.push(error),
    log: shop.app.log,
  };
  const jobs = mailJobs({ ...shop.services, mailer });
  const failures: unknown[] = [];
  for (const job of jobs) await job.run(round).catch((error: unknown) => failures.push(error));
  await expect.poll(async () => (await shop.pool.query("select 1 from mails where send_at <= now()")).rowCount).toBe(0);
  await Promise.all(jobs.map((job) => job.close?.()));
  return { arrived, errors, failures };
}

const asksForCode = ({ email }: Customer) =>
  requestPasswordReset(shop.services, { email }, { address: "192.0.2.1", device: null });

async function declareWithdrawal({ email }: Customer, order: string): Promise<void> {
  await shop.pool.query(
    "insert into withdrawal_declarations (id, order_number, email) values (gen_random_uuid(), $1, $2)",
    [order.slice(-8), email],
  );
}

beforeEach(async () => {
  await shop.pool.query("delete from mails");
});

it.each(["withdrawal_declarations", "stock_alerts", "password_resets"])(
  "without the table %s, mails that wait are sent",
  async (table) => {
    const reader = await insertCustomer(shop.db);
    await shop.pool.query(
      "insert into mails (id, kind, user_id, recipient) values (gen_random_uuid(), 'welcome', $1, $2)",
      [reader.id, reader.email],
    );
    await shop.pool.query(`alter table ${table} rename to taken_away`);
    const { arrived, failures } = await runJobs();
    await shop.pool.query(`alter table taken_away rename to ${table}`);
    expect(failures).toHaveLength(1);
    expect(arrived).toEqual([reader.email]);
  },
);

it("a withdrawal or a request for a code that cannot be handled stops no other", async () => {
  const [ada, ben] = [await insertCustomer(shop.db), await insertCustomer(shop.db)];
  const orders = [await makeOrder(shop.db, { userId: ada.id }), await makeOrder(shop.db, { userId: ben.id })];
  await shop.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on withdrawals for each row when (new.order_id = '${orders[0]}')
      execute function refuse();
    create trigger refuse before insert on mails for each row
      when (new.kind = 'reset code' and new.user_id = '${ada.id}') execute function refuse()`);
  for (const [n, customer] of [ada, ben].entries()) {
    await declareWithdrawal(customer, orders[n] ?? "");
    await asksForCode(customer);
  }
  const { arrived, errors, failures } = await runJobs();
  expect(failures).toEqual([]);
  expect(errors).toHaveLength(2);
  expect(await mattersOf(shop.pool, orders[1] ?? "")).toEqual(["withdrawal"]);
  expect(arrived).toEqual([ben.email, ben.email]);
  await shop.pool.query("drop function refuse cascade");
  const later = await runJobs();
  expect(later.errors).toEqual([]);
  expect(later.arrived).toEqual([ada.email, ada.email]);
});
