import { beforeEach, describe, expect, it } from "vitest";
import { type MailDeps, MailQueue } from "../../src/domain/mail/send.ts";
import { writeAccountMail, writeOrderMails } from "../../src/domain/outbox/write-mails.ts";
import type { Mailer } from "../../src/infra/mail/mailer.ts";
import { MailError } from "../../src/infra/mail/mailer.ts";
import { type Customer, insertCustomer, issuer } from "../harness/customers.ts";
import { makeOrder } from "../harness/factories.ts";
import { expectNoItemError } from "../harness/no-item-error.ts";
import { startTestShop } from "../harness/shop.ts";

const shop = startTestShop({ settings: { jwtSecret: issuer.jwtSecret } });

beforeEach(async () => {
  await shop.pool.query("delete from mails");
});

/** Letters that have waited since a minute ago, to one recipient each unless one is given. */
async function writeLetters(reader: Customer, count: number, { to = "" } = {}): Promise<void> {
  await shop.pool.query(
    `insert into mails (id, kind, user_id, recipient, send_at)
     select gen_random_uuid(), 'welcome', $1, coalesce(nullif($3, ''), 'reader-' || n || '@example.com'),
       now() - interval '1 minute' from generate_series(1, $2) n`,
    [reader.id, count, to],
  );
}

const notices = { onSent: () => undefined, onItemError: expectNoItemError };

type Sent = { to: string; subject: string };

/** A queue whose mail server does with each mail as `send` says. */
function queueWith(send: (to: string) => Promise<void>): { queue: MailQueue; begun: Sent[] } {
  const begun: Sent[] = [];
  const mailer: Mailer = {
    ...shop.services.mailer,
    mode: "smtp",
    send: ({ to, subject }) => {
      begun.push({ to: to.address, subject });
      return send(to.address);
    },
  };
  const deps: MailDeps = { ...shop.services, mailer };
  return { queue: new MailQueue(deps), begun };
}

/** A barrier that holds mails until it is opened. */
function newBarrier() {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  return {
    hold: () => new Promise<void>((go) => void (isOpen ? go() : waiting.push(go))),
    letOne: () => waiting.shift()?.(),
    open: () => {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

const passwordChanged = (tx: Parameters<typeof writeAccountMail>[0], { id, email }: Customer) =>
  writeAccountMail(tx, { kind: "password changed", userId: id, recipient: email, data: {} });

describe("behind ten thousand letters", () => {
  it("the mails of an account and of an order are the next that are sent", async () => {
    const [reader, owner] = [await insertCustomer(shop.db), await insertCustomer(shop.db)];
    await writeLetters(reader, 10_000);
    const barrier = newBarrier();
    const { queue, begun } = queueWith(barrier.hold);
    await queue.poll(notices);
    await expect.poll(() => begun.length).toBe(3);
    const order = await makeOrder(shop.db, { userId: reader.id, stepsDone: 4 });
    await writeOrderMails(shop.db, { kind: "order shipped", orderIds: [order], data: {} });
    await passwordChanged(shop.db, owner);
    await shop.pool.query("update mails set recipient = 'buyer@example.com' where kind = 'order shipped'");
    barrier.letOne();
    // They and a letter are written at the same time.
    await expect.poll(() => begun.length).toBe(6);
    const next = begun.slice(3).map(({ to }) => to);
    expect(next).toEqual(expect.arrayContaining([owner.email, "buyer@example.com"]));
    const closing = queue.close();
    barrier.open();
    await closing;
  });
});

describe("a slow mail server", () => {
  it("keeps no room from the mails of accounts and of orders while letters wait for their recipients", async () => {
    const [reader, owner] = [await insertCustomer(shop.db), await insertCustomer(shop.db)];
    await writeLetters(reader, 50);
    const barrier = newBarrier();
    const { queue, begun } = queueWith((to) => (to.startsWith("reader-") ? barrier.hold() : Promise.resolve()));
    await queue.poll(notices);
    await passwordChanged(shop.db, owner);
    const order = await makeOrder(shop.db, { userId: owner.id, stepsDone: 4 });
    await writeOrderMails(shop.db, { kind: "order shipped", orderIds: [order], data: {} });
    await queue.poll(notices);
    await expect.poll(() => begun.filter(({ to }) => to === owner.email).length).toBe(2);
    expect(begun.filter(({ to }) => to.startsWith("reader-"))).toHaveLength(3);
    const closing = queue.close();
    barrier.open();
    await closing;
  });

  it("holds up the other recipients of a kind for no mails to one of them", async () => {
    const reader = await insertCustomer(shop.db);
    await writeLetters(reader, 20, { to: "slow@example.com" });
    await writeLetters(reader, 20);
    const barrier = newBarrier();
    const { queue, begun } = queueWith((to) => (to === "slow@example.com" ? barrier.hold() : Promise.resolve()));
    await queue.poll(notices);
    await expect.poll(() => begun.filter(({ to }) => to.startsWith("reader-")).length).toBe(20);
    expect(begun.filter(({ to }) => to === "slow@example.com")).toHaveLength(1);
    const closing = queue.close();
    barrier.open();
    await closing;
  });

  it("that gives up one recipient goes on with the others, and one that is down is asked no more", async () => {
    const reader = await insertCustomer(shop.db);
    const failures: unknown[] = [];
    const silent = { onSent: () => undefined, onItemError: (error: unknown) => void failures.push(error) };
    const silence = () => new MailError("ETIMEDOUT", true, "ETIMEDOUT");
    await writeLetters(reader, 20, { to: "slow@example.com" });
    await writeLetters(reader, 20);
    const others = newBarrier();
    const one = queueWith(async (to) => {
      if (to !== "slow@example.com") return;
      await others.hold();
      throw silence();
    });
    await one.queue.poll(silent);
    await expect.poll(() => one.begun.filter(({ to }) => to.startsWith("reader-")).length).toBe(20);
    others.letOne();
    // It was about this recipient: the next mail to it is tried.
    await expect.poll(() => one.begun.filter(({ to }) => to === "slow@example.com").length).toBe(2);
    others.open();
    await one.queue.close();

    await shop.pool.query("delete from mails");
    await writeLetters(reader, 20);
    const down = queueWith(() => Promise.reject(silence()));
    await down.queue.poll(silent);
    await down.queue.settle();
    expect(down.begun.length).toBeLessThanOrEqual(3);
  });
});

describe("two instances", () => {
  it("send each mail once, and the mails of accounts before the letters", async () => {
    const [reader, owner] = [await insertCustomer(shop.db), await insertCustomer(shop.db)];
    await writeLetters(reader, 60);
    for (let count = 0; count < 5; count += 1) await passwordChanged(shop.db, owner);
    const queues = [queueWith(() => Promise.resolve()), queueWith(() => Promise.resolve())];
    await Promise.all(queues.map(({ queue }) => queue.poll(notices)));
    await Promise.all(queues.map(({ queue }) => queue.settle()));
    const { rows } = await shop.pool.query(
      "select count(*)::int as n, max(attempts) as tries from mails where status = 'sent'",
    );
    expect(rows).toEqual([{ n: 65, tries: 1 }]);
    expect(queues.flatMap(({ begun }) => begun)).toHaveLength(65);
  });
});
