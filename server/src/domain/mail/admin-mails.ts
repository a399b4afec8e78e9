import type { FailedMails, MailRecord } from "@shop/shared/mail";
import { isId } from "@shop/shared/query";
import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { mailAddressOf, users } from "../../db/schema/accounts.ts";
import { mails } from "../../db/schema/mails.ts";
import type { Admin } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { lockAccounts, retryingLocks } from "../base/locks.ts";
import { recordAct } from "../base/record-act.ts";
import { lockMails } from "../outbox/delete-mails.ts";
import { customerMailKinds } from "../outbox/mail-data.ts";
import type { MailRow } from "./mail-body.ts";

const failedInList = 100;

function toRecord(mail: MailRow): MailRecord {
  const { id, kind, status, recipient, orderId, attempts, detail } = mail;
  return {
    _id: id,
    kind,
    status,
    recipient,
    orderId,
    attempts,
    detail,
    createdAt: mail.createdAt.toISOString(),
    endedAt: mail.endedAt?.toISOString() ?? null,
    sendAt: mail.sendAt?.toISOString() ?? null,
  };
}

/** The mails to the customer about an order, oldest first. */
export async function listOrderMails(db: Db, _admin: Admin<"messages.write">, orderId: string): Promise<MailRecord[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(and(eq(mails.orderId, orderId), inArray(mails.kind, customerMailKinds)))
    .orderBy(mails.createdAt, mails.id);
  return rows.map(toRecord);
}

/** The mails that were given up, newest first. */
export async function listFailedMails(db: Db, _admin: Admin<"messages.write">): Promise<FailedMails> {
  const isFailed = eq(mails.status, "failed");
  const [rows, total] = await Promise.all([
    db.select().from(mails).where(isFailed).orderBy(desc(mails.endedAt), desc(mails.id)).limit(failedInList),
    db.$count(mails, isFailed),
  ]);
  return { rows: rows.map(toRecord), total };
}

/** Another try, to the address that the account's mails go to now. */
const another = {
  status: "waiting" as const,
  attempts: 0,
  endedAt: null,
  detail: null,
  sendAt: sql<Date>`now()`,
  giveUpAt: sql<Date>`now() + interval '3 days'`,
};
const currentAddress = sql<string>`case
  when ${mails.userId} is null or ${mails.kind} in ('reset code', 'email changed', 'confirm email', 'stock alert') then ${mails.recipient}
  else (select ${mailAddressOf("u")} from ${users} u where u.id = ${mails.userId}) end`;

/**
 * Sends a mail again. One that was sent is sent as a new mail, because mailboxes drop a second one with the same
 * Message-ID. Throws NOT_FOUND if it does not exist any more, and for the last mail to a deleted account.
 */
export async function sendMailAgain(db: Db, admin: Admin<"messages.write">, id: string): Promise<void> {
  if (!isId(id)) throw notFound("Mail");
  await db.transaction(async (tx) => {
    // Before the mail, as the deletion of an account locks them.
    const recipients = await tx.select({ userId: mails.userId }).from(mails).where(eq(mails.id, id));
    await lockAccounts(
      tx,
      recipients.flatMap(({ userId }) => userId ?? []),
    );
    const [mail] = await tx.select().from(mails).where(eq(mails.id, id)).for("update");
    if (mail === undefined || mail.kind === "account deleted") throw notFound("Mail");
    if (mail.status === "sent") {
      const { kind, userId, recipient, orderId, data } = mail;
      const copy = uuidv7();
      await tx.insert(mails).values({ id: copy, kind, userId, recipient, orderId, data });
      await tx.update(mails).set({ recipient: currentAddress }).where(eq(mails.id, copy));
    } else {
      await tx
        .update(mails)
        .set({ ...another, recipient: currentAddress })
        .where(eq(mails.id, id));
    }
    await recordResent(tx, admin, mail);
  });
}

/** The mails of one transaction: each is recorded. */
const againAtOnce = 100;

/** Sends all mails again that were given up, in batches. Returns how many. */
export async function sendFailedMailsAgain(db: Db, admin: Admin<"messages.write">): Promise<number> {
  let count = 0;
  for (;;) {
    const batch = await retryingLocks(() => db.transaction((tx) => sendBatchAgain(tx, admin)));
    count += batch.sent;
    if (batch.found < againAtOnce) return count;
  }
}

async function sendBatchAgain(tx: Db, admin: Admin<"messages.write">): Promise<{ found: number; sent: number }> {
  const isFailed = and(eq(mails.status, "failed"), isNotNull(mails.endedAt));
  const failed = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(isFailed)
    .orderBy(mails.endedAt)
    .limit(againAtOnce);
  const isInBatch = inArray(
    mails.id,
    failed.map(({ id }) => id),
  );
  await lockMails(tx, isInBatch);
  const again = await tx
    .update(mails)
    .set({ ...another, recipient: currentAddress })
    .where(and(isInBatch, isFailed))
    .returning();
  for (const mail of again) await recordResent(tx, admin, mail);
  return { found: failed.length, sent: again.length };
}

async function recordResent(tx: Db, admin: Admin<"messages.write">, { id, kind, orderId }: MailRow): Promise<void> {
  const subject = orderId === null ? kind : `${kind}, order ${orderId.slice(-5)}`;
  await recordAct(tx, admin, { act: "resent", entity: "mail", entityId: id, subject });
}
