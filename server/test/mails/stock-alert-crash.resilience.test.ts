import { afterAll, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { waitForStatus } from "../harness/load.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/test-database.ts";

const people = 100;
const timeoutMs = 60_000;

const processes = shopProcesses();
const database = startTestDatabase(4);
const mailServer = await startMailServer();
afterAll(() => mailServer.close());

async function open(): Promise<ShopProcess> {
  const shop = await processes.open({
    DATABASE_URL: database.url,
    JWT_SECRET: issuer.jwtSecret,
    PUBLIC_ORIGIN: issuer.publicOrigin,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: "shop@example.com",
    LOG_LEVEL: "warn",
  });
  await waitForStatus(`${shop.origin}/readyz`, 200, timeoutMs);
  return shop;
}

const count = async (rowsOf: string) => {
  const { rows } = await database.pool.query(`select count(*)::int as n from ${rowsOf}`);
  return z.object({ n: z.number() }).parse(rows[0]).n;
};
const mailsSchema = z.array(z.object({ id: z.string(), recipient: z.string(), status: z.string() }));
async function mailRows() {
  const { rows } = await database.pool.query("select id, recipient, status from mails where kind = 'stock alert'");
  return mailsSchema.parse(rows);
}

it("A shop that is killed while it writes and sends a hundred stock alerts sends one mail to each who waits", async () => {
  const product = await makeProduct(database.db, { countInStock: 0, name: "Brass lamp" });
  await database.pool.query(
    `insert into stock_alerts (id, product_id, email, confirmed_at)
     select gen_random_uuid(), $1, 'waits' || n || '@example.com', now() from generate_series(1, ${people}) n`,
    [product],
  );
  await database.pool.query("update products set count_in_stock = 3 where id = $1", [product]);

  // Killed between the deletion of the requests and the commit of their mails, which wait for a lock.
  const holder = await database.pool.connect();
  onTestFinished(() => holder.release());
  await holder.query("begin");
  await holder.query("lock table mails in share mode");
  let shop = await open();
  await expect
    .poll(
      () =>
        count(
          `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like 'insert into "mails"%'`,
        ),
      { timeout: 300_000 },
    )
    .toBe(1);
  shop.kill("SIGKILL");
  await shop.exited;
  await holder.query("commit");
  expect([await count("stock_alerts"), await count("mails")]).toEqual([people, 0]);

  // Killed after the mail server has a mail, and before the shop knows so.
  let kills = 0;
  let ended: Promise<void> = Promise.resolve();
  mailServer.onReceived(() => {
    if (kills >= 3 || mailServer.received.length < 20 * (kills + 1)) return;
    kills += 1;
    shop.kill("SIGKILL");
    ended = ended.then(async () => {
      await shop.exited;
      shop = await open();
    });
  });
  shop = await open();
  await expect
    .poll(
      async () => {
        // Lets the time of every mail come that waits for another try.
        await database.pool.query("update mails set send_at = now() where send_at > now()");
        return (await mailRows()).filter(({ status }) => status === "sent").length;
      },
      { timeout: 300_000, interval: 500 },
    )
    .toBe(people);
  await ended;

  expect(kills).toBe(3);
  expect(await count("stock_alerts")).toBe(0);
  const rows = await mailRows();
  const recipients = Array.from({ length: people }, (_, n) => `waits${n + 1}@example.com`).toSorted();
  expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(recipients);
  // One that was sent again has the Message-ID of the first, by which mail programs show it once.
  const arrived = new Set(mailServer.received.map(({ id, recipient }) => `${id} ${recipient}`));
  expect([...arrived].toSorted()).toEqual(rows.map(({ id, recipient }) => `<${id}@localhost> ${recipient}`).toSorted());
  expect(mailServer.received.length).toBeLessThanOrEqual(people + 3 * 5);
}, 600_000);
