import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { writeResetMails } from "../../src/domain/account/write-reset-mails.ts";
import { inviteCustomers } from "../../src/domain/import/records/invite.ts";
import { runImports } from "../../src/domain/import/run.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { importing } from "../harness/importing.ts";
import { startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop } from "../harness/shop.ts";
import { TestClient } from "../harness/test-client.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret }, poolMax: 5 });
const mailing = startMailing(shop);
let admin: Customer;
beforeAll(async () => {
  admin = await insertCustomer(shop.db, { isAdmin: true });
});
afterEach(async () => {
  await shop.pool.query("delete from imports");
  await shop.pool.query("delete from mails");
  await shop.pool.query("delete from users where not is_admin");
});
const work = () => runImports(shop.db, { isStopping: () => false, onItemError: expectNoItemError });
const { upload, check, apply, undo, rowsOf, conflictsOf, call, read } = importing({
  shop: () => ({ origin: shop.origin, cookie: admin.cookie }),
  work,
});

const shopifyHeading =
  "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1," +
  "Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code," +
  "Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags";
const shopify = (...rows: string[]) => [shopifyHeading, ...rows].join("\n");
const grace =
  "'8123,Grace,Hopper,Grace@Example.com,yes,,1 Navy Way,Flat 2,Arlington,VA,US,'02210,,,no,120.00,3,,no,vip";
const alan =
  "8124,Alan,Turing,alan@example.com,no,Bletchley Ltd,Sherwood Drive,,Bletchley,,GB,MK3 6EB,,,no,0.00,0,,no,";

const accountsSchema = z.array(
  z.object({
    name: z.string(),
    email: z.string(),
    marketing: z.boolean(),
    address: z.string().nullable(),
    hash: z.string().nullable(),
  }),
);
/** What an import can change of accounts, in the order of their addresses. */
async function accounts() {
  const { rows } = await shop.pool.query(`
    select u.name, email, accepts_marketing as marketing, password_hash as hash,
      a.address || ' | ' || a.city || ' | ' || a.postal_code || ' | ' || a.country as address
    from users u left join addresses a on a.user_id = u.id where deleted_at is null and not is_admin order by email`);
  return accountsSchema.parse(rows);
}
const hashSchema = z.tuple([z.object({ hash: z.string().nullable() })]);
async function customersHash(): Promise<string> {
  const { rows } = await shop.pool.query(`
    select md5(string_agg(concat_ws('|', u.id, u.name, email, accepts_marketing, u.created_at, password_hash, a.address, a.city, a.postal_code, a.country, a.is_default), e'\\n' order by u.id)) as hash
    from users u left join addresses a on a.user_id = u.id where deleted_at is null`);
  return hashSchema.parse(rows)[0].hash ?? "";
}

async function newPasswordByCode(email: string, password: string): Promise<number> {
  const guest = new TestClient(shop);
  await guest.rest("POST", "/api/users/password-reset", { email });
  await writeResetMails(shop.db, expectNoItemError);
  const { arrived } = await mailing.sendDue();
  const code = /\b\d{8}\b/.exec(arrived.map(({ text }) => text).join("\n"))?.[0] ?? "";
  return (await guest.rest("POST", "/api/users/password-reset/confirm", { email, code, password })).status;
}

describe("customers of a former shop", () => {
  it("become accounts with their address and consent, once, and an undo restores the shop", async () => {
    const before = await customersHash();
    const file = await upload(shopify(grace, alan, ",No,Mail,,no,,,,,,,,,,no,0,0,,no,", grace));
    expect(await read(file)).toMatchObject({ kind: "customers", format: "shopify" });
    expect(await check(file)).toMatchObject({ counts: { new: 2, changed: 0, same: 0, refused: 2 } });
    expect((await rowsOf(file)).map(({ key, reason }) => [key, reason])).toEqual([
      ["grace@example.com", ""],
      ["alan@example.com", ""],
      ["", "It has no e-mail"],
      ["grace@example.com", "The file has it twice"],
    ]);
    expect(await customersHash()).toBe(before);
    expect(await apply(file)).toMatchObject({ state: "applied", problem: "" });
    expect(await accounts()).toEqual([
      {
        name: "Alan Turing",
        email: "alan@example.com",
        marketing: false,
        hash: null,
        address: "Bletchley Ltd, Sherwood Drive | Bletchley | MK3 6EB | United Kingdom",
      },
      {
        name: "Grace Hopper",
        email: "grace@example.com",
        marketing: true,
        hash: null,
        address: "1 Navy Way, Flat 2 | Arlington, VA | 02210 | United States",
      },
    ]);
    expect(await check(await upload(shopify(grace, alan)))).toMatchObject({
      counts: { new: 0, changed: 0, same: 2, refused: 0 },
    });
    expect(await undo(file)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect(await customersHash()).toBe(before);
  });

  it("of a file that has less leave what the shop knows, and more is added and taken back", async () => {
    await apply((await check(await upload(shopify(grace))))._id);
    const before = await accounts();
    expect(await check(await upload("email,first name,accepts marketing\ngrace@example.com,,\n"))).toMatchObject({
      counts: { same: 1, refused: 0 },
    });
    const file = await upload(shopify("8123,Grace,Murray Hopper,grace@example.com,no,,,,,,,,,,no,1,1,,no,"));
    await check(file);
    expect((await rowsOf(file))[0]?.changes).toEqual({
      name: ["Grace Hopper", "Grace Murray Hopper"],
      acceptsMarketing: [true, false],
    });
    await apply(file);
    expect(await accounts()).toMatchObject([
      { name: "Grace Murray Hopper", marketing: false, address: before[0]?.address },
    ]);
    await undo(file);
    expect(await accounts()).toEqual(before);
  });

  it("sign in for the first time with a mailed code, and nobody hears of an import before the owner says so", async () => {
    const file = await upload(shopify(grace, alan));
    await check(file);
    await apply(file);
    await inviteCustomers(shop.db, () => false);
    expect((await mailing.sendDue()).arrived).toEqual([]);
    const email = "grace@example.com";
    expect((await new TestClient(shop).rest("POST", "/api/users/auth", { email, password: "" })).status).not.toBe(200);
    expect(await newPasswordByCode(email, "another horse 2")).toBe(200);
    const client = new TestClient(shop);
    expect((await client.rest("POST", "/api/users/auth", { email, password: "another horse 2" })).status).toBe(200);
    expect(await read(file)).toMatchObject({ invitations: { waiting: 1, written: 0 } });
    await call("invite", { id: file });
    await call("invite", { id: file });
    await inviteCustomers(shop.db, () => false);
    await inviteCustomers(shop.db, () => false);
    const arrived = (await mailing.sendDue()).arrived.filter(({ subject }) => subject !== "Your password was changed");
    expect(arrived.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ["alan@example.com", "Your account at Test Shop is ready"],
    ]);
    expect(arrived[0]?.text).toContain("/forgot-password#email=alan%40example.com");
    expect(await read(file)).toMatchObject({ invitations: { waiting: 0, written: 1, isUnderWay: false } });

    // Whoever uses their account has it for good; a file cannot change it any more.
    expect(await check(await upload(shopify(grace.replace("Hopper", "Other"))))).toMatchObject({ counts: { same: 1 } });
    expect(await conflictsOf(file)).toMatchObject([{ name: "Grace Hopper", isInUse: true, isDeleted: false }]);
    expect(await undo(file, "all")).toMatchObject({ state: "undone", leftAlone: 1 });
    expect((await accounts()).map((account) => account.email)).toEqual([email]);
  });

  it("who registered themselves stay as they are, also between check and import", async () => {
    const file = await upload(shopify(grace, alan));
    expect(await check(file)).toMatchObject({ counts: { new: 2 } });
    const own = { name: "Grace herself", email: "grace@example.com", password: "another horse 2" };
    expect((await new TestClient(shop).rest("POST", "/api/users", own)).status).toBe(201);
    expect(await apply(file)).toMatchObject({ state: "applied", counts: { new: 1, same: 1 } });
    expect((await rowsOf(file)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["same", "Somebody uses an account with this e-mail. It stays as it is."],
      ["new", ""],
    ]);
    expect(await accounts()).toMatchObject([{ name: "Alan Turing" }, { name: "Grace herself" }]);
    expect(await undo(file)).toMatchObject({ state: "undone", leftAlone: 0 });
    expect((await accounts()).map(({ name }) => name)).toEqual(["Grace herself"]);
  });

  it("whom an administrator changed since stay, unless they are chosen", async () => {
    const file = await upload(shopify(grace, alan));
    await check(file);
    await apply(file);
    await shop.pool.query("update users set name = 'Alan M. Turing' where email = 'alan@example.com'");
    expect(await conflictsOf(file)).toMatchObject([
      { line: 3, name: "Alan Turing", changes: { name: ["Alan Turing", "Alan M. Turing"] }, isInUse: false },
    ]);
    expect(await undo(file)).toMatchObject({ leftAlone: 1 });
    expect((await accounts()).map(({ name }) => name)).toEqual(["Alan M. Turing"]);
  });

  it("have times without a zone in that of the shop", async () => {
    const file = await upload("email,customer since\nada@example.com,2019-05-04 00:30:00\n");
    await call("check", { id: file, mapping: (await read(file)).mapping, options: (await read(file)).options });
    await runImports(shop.db, { timeZone: "Europe/Berlin", isStopping: () => false, onItemError: expectNoItemError });
    expect((await rowsOf(file))[0]?.changes.since).toEqual([null, "2019-05-03T22:30:00.000Z"]);
  });

  it("come from WooCommerce and from this shop's own export, which comes back the same", async () => {
    const file = await upload(
      [
        "user_login,user_email,user_registered,display_name,first_name,last_name,roles,user_pass,billing_email,billing_address_1,billing_postcode,billing_city,billing_country",
        "ada,ada@example.com,2019-05-04 10:11:12,ada,Ada,King,customer,$P$Bsecret,ada@example.com,12 Rue d'Or,75001,Paris,FR",
      ].join("\n"),
    );
    await check(file);
    expect(await read(file)).toMatchObject({ kind: "customers", format: "woocommerce" });
    await apply(file);
    expect(await accounts()).toMatchObject([{ name: "Ada King", address: "12 Rue d'Or | Paris | 75001 | France" }]);
    const exported = await fetch(`${shop.origin}/api/users.csv?format=own&search=ada%40example.com`, {
      headers: { cookie: admin.cookie },
    });
    const own = await exported.text();
    expect(own).toContain("2019-05-04T10:11:12.000Z");
    expect(own).not.toContain("secret");
    expect(await check(await upload(own))).toMatchObject({ counts: { new: 0, changed: 0, same: 1, refused: 0 } });
  });
});
