import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { mails } from "../../db/schema/mails.ts";
import { MailError, type Mailer } from "../../infra/mail/mailer.ts";
import { closeMatters, openMatter } from "../order/matters.ts";
import { nextTry } from "../retry-pause.ts";
import { type ComposeDeps, composeMail, type MailRow } from "./compose.ts";
import { isToCustomer } from "./data.ts";

export type MailDeps = ComposeDeps & { mailer: Mailer };

export type MailRound = {
  /** Whether the round should end before the next mails. */
  isStopping: () => boolean;
  onSent: (mail: { id: string; kind: string }) => void;
  /** Called for each mail that is left to a later round. */
  onTrouble: (error: unknown) => void;
};

/** Mails that are sent at the same time. */
const batchSize = 5;

/** A mail that was taken to be sent. `isLastTry`: the time to try has run out. */
type DueMail = MailRow & { isLastTry: boolean };

/**
 * Sends the mails that are due. Instances can run it in parallel: rows are taken with `skip locked`, and the next try
 * is scheduled before the mail server is called, so that a crash leaves the mail to a later round. A mail that is sent
 * twice by this has one Message-ID. Ends early while the mail server cannot be used.
 */
export async function sendDueMails(deps: MailDeps, round: MailRound): Promise<void> {
  while (!round.isStopping()) {
    const due = await takeDue(deps.db);
    const results = await Promise.all(due.map((mail) => sendOne(deps, mail, round)));
    if (due.length < batchSize || results.includes("server down")) return;
  }
}

async function takeDue(db: Db): Promise<DueMail[]> {
  const due = sql`(
    select m.id from ${mails} m where m.send_at <= now() order by m.send_at limit ${batchSize} for update skip locked
  )`;
  return db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, sendAt: nextTry(mails.attempts) })
    .where(inArray(mails.id, due))
    .returning({ ...getTableColumns(mails), isLastTry: sql<boolean>`${mails.giveUpAt} <= now()` });
}

async function sendOne(deps: MailDeps, mail: DueMail, round: MailRound): Promise<"ended" | "later" | "server down"> {
  const { db, mailer } = deps;
  if (mailer.mode === "off") {
    await endMail(db, mail, { status: "skipped", detail: "No mail server is configured" });
    return "ended";
  }
  try {
    const { message, skip } = await composeMail(deps, mail);
    if (skip !== null) {
      await endMail(db, mail, { status: "skipped", detail: skip });
      return "ended";
    }
    await mailer.send(message);
  } catch (error) {
    const answer = error instanceof MailError ? error.answer : "The mail could not be written";
    await recordFailure(db, mail, answer.slice(0, 500));
    round.onTrouble(error);
    return error instanceof MailError && error.isServerDown ? "server down" : "later";
  }
  await recordSent(db, mail);
  round.onSent({ id: mail.id, kind: mail.kind });
  return "ended";
}

type Ending = { status: "sent" | "skipped" | "failed"; detail: string | null };

/** Ends a mail, unless its account was deleted meanwhile. Returns whether it was ended. */
async function endMail(tx: Db, { id, kind }: MailRow, ending: Ending): Promise<boolean> {
  const isWaiting = and(eq(mails.id, id), eq(mails.status, "waiting"));
  const isFarewell = kind === "account deleted";
  // Nobody could send it again, because its address is stored nowhere else.
  if (isFarewell && ending.status === "failed") return (await tx.delete(mails).where(isWaiting)).rowCount === 1;
  const forgotten = isFarewell ? { recipient: "", data: {} } : {};
  const ended = await tx
    .update(mails)
    .set({ ...ending, ...forgotten, sendAt: null, endedAt: sql`now()` })
    .where(isWaiting);
  return ended.rowCount === 1;
}

async function recordSent(db: Db, mail: MailRow): Promise<void> {
  await db.transaction(async (tx) => {
    await endMail(tx, mail, { status: "sent", detail: null });
    if (mail.orderId === null) return;
    const matter = { orderId: mail.orderId, kinds: ["mail failed"] as const, reference: mail.id };
    await closeMatters(tx, matter, "The mail was sent since");
  });
}

/** Notes the mail server's answer, and gives the mail up after its last try. */
async function recordFailure(db: Db, mail: DueMail, answer: string): Promise<void> {
  if (!mail.isLastTry) {
    await db
      .update(mails)
      .set({ detail: answer })
      .where(and(eq(mails.id, mail.id), eq(mails.status, "waiting")));
    return;
  }
  await db.transaction(async (tx) => {
    const isEnded = await endMail(tx, mail, { status: "failed", detail: answer });
    const { orderId, id: reference } = mail;
    // The answer may name an address that was deleted meanwhile.
    if (!isEnded || orderId === null || !isToCustomer(mail.kind)) return;
    await openMatter(tx, { orderId, kind: "mail failed", reference, detail: answer });
  });
}
