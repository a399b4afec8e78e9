import { deletedName } from "@shop/shared/admin/audit";
import { isId } from "@shop/shared/query";
import type { AccountDeps } from "../account/sign-in.ts";
import type { Admin } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { eraseAccount, lockDeletable } from "./delete-account.ts";

/** Deletes an account as its user could. Throws NOT_FOUND if it is unknown or deleted, and FORBIDDEN for admins. */
export async function deleteUser(
  { db, emit }: Pick<AccountDeps, "db" | "emit">,
  admin: Admin<"customers.write">,
  id: string,
): Promise<void> {
  if (!isId(id)) throw notFound("User");
  await db.transaction(async (tx) => {
    const account = await lockDeletable(tx, id, "Admin users cannot be deleted");
    if (account === null) throw notFound("User");
    await eraseAccount(tx, account);
    await recordAct(tx, admin, { act: "deleted", entity: "user", entityId: id, subject: deletedName });
  });
  emit({ type: "account deleted", user: id });
}
