import { normalized } from "@shop/shared/normalized";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { adminActs } from "../../db/schema/operations.ts";
import { noteRoleChange } from "./role-change.ts";

/**
 * Makes an account an owner's and ends its sessions. For the operator of a shop that has none, or whose
 * administrators cannot sign in any more; the others hear of it. Returns whether there is an account with this e-mail.
 */
export async function makeAccountAdmin(db: Db, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: users.id, name: users.name, isAdmin: users.isAdmin, role: users.role, version: users.version })
      .from(users)
      .where(and(eq(users.email, normalized(email.trim(), "NFC").toLowerCase()), isNull(users.deletedAt)))
      .for("update");
    if (account === undefined) return false;
    const { id, name: subject, isAdmin, role, version } = account;
    if (isAdmin && (role ?? "owner") === "owner") return true;
    await tx
      .update(users)
      .set({ isAdmin: true, role: null, updatedAt: new Date(), version: version + 1 })
      .where(eq(users.id, id));
    await noteRoleChange(tx, { _id: id, name: subject, change: "administrator added" }, null);
    // The operator has no account, so the audit names the one that it was done for.
    await tx.insert(adminActs).values({
      userId: id,
      act: "updated",
      entity: "user",
      entityId: id,
      subject,
      changes: { isAdmin: [isAdmin, true], role: [role, "owner"] },
    });
    return true;
  });
}

/** Whether the shop has an administrator. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const isThere = and(eq(users.isAdmin, true), isNull(users.deletedAt));
  return (await db.select({ id: users.id }).from(users).where(isThere).limit(1)).length > 0;
}
