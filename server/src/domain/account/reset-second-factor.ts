import { normalized } from "@shop/shared/normalized";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { writeAccountMail } from "../outbox/write-mails.ts";
import { deleteFactorsOf, hasFactor, noteFactorRemoved } from "./factors.ts";
import { endSessionsOf } from "./session.ts";

/**
 * Deletes the passkeys, the authenticator app and the recovery codes of an account and ends its sessions, so that the
 * password alone signs in again. For the operator: an administrator may have lost everything. Returns whether there is
 * an account with this e-mail.
 */
export async function resetSecondFactor(db: Db, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: users.id, name: users.name, email: users.email, previousEmail: users.previousEmail })
      .from(users)
      .where(and(eq(users.email, normalized(email.trim(), "NFC").toLowerCase()), isNull(users.deletedAt)))
      .for("update");
    if (account === undefined || account.email === null) return false;
    const { id, name: subject } = account;
    const recipient = account.previousEmail ?? account.email;
    const hadFactor = await hasFactor(tx, id);
    await deleteFactorsOf(tx, id);
    if (hadFactor) await noteFactorRemoved(tx, id, null);
    await endSessionsOf(tx, id);
    await writeAccountMail(tx, { kind: "second factor changed", userId: id, recipient, data: { isOn: false } });
    // The operator has no account, so the audit names the one that it was done for.
    await tx
      .insert(adminActs)
      .values({ userId: id, act: "second factor reset", entity: "user", entityId: id, subject });
    return true;
  });
}
