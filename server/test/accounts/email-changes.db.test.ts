import { beforeEach, describe, expect, it } from "vitest";
import { rewriteDomains } from "../../src/domain/account/email-domains.ts";
import { writeResetMails } from "../../src/domain/account/write-reset-mails.ts";
import { writeOrderMails } from "../../src/domain/outbox/write-mails.ts";
import { makeOrder } from "../harness/factories.ts";
import type { ReceivedMail } from "../harness/mail-server.ts";
import { startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop } from "../harness/shop.ts";
import {
  isSignedIn,
  type Member,
  makeAdmin,
  makeCustomer,
  type Reply,
  TestClient,
  transports,
} from "../harness/test-client.ts";

const shop = startTestShop();
const mailing = startMailing(shop);
const silent = startTestShop({ mail: { server: undefined, isShownHere: false, host: "localhost" } });

const outcomeOf = ({ status, code }: Reply) => (code === undefined ? String(status) : `${status} ${code}`);
const guest = () => new TestClient(shop);
const confirm = (token: string) => guest().rest("POST", "/api/users/email/confirm", { token });
const restore = (token: string) => guest().rest("POST", "/api/users/email/restore", { token });
const canSignIn = async (email: string, password: string) =>
  (await guest().does("REST", "signIn", { body: { email, password } })).status === 200;
const confirmationOf = async (member: TestClient) => (await member.trpc("query", "account.emailConfirmation")).body;

async function changeTo(member: Member, email: string): Promise<ReceivedMail[]> {
  const reply = await member.does("REST", "updateProfile", { body: { name: member.name, email } });
  expect(reply.body).toMatchObject({ email });
  return (await mailing.sendDue()).arrived;
}

/** The token in the link of the mail to an address. */
function tokenTo(mails: ReceivedMail[], email: string): string {
  const link = /http:\/\/localhost:3000\/(?:confirm|restore)-email#token=(\S+)/;
  const texts = mails.filter(({ recipient }) => recipient === email).map(({ text }) => text);
  const [, token = ""] = link.exec(texts.join("\n")) ?? [];
  expect(token).not.toBe("");
  return token;
}

/** Where a mail about an order of the account goes. */
async function recipientOfMails({ id }: Member): Promise<string[]> {
  const order = await makeOrder(shop.db, { userId: id, stepsDone: 4 });
  await writeOrderMails(shop.db, { kind: "payment received", orderIds: [order], data: {} });
  return (await mailing.sendDue()).arrived.map(({ recipient }) => recipient);
}

let ada: Member;
let fresh: string;
let made = 0;
beforeEach(async () => {
  made += 1;
  ada = await makeCustomer(shop);
  fresh = `fresh-${made}@example.com`;
  await shop.pool.query("delete from mails");
});

describe("a changed e-mail", () => {
  it("signs in at once, but mails go to the one before it until it is confirmed", async () => {
    const mails = await changeTo(ada, fresh);
    expect(mails.map(({ recipient, subject }) => [recipient, subject]).sort()).toEqual(
      [
        [ada.email, "Your e-mail address was changed"],
        [fresh, "Confirm your e-mail address at Test Shop"],
      ].sort(),
    );
    expect(await canSignIn(fresh, ada.password)).toBe(true);
    expect(await confirmationOf(ada)).toEqual({ isConfirmed: false, isProven: false, mailsGoTo: ada.email });
    expect(await recipientOfMails(ada)).toEqual([ada.email]);
    const token = tokenTo(mails, fresh);
    // Once more is harmless.
    expect([outcomeOf(await confirm(token)), outcomeOf(await confirm(token))]).toEqual(["200", "200"]);
    expect(await confirmationOf(ada)).toEqual({ isConfirmed: true, isProven: true, mailsGoTo: fresh });
    expect(await recipientOfMails(ada)).toEqual([fresh]);
  });

  it("gets the code for a new password at the confirmed address, and none by the one that is not confirmed", async () => {
    await changeTo(ada, fresh);
    const ask = async (email: string) => {
      await guest().rest("POST", "/api/users/password-reset", { email });
      await writeResetMails(shop.db, expectNoItemError);
      return (await mailing.sendDue()).arrived;
    };
    expect(await ask(fresh)).toEqual([]);
    const [mail] = await ask(ada.email);
    expect(mail?.recipient).toBe(ada.email);
    const [, code = ""] = /^ {4}(\d{8})$/m.exec(mail?.text ?? "") ?? [];
    const body = { email: ada.email, code, password: "another horse 2" };
    expect(outcomeOf(await guest().rest("POST", "/api/users/password-reset/confirm", body))).toBe("200");
    expect((await mailing.sendDue()).arrived.map(({ recipient }) => recipient)).toEqual([ada.email]);
  });

  it("is not confirmed by a token that is altered, of another purpose, or of an address that was left again", async () => {
    const mails = await changeTo(ada, fresh);
    const token = tokenTo(mails, fresh);
    const ofSession = ada.cookies.get("session") ?? "";
    for (const wrong of ["", "abc", `${token.slice(0, -3)}abc`, ofSession, tokenTo(mails, ada.email)]) {
      expect(outcomeOf(await confirm(wrong)), wrong).toBe("400 INVALID_LINK");
    }
    await changeTo(ada, `other-${fresh}`);
    expect(outcomeOf(await confirm(token))).toBe("400 INVALID_LINK");
    expect(await confirmationOf(ada)).toEqual({ isConfirmed: false, isProven: false, mailsGoTo: ada.email });
  });

  it("is confirmed again by going back, and asks again when its user wants it to", async () => {
    await changeTo(ada, fresh);
    expect((await ada.trpc("mutation", "account.sendEmailConfirmation")).status).toBe(200);
    const again = (await mailing.sendDue()).arrived;
    expect(again.map(({ recipient }) => recipient)).toEqual([fresh]);
    await changeTo(ada, ada.email);
    expect(await confirmationOf(ada)).toEqual({ isConfirmed: true, isProven: false, mailsGoTo: ada.email });
    await mailing.sendDue();
    expect((await ada.trpc("mutation", "account.sendEmailConfirmation")).status).toBe(200);
    const [proof] = (await mailing.sendDue()).arrived;
    expect(outcomeOf(await confirm(tokenTo(proof === undefined ? [] : [proof], ada.email)))).toBe("200");
    expect(await confirmationOf(ada)).toEqual({ isConfirmed: true, isProven: true, mailsGoTo: ada.email });
    expect((await ada.trpc("mutation", "account.sendEmailConfirmation")).status).toBe(200);
    expect((await mailing.sendDue()).arrived).toEqual([]);
  });

  it("by an admin is confirmed like the user's own", async () => {
    const admin = await makeAdmin(shop);
    await shop.pool.query("delete from mails");
    const body = { name: ada.name, email: fresh, isAdmin: false };
    expect((await admin.does("REST", "updateUser", { id: ada.id, body })).status).toBe(200);
    expect(await recipientOfMails(ada)).toContain(ada.email);
    expect(await confirmationOf(ada)).toEqual({ isConfirmed: false, isProven: false, mailsGoTo: ada.email });
  });

  it("counts as confirmed in a shop without mails", async () => {
    const bob = await makeCustomer(silent);
    await bob.does("REST", "updateProfile", { body: { name: "Bob", email: fresh } });
    expect(await confirmationOf(bob)).toEqual({ isConfirmed: true, isProven: true, mailsGoTo: fresh });
  });
});

describe("a change that the owner did not make", () => {
  it.each(transports)(
    "is undone by the link to the address before: sessions and the password end (%s)",
    async (transport) => {
      const token = tokenTo(await changeTo(ada, fresh), ada.email);
      const restored =
        transport === "REST" ? await restore(token) : await guest().trpc("mutation", "account.restoreEmail", { token });
      expect(restored.body).toMatchObject({ email: ada.email });
      expect(await isSignedIn(ada)).toBe(false);
      for (const email of [ada.email, fresh]) expect(await canSignIn(email, ada.password)).toBe(false);
      expect(await recipientOfMails(ada)).toEqual([ada.email]);
      expect(outcomeOf(await restore(token))).toBe("200");
    },
  );

  it("is undone although the new address was confirmed and left again, and cannot be made anew", async () => {
    const first = await changeTo(ada, fresh);
    await confirm(tokenTo(first, fresh));
    const later = await changeTo(ada, `later-${fresh}`);
    expect(outcomeOf(await restore(tokenTo(first, ada.email)))).toBe("200");
    expect(outcomeOf(await restore(tokenTo(later, fresh)))).toBe("200");
    const { rows } = await shop.pool.query("select email, previous_email from users where id = $1", [ada.id]);
    expect(rows).toEqual([{ email: ada.email, previous_email: null }]);
    expect(outcomeOf(await confirm(tokenTo(later, `later-${fresh}`)))).toBe("400 INVALID_LINK");
  });

  it("is not undone if another account has the address by now", async () => {
    const mails = await changeTo(ada, fresh);
    const token = tokenTo(mails, ada.email);
    await confirm(tokenTo(mails, fresh));
    const other = await makeCustomer(shop, { email: ada.email });
    const refused = await restore(token);
    expect(outcomeOf(refused)).toBe("409 EMAIL_TAKEN");
    expect(refused.body).toMatchObject({ message: expect.stringContaining("Another account has this address") });
    expect(await isSignedIn(ada)).toBe(true);
    // Nor does a code for that address concern anybody but its new account.
    await guest().rest("POST", "/api/users/password-reset", { email: ada.email });
    await writeResetMails(shop.db, expectNoItemError);
    const { rows } = await shop.pool.query("select user_id from password_resets where email = $1", [ada.email]);
    expect(rows).toEqual([{ user_id: other.id }]);
  });

  it("is not undone after seven days, nor in a deleted account", async () => {
    const mails = await changeTo(ada, fresh);
    await shop.pool.query("update email_changes set created_at = created_at - interval '7 days' where user_id = $1", [
      ada.id,
    ]);
    expect(outcomeOf(await restore(tokenTo(mails, ada.email)))).toBe("400 INVALID_LINK");
    const bob = await makeCustomer(shop);
    const token = tokenTo(await changeTo(bob, `bob-${fresh}`), bob.email);
    expect((await (await makeAdmin(shop)).does("REST", "deleteUser", { id: bob.id })).status).toBe(200);
    expect(outcomeOf(await restore(token))).toBe("400 INVALID_LINK");
    const { rows } = await shop.pool.query("select * from email_changes where user_id = $1", [bob.id]);
    expect(rows).toEqual([]);
    const left = await shop.pool.query("select previous_email from users where id = $1", [bob.id]);
    expect(left.rows).toEqual([{ previous_email: null }]);
  });
});

describe("an address with a domain in other letters", () => {
  it("is one account's, in whichever form it is typed", async () => {
    const name = `ada${Date.now()}`;
    const member = await makeCustomer(shop, { email: `${name}@Bücher.example` });
    expect(await canSignIn(`${name}@xn--bcher-kva.example`, member.password)).toBe(true);
    expect(await canSignIn(`${name}@bu\u0308cher.EXAMPLE`, member.password)).toBe(true);
    const again = { name: "Other", email: `${name}@xn--bcher-kva.example`, password: member.password };
    expect(outcomeOf(await guest().does("REST", "register", { body: again }))).toBe("409 EMAIL_TAKEN");
  });

  it("of an earlier release is rewritten with its orders, unless its other form has an account", async () => {
    const name = `bob${Date.now()}`;
    const [bob, twice, other] = [
      await makeCustomer(shop),
      await makeCustomer(shop),
      await makeCustomer(shop, { email: `${name}-2@xn--bcher-kva.example` }),
    ];
    const order = await makeOrder(shop.db, { userId: bob.id });
    const write = async (id: string, email: string) => {
      await shop.pool.query("update users set email = $2 where id = $1", [id, email]);
      await shop.pool.query("update orders set buyer_email = $2 where user_id = $1", [id, email]);
    };
    await write(bob.id, `${name}@bücher.example`);
    await write(twice.id, `${name}-2@bücher.example`);
    expect(await rewriteDomains(shop.db)).toBe(1);
    expect(await canSignIn(`${name}@bücher.example`, bob.password)).toBe(true);
    const { rows } = await shop.pool.query("select buyer_email from orders where id = $1", [order]);
    expect(rows).toEqual([{ buyer_email: `${name}@xn--bcher-kva.example` }]);
    const left = await shop.pool.query("select email from users where id = $1", [twice.id]);
    expect(left.rows).toEqual([{ email: `${name}-2@bücher.example` }]);
    expect(await canSignIn(other.email, other.password)).toBe(true);
    await shop.pool.query("update users set email = $2 where id = $1", [twice.id, twice.email]);
    expect(await rewriteDomains(shop.db)).toBe(0);
  });
});
