import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { createEndpoint } from "../../src/domain/webhook/endpoints.ts";
import { openSealing } from "../../src/infra/sealed-text.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder } from "../harness/factories.ts";
import { waitForStatus } from "../harness/load.ts";
import { type ShopProcess, shopProcesses } from "../harness/process.ts";
import { startTestDatabase } from "../harness/test-database.ts";
import { WebhookReceiver } from "../harness/webhook-receiver.ts";

const orders = 200;
const timeoutMs = 60_000;
const processes = shopProcesses();
const database = startTestDatabase(4);
const receiver = new WebhookReceiver();
beforeAll(() => receiver.open());
afterAll(() => receiver.close());

async function open(): Promise<ShopProcess> {
  const shop = await processes.open({
    DATABASE_URL: database.url,
    JWT_SECRET: issuer.jwtSecret,
    PUBLIC_ORIGIN: issuer.publicOrigin,
    WEBHOOKS_PRIVATE: "1",
    LOG_LEVEL: "warn",
  });
  await waitForStatus(`${shop.origin}/readyz`, 200, timeoutMs);
  return shop;
}

async function addEndpoint(path: string): Promise<void> {
  const { id, name, email } = await insertCustomer(database.db, { isAdmin: true });
  const { rows } = await database.pool.query("select id from sessions where user_id = $1", [id]);
  const session = z.object({ id: z.string() }).parse(rows[0]);
  const admin = adminActor({ id, name, email }, { id: session.id, expiresAt: new Date(), hasSecondFactor: false });
  const { secret } = await createEndpoint(
    {
      db: database.db,
      allowsPrivateWebhooks: true,
      webhookSecrets: openSealing(issuer.jwtSecret, "shop webhook secrets"),
    },
    admin,
    { url: `${receiver.origin}${path}`, events: ["order.paid"] },
  );
  receiver.secrets.set(path, secret);
}

/** Lets the time of every delivery come that waits. */
const passTime = () => database.pool.query("update webhook_deliveries set send_at = now() where send_at > now()");

describe("two instances that are killed while a receiver is down, and while it takes messages", () => {
  it("send every event to every address, and any one again only under its id", async () => {
    for (const path of ["/one", "/two"]) await addEndpoint(path);
    receiver.answers.set("/two", { status: 503 });
    const shops = await Promise.all([open(), open()]);
    let kills: Promise<unknown> = Promise.resolve();
    const replace = async (place: number) => {
      const victim = shops[place];
      victim?.kill("SIGKILL");
      await victim?.exited;
      shops[place] = await open();
    };
    for (let count = 0; count < orders; count += 1) {
      const order = await makeOrder(database.db, { stepsDone: 0 });
      await database.pool.query("insert into order_events (id, order_id, act) values (gen_random_uuid(), $1, 'paid')", [
        order,
      ]);
      if (count === 50 || count === 120) {
        const place = count === 50 ? 0 : 1;
        kills = kills.then(() => replace(place));
      }
      if (count % 20 === 0) await passTime();
    }
    await kills;
    receiver.answers.delete("/two");
    // Killed after the receiver has messages, and before the shop knows so.
    const killed = [60, 140].map((count, place) =>
      vi
        .waitFor(() => expect(receiver.idsAt("/two").length).toBeGreaterThan(count), { timeout: 300_000, interval: 5 })
        .then(() => replace(place)),
    );
    await vi.waitFor(
      async () => {
        await passTime();
        const { rows } = await database.pool.query(
          `select (select count(*) from webhook_events where dispatched_at is null)::int as events,
             (select count(*) from webhook_deliveries where status <> 'sent')::int as unsent`,
        );
        expect(rows).toEqual([{ events: 0, unsent: 0 }]);
      },
      { timeout: 300_000, interval: 500 },
    );
    await Promise.all(killed);
    const { rows } = await database.pool.query("select id from webhook_events order by id");
    const expected = rows.map(({ id }) => `msg_${id}`);
    expect(expected).toHaveLength(orders);
    for (const path of ["/one", "/two"]) expect(receiver.idsAt(path).sort()).toEqual(expected);
  }, 600_000);
});
