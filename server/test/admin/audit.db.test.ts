import { steps } from "@shop/shared/order/fulfilment";
import { orderActs } from "@shop/shared/order/order-history";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { makeOrder, makeUser } from "../harness/factories.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, transports } from "../harness/test-client.ts";

const shop = startTestShop();

const actSchema = z.object({
  user_id: z.string(),
  act: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  subject: z.string(),
  changes: z.record(z.string(), z.unknown()),
});

/** What was written down about a record, oldest first. */
async function actsOn(entityId: string) {
  const { rows } = await shop.pool.query("select * from admin_acts where entity_id = $1 order by id", [entityId]);
  return z.array(actSchema).parse(rows);
}

async function countActs(): Promise<unknown> {
  return (await shop.pool.query("select count(*)::int as n from admin_acts")).rows[0];
}

it.each(transports)(
  "Every change of an account through %s is written down once, with who made it and what it was, until it is deleted",
  async (transport) => {
    const [admin, colleague] = [await makeAdmin(shop), await makeAdmin(shop)];
    const ada = await makeCustomer(shop, { name: "Ada" });
    const email = `${uuidv7()}@example.com`;
    const update = (by: Member, body: object) => by.does(transport, "updateUser", { id: ada.id, body });
    await update(admin, { name: "Ada", email, isAdmin: true });
    await update(colleague, { name: "Countess", email, isAdmin: false });
    await update(colleague, { name: "Countess", email, isAdmin: false });
    const about = { entity: "user", entity_id: ada.id };
    expect(await actsOn(ada.id)).toEqual([
      {
        ...about,
        user_id: admin.id,
        act: "updated",
        subject: "Ada",
        changes: { email: [ada.email, email], isAdmin: [false, true] },
      },
      {
        ...about,
        user_id: colleague.id,
        act: "updated",
        subject: "Countess",
        changes: { name: ["Ada", "Countess"], isAdmin: [true, false] },
      },
      { ...about, user_id: colleague.id, act: "updated", subject: "Countess", changes: {} },
    ]);
    await admin.does(transport, "deleteUser", { id: ada.id });
    const removed = ["removed", "removed"];
    const anonymous = { ...about, subject: "Deleted user" };
    expect(await actsOn(ada.id)).toEqual([
      { ...anonymous, user_id: admin.id, act: "updated", changes: { email: removed, isAdmin: [false, true] } },
      { ...anonymous, user_id: colleague.id, act: "updated", changes: { name: removed, isAdmin: [true, false] } },
      { ...anonymous, user_id: colleague.id, act: "updated", changes: {} },
      { ...anonymous, user_id: admin.id, act: "deleted", changes: {} },
    ]);
  },
);

it.each(transports)("What is refused through %s leaves nothing written down", async (transport) => {
  const [admin, colleague] = [await makeAdmin(shop), await makeAdmin(shop)];
  const [ada, taken] = [await makeCustomer(shop), await makeCustomer(shop)];
  const good = { name: "Ada", email: ada.email, isAdmin: false };
  const before = await countActs();
  for (const [id, body, code] of [
    [ada.id, { ...good, email: taken.email }, "EMAIL_TAKEN"],
    [ada.id, { ...good, name: " " }, "VALIDATION"],
    [ada.id, { ...good, version: 99 }, "STALE"],
    [uuidv7(), good, "NOT_FOUND"],
  ] as const) {
    expect(await admin.does(transport, "updateUser", { id, body })).toMatchObject({ code });
  }
  expect(await admin.does(transport, "deleteUser", { id: colleague.id })).toMatchObject({ code: "FORBIDDEN" });
  expect(await ada.does(transport, "deleteUser", { id: taken.id })).toMatchObject({ code: "FORBIDDEN" });
  expect(await countActs()).toEqual(before);
});

it("An act that cannot be written down does not happen", async () => {
  const admin = await makeAdmin(shop);
  const ada = await makeCustomer(shop);
  await shop.pool.query("alter table admin_acts add constraint none check (false) not valid");
  try {
    expect((await admin.does("REST", "deleteUser", { id: ada.id })).status).toBe(500);
    const body = { name: "Changed", email: ada.email, isAdmin: false };
    expect((await admin.does("tRPC", "updateUser", { id: ada.id, body })).status).toBe(500);
  } finally {
    await shop.pool.query("alter table admin_acts drop constraint none");
  }
  expect(await admin.does("REST", "readUser", { id: ada.id })).toMatchObject({ body: { name: ada.name, version: 1 } });
});

it("Administrators who change each other and delete customers at once do not stop each other", async () => {
  const [one, two] = [await makeAdmin(shop, { name: "One" }), await makeAdmin(shop, { name: "Two" })];
  for (let round = 0; round < 10; round += 1) {
    const ada = await makeCustomer(shop);
    const rename = (by: Member, whom: Member) => {
      whom.email = `${uuidv7()}@example.com`;
      return by.does("REST", "updateUser", { id: whom.id, body: { name: "New", email: whom.email, isAdmin: true } });
    };
    const replies = await Promise.all([
      rename(one, two),
      rename(two, one),
      one.does("tRPC", "deleteUser", { id: ada.id }),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
  }
});

const entrySchema = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  by: z.object({ _id: z.string(), name: z.string() }).nullable(),
  act: z.string(),
  entity: z.string(),
  entityId: z.string(),
  subject: z.string(),
  changes: z.record(z.string(), z.unknown()),
});
const pageSchema = z.object({ entries: z.array(entrySchema), older: z.string().nullable() });

describe("the audit", () => {
  const audited = startTestShop();
  let admin: Member;
  let colleague: Member;
  let customerId: string;

  async function read(input: object = {}) {
    return pageSchema.parse((await admin.trpc("query", "admin.audit.page", input)).body);
  }
  async function readAll(input: object = {}) {
    const first = await read(input);
    const entries = first.entries;
    for (let { older } = first; older !== null; ) {
      const page = await read({ ...input, before: older });
      entries.push(...page.entries);
      older = page.older;
    }
    return entries;
  }

  beforeAll(async () => {
    [admin, colleague] = [await makeAdmin(audited, { name: "Zoë" }), await makeAdmin(audited, { name: "Abe" })];
    customerId = await makeUser(audited.db, { name: "Buyer" });
    // Acts and steps of one microsecond apart, and some of the very same: only the ids tell those apart.
    await audited.pool.query(
      `insert into admin_acts (id, user_id, act, entity, entity_id, subject, changes, created_at)
       select gen_random_uuid(), $1, 'updated', case when n % 3 = 0 then 'brand' else 'product' end, gen_random_uuid(),
         'Thing ' || n, '{"priceCents": [1, 2]}', timestamptz '2026-01-01' + n / 2 * interval '2 microseconds'
       from generate_series(1, 90) n`,
      [admin.id],
    );
    await audited.pool.query(
      `with placed as (
         insert into orders (id, user_id, buyer_name, buyer_email, address, city, postal_code, country, payment_method,
           items_cents, shipping_cents, tax_cents, total_cents, held_until)
         select gen_random_uuid(), $1, 'Buyer ' || n, 'b@example.com', 'a', 'c', 'p', 'c', 'PayPal', 0, 0, 0, 0, now()
         from generate_series(1, 40) n returning id
       )
       insert into order_events (id, order_id, act, user_id, created_at)
       select gen_random_uuid(), id, act, case act when 'confirmed' then $2::uuid when 'placed' then $1::uuid end,
         timestamptz '2026-01-01' + row_number() over (order by id) / 3 * interval '2 microseconds'
       from placed, unnest(array['placed', 'payment started', 'paid', 'confirmed', 'released']) act`,
      [customerId, colleague.id],
    );
  });

  it("has every act and every step of an order, and of the rest of an order nothing", async () => {
    const entries = await readAll();
    expect(entries).toHaveLength(90 + 80);
    expect(new Set(entries.map((entry) => entry.act))).toEqual(new Set(["updated", "paid", "confirmed"]));
    expect(new Set(entries.map((entry) => entry._id)).size).toBe(entries.length);
    const paid = entries.find((entry) => entry.act === "paid");
    expect(paid).toMatchObject({ entity: "order", by: null, changes: {} });
    expect(paid?.subject).toMatch(/^Buyer \d+$/);
    expect(entries.find((entry) => entry.act === "confirmed")?.by).toEqual({ _id: colleague.id, name: "Abe" });
    const updated = entries.find((entry) => entry.act === "updated");
    expect(updated).toMatchObject({ by: { name: "Zoë" }, changes: { priceCents: [1, 2] } });
  });

  it("is read newest first, page by page, in one order without gaps", async () => {
    const { rows } = await audited.pool.query(`select id from (
      select id, created_at from admin_acts union all
      select id, created_at from order_events where act in ('paid', 'confirmed')
    ) all_acts order by created_at desc, id desc`);
    const expected = z.array(z.object({ id: z.string() })).parse(rows);
    expect((await readAll()).map((entry) => entry._id)).toEqual(expected.map(({ id }) => id));
  });

  it("can be narrowed to what was changed and to who did it", async () => {
    expect(await readAll({ entity: "brand" })).toHaveLength(30);
    expect(await readAll({ entity: "order" })).toHaveLength(80);
    expect(await readAll({ person: colleague.id })).toHaveLength(40);
    expect(await readAll({ person: colleague.id, entity: "product" })).toEqual([]);
    expect(await readAll({ person: admin.id })).toHaveLength(90);
  });

  it.each([{ entity: "password" }, { person: "me" }, { before: "yesterday" }])(
    "takes what it does not know for no question at all: %j",
    async (input) => {
      expect(await read(input)).toEqual(await read());
    },
  );

  it("names the people by whom it can be narrowed: those who administer, and those who did", async () => {
    const gone = await makeAdmin(audited, { name: "Mo" });
    const ada = await makeCustomer(audited);
    await gone.does("REST", "deleteUser", { id: ada.id });
    await audited.pool.query("update users set is_admin = false where id = $1", [gone.id]);
    const { body } = await admin.trpc("query", "admin.audit.administrators");
    expect(body).toEqual([
      { _id: colleague.id, name: "Abe" },
      { _id: gone.id, name: "Mo" },
      { _id: admin.id, name: "Zoë" },
    ]);
  });
});

it("The audit has what was done with an order's money and every word on a matter, and not what the shop noted for itself", async () => {
  const admin = await makeAdmin(shop);
  const id = await makeOrder(shop.db);
  for (const [n, act] of orderActs.entries()) {
    await shop.pool.query(
      "insert into order_events (id, order_id, act, user_id, created_at) values ($1, $2, $3, $4, now() + $5 * interval '1 ms')",
      [uuidv7(), id, act, admin.id, n],
    );
  }
  const { body } = await admin.trpc("query", "admin.audit.page", { entity: "order", person: admin.id });
  const { entries } = pageSchema.parse(body);
  const stored = ["paid again", "refunded", "refund requested", "refund failed", "resolved", ...steps];
  expect(entries.map(({ act }) => act).reverse()).toEqual(stored);
  for (const entry of entries) expect(entry).toMatchObject({ entityId: id, by: { _id: admin.id } });
});
