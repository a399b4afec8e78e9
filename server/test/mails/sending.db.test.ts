import { beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "../../src/domain/base/actor.ts";
import { readOpening } from "../../src/domain/dashboard/opening.ts";
import {
  listFailedMails,
  listOrderMails,
  sendFailedMailsAgain,
  sendMailAgain,
} from "../../src/domain/mail/admin-mails.ts";
import { writeLowStockMails } from "../../src/domain/mail/low-stock.ts";
import { deleteOldMails } from "../../src/domain/outbox/delete-mails.ts";
import { writeOrderMails } from "../../src/domain/outbox/write-mails.ts";
import { openMailer } from "../../src/infra/mail/mailer.ts";
import { actsOn } from "../harness/admin.ts";
import { adminActor } from "../harness/admin-actor.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder, makeProduct } from "../harness/factories.ts";
import { startMailServer } from "../harness/mail-server.ts";
import { mailsOf, sendDueMails, startMailing } from "../harness/mailing.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { mattersOf } from "../harness/paying.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });
const mailing = startMailing(shop);

let boss: Customer | undefined;
async function theAdmin(): Promise<Admin> {
  boss ??= await insertCustomer(shop.db, { isAdmin: true });
  return adminActor(
    { id: boss.id, name: boss.name, email: boss.email },
    { id: boss.id, expiresAt: new Date(), hasSecondFactor: false },
  );
}

/** A shipped order, whose mail is due. */
async function dueMail() {
  const customer = await insertCustomer(shop.db);
  const order = await makeOrder(shop.db, { userId: customer.id, stepsDone: 4 });
  await writeOrderMails(shop.db, { kind: "order shipped", orderIds: [order], data: {} });
  const [mail] = await mailsOf(shop, order);
  if (mail === undefined) throw new Error("no mail was written");
  return { customer, order, id: mail.id };
}

beforeEach(async () => {
  mailing.server.refuse(undefined);
  await shop.pool.query("delete from mails");
});

describe("a mail that the server refuses", () => {
  it("is tried again after growing pauses, and arrives once the server takes it", async () => {
    const { id, order } = await dueMail();
    mailing.server.refuse({ code: 451, message: "Greylisted" });
    const pauses: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const { failures } = await mailing.sendAll();
      expect(failures).toHaveLength(1);
      const { rows } = await shop.pool.query(
        "select extract(epoch from send_at - now()) as s from mails where id = $1",
        [id],
      );
      pauses.push(Math.round(Number(rows[0]?.s) / 60));
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]);
    expect((await mailing.sendDue()).failures).toEqual([]);
    expect((await mailsOf(shop, order))[0]).toMatchObject({
      status: "waiting",
      detail: "451 Greylisted",
      attempts: 10,
    });
    mailing.server.refuse(undefined);
    expect((await mailing.sendAll()).arrived.map((mail) => mail.id)).toEqual([`<${id}@localhost>`]);
  });

  it("is given up after three days with an open matter, which blocks nothing and ends when it is sent again", async () => {
    const admin = await theAdmin();
    const { id, order, customer } = await dueMail();
    mailing.server.refuse({ code: 550, message: "No such mailbox" });
    await shop.pool.query("update mails set give_up_at = now() + interval '1 hour'");
    await mailing.sendAll();
    expect(await mattersOf(shop.pool, order)).toEqual([]);
    await shop.pool.query("update mails set give_up_at = now()");
    await mailing.sendAll();
    expect((await mailsOf(shop, order))[0]).toMatchObject({ status: "failed", detail: "550 No such mailbox" });
    expect(await mattersOf(shop.pool, order)).toEqual(["mail failed"]);
    expect((await mailing.sendAll()).failures).toEqual([]);
    const opening = await readOpening({ ...shop.services, mailer: mailing.deps.mailer }, admin);
    expect(opening).toMatchObject({ mailMode: "smtp", failedMails: 1 });
    expect((await listFailedMails(shop.db, admin)).rows).toMatchObject([
      { _id: id, kind: "order shipped", orderId: order },
    ]);

    await shop.pool.query("update users set email = $2 where id = $1", [customer.id, `right-${customer.email}`]);
    mailing.server.refuse(undefined);
    await sendMailAgain(shop.db, admin, id);
    const { arrived } = await mailing.sendDue();
    expect(arrived.map(({ recipient }) => recipient)).toEqual([`right-${customer.email}`]);
    expect(await mattersOf(shop.pool, order)).toEqual([]);
    expect(await actsOn(shop, id)).toMatchObject([
      { act: "resent", entity: "mail", subject: `order shipped, order ${order.slice(-5)}` },
    ]);
  });

  it("to an admin opens no matter, and all that failed are sent again at once", async () => {
    const admin = await theAdmin();
    await makeProduct(shop.db, { countInStock: 2, name: "Rare lamp" });
    await writeLowStockMails(shop.db, "2026-01-31");
    const { order } = await dueMail();
    mailing.server.refuse({ code: 550, message: "No" });
    await shop.pool.query("update mails set give_up_at = now()");
    await mailing.sendAll();
    expect(await mattersOf(shop.pool, order)).toEqual(["mail failed"]);
    const { rows } = await shop.pool.query(
      "select count(*)::int as n from order_matters where kind = 'mail failed' and resolved_at is null",
    );
    expect(rows).toEqual([{ n: 1 }]);
    mailing.server.refuse(undefined);
    expect(await sendFailedMailsAgain(shop.db, admin)).toBe(2);
    expect((await mailing.sendDue()).arrived).toHaveLength(2);
  });
});

describe("a mail", () => {
  it("that was sent is sent again as another one, so that the mailbox shows it", async () => {
    const admin = await theAdmin();
    const { id, order } = await dueMail();
    await mailing.sendDue();
    await sendMailAgain(shop.db, admin, id);
    const { arrived } = await mailing.sendDue();
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.id).not.toBe(`<${id}@localhost>`);
    expect((await listOrderMails(shop.db, admin, order)).map(({ status }) => status)).toEqual(["sent", "sent"]);
  });

  it("is sent once by two instances at the same time", async () => {
    const ids = (await Promise.all(Array.from({ length: 12 }, dueMail))).map(({ id }) => `<${id}@localhost>`);
    const before = mailing.server.received.length;
    await Promise.all([mailing.sendDue(), mailing.sendDue()]);
    expect(
      mailing.server.received
        .slice(before)
        .map((mail) => mail.id)
        .sort(),
    ).toEqual(ids.sort());
  });

  it("carries no header of a customer's making, whatever the name", async () => {
    const { customer, order } = await dueMail();
    const name = 'Eve"\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>';
    await shop.pool.query("update users set name = $2 where id = $1", [customer.id, name]);
    await shop.pool.query("update orders set buyer_name = $2, city = $3 where id = $1", [
      order,
      name,
      "Spring\r\nBcc: victim@example.com",
    ]);
    const { arrived } = await mailing.sendDue();
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.headers.has("bcc")).toBe(false);
    expect(arrived[0]?.html).not.toContain("<script>alert");
    await shop.pool.query("delete from mails");
    await shop.pool.query("update users set name = 'Ada, Bcc: \"x\" & Sons; Ünïcode' where id = $1", [customer.id]);
    await writeOrderMails(shop.db, { kind: "order shipped", orderIds: [order], data: {} });
    const [mail] = (await mailing.sendDue()).arrived;
    expect(mail?.source.match(/^To: .*$/m)?.[0]).toBe(`To: ${customer.email}`);
  });

  it("is not called failed or sent while no server is configured", async () => {
    const { order } = await dueMail();
    await sendDueMails({ ...mailing.deps, mailer: openMailer({ mode: "off" }) }, expectNoItemError);
    expect((await mailsOf(shop, order))[0]).toMatchObject({
      status: "skipped",
      detail: "No mail server is configured",
    });
    expect(await mattersOf(shop.pool, order)).toEqual([]);
  });

  it("is never handed to a server that takes the password in plain text only", async () => {
    const server = await startMailServer({ user: "shop", pass: "p@ss word" });
    const settings = {
      mode: "smtp" as const,
      from: { name: "Test Shop", address: "shop@example.com" },
      replyTo: undefined,
      host: "localhost",
    };
    const at = { host: "127.0.0.1", port: server.port, isSecure: false, auth: { user: "shop", pass: "p@ss word" } };
    const mailer = openMailer({ ...settings, server: at });
    // The certificate of this server is its own, which nobody vouches for.
    await expect(mailer.verify()).rejects.toThrow(/ETLS|ESOCKET/);
    mailer.close();
    await server.close();
  });

  it("crosses no network in plain text or to a server that nobody vouches for, also without credentials", async () => {
    const server = await startMailServer();
    const settings = {
      mode: "smtp" as const,
      from: { name: "Test Shop", address: "shop@example.com" },
      replyTo: undefined,
      host: "localhost",
    };
    const mailerTo = (host: string, isSecure = false) =>
      openMailer({ ...settings, server: { host, port: server.port, isSecure, auth: undefined } });
    // An address of this machine that is not the loopback one, as another machine's would be.
    const remote = mailerTo("0.0.0.0");
    await expect(remote.verify()).rejects.toThrow(/ETLS|ESOCKET/);
    const relay = mailerTo("127.0.0.1");
    await relay.verify();
    for (const mailer of [remote, relay]) mailer.close();
    await server.close();
  });

  it("is deleted ninety days after it ended, and one that waits is not", async () => {
    const [sent, recent, waiting] = [await dueMail(), await dueMail(), await dueMail()];
    await mailing.sendDue();
    await shop.pool.query("update mails set ended_at = now() - interval '91 days' where id = $1", [sent.id]);
    await shop.pool.query("update mails set ended_at = now() - interval '89 days' where id = $1", [recent.id]);
    await shop.pool.query(
      "update mails set status = 'waiting', send_at = now(), ended_at = null, created_at = now() - interval '91 days' where id = $1",
      [waiting.id],
    );
    expect(await deleteOldMails(shop.db)).toBe(1);
    const { rows } = await shop.pool.query("select id from mails order by id");
    expect(rows.map(({ id }) => id)).toEqual([recent.id, waiting.id].sort());
  });
});

describe("low stock", () => {
  it("is told to each admin once a day with the products, and not while there is enough", async () => {
    const admin = await theAdmin();
    await shop.pool.query("update products set count_in_stock = 100");
    await writeLowStockMails(shop.db, "2026-02-01");
    expect((await mailing.sendDue()).arrived).toEqual([]);
    const lamp = await makeProduct(shop.db, { countInStock: 2, name: "Rare lamp" });
    await Promise.all([writeLowStockMails(shop.db, "2026-02-02"), writeLowStockMails(shop.db, "2026-02-02")]);
    const { arrived } = await mailing.sendDue();
    expect(arrived.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [admin.email, "1 product is running low"],
    ]);
    expect(arrived[0]?.text).toContain("Rare lamp (2 left)");
    expect(arrived[0]?.text).toContain(`/admin/product/${lamp}/edit`);
    await writeLowStockMails(shop.db, "2026-02-03");
    expect((await mailing.sendDue()).arrived).toHaveLength(1);
  });
});
