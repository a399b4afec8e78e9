import { withAsciiDomain } from "@shop/shared/account/account";
import { and, eq, gt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { hasOtherLetters, users } from "../../db/schema/accounts.ts";
import { orders } from "../../db/schema/orders.ts";
import { DomainError } from "../base/errors.ts";
import { lockEmails, takingEmail } from "./email-changes.ts";

/**
 * Writes the e-mails of earlier releases whose domains have letters beyond ASCII as they are looked up today, also those of
 * their orders. One whose ASCII form has an account of its own stays. Idempotent; returns how many accounts it changed.
 */
export async function rewriteDomains(db: Db, isStopping: () => boolean = () => false): Promise<number> {
  let rewritten = 0;
  let last: string | undefined;
  while (!isStopping()) {
    const [user] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(hasOtherLetters(users.email), last === undefined ? undefined : gt(users.id, last)))
      .orderBy(users.id)
      .limit(1);
    if (user === undefined) break;
    last = user.id;
    if (await rewriteDomain(db, user.id)) rewritten += 1;
  }
  return rewritten;
}

async function rewriteDomain(db: Db, id: string): Promise<boolean> {
  try {
    return await db.transaction(async (tx) => {
      const before = await lockEmails(tx, id);
      const email = withAsciiDomain(before?.email ?? "");
      if (before === undefined || email === before.email) return false;
      await takingEmail(tx.update(users).set({ email }).where(eq(users.id, id)));
      await tx
        .update(orders)
        .set({ customerEmail: email })
        .where(and(eq(orders.userId, id), eq(orders.customerEmail, before.email)));
      return true;
    });
  } catch (error) {
    if (error instanceof DomainError && error.kind === "EMAIL_TAKEN") return false;
    throw error;
  }
}
