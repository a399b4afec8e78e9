import { and, desc, eq, exists, gt, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { passwordResets, users } from "../../db/schema/accounts.ts";
import { orders } from "../../db/schema/orders.ts";
import { later } from "../../db/time.ts";
import { lockAccounts } from "../base/locks.ts";
import { type Taking, takeEach } from "../base/take-each.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { resetMinutes } from "./open-resets.ts";

/**
 * Looks up the accounts of requests for a new password and writes their mails, so that a request itself takes the same
 * time whether or not there is an account. Instances can run it in parallel.
 */
export async function writeResetMails(db: Db, onItemError: Taking<never>["onItemError"]): Promise<void> {
  await takeEach(db, { take: takeRequest, handle: writeMail, onItemError });
}

type ResetRequest = Pick<typeof passwordResets.$inferSelect, "id" | "email">;

async function takeRequest(tx: Db, leftOut: readonly string[]): Promise<ResetRequest | undefined> {
  const { id, email, createdAt, lookedUpAt } = passwordResets;
  const isWaiting = and(isNull(lookedUpAt), gt(createdAt, later(-resetMinutes * 60_000)));
  const [next] = await tx
    .select({ id, email })
    .from(passwordResets)
    .where(and(isWaiting, notInArray(id, [...leftOut])))
    .orderBy(createdAt, id)
    .limit(1);
  if (next === undefined) return undefined;
  const account = await findAccount(tx, next.email);
  // Before the request, as the deletion of an account locks them.
  await lockAccounts(tx, account === undefined ? [] : [account.id]);
  const [taken] = await tx
    .select({ id, email })
    .from(passwordResets)
    .where(and(eq(id, next.id), isWaiting))
    .for("update", { skipLocked: true });
  return taken;
}

async function writeMail(tx: Db, { id, email }: ResetRequest): Promise<void> {
  const account = await findAccount(tx, email);
  await tx
    .update(passwordResets)
    .set({ lookedUpAt: sql`now()`, userId: account?.id ?? null })
    .where(eq(passwordResets.id, id));
  if (account === undefined) return;
  await writeAccountMail(tx, { kind: "reset code", userId: account.id, recipient: email, data: { resetId: id } });
}

/** The account that this e-mail belongs to: one that only wants to change to it has not confirmed it. */
async function findAccount(tx: Db, email: string) {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        or(and(eq(users.email, email), isNull(users.previousEmail)), eq(users.previousEmail, email)),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(users.previousEmail, users.id)
    .limit(1);
  return account ?? findGuest(tx, email);
}

/** The newest guest customer with this e-mail who has bought something: a password makes an account of it. */
async function findGuest(tx: Db, email: string) {
  const [guest] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.guestEmail, email),
        isNull(users.deletedAt),
        exists(tx.select({ one: sql`1` }).from(orders).where(eq(orders.userId, users.id))),
      ),
    )
    .orderBy(desc(users.id))
    .limit(1);
  return guest;
}
