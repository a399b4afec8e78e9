import { afterAll, beforeAll } from "vitest";
import { z } from "zod";
import { type MailDeps, MailQueue } from "../../src/domain/mail/send.ts";
import { openMailer } from "../../src/infra/mail/mailer.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "./mail-server.ts";
import type { TestShop } from "./shop.ts";

export type Mailing = {
  server: MailServer;
  deps: MailDeps;
  /** Sends everything that is due; gives the mails that arrived by it and the failures. */
  sendDue: () => Promise<{ arrived: ReceivedMail[]; failures: unknown[] }>;
  /** The same after the time of every mail that waits has come. */
  sendAll: () => Promise<{ arrived: ReceivedMail[]; failures: unknown[] }>;
};

/** A mail server for the shop of one test file, and its sender, which runs when it is called. */
export function startMailing(shop: TestShop): Mailing {
  let server: MailServer | undefined;
  let deps: MailDeps | undefined;
  const now = () => {
    if (server === undefined || deps === undefined) throw new Error("The mail server starts before the first test");
    return { server, deps };
  };
  beforeAll(async () => {
    server = await startMailServer();
    const mailer = openMailer({
      mode: "smtp",
      from: { name: "Test Shop", address: "shop@example.com" },
      server: { host: "127.0.0.1", port: server.port, isSecure: false, auth: undefined },
      replyTo: "help@example.com",
      host: "localhost",
    });
    deps = { ...shop.services, mailer };
  });
  afterAll(async () => {
    deps?.mailer.close();
    await server?.close();
  });
  const sendDue = async () => {
    const before = now().server.received.length;
    const failures: unknown[] = [];
    const onItemError = (error: unknown) => void failures.push(error);
    await sendDueMails(now().deps, onItemError);
    return { arrived: now().server.received.slice(before), failures };
  };
  return {
    get server() {
      return now().server;
    },
    get deps() {
      return now().deps;
    },
    sendDue,
    sendAll: async () => {
      await shop.pool.query("update mails set send_at = now() where send_at is not null");
      return sendDue();
    },
  };
}

/** Sends everything that is due, as an instance does. */
export async function sendDueMails(deps: MailDeps, onItemError: (error: unknown) => void): Promise<void> {
  const queue = new MailQueue(deps);
  await queue.poll({ onSent: () => undefined, onItemError });
  await queue.settle();
}

const rowSchema = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  status: z.string(),
  detail: z.string().nullable(),
  attempts: z.number(),
});

/** The mails of an order to its customer, oldest first. */
export async function mailsOf({ pool }: Pick<TestShop, "pool">, orderId: string) {
  const { rows } = await pool.query(
    `select * from mails where order_id = $1 and kind not in ('new order', 'open matter') order by created_at, id`,
    [orderId],
  );
  return z.array(rowSchema).parse(rows);
}

/** The mails to an account, oldest first. */
export async function mailsTo({ pool }: Pick<TestShop, "pool">, userId: string) {
  const { rows } = await pool.query("select * from mails where user_id = $1 order by created_at, id", [userId]);
  return z.array(rowSchema).parse(rows);
}
