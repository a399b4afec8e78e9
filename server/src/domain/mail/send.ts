import type { MailKind } from "@shop/shared/mail";
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { mails } from "../../db/schema/mails.ts";
import type { Limits } from "../../infra/limits.ts";
import { MailError, type Mailer } from "../../infra/mail/mailer.ts";
import { inSpan } from "../../infra/tracing.ts";
import { nextTry } from "../base/retry-pause.ts";
import { closeMatters, openMatter } from "../order/matters.ts";
import { isToCustomer } from "../outbox/mail-data.ts";
import { mailLanes, mailsAtOnce } from "../outbox/priorities.ts";
import { composeMail } from "./compose.ts";
import type { ComposeDeps, MailRow } from "./mail-body.ts";

export type MailDeps = ComposeDeps & { mailer: Mailer; limits: Pick<Limits, "mailsPerRecipient"> };

/** What is told of the mails of a queue. */
export type MailNotes = {
  onSent: (mail: { id: string; kind: MailKind }) => void;
  /** Called for each mail that is left to a later round. */
  onItemError: (error: unknown) => void;
};

/** A mail that was taken to be sent. `isLastTry`: the time to try has run out. */
type DueMail = MailRow & { isLastTry: boolean };

type SendingMail = { kind: MailKind; recipient: string; work: Promise<void> };

/**
 * Sends the mails that are due, by their priority: whenever one has ended, the next one is chosen anew. One recipient is
 * sent one mail at a time, so that a slow one delays nobody else. Instances can run it in parallel: rows are taken with
 * `skip locked`, and the next try is scheduled before the mail server is called, so that a crash leaves the mail to a
 * later round. A mail that is sent twice by this has one Message-ID.
 */
export class MailQueue {
  readonly #deps: MailDeps;
  readonly #sending = new Map<string, SendingMail>();
  #filling: Promise<void> = Promise.resolve();
  #sentCount = 0;
  #isServerDown = false;
  #isClosed = false;

  constructor(deps: MailDeps) {
    this.#deps = deps;
  }

  /** Begins with the mails that are due. Does not wait for the mail server. */
  async poll(notes: MailNotes): Promise<void> {
    this.#isServerDown = false;
    await this.#fill(notes);
  }

  /** Waits until nothing is due, or the mail server cannot be used. */
  async settle(): Promise<void> {
    let filling: Promise<void>;
    do {
      filling = this.#filling;
      await Promise.all([filling, ...[...this.#sending.values()].map(({ work }) => work)]);
      // A mail that has ended meanwhile may have begun the choice of the next.
    } while (this.#sending.size > 0 || this.#filling !== filling);
  }

  /** Begins with no more mails, and waits for those that are being sent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settle();
  }

  /** One after the other, so that no two calls choose for the same room. */
  #fill(notes: MailNotes): Promise<void> {
    const filled = this.#filling.then(() => this.#beginDue(notes));
    this.#filling = filled.catch(() => undefined);
    return filled;
  }

  async #beginDue(notes: MailNotes): Promise<void> {
    while (!this.#isClosed && !this.#isServerDown) {
      const mail = await this.#takeNext();
      if (mail === undefined) return;
      const work = this.#sendAndRefill(mail, notes);
      this.#sending.set(mail.id, { kind: mail.kind, recipient: mail.recipient, work });
    }
  }

  async #sendAndRefill(mail: DueMail, notes: MailNotes): Promise<void> {
    try {
      await this.#send(mail, notes);
    } catch (error) {
      notes.onItemError(error);
    }
    // Both at once, so that whoever settles sees the mail or the choice of the next.
    this.#sending.delete(mail.id);
    await this.#fill(notes).catch(notes.onItemError);
  }

  /** The next mail of the first lane that has room and a mail. */
  async #takeNext(): Promise<DueMail | undefined> {
    const sending = [...this.#sending.values()];
    if (sending.length >= mailsAtOnce) return undefined;
    const recipients = sending.map(({ recipient }) => recipient);
    const earlier = new Set<MailKind>();
    for (const { kinds, room } of mailLanes) {
      const isFull = sending.filter(({ kind }) => !earlier.has(kind)).length >= room;
      const mail = isFull ? undefined : await takeDue(this.#deps.db, kinds, recipients);
      if (mail !== undefined) return mail;
      for (const kind of kinds) earlier.add(kind);
    }
    return undefined;
  }

  async #send(mail: DueMail, notes: MailNotes): Promise<void> {
    const sentBefore = this.#sentCount;
    const facts = { "shop.mail.id": mail.id, "shop.mail.kind": mail.kind, "shop.mail.attempt": mail.attempts };
    // In the trace of what the mail tells of.
    const outcome = await inSpan(
      { name: "send mail", kind: "consumer", facts, parent: mail.traceParent },
      async (span) => {
        const ended = await sendOne(this.#deps, mail, notes);
        span.add({ "shop.mail.outcome": ended });
        return ended;
      },
    );
    if (outcome === "sent") this.#sentCount += 1;
    // Where others were sent meanwhile, it was about this recipient.
    if (outcome === "server down" && this.#sentCount === sentBefore) this.#isServerDown = true;
  }
}

/** The mails among which one is taken: more than instances take at the same moment. */
const candidatesMax = 20;

/** Takes the mail of these kinds that has waited longest, to none of these recipients. */
async function takeDue(
  db: Db,
  kinds: readonly MailKind[],
  recipients: readonly string[],
): Promise<DueMail | undefined> {
  // For each kind by itself, because the index has their mails in order only kind by kind.
  const { rows: candidates } = await db.execute<{ id: string }>(sql`
    select c.id from unnest(${sql.param([...kinds])}::text[]) k(kind) cross join lateral (
      select d.id, d.send_at from ${mails} d
      where d.kind = k.kind and d.send_at <= now() and d.recipient <> all(${sql.param([...recipients])}::text[])
      order by d.send_at limit ${candidatesMax}
    ) c order by c.send_at limit ${candidatesMax}`);
  if (candidates.length === 0) return undefined;
  const ids = sql.param(candidates.map(({ id }) => id));
  const next = sql`(
    select m.id from ${mails} m where m.id = any(${ids}::uuid[]) and m.send_at <= now()
    order by m.send_at, m.id limit 1 for update skip locked
  )`;
  const [taken] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, sendAt: nextTry(mails.attempts) })
    .where(eq(mails.id, next))
    .returning({ ...getTableColumns(mails), isLastTry: sql<boolean>`${mails.giveUpAt} <= now()` });
  return taken;
}

type Outcome = "sent" | "skipped" | "later" | "server down";

async function sendOne(deps: MailDeps, mail: DueMail, notes: MailNotes): Promise<Outcome> {
  const { db, mailer, limits } = deps;
  if (mailer.mode === "off") {
    await endMail(db, mail, { status: "skipped", detail: "No mail server is configured" });
    return "skipped";
  }
  try {
    const { message, skip: ownSkip, isAnybodys } = await composeMail(deps, mail);
    // A mail that is tried again was counted by its first try.
    const isCounted = ownSkip === null && isAnybodys && mail.attempts === 1;
    const isTooMany = isCounted && (await limits.mailsPerRecipient.count(mail.recipient)) !== null;
    const skip = isTooMany ? "Too many mails to this address, which nobody has confirmed" : ownSkip;
    if (skip !== null) {
      await endMail(db, mail, { status: "skipped", detail: skip });
      return "skipped";
    }
    await mailer.send(message);
  } catch (error) {
    const answer = error instanceof MailError ? error.answer : "The mail could not be written";
    await recordFailure(db, mail, answer.slice(0, 500));
    notes.onItemError(error);
    return error instanceof MailError && error.isServerDown ? "server down" : "later";
  }
  await recordSent(db, mail);
  notes.onSent({ id: mail.id, kind: mail.kind });
  return "sent";
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
