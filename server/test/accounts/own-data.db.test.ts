import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownDataSchema } from "@shop/shared/account/own-data";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { seedEverythingOf, traces } from "../harness/everything-of.ts";
import { waitForLock } from "../harness/locks.ts";
import { startMailing } from "../harness/mailing.ts";
import { startTestShop } from "../harness/shop.ts";
import {
  isSignedIn,
  type Member,
  makeAdmin,
  makeCustomer,
  onAnotherDevice,
  transports,
} from "../harness/test-client.ts";

const shop = startTestShop();
const mailing = startMailing(shop);
const dataPath = "/api/users/profile/data";

let [admin, ada]: Member[] = [];
beforeAll(async () => {
  admin = await makeAdmin(shop, { name: "Boss" });
  ada = await makeCustomer(shop, { name: traces.name });
  await seedEverythingOf(shop, ada, admin);
});
const people = () => {
  if (admin === undefined || ada === undefined) throw new Error("They come before the first test");
  return { admin, ada };
};

/** As if the password had been typed eleven minutes ago. */
const passMinutes = ({ id }: Member) =>
  shop.pool.query(
    `update sessions set created_at = created_at - interval '11 minutes',
       authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1`,
    [id],
  );

describe("the download of one's own data", () => {
  /** Rows of which the file has only the id, because they are about others. */
  const aboutOthers = new Set([
    ...["products.user_id", "order_events.user_id", "refunds.requested_by", "order_matters.resolved_by"],
    ...["admin_acts.user_id", "withdrawals.decided_by", "order_messages.user_id", "order_notes.user_id"],
    ...["customer_notes.user_id", "order_drafts.saved_by", "product_questions.answered_by"],
    ...["order_returns.requested_by", "order_returns.decided_by", "order_returns.received_by"],
    ...["order_exchanges.made_by", "credit_transfers.made_by"],
    ...["order_changes.made_by", "order_changes.undone_by", "order_edits.made_by", "order_edits.undone_by"],
    ...["imports.user_id", "product_edits.user_id", "planned_prices.user_id"],
    ...["api_keys.user_id", "webhook_endpoints.user_id", "staff_invitations.created_by"],
  ]);
  /** Columns that are not in the file, with the reason. */
  const leftOut = new Map([
    ["users.password_hash", "a secret"],
    ["authenticator_apps.secret", "a secret"],
    ["recovery_codes.code_hash", "a secret"],
    ["recovery_codes.created_at", "of no use without the codes"],
    ["product_questions.answered_by", "who acted is for admins"],
    ["passkeys.credential_id", "a random value"],
    ["passkeys.public_key", "a random value"],
    ["passkey_challenges.challenge", "a random value, for five minutes"],
    ["passkey_challenges.purpose", "the purpose of a random value"],
    ["passkey_challenges.expires_at", "the time of a random value"],
    ["idempotency_keys.request_hash", "a digest of the order"],
    ["order_events.user_id", "who acted is for admins"],
    ["order_matters.detail", "a note for admins"],
    ["order_matters.note", "a note for admins"],
    ["order_matters.reference", "a note for admins"],
    ["order_matters.resolved_by", "who acted is for admins"],
    ["staff_invitations.created_by", "the profile names who invites, as long as the invitation is open"],
    ["withdrawals.decided_by", "who acted is for admins"],
    ["order_returns.decided_by", "who acted is for admins"],
    ["order_returns.received_by", "who acted is for admins"],
    ["order_changes.undone_by", "who acted is for admins"],
    ["order_edits.made_by", "who acted is for admins"],
    ["order_exchanges.made_by", "who acted is for admins"],
    ["order_discounts.rule_id", "the file names the rule"],
    ["order_edits.undone_by", "who acted is for admins"],
    ["order_changes.is_by_customer", "the file says who in words"],
    ["order_messages.user_id", "who wrote for the shop is for admins"],
    ...["id", "user_id", "text", "created_at"].map((column): [string, string] => [
      `order_notes.${column}`,
      "a note for admins",
    ]),
    ...["id", "customer_id", "user_id", "text", "created_at"].map((column): [string, string] => [
      `customer_notes.${column}`,
      "a note for admins",
    ]),
    ["order_drafts.saved_by", "who acted is for admins"],
    ["order_drafts.customer_id", "the file is about this account alone"],
    ["customer_tags.user_id", "a note for admins"],
    ["customer_tags.tag", "a note for admins"],
    ["product_edits.id", "the audit entry of the same act is in the file"],
    ["planned_prices.id", "the audit entry of the same act is in the file"],
    ["gift_card_orders.created_at", "the time of the payment"],
    ["gift_cards.code_hash", "a digest of what is worth money"],
    ...["id", "from_id", "to_id"].map((column): [string, string] => [
      `credit_transfers.${column}`,
      "an account of the shop or of somebody else",
    ]),
    ["payments.ask_again_at", "a schedule"],
    ["refunds.updated_at", "a schedule"],
    ["refunds.restocked_at", "about the stock"],
    ["parcel_trackers.send_at", "a schedule"],
    ["parcel_trackers.give_up_at", "a schedule"],
    ["mails.send_at", "a schedule"],
    ["mails.give_up_at", "a schedule"],
  ]);

  const referencesSchema = z.array(z.object({ table: z.string(), column: z.string(), target: z.string() }));

  /** Every column that leads to a person, directly or by an order, and the condition of the rows of one person. */
  async function pathsToPeople(): Promise<{ table: string; path: string; where: string }[]> {
    const { rows } = await shop.pool.query(`
      select conrelid::regclass::text as table, attname as column, confrelid::regclass::text as target
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace`);
    const references = referencesSchema.parse(rows);
    const toPath = ({ table, column }: { table: string; column: string }, where: string) => {
      return { table, path: `${table}.${column}`, where: `${column} ${where}` };
    };
    const to = (target: string) => references.filter((reference) => reference.target === target);
    const found = [
      { table: "users", path: "users.id", where: "id = $1" },
      ...to("users").map((one) => toPath(one, "= $1")),
    ];
    const open = found.filter(({ path }) => path === "orders.user_id");
    for (const parent of open) {
      for (const one of to(parent.table)) {
        const path = toPath(one, `in (select id from ${parent.table} where ${parent.where})`);
        found.push(path);
        if (one.column === "order_id" && !open.some(({ table }) => table === path.table)) open.push(path);
      }
    }
    return found;
  }

  const isMidnight = (time: Date) =>
    time.getHours() + time.getMinutes() + time.getSeconds() + time.getMilliseconds() === 0;
  const toDay = (time: Date) =>
    [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((n) => String(n).padStart(2, "0")).join("-");

  /** Texts and times of a value, as JSON writes them. */
  function leavesOf(value: unknown): string[] {
    // The driver reads a day without a time as its midnight here.
    if (value instanceof Date) return [isMidnight(value) ? toDay(value) : value.toISOString()];
    if (typeof value === "string") return [JSON.stringify(value).slice(1, -1)];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
  }

  it("has every column of every row that belongs to the person, but for listed ones", async () => {
    const { ada } = people();
    const file = await (await ada.send(dataPath)).text();
    ownDataSchema.parse(JSON.parse(file));
    const missing: string[] = [];
    for (const { table, path, where } of await pathsToPeople()) {
      const { rows } = await shop.pool.query(`select * from ${table} where ${where}`, [ada.id]);
      // Mails to admins about an order belong to the admins.
      const own = rows.filter((row) => table !== "mails" || row.user_id === ada.id);
      if (own.length === 0) missing.push(`no row was seeded for ${path}`);
      for (const row of own) {
        const columns = aboutOthers.has(path) ? { id: row.id } : row;
        for (const [column, value] of Object.entries(columns)) {
          if (leftOut.has(`${table}.${column}`)) continue;
          if (leavesOf(value).some((leaf) => !file.includes(leaf))) missing.push(`${path}: ${table}.${column}`);
        }
      }
    }
    expect(missing).toEqual([]);
  });

  it("has what admins changed about the account, and nothing that names others or is secret", async () => {
    const { ada, admin } = people();
    const response = await ada.send(dataPath);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="test-shop-data.json"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    const file = await response.text();
    const data = ownDataSchema.parse(JSON.parse(file));
    expect(data.changesByAdministrators).toMatchObject([
      { act: "updated", name: traces.name, changes: { isAdmin: [true, false] } },
      { act: "signed out" },
    ]);
    const events = data.orders.flatMap((order) => order.events).map(({ what, by }) => `${what} by ${by}`);
    expect(events.sort()).toEqual(["placed by you", "refunded by the shop", "shipped by the shop"]);
    for (const foreign of [admin.id, admin.email, "Boss", "argon2", "Paid back by hand", "Rings twice", "Regular"])
      expect(file).not.toContain(foreign);
  });

  it("has every order once when there are more than one read takes", async () => {
    const many = await makeCustomer(shop);
    await shop.pool.query(
      `insert into orders (id, user_id, buyer_name, buyer_email, address, city, postal_code, country, payment_method,
         items_cents, shipping_cents, tax_cents, total_cents, held_until)
       select gen_random_uuid(), $1, 'A', 'a@b.co', 'a', 'b', 'c', 'd', 'PayPal', 0, 0, 0, 0, now()
       from generate_series(1, 2500)`,
      [many.id],
    );
    const { orders } = ownDataSchema.parse(await (await many.send(dataPath)).json());
    expect(new Set(orders.map(({ id }) => id)).size).toBe(2_500);
    expect(orders).toHaveLength(2_500);
  });

  it("needs the password of the last ten minutes", async () => {
    const member = await makeCustomer(shop);
    await passMinutes(member);
    expect(await member.rest("GET", dataPath)).toMatchObject({ status: 403, code: "REAUTH_REQUIRED" });
    await member.does("REST", "reauthenticate", { body: { password: member.password } });
    expect((await member.rest("GET", dataPath)).status).toBe(200);
  });
});

describe.each(transports)("deleting one's own account through %s", (transport) => {
  it("needs the password of the last ten minutes, and is not for administrators", async () => {
    const member = await makeCustomer(shop);
    await passMinutes(member);
    expect(await member.does(transport, "deleteAccount")).toMatchObject({ status: 403, code: "REAUTH_REQUIRED" });
    expect(await people().admin.does(transport, "deleteAccount")).toMatchObject({
      status: 403,
      code: "FORBIDDEN",
      body: {
        message: "Administrators cannot be deleted. Ask another administrator to withdraw your admin rights first.",
      },
    });
    expect([await isSignedIn(member), await isSignedIn(people().admin)]).toEqual([true, true]);
  });

  it("clears the cookies, ends all sessions, and frees the e-mail", async () => {
    const member = await makeCustomer(shop);
    const copies = [member.copy(), await onAnotherDevice(member)];
    const named = () => [...member.cookies.keys()].filter((name) => name !== "wrote").sort();
    expect(named()).toEqual(["device", "session"]);
    expect(await member.does(transport, "deleteAccount")).toMatchObject({ body: { message: "Account deleted" } });
    expect(named()).toEqual([]);
    for (const copy of copies) expect(await isSignedIn(copy)).toBe(false);
    const { email, password } = member;
    const again = await member.does(transport, "signIn", { body: { email, password } });
    expect(again).toMatchObject({ status: 401, code: "INVALID_CREDENTIALS" });
    expect((await makeCustomer(shop, { email })).id).not.toBe(member.id);
  });
});

const document = readFileSync(join(import.meta.dirname, "../../../docs/privacy.md"), "utf8");
const columnsSchema = z.array(z.object({ table: z.string(), column: z.string() }));

/** The columns in which any of some texts stands. */
async function columnsWith(texts: readonly string[]): Promise<string[]> {
  const { rows } = await shop.pool.query(
    "select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'",
  );
  const found: string[] = [];
  for (const { table, column } of columnsSchema.parse(rows)) {
    const patterns = texts.map((text) => `%${text}%`);
    const { rowCount } = await shop.pool.query(`select from "${table}" where "${column}"::text ilike any($1) limit 1`, [
      patterns,
    ]);
    if (rowCount !== 0) found.push(`${table}.${column}`);
  }
  return found;
}

it("After a deletion and its last mail, name, e-mail, address and IP stand only in the columns that docs/privacy.md lists", async () => {
  const { ada } = people();
  const places = [...Object.values(traces.address), ...Object.values(traces.delivery), traces.taxNumber];
  const texts = [traces.name, traces.ip, ada.email, ...places];
  expect((await ada.does("REST", "deleteAccount")).status).toBe(200);
  const { arrived } = await mailing.sendAll();
  expect(arrived.filter(({ recipient }) => recipient === ada.email).map(({ subject }) => subject)).toEqual([
    "Your account at Test Shop was deleted",
  ]);
  const [, section = ""] = /### What orders keep\n(.*?)\n##/s.exec(document) ?? [];
  const listed = [...section.matchAll(/`(\w+\.\w+)`/g)].map(([, column = ""]) => column);
  expect(listed).not.toEqual([]);
  expect((await columnsWith(texts)).sort()).toEqual(listed.sort());
});

it("A deletion takes the messages about the person's orders with it, of both sides", async () => {
  const { rows } = await shop.pool.query("select text from order_messages");
  expect(rows.map(({ text }) => text)).toEqual(["It is on its way"]);
});

it("A review that was begun before the deletion of its author is not written", async () => {
  const member = await makeCustomer(shop);
  const { rows } = await shop.pool.query("select id from products limit 1");
  const client = await shop.pool.connect();
  try {
    await client.query("begin");
    await client.query("select from users where id = $1 for update", [member.id]);
    const reviewing = member.does("REST", "createReview", { id: rows[0].id, body: { rating: 5, comment: "Late" } });
    await waitForLock(shop.pool);
    await client.query(
      "update users set name = 'Deleted user', email = null, password_hash = null, deleted_at = now() where id = $1",
      [member.id],
    );
    await client.query("commit");
    expect(await reviewing).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  } finally {
    client.release();
  }
});
