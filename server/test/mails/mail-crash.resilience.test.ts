import { afterAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { insertCustomers, issuer } from "../harness/customers.ts";
import { makeProduct } from "../harness/factories.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { waitForStatus } from "../harness/load.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { orderOf, sendOrder } from "../harness/ordering.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/test-database.ts";

const orders = 200;
const customersAtOnce = 20;
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
    // Nobody has confirmed the addresses, each of which gets some mails.
    RATE_LIMIT_EXCEPTIONS: "mail-recipient=1000/3600",
  });
  await waitForStatus(`${shop.origin}/readyz`, 200, timeoutMs);
  return shop;
}

const rowsSchema = z.array(z.object({ id: z.string(), order_id: z.string(), status: z.string() }));
async function mailRows() {
  const { rows } = await database.pool.query("select id, order_id, status from mails order by id");
  return rowsSchema.parse(rows);
}

/** Lets the time of every mail come that waits. */
const passTime = () => database.pool.query("update mails set send_at = now() where send_at > now()");

describe("two instances that are killed while the mail server refuses, and while it takes mails", () => {
  it("send every mail of every order, and any one again only under its Message-ID", async () => {
    const product = await makeProduct(database.db, { countInStock: 1_000_000 });
    const customers = await insertCustomers(database.db, customersAtOnce);
    const shops = await Promise.all([open(), open()]);
    const replace = async (place: number) => {
      const victim = shops[place];
      victim?.kill("SIGKILL");
      await victim?.exited;
      shops[place] = await open();
    };

    mailServer.refuse({ code: 451, message: "Try again later" });
    let kills: Promise<unknown> = Promise.resolve();
    let placed = 0;
    await Promise.all(
      customers.map(async (customer, number) => {
        for (let n = 0; n < orders / customersAtOnce; n += 1) {
          const body = orderOf([{ product, qty: 1 }]);
          await vi.waitFor(
            async () => {
              const shop = shops[(number + n) % shops.length];
              const answer = await sendOrder(shop?.origin ?? "", customer, body, { key: `${number}-${n}` });
              expect(answer.status).toBe(201);
            },
            { timeout: timeoutMs, interval: 100 },
          );
          placed += 1;
          // One of the two instances is always there.
          if (placed % 50 === 25) {
            const place = ((placed - 25) / 50) % 2;
            kills = kills.then(() => replace(place));
          }
          if (placed % 20 === 0) await passTime();
        }
      }),
    );
    await kills;
    const rows = await mailRows();
    const { rows: known } = await database.pool.query<{ id: string }>("select id from orders");
    expect(rows).toHaveLength(orders);
    expect(rows.map(({ order_id }) => order_id).sort()).toEqual(known.map(({ id }) => id).sort());
    await passTime();
    await vi.waitFor(
      async () => {
        const { rows: refused } = await database.pool.query(
          "select 1 from mails where detail = '451 Try again later' limit 1",
        );
        expect(refused).toHaveLength(1);
      },
      { timeout: timeoutMs, interval: 200 },
    );
    expect(mailServer.received).toEqual([]);

    // Killed after the mail server has the mail, and before the shop knows so.
    let next = 0;
    mailServer.onReceived(() => {
      if (mailServer.received.length % 50 !== 10 || next >= 4) return;
      const place = next % 2;
      next += 1;
      shops[place]?.kill("SIGKILL");
      kills = kills.then(() => replace(place));
    });
    mailServer.refuse(undefined);
    await vi.waitFor(
      async () => {
        await passTime();
        expect((await mailRows()).filter(({ status }) => status !== "sent")).toEqual([]);
      },
      { timeout: 300_000, interval: 1_000 },
    );
    await kills;
    expect(next).toBe(4);
    const arrived = new Set(mailServer.received.map(({ id }) => id));
    expect([...arrived].sort()).toEqual(rows.map(({ id }) => `<${id}@localhost>`).sort());
    await expectInvariants(database.pool, { [product]: 1_000_000 });
  }, 600_000);
});
