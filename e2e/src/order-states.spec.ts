import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { openDb } from "../../server/src/db/client.ts";
import { testLimits } from "../../server/test/harness/test-limits.ts";
import { enterAs, enterAsNew, expect, expectGoodAtAllWidths, loseSession, test } from "./customer.ts";
import { openShopDatabase, shopDatabaseUrl } from "./shop-database.ts";

type Query = (statement: string, values?: unknown[]) => Promise<unknown>;
type State = {
  /** How many steps of an order are done. */
  stepsDone: number;
  /** What else there is of it; `id` is the order's. */
  with?: (query: Query, id: string) => Promise<unknown>;
  /** What its customer reads of it. */
  customer: RegExp;
  /** What an administrator reads of it. */
  admin: RegExp;
};

/** A payment with a status, and a refund of it if it was refunded. */
async function pay(query: Query, id: string, status: string, refundCents = 0): Promise<void> {
  const [payment, isCaptured] = [randomUUID(), ["completed", "refunded"].includes(status)];
  await query(
    `insert into payments (id, order_id, provider_order_id, capture_id, status, amount_cents, currency, is_settling, settled_at,
       capturing_since)
     values ($1, $2, $3, $4, $5, 3300, 'USD', $6, case when $6 then now() end,
       case when $5 = 'capturing' then now() end)`,
    [payment, id, `STATE${payment}`, isCaptured ? `CAPTURE${payment}` : null, status, isCaptured],
  );
  if (refundCents === 0) return;
  await query(
    `insert into refunds (id, order_id, payment_id, provider_refund_id, status, amount_cents, currency, reason, completed_at)
     values (gen_random_uuid(), $1, $2, $3, 'completed', $4, 'USD', 'As agreed', now())`,
    [id, payment, `REFUND${payment}`, refundCents],
  );
}

const openMatter = (query: Query, id: string, kind: string) =>
  query(
    "insert into order_matters (id, order_id, kind, reference, amount_cents) values (gen_random_uuid(), $1, $2, 'state', 3300)",
    [id, kind],
  );
const cancel = (query: Query, id: string) =>
  query(
    `insert into order_changes (id, order_id, kind, made_by, is_by_customer, reason)
     select gen_random_uuid(), id, 'cancellation', user_id, true, 'Ordered twice' from orders where id = $1`,
    [id],
  );
const withdraw = (query: Query, id: string, isAccepted: boolean) =>
  query(
    `insert into withdrawals (id, order_id, declared_at, is_late, state, decided_at, decided_by)
     select gen_random_uuid(), id, now(), false, case when $2 then 'accepted' else 'declared' end,
       case when $2 then now() end, case when $2 then (select id from users where is_admin limit 1) end
     from orders where id = $1`,
    [id, isAccepted],
  );
/** A parcel with so many of the order's two units. */
async function send(query: Query, id: string, qty: number): Promise<void> {
  const parcel = randomUUID();
  await query(
    "insert into parcels (id, order_id, carrier, tracking_number) values ($1, $2, 'ups', '1Z999AA10123456784')",
    [parcel, id],
  );
  await query(
    "insert into parcel_items (parcel_id, product_id, qty) select $1, product_id, $3 from order_items where order_id = $2",
    [parcel, id, qty],
  );
}

const thanks = /Thank you, /;
const states: Record<string, State> = {
  unpaid: { stepsDone: 0, customer: /One step left/, admin: /Not Paid/ },
  "money under review": {
    stepsDone: 0,
    with: (query, id) => pay(query, id, "pending"),
    customer: /being processed|is being checked|pending/i,
    admin: /Not Paid/,
  },
  "a payment whose outcome nobody knows": {
    stepsDone: 0,
    with: (query, id) => pay(query, id, "capturing"),
    customer: /being checked/i,
    admin: /Not Paid/,
  },
  "money of another amount": {
    stepsDone: 0,
    with: (query, id) => openMatter(query, id, "payment differs"),
    customer: /We are checking the payment/,
    admin: /Needs attention/,
  },
  paid: {
    stepsDone: 1,
    with: (query, id) => pay(query, id, "completed"),
    customer: thanks,
    admin: /Mark As Confirmed/,
  },
  "a doubtful payment": {
    stepsDone: 1,
    with: async (query, id) => {
      await pay(query, id, "completed");
      await openMatter(query, id, "payment risk");
    },
    customer: thanks,
    admin: /A payment to look at/,
  },
  confirmed: { stepsDone: 2, with: (query, id) => pay(query, id, "completed"), customer: thanks, admin: /Processing/ },
  processed: { stepsDone: 3, with: (query, id) => pay(query, id, "completed"), customer: thanks, admin: /Shipped/ },
  "partly shipped": {
    stepsDone: 3,
    with: async (query, id) => {
      await pay(query, id, "completed");
      await send(query, id, 1);
    },
    customer: /1Z999AA10123456784/,
    admin: /1Z999AA10123456784/,
  },
  shipped: {
    stepsDone: 4,
    with: async (query, id) => {
      await pay(query, id, "completed");
      await send(query, id, 2);
    },
    customer: /1Z999AA10123456784/,
    admin: /Mark As Delivered/,
  },
  delivered: {
    stepsDone: 5,
    with: (query, id) => pay(query, id, "completed"),
    customer: /Delivered/,
    admin: /Delivered/,
  },
  "partly refunded": {
    stepsDone: 5,
    with: (query, id) => pay(query, id, "completed", 1_000),
    customer: /As agreed/,
    admin: /As agreed/,
  },
  refunded: {
    stepsDone: 5,
    with: (query, id) => pay(query, id, "refunded", 3_300),
    customer: /As agreed/,
    admin: /As agreed/,
  },
  "cancelled without a payment": { stepsDone: 0, with: cancel, customer: /cancelled/i, admin: /cancelled/i },
  "cancelled and refunded": {
    stepsDone: 1,
    with: async (query, id) => {
      await cancel(query, id);
      await pay(query, id, "refunded", 3_300);
    },
    customer: /cancelled/i,
    admin: /cancelled/i,
  },
  "withdrawn from before its payment": {
    stepsDone: 0,
    with: (query, id) => withdraw(query, id, true),
    customer: /withdrawn/i,
    admin: /withdrawn/i,
  },
  "withdrawn from after the delivery": {
    stepsDone: 5,
    with: async (query, id) => {
      await pay(query, id, "completed");
      await withdraw(query, id, false);
      await openMatter(query, id, "withdrawal");
    },
    customer: /We have received your withdrawal/,
    admin: /withdraw/i,
  },
};

/** All states are looked at in every width at night, and every third one otherwise. */
const isNightly = process.env.TEST_WIDTH === "full";
const isMeasured = (name: string) => isNightly || Object.keys(states).indexOf(name) % 3 === 0;

/** Opens an order, checks it at all widths, and attaches an image of each. */
async function look(page: Page, order: string, { who, name }: { who: "customer" | "admin"; name: string }) {
  await page.goto(`/order/${order}`);
  await expect(
    page
      .getByRole("main")
      .getByText(states[name]?.[who] ?? name)
      .first(),
  ).toBeVisible();
  if (isMeasured(name)) await expectGoodAtAllWidths(page);
  if (!isNightly) return;
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const body = await page.screenshot({ fullPage: true });
    await test.info().attach(`${name}, ${who}, ${width}`, { body, contentType: "image/png" });
  }
}

/** Orders of one customer, in every state. */
async function addOrders(email: string): Promise<[name: string, id: string][]> {
  const shop = await openShopDatabase();
  const { pool, close } = openDb({ url: await shopDatabaseUrl(), poolMax: 1, limits: testLimits });
  const query: Query = (statement, values) => pool.query(statement, values);
  const orders: [name: string, id: string][] = [];
  for (const [name, { stepsDone, with: add }] of Object.entries(states)) {
    const id = await shop.addOrder({ customerName: "Emmy Noether", email, stepsDone });
    await add?.(query, id);
    orders.push([name, id]);
  }
  await close();
  await shop.close();
  return orders;
}

test.describe("the page of an order is good at every width, in every state", { tag: "@wide" }, () => {
  // The provider knows none of these payments, and the page of one that is under way asks for it.
  test.use({ expectedErrors: [/status of 40[0249]/, /status of 503/] });

  test("for its customer", async ({ page }) => {
    test.setTimeout(600_000);
    const { email } = await enterAsNew(page, "Emmy Noether");
    for (const [name, id] of await addOrders(email)) await look(page, id, { who: "customer", name });
  });

  test("for administrators", async ({ page }) => {
    test.setTimeout(600_000);
    const { email } = await enterAsNew(page, "Emmy Noether");
    const orders = await addOrders(email);
    await loseSession(page);
    await enterAs(page, { email: "admin@example.com", password: "admin-demo-2026" });
    for (const [name, id] of orders) await look(page, id, { who: "admin", name });
  });
});
