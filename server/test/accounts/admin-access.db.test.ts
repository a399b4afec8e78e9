import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { hasAdmin, makeAccountAdmin } from "../../src/domain/account/make-admin.ts";
import { resetSecondFactor } from "../../src/domain/account/reset-second-factor.ts";
import { startMailing } from "../harness/mailing.ts";
import { startTestShop } from "../harness/shop.ts";
import { type Member, makeAdmin, makeCustomer, type Transport, transports } from "../harness/test-client.ts";

const shop = startTestShop();
const mfaShop = startTestShop({ fixed: { adminSecondFactor: "required" } });
const mailing = startMailing(shop);

type Change = { name?: string; email?: string; isAdmin?: boolean };

/** Another administrator, whose name, e-mail and role nobody has touched. */
let admin: Member;
let colleague: Member;
let ada: Member;
beforeEach(async () => {
  await shop.pool.query("update users set is_admin = false");
  [admin, colleague, ada] = [await makeAdmin(shop), await makeAdmin(shop), await makeCustomer(shop)];
  await shop.pool.query("delete from mails");
});

const stored = async ({ id }: Member) =>
  (await shop.pool.query('select name, email, is_admin as "isAdmin" from users where id = $1', [id])).rows[0];

/** As if the password had been typed eleven minutes ago. */
const passMinutes = ({ id }: Member) =>
  shop.pool.query(
    `update sessions set created_at = created_at - interval '11 minutes',
       authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1`,
    [id],
  );

async function change(transport: Transport, whom: Member, to: Change) {
  return admin.does(transport, "updateUser", { id: whom.id, body: { ...(await stored(whom)), ...to } });
}

/** Sets up an authenticator app; the session has shown it. */
async function addApp(member: Member): Promise<void> {
  const begun = await member.trpc("mutation", "account.secondFactor.beginApp");
  const { secret } = z.object({ secret: z.string() }).parse(begun.body);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await member.trpc("mutation", "account.secondFactor.confirmApp", { code })).status).toBe(200);
}

const subjectsTo = async (member: Member) =>
  (await mailing.sendDue()).arrived.filter(({ recipient }) => recipient === member.email).map(({ subject }) => subject);

describe("the operator's command", () => {
  it("makes a registered account an administrator, ends its sessions and tells the others", async () => {
    expect(await hasAdmin(shop.db)).toBe(true);
    expect(await makeAccountAdmin(shop.db, "nobody@example.com")).toBe(false);
    expect(await makeAccountAdmin(shop.db, ` ${ada.email.toUpperCase()} `)).toBe(true);
    expect((await stored(ada))?.isAdmin).toBe(true);
    expect((await ada.does("REST", "profile")).status).toBe(401);
    expect((await subjectsTo(admin)).length).toBe(1);
    // A second time changes nothing and tells nobody.
    expect(await makeAccountAdmin(shop.db, ada.email)).toBe(true);
    expect(await subjectsTo(admin)).toEqual([]);
    await shop.pool.query("update users set is_admin = false");
    expect(await hasAdmin(shop.db)).toBe(false);
  });
});

describe.each(transports)("whoever finds the browser of an administrator open, through %s,", (transport) => {
  const takeovers: [string, (fields: { isAdmin: boolean }) => Change, "ada" | "colleague"][] = [
    ["makes nobody an administrator", () => ({ isAdmin: true }), "ada"],
    ["takes no administrator's role", () => ({ isAdmin: false }), "colleague"],
    ["changes no e-mail of a customer", () => ({ email: "thief@example.com" }), "ada"],
    ["changes no e-mail of an administrator", () => ({ email: "thief@example.com" }), "colleague"],
  ];

  it.each(takeovers)("%s, before they have shown who they are", async (_what, toChange, whose) => {
    const whom = whose === "ada" ? ada : colleague;
    const before = await stored(whom);
    await passMinutes(admin);
    expect(await change(transport, whom, toChange(before))).toMatchObject({ status: 403, code: "REAUTH_REQUIRED" });
    expect(await stored(whom)).toEqual(before);
    expect((await whom.does(transport, "profile")).status).toBe(200);
    await admin.does(transport, "reauthenticate", { body: { password: admin.password } });
    expect((await change(transport, whom, toChange(before))).status).toBe(200);
    expect(await stored(whom)).toEqual({ ...before, ...toChange(before) });
  });

  it("does not move the administrator's own account to another mailbox, at no time", async () => {
    const before = await stored(admin);
    const refused = await change(transport, admin, { email: "thief@example.com" });
    expect(refused).toMatchObject({ status: 400, code: "VALIDATION", body: { errors: [{ path: "email" }] } });
    await passMinutes(admin);
    expect(await change(transport, admin, { email: "thief@example.com" })).toMatchObject({ code: "REAUTH_REQUIRED" });
    expect(await stored(admin)).toEqual(before);
  });

  it("may still correct a name", async () => {
    await passMinutes(admin);
    expect((await change(transport, colleague, { name: "Grace" })).status).toBe(200);
    expect((await change(transport, admin, { name: "Myself" })).status).toBe(200);
    expect((await stored(colleague)).name).toBe("Grace");
  });

  it("changes no role with the password alone, if the account has a second factor", async () => {
    await addApp(admin);
    await shop.pool.query("update sessions set has_second_factor = false where user_id = $1", [admin.id]);
    expect(await change(transport, ada, { isAdmin: true })).toMatchObject({
      status: 403,
      code: "SECOND_FACTOR_REQUIRED",
    });
    expect((await stored(ada)).isAdmin).toBe(false);
  });
});

describe("an administrator who is demoted", () => {
  it("leaves no API key behind, also if they are promoted again", async () => {
    const created = await colleague.trpc("mutation", "admin.apiKeys.create", { name: "Warehouse", scope: "read" });
    const { key } = z.object({ key: z.string() }).parse(created.body);
    const asks = async () =>
      (await fetch(`${shop.origin}/api/orders`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await asks()).toBe(200);
    expect((await change("REST", colleague, { isAdmin: false })).status).toBe(200);
    expect(await asks()).toBe(401);
    expect((await change("REST", colleague, { isAdmin: true })).status).toBe(200);
    expect(await asks()).toBe(401);
  });
});

describe("a shop that requires a second factor of administrators", () => {
  const setUp = async () => {
    const member = await makeAdmin(mfaShop);
    await addApp(member);
    return member;
  };

  it("ends the API keys and the streams of orders of one who has none any more", async () => {
    const member = await setUp();
    const created = await member.trpc("mutation", "admin.apiKeys.create", { name: "Warehouse", scope: "read" });
    const { key } = z.object({ key: z.string() }).parse(created.body);
    const asks = async () =>
      (await fetch(`${mfaShop.origin}/api/orders`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await asks()).toBe(200);
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const stream = await fetch(`${mfaShop.origin}/api/orders/live`, {
      headers: { cookie, accept: "text/event-stream" },
    });
    expect(stream.status).toBe(200);
    const ended = stream.text();
    expect((await member.trpc("mutation", "account.secondFactor.removeApp")).status).toBe(200);
    expect(await asks()).toBe(401);
    // The jobs of this shop do not run: what follows the orders looks at the sessions as it polls.
    const polls = setInterval(() => void mfaShop.services.paidOrders.poll().catch(() => undefined), 200);
    await ended.finally(() => clearInterval(polls));
  });
});

describe("all administrators hear by mail", () => {
  const expectBothHear = async (subject: string) => {
    const { arrived } = await mailing.sendDue();
    const heard = arrived.filter((mail) => mail.subject === subject);
    expect(heard.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([admin.email, colleague.email]));
    return (heard[0]?.text ?? "").replace(/\s+/g, " ");
  };

  it("of a new administrator, and by whom", async () => {
    await change("REST", ada, { isAdmin: true });
    const text = await expectBothHear("There is a new administrator");
    expect(text).toContain(`${ada.name} is of the staff`);
    expect(text).toContain(`by ${admin.name}`);
  });

  it("of a new API key", async () => {
    await admin.trpc("mutation", "admin.apiKeys.create", { name: "Warehouse", scope: "write" });
    expect(await expectBothHear("An API key was created")).toContain("“Warehouse”");
  });

  it("of a webhook, and of another address of one, but not of a change of its events", async () => {
    const events = ["order.paid"];
    const made = await admin.trpc("mutation", "admin.webhooks.create", { url: "https://a.example/hook", events });
    expect(await expectBothHear("The shop tells a new address of its events")).toContain("https://a.example/hook");
    const { endpoint } = z.object({ endpoint: z.object({ _id: z.string() }) }).parse(made.body);
    const update = (version: number, url: string, more: string[]) =>
      admin.trpc("mutation", "admin.webhooks.update", {
        id: endpoint._id,
        url,
        events: more,
        isEnabled: true,
        version,
      });
    expect((await update(1, "https://a.example/hook", ["order.paid", "order.shipped"])).status).toBe(200);
    expect(await subjectsTo(colleague)).toEqual([]);
    expect((await update(2, "https://b.example/hook", events)).status).toBe(200);
    expect(await expectBothHear("The shop tells a new address of its events")).toContain("https://b.example/hook");
  });

  it("of a second factor that was switched off, by its owner and by the operator", async () => {
    await addApp(admin);
    await mailing.sendDue();
    expect((await admin.trpc("mutation", "account.secondFactor.removeApp")).status).toBe(200);
    const text = await expectBothHear("An administrator has no second factor any more");
    expect(text).toContain(`The password alone opens the account of ${admin.name}`);
    await addApp(admin);
    await mailing.sendDue();
    await resetSecondFactor(shop.db, admin.email);
    expect(await expectBothHear("An administrator has no second factor any more")).toContain("operator of the server");
  });

  it("but not of what gives nobody more rights", async () => {
    await change("REST", ada, { name: "Lovelace" });
    await change("REST", colleague, { isAdmin: false });
    await resetSecondFactor(shop.db, admin.email);
    expect(await subjectsTo(admin)).toEqual(["Your authenticator app was removed"]);
  });
});
