import { startSimulator } from "@shop/paypal-simulator/server";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "../../src/db/schema/accounts.ts";
import { demoAccounts } from "../../src/demo/accounts.ts";
import { findDemoAccounts } from "../../src/demo/find-demo-accounts.ts";
import { seedDemo } from "../../src/demo/seed.ts";
import { listLatestGoodReviews } from "../../src/domain/review/latest-good-reviews.ts";
import { hashPassword } from "../../src/infra/passwords.ts";
import { openFolder, type Storage } from "../../src/infra/storage.ts";
import { openSeeding } from "../../src/start/seed.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { send } from "../harness/raw-http.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop();

/** Storing the images takes long, and none of these tests looks at one. */
const stocked: Storage = { ...openFolder("nowhere"), write: async () => undefined, has: async () => true };
const firstAdmin = { email: "Boss@Example.com", password: "correct horse 1" };
const seed = () => seedDemo({ db: shop.db, url: shop.databaseUrl, storage: stocked, firstAdmin, log: () => undefined });

async function count(what: string): Promise<number> {
  const { rows } = await shop.pool.query(`select count(*)::int as n from ${what}`);
  return rows[0]?.n;
}

describe("the demo shop", () => {
  it("is filled once, whole, and keeps every promise", async () => {
    // Several instances that start at once fill one shop.
    await Promise.all([seed(), seed()]);
    const orders = await count("orders");
    expect(orders).toBeGreaterThan(500);
    await expectInvariants(shop.pool);
    await seed();
    expect(await count("orders")).toBe(orders);
  });

  it("lets the configured admin sign in beside its own accounts", async () => {
    const answers = await Promise.all(
      [...demoAccounts, firstAdmin].map(({ email, password }) =>
        send(shop.origin, {
          method: "POST",
          path: "/api/users/auth",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email, password }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await count("users where is_admin and email = 'boss@example.com'")).toBe(1);
  });

  it("is recognised by its public passwords, until they are changed", async () => {
    expect(await findDemoAccounts(shop.db)).toEqual(demoAccounts.map(({ email }) => email).sort());
    const passwordHash = await hashPassword("another horse 2");
    await shop.db.update(users).set({ passwordHash }).where(eq(users.email, "admin@example.com"));
    expect(await findDemoAccounts(shop.db)).toEqual(["ada@example.com", "grace@example.com"]);
  });

  it("never opens with live payments", async () => {
    const seeding = (isLive: boolean) =>
      openSeeding(
        { db: shop.db, url: shop.databaseUrl, storage: stocked, say: () => undefined },
        { isDemo: false, firstAdmin: undefined, takesRealMoney: async () => isLive },
      );
    await expect(seeding(true).seed()).rejects.toThrow(/demo accounts .* ada@example\.com/);
    await seeding(false).seed();
  });

  it("has reviews with photos, which Home shows first", async () => {
    expect(await count("review_photos where bytes > 0 and place = 0")).toBe(8);
    const said = await listLatestGoodReviews(shop.db, 3);
    expect(said.map(({ photo }) => photo)).toEqual(said.map(() => expect.stringMatching(/^\/uploads\/reviews\//)));
  });

  it("has orders in every state", async () => {
    const isOpen = "exists (select from order_matters m where m.order_id = orders.id and m.resolved_at is null)";
    const states = {
      held: "paid_at is null and is_stock_held and held_until > now()",
      released: "paid_at is null and not is_stock_held and held_until < now()",
      paid: `paid_at is not null and confirmed_at is null and not ${isOpen}`,
      confirmed: "confirmed_at is not null and processed_at is null",
      processed: "processed_at is not null and shipped_at is null",
      shipped: "shipped_at is not null and delivered_at is null",
      delivered: "delivered_at is not null",
      "with an open matter": isOpen,
    };
    for (const [state, condition] of Object.entries(states)) {
      expect(await count(`orders where ${condition}`), state).toBeGreaterThan(0);
    }
    expect(await count("orders where held_until < now() and paid_at is null and is_stock_held")).toBe(0);
  });

  it("sold at the catalog's prices, to people who can be asked", async () => {
    expect(
      await count("order_items i join products p on p.id = i.product_id where i.price_cents <> p.price_cents"),
    ).toBe(0);
    for (const { email, isAdmin } of demoAccounts) {
      const own = await count(`orders where buyer_email = '${email}'`);
      if (isAdmin) expect(own, email).toBe(0);
      else expect(own, email).toBeGreaterThan(0);
    }
  });

  it("took money that can be given back, for the payment simulator knows it by its name", async () => {
    const { rows } = await shop.pool.query(
      "select provider_order_id as name, amount_cents as cents, ask_again_at as next from payments",
    );
    expect(rows.length).toBeGreaterThan(300);
    const simulator = await startSimulator();
    try {
      for (const { name, cents, next } of rows) {
        const [capture] = simulator.bank.captures(name);
        expect(capture?.amount.value, name).toBe((cents / 100).toFixed(2));
        // Nobody asks for hundreds of payments that were never made.
        expect(next).toBeNull();
      }
    } finally {
      await simulator.close();
    }
  });

  it("wrote down who did what", async () => {
    expect(
      await count(
        "orders o where not exists (select from order_events e where e.order_id = o.id and e.act = 'placed')",
      ),
    ).toBe(0);
    const written = await count(`order_events e join users u on u.id = e.user_id
      where u.is_admin and e.act in ('confirmed', 'processed', 'shipped', 'delivered')`);
    const { rows } = await shop.pool.query(
      "select sum(num_nonnulls(confirmed_at, processed_at, shipped_at, delivered_at))::int as steps from orders",
    );
    expect(written).toBe(rows[0]?.steps);
  });
});
