import { beforeEach, describe, expect, it } from "vitest";
import { writeOrderMails } from "../../src/domain/outbox/write-mails.ts";
import { type Account, register } from "../harness/accounts.ts";
import { insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder } from "../harness/factories.ts";
import { waitForLock } from "../harness/locks.ts";
import { mailsTo, startMailing } from "../harness/mailing.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });
const mailing = startMailing(shop);
const json = { "content-type": "application/json" };

const call = (account: { cookie: string }, method: string, path: string, body?: unknown) =>
  fetch(`${shop.origin}${path}`, {
    method,
    headers: { ...json, cookie: account.cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const save = (account: Account, body: Record<string, unknown>) =>
  call(account, "PUT", "/api/users/profile", { name: "Person", email: account.email, ...body });

async function shippedMail(userId: string): Promise<string> {
  const order = await makeOrder(shop.db, { userId, stepsDone: 4 });
  await writeOrderMails(shop.db, { kind: "order shipped", orderIds: [order], data: {} });
  return order;
}

/** The path and query of the link that ends mails. */
function unsubscribePath(text: string | undefined): string {
  const [link = ""] = /http:\/\/localhost:3000\/unsubscribe\?token=\S+/.exec(text ?? "") ?? [];
  return link.replace("http://localhost:3000", "");
}

beforeEach(async () => {
  await shop.pool.query("delete from mails");
});

describe("an account", () => {
  it("is welcomed once it is there", async () => {
    const { email } = await register(shop);
    const { arrived } = await mailing.sendDue();
    expect(arrived.map(({ recipient, subject }) => [recipient, subject])).toEqual([[email, "Welcome to Test Shop"]]);
  });

  it("whose name is an advertisement is greeted without it", async () => {
    const body = {
      name: "Win at www.evil.example",
      email: "victim@example.com",
      password: "a password of some length",
    };
    expect((await call({ cookie: "" }, "POST", "/api/users", body)).status).toBe(201);
    const [mail] = (await mailing.sendDue()).arrived;
    expect(mail?.source).not.toContain("evil");
    expect(mail?.text).toContain("Hello,");
  });

  it("that could not be made is not welcomed", async () => {
    const { email } = await register(shop);
    await shop.pool.query("delete from mails");
    const body = { name: "Other", email, password: "a password of some length" };
    expect((await call({ cookie: "" }, "POST", "/api/users", body)).status).toBe(409);
    expect((await mailing.sendDue()).arrived).toEqual([]);
  });

  it("is told of a new password, and both of its addresses of a new one, but not of a new name", async () => {
    const account = await register(shop);
    await mailing.sendDue();
    expect((await save(account, { name: "Other Name" })).status).toBe(200);
    expect((await mailing.sendDue()).arrived).toEqual([]);
    const email = `new-${account.email}`;
    expect((await save(account, { email, password: "another long password" })).status).toBe(200);
    const { arrived } = await mailing.sendDue();
    const notified = arrived.map(({ recipient, subject }) => [recipient, subject]);
    expect(notified.sort()).toEqual(
      [
        [account.email, "Your e-mail address was changed"],
        [email, "Confirm your e-mail address at Test Shop"],
        [account.email, "Your password was changed"],
      ].sort(),
    );
    for (const { source } of arrived) expect(source).not.toContain("another long password");
  });

  it("is told if an admin changes its address", async () => {
    const admin = await register(shop, "admin");
    const account = await register(shop);
    await shop.pool.query("delete from mails");
    const body = { name: "Person", email: `changed-${account.email}`, isAdmin: false };
    expect((await call(admin, "PUT", `/api/users/${account.id}`, body)).status).toBe(200);
    const { arrived } = await mailing.sendDue();
    expect(arrived.map(({ recipient }) => recipient).sort()).toEqual(
      [account.email, `changed-${account.email}`].sort(),
    );
  });

  it("that is deleted takes its mails along, sent or not, and gets a last one, whose address is forgotten as it ends", async () => {
    const admin = await register(shop, "admin");
    const account = await register(shop);
    await mailing.sendDue();
    const order = await shippedMail(account.id);
    expect(await mailsTo(shop, account.id)).toHaveLength(2);
    expect((await call(admin, "DELETE", `/api/users/${account.id}`)).status).toBe(200);
    expect(await mailsTo(shop, account.id)).toMatchObject([{ kind: "account deleted", recipient: account.email }]);
    await writeOrderMails(shop.db, { kind: "order delivered", orderIds: [order], data: {} });
    const { arrived } = await mailing.sendDue();
    expect(arrived.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [account.email, "Your account at Test Shop was deleted"],
    ]);
    expect(arrived[0]?.text).toMatch(/^Your account was deleted\n=+\n\nHello Person \d+,/);
    expect(arrived[0]?.text).not.toContain("/profile");
    expect(await mailsTo(shop, account.id)).toMatchObject([{ status: "sent", recipient: "" }]);
  });

  it("that is being deleted as its order is shipped gets no mail, so that its address is not stored again", async () => {
    const account = await register(shop);
    const order = await makeOrder(shop.db, { userId: account.id, stepsDone: 4 });
    await shop.pool.query("delete from mails");
    const client = await shop.pool.connect();
    try {
      await client.query("begin");
      await client.query(
        "update users set name = 'Deleted user', email = null, password_hash = null, deleted_at = now() where id = $1",
        [account.id],
      );
      const writing = writeOrderMails(shop.db, { kind: "order shipped", orderIds: [order], data: {} });
      await waitForLock(shop.pool);
      await client.query("commit");
      await writing;
    } finally {
      client.release();
    }
    expect(await mailsTo(shop, account.id)).toEqual([]);
  });

  it("that is deleted while the mail server refuses its last mail for days leaves no address behind", async () => {
    const admin = await register(shop, "admin");
    const account = await register(shop);
    await shop.pool.query("delete from mails");
    await call(admin, "DELETE", `/api/users/${account.id}`);
    mailing.server.refuse({ code: 550, message: "No such mailbox" });
    await shop.pool.query("update mails set give_up_at = now()");
    expect((await mailing.sendDue()).failures).toHaveLength(1);
    mailing.server.refuse(undefined);
    expect(await mailsTo(shop, account.id)).toEqual([]);
  });
});

describe("a mail that customers can do without", () => {
  it("ends with one click of the mailbox, without signing in, and receipts still come", async () => {
    const { id } = await insertCustomer(shop.db);
    await shippedMail(id);
    const [mail] = (await mailing.sendDue()).arrived;
    const path = unsubscribePath(mail?.text);
    expect(mail?.source).toMatch(/^List-Unsubscribe: ?\s*<http:\/\/localhost:3000\/unsubscribe\?token=/im);
    expect(mail?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);

    const page = await fetch(shop.origin + path);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Stop these mails");
    expect(await mailsTo(shop, id)).toHaveLength(1);
    const before = await shippedMail(id);
    expect((await mailing.sendDue()).arrived).toHaveLength(1);

    const clicked = await fetch(shop.origin + path, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(clicked.status).toBe(200);
    await shippedMail(id);
    await writeOrderMails(shop.db, { kind: "order delivered", orderIds: [before], data: {} });
    await writeOrderMails(shop.db, { kind: "payment received", orderIds: [before], data: {} });
    const { arrived } = await mailing.sendDue();
    expect(arrived.map(({ subject }) => subject)).toEqual([`Your receipt for order ${before.slice(-5)}`]);
    expect(arrived[0]?.source).not.toContain("List-Unsubscribe");
  });

  it("does not end by a token that is altered, foreign or a session's", async () => {
    const customer = await insertCustomer(shop.db);
    const session = customer.cookie.replace("session=", "");
    const own = await shop.services.unsubscribeTokens.sign({ userId: customer.id, scope: "all" });
    for (const token of ["", "abc", session, `${own.slice(0, -3)}abc`]) {
      const response = await fetch(`${shop.origin}/unsubscribe?token=${token}`, { method: "POST" });
      expect(response.status, token).toBe(400);
    }
    const foreign = await fetch(`${shop.origin}/unsubscribe?token=${own}`, {
      method: "POST",
      headers: { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
    });
    expect(foreign.status).toBe(403);
    await shippedMail(customer.id);
    expect((await mailing.sendDue()).arrived).toHaveLength(1);
  });

  it("is chosen in the profile", async () => {
    const customer = await insertCustomer(shop.db);
    const read = async () => {
      const response = await call(customer, "GET", "/trpc/account.mailChoices");
      return response.json();
    };
    expect(await read()).toMatchObject({ result: { data: { progress: true, reviews: true } } });
    const choices = { progress: false, reviews: true };
    expect((await call(customer, "POST", "/trpc/account.changeMailChoices", choices)).status).toBe(200);
    expect(await read()).toMatchObject({ result: { data: choices } });
    await shippedMail(customer.id);
    expect((await mailing.sendDue()).arrived).toEqual([]);
  });
});

describe("a shop without a mail server", () => {
  it("shows its mails in development", async () => {
    const account = await register(shop);
    const list = await fetch(`${shop.origin}/dev/mail`);
    const page = await list.text();
    expect(page).toContain(account.email);
    const [, id = ""] = /\/dev\/mail\/([0-9a-f-]{36})\/html/.exec(page) ?? [];
    const read = async (format: string) => (await fetch(`${shop.origin}/dev/mail/${id}/${format}`)).text();
    expect(await read("html")).toContain("<h1");
    expect(await read("text")).toContain("Welcome to Test Shop\n====");
    expect(await read("source")).toContain(`Message-ID: <${id}@localhost>`);
    for (const path of [`/dev/mail/${id}/pdf`, "/dev/mail/abc/html"])
      expect((await fetch(shop.origin + path)).status).toBe(404);
  });
});

const hidden = startTestShop({ mail: { server: undefined, isShownHere: false, host: "localhost" } });

describe("a shop in production", () => {
  it("shows its mails nowhere", async () => {
    expect((await fetch(`${hidden.origin}/dev/mail`)).status).toBe(404);
  });
});
