import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { revertUnconfirmed } from "../../src/domain/account/email-changes.ts";
import { writeResetMails } from "../../src/domain/account/write-reset-mails.ts";
import { SoftPasskey } from "../harness/authenticator.ts";
import type { ReceivedMail } from "../harness/mail-server.ts";
import { startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop, wideLimits } from "../harness/shop.ts";
import {
  isSignedIn,
  type Member,
  makeAdmin,
  makeCustomer,
  onAnotherDevice,
  TestClient,
} from "../harness/test-client.ts";

const shop = startTestShop();
const mailing = startMailing(shop);
const few = { points: 3, seconds: 3_600 };
const strict = startTestShop({ settings: { limits: { ...wideLimits, mailsPerRecipient: few } } });
const strictMailing = startMailing(strict);
const origin = "http://localhost:3000";
const newPassword = "another horse 2";

const requestSchema = z.object({ challenge: z.string() });
const creationSchema = requestSchema.extend({ user: z.object({ id: z.string() }) });
const guest = () => new TestClient(shop);

async function addPasskey(member: TestClient): Promise<SoftPasskey> {
  const passkey = new SoftPasskey(origin);
  const request = creationSchema.parse((await member.trpc("mutation", "account.passkeys.begin")).body);
  expect((await member.trpc("mutation", "account.passkeys.add", passkey.create(request))).status).toBe(200);
  return passkey;
}

/** Whether a passkey signs in. */
async function opens(passkey: SoftPasskey): Promise<boolean> {
  const client = guest();
  const request = requestSchema.parse((await client.rest("POST", "/api/users/auth/passkey/options")).body);
  return (await client.rest("POST", "/api/users/auth/passkey", passkey.sign(request))).status === 200;
}

/** Sets up an authenticator app; gives its codes, of one time step after the other. */
async function addApp(member: TestClient): Promise<(steps: number) => string> {
  const begun = await member.trpc("mutation", "account.secondFactor.beginApp");
  const { secret } = z.object({ secret: z.string() }).parse(begun.body);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeAfter = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  expect((await member.trpc("mutation", "account.secondFactor.confirmApp", { code: codeAfter(0) })).status).toBe(200);
  return codeAfter;
}

const sentMails = async () => (await mailing.sendDue()).arrived;

/** Opens the link that proves that a mail has reached its reader. */
async function openProof(mails: ReceivedMail[]): Promise<void> {
  const texts = mails.map(({ text }) => text).join("\n");
  const [, token = ""] = /confirm-email#token=([^&\s]+)/.exec(texts) ?? [];
  expect((await guest().rest("POST", "/api/users/email/confirm", { token })).status).toBe(200);
}

/** Chooses a new password by a code, as only the reader of the mailbox can; gives where the code went. */
async function recover(email: string): Promise<string[]> {
  await sentMails();
  await guest().rest("POST", "/api/users/password-reset", { email });
  await writeResetMails(shop.db, expectNoItemError);
  const mails = await sentMails();
  const [, code = ""] = /^ {4}(\d{8})$/m.exec(mails[0]?.text ?? "") ?? [];
  const body = { email, code, password: newPassword };
  if (code !== "") expect((await guest().rest("POST", "/api/users/password-reset/confirm", body)).status).toBe(200);
  return mails.map(({ recipient }) => recipient);
}

const signIn = (email: string, more: { password?: string; code?: string } = {}) =>
  guest().rest("POST", "/api/users/auth", { email, password: newPassword, ...more });

async function signedIn(email: string): Promise<TestClient> {
  const client = guest();
  expect((await client.rest("POST", "/api/users/auth", { email, password: newPassword })).status).toBe(200);
  return client;
}

const accessSchema = z.array(
  z.strictObject({
    _id: z.uuid(),
    kind: z.string(),
    name: z.string(),
    addedAt: z.iso.datetime(),
    isSuspended: z.boolean(),
  }),
);
const accessOf = async (client: TestClient) => {
  const means = accessSchema.parse((await client.trpc("query", "account.access")).body);
  return means.map(({ kind, isSuspended }) => (isSuspended ? `${kind} suspended` : kind));
};

let ada: Member;
let made = 0;
beforeEach(async () => {
  made += 1;
  ada = await makeCustomer(shop);
});

describe("whoever chooses a new password by mail", () => {
  it("ends the passkey of somebody who registered with the address without having it", async () => {
    const thief = await addPasskey(ada);
    expect(await opens(thief)).toBe(true);
    await recover(ada.email);
    expect(await opens(thief)).toBe(false);
    const owner = await signedIn(ada.email);
    expect(await accessOf(owner)).toEqual(["passkey suspended"]);
    expect((await owner.trpc("mutation", "account.removeSuspended")).status).toBe(200);
    expect([await accessOf(owner), await opens(thief)]).toEqual([[], false]);
  });

  it("allows with one button what is theirs, after they have shown who they are", async () => {
    const own = await addPasskey(ada);
    await recover(ada.email);
    const owner = await signedIn(ada.email);
    const late = "update sessions set created_at = created_at - interval '11 minutes' where user_id = $1";
    await shop.pool.query(late, [ada.id]);
    for (const act of ["allowSuspended", "removeSuspended"]) {
      expect(await owner.trpc("mutation", `account.${act}`)).toMatchObject({ status: 403, code: "REAUTH_REQUIRED" });
    }
    await owner.does("REST", "reauthenticate", { body: { password: newPassword } });
    expect((await owner.trpc("mutation", "account.allowSuspended")).status).toBe(200);
    expect([await accessOf(owner), await opens(own)]).toEqual([["passkey"], true]);
  });

  it("keeps what is older than the last mail that has reached them, and what they confirmed by mail", async () => {
    const older = await addPasskey(ada);
    await openProof((await sentMails()).filter(({ subject }) => subject.includes("passkey")));
    const stolen = await addPasskey(ada);
    await sentMails();
    const confirmed = await addPasskey(ada);
    expect(await Promise.all([older, stolen, confirmed].map(opens))).toEqual([true, true, true]);
    await recover(ada.email);
    expect([await opens(older), await opens(stolen), await opens(confirmed)]).toEqual([true, false, false]);
    await recover(ada.email);
    expect(await opens(older)).toBe(true);
  });

  it("does not confirm by an old mail what was added after it", async () => {
    const welcome = await sentMails();
    const stolen = await addPasskey(ada);
    await openProof(welcome.filter(({ recipient }) => recipient === ada.email));
    await recover(ada.email);
    expect(await opens(stolen)).toBe(false);
  });

  it("still needs the second factor that was confirmed by mail: the mailbox alone removes none", async () => {
    const admin = await makeAdmin(shop);
    await sentMails();
    const codeAfter = await addApp(admin);
    await openProof(await sentMails());
    await recover(admin.email);
    expect(await signIn(admin.email)).toMatchObject({ status: 403, code: "SECOND_FACTOR_REQUIRED" });
    expect((await signIn(admin.email, { code: codeAfter(1) })).status).toBe(200);
  });

  it("is not locked out of an administrator's account by the app, the key and the webhook of a thief", async () => {
    const admin = await makeAdmin(shop);
    const colleague = await makeAdmin(shop);
    await addApp(admin);
    const created = await admin.trpc("mutation", "admin.apiKeys.create", { name: "Thief", scope: "write" });
    const { key } = z.object({ key: z.string() }).parse(created.body);
    const hook = { url: "https://thief.example/", events: ["order.paid"] };
    expect((await admin.trpc("mutation", "admin.webhooks.create", hook)).status).toBe(200);
    const asksWithKey = async () =>
      (await fetch(`${shop.origin}/api/orders`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await asksWithKey()).toBe(200);
    await recover(admin.email);
    expect(await asksWithKey()).toBe(401);
    const owner = await signedIn(admin.email);
    expect(await accessOf(owner)).toEqual(["authenticator app suspended", "API key suspended", "webhook suspended"]);
    const { body } = await colleague.trpc("query", "admin.webhooks.list");
    expect(body).toMatchObject([{ url: hook.url, isEnabled: false }]);
    expect((await owner.trpc("mutation", "account.removeSuspended")).status).toBe(200);
    expect(await accessOf(owner)).toEqual([]);
    expect(await asksWithKey()).toBe(401);
    expect((await colleague.trpc("query", "admin.webhooks.list")).body).toEqual([]);
  });
});

it("“This was not me” ends also the passkey that a thief added before he changed the e-mail, and confirmed his own", async () => {
  await sentMails();
  const thief = await addPasskey(ada);
  const his = `thief-${made}@example.com`;
  await sentMails();
  expect((await ada.does("REST", "updateProfile", { body: { name: ada.name, email: his } })).status).toBe(200);
  const mails = await sentMails();
  await openProof(mails.filter(({ recipient }) => recipient === his));
  const alarm = mails.filter(({ recipient }) => recipient === ada.email).map(({ text }) => text);
  const [, token = ""] = /restore-email#token=(\S+)/.exec(alarm.join("\n")) ?? [];
  expect((await guest().rest("POST", "/api/users/email/restore", { token })).status).toBe(200);
  expect(await opens(thief)).toBe(false);
  await recover(ada.email);
  expect(await accessOf(await signedIn(ada.email))).toEqual(["passkey suspended"]);
});

describe("an address that somebody only wants to change to", () => {
  const wanted = () => `wanted-${made}@example.com`;
  const changeTo = (member: Member, email: string) =>
    member.does("REST", "updateProfile", { body: { name: member.name, email } });

  it("is its owner's to register with, and the other account has its former address again", async () => {
    expect((await changeTo(ada, wanted())).status).toBe(200);
    await sentMails();
    const owner = await makeCustomer(shop, { email: wanted() });
    expect(await isSignedIn(owner)).toBe(true);
    expect((await ada.does("REST", "profile")).body).toMatchObject({ email: ada.email });
    expect((await sentMails()).map(({ recipient }) => recipient).sort()).toEqual([ada.email, wanted()].sort());
    expect(await recover(wanted())).toEqual([wanted()]);
  });

  it("is another account's to change to, at the same moment too", async () => {
    const others = [await makeCustomer(shop), await makeCustomer(shop), ada];
    const replies = await Promise.all(others.map((member) => changeTo(member, wanted())));
    expect(replies.map(({ status }) => status)).toContain(200);
    const { rows } = await shop.pool.query("select count(*)::int as n from users where email = $1", [wanted()]);
    expect(rows).toEqual([{ n: 1 }]);
    const reverted = await shop.pool.query(
      "select count(*)::int as n from users where id = any($1) and email <> $2 and previous_email is not null",
      [others.map(({ id }) => id), wanted()],
    );
    expect(reverted.rows).toEqual([{ n: 0 }]);
  });

  it("gets no code for the account, whose confirmed address does", async () => {
    await changeTo(ada, wanted());
    expect(await recover(wanted())).toEqual([]);
    expect(await recover(ada.email)).toEqual([ada.email]);
  });

  it("is the account's once its link was used; and until then the account keeps its former one", async () => {
    await changeTo(ada, wanted());
    expect(await changeTo(await makeCustomer(shop), ada.email)).toMatchObject({ status: 409, code: "EMAIL_TAKEN" });
    await openProof((await sentMails()).filter(({ recipient }) => recipient === wanted()));
    expect(await changeTo(await makeCustomer(shop), wanted())).toMatchObject({ status: 409, code: "EMAIL_TAKEN" });
    expect((await makeCustomer(shop, { email: ada.email })).email).toBe(ada.email);
  });

  it("is given up after seven days without its link", async () => {
    await changeTo(ada, wanted());
    expect(await revertUnconfirmed(shop.db)).toBe(0);
    await shop.pool.query("update email_changes set created_at = created_at - interval '7 days' where user_id = $1", [
      ada.id,
    ]);
    await sentMails();
    expect(await revertUnconfirmed(shop.db)).toBe(1);
    expect((await ada.does("REST", "profile")).body).toMatchObject({ email: ada.email });
    expect((await sentMails()).map(({ recipient }) => recipient)).toEqual([ada.email]);
  });
});

it("Nobody causes more than a few mails to an address that is not theirs, and its owner still gets a code", async () => {
  const bystander = `bystander-${made}@example.com`;
  const other = await makeCustomer(strict, { email: bystander });
  for (let n = 0; n < 6; n += 1) {
    for (const email of [`other-${made}@example.com`, bystander]) {
      await other.does("REST", "updateProfile", { body: { name: "Eve", email } });
    }
    await other.does("REST", "updateProfile", {
      body: { name: "Eve", email: bystander, password: `${newPassword}${n}` },
    });
  }
  await makeCustomer(strict).then((other) =>
    other.does("REST", "updateProfile", { body: { name: "Eve", email: bystander } }),
  );
  const { arrived } = await strictMailing.sendDue();
  expect(arrived.filter(({ recipient }) => recipient === bystander)).toHaveLength(few.points);
  const skipped = await strict.pool.query(
    "select count(*)::int as n from mails where recipient = $1 and status = 'skipped' and detail like 'Too many mails%'",
    [bystander],
  );
  expect(skipped.rows[0].n).toBeGreaterThan(5);
  await new TestClient(strict).rest("POST", "/api/users/password-reset", { email: bystander });
  await writeResetMails(strict.db, expectNoItemError);
  expect((await strictMailing.sendDue()).arrived.map(({ subject }) => subject)).toEqual([
    "Your code for a new password at Test Shop",
  ]);
});

it("A mail that the mail server refuses for a while counts once", async () => {
  const email = `patient-${made}@example.com`;
  await strict.pool.query("delete from mails");
  await makeCustomer(strict, { email });
  strictMailing.server.refuse({ code: 451, message: "Try again later" });
  for (let n = 0; n < few.points + 2; n += 1) await strictMailing.sendAll();
  strictMailing.server.refuse(undefined);
  expect((await strictMailing.sendAll()).arrived.map(({ recipient }) => recipient)).toEqual([email]);
});

describe("a session", () => {
  it("gets another token when its user has shown again who they are, and the one before is worth nothing", async () => {
    const stolen = new TestClient(shop);
    for (const [name, value] of ada.cookies) stolen.cookies.set(name, value);
    expect(await isSignedIn(stolen)).toBe(true);
    expect((await ada.does("REST", "reauthenticate", { body: { password: ada.password } })).status).toBe(200);
    expect([await isSignedIn(ada), await isSignedIn(stolen)]).toEqual([true, false]);
  });

  it("ends when its browser registers another account", async () => {
    const before = new TestClient(shop);
    for (const [name, value] of ada.cookies) before.cookies.set(name, value);
    const body = { name: "Grace", email: `grace-${made}@example.com`, password: ada.password };
    expect((await ada.does("REST", "register", { body })).status).toBe(201);
    expect(await isSignedIn(before)).toBe(false);
  });

  it("that a passkey opened sets a new password only after the current one was typed", async () => {
    const passkey = await addPasskey(ada);
    const client = guest();
    const request = requestSchema.parse((await client.rest("POST", "/api/users/auth/passkey/options")).body);
    await client.rest("POST", "/api/users/auth/passkey", passkey.sign(request));
    const body = { name: ada.name, email: ada.email, password: newPassword };
    expect(await client.does("REST", "updateProfile", { body })).toMatchObject({
      status: 403,
      code: "REAUTH_REQUIRED",
    });
    await client.does("REST", "reauthenticate", { body: { password: ada.password } });
    expect((await client.does("REST", "updateProfile", { body })).status).toBe(200);
  });

  it("ends others only after its user has shown who they are", async () => {
    const other = await onAnotherDevice(ada);
    const late = "update sessions set created_at = created_at - interval '11 minutes' where user_id = $1";
    await shop.pool.query(late, [ada.id]);
    expect(await ada.trpc("mutation", "account.endOtherSessions")).toMatchObject({ code: "REAUTH_REQUIRED" });
    expect(await isSignedIn(other)).toBe(true);
  });
});
