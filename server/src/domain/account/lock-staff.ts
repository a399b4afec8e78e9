import type { Permission } from "@shop/shared/account/permissions";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { staffRoles } from "../../db/schema/staff.ts";
import { type Admin, isPermitted } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { permissionsOf } from "../base/staff-permissions.ts";

/** The staff of the shop, locked until the end of the transaction. */
type LockedStaff = {
  /** Throws LAST_ADMIN if no owner would be left without this account. */
  refuseLastOwner: (id: string) => void;
};

/**
 * Locks all of the staff in the order of their ids, so that changes of who may do what come one after the other.
 * `no key update` still lets the audit reference them meanwhile. Throws FORBIDDEN if the caller has lost the permission
 * while the request waited.
 */
export async function lockStaff(tx: Db, admin: Admin<never>, permission: Permission): Promise<LockedStaff> {
  const { id, isAdmin, role, deletedAt } = users;
  const staff = await tx
    .select({ id, role })
    .from(users)
    .where(and(eq(isAdmin, true), isNull(deletedAt)))
    .orderBy(id)
    .for("no key update");
  const [own] = await tx
    .select({ isAdmin, role, ownPermissions: staffRoles.permissions })
    .from(users)
    .leftJoin(staffRoles, eq(staffRoles.id, role))
    .where(and(eq(id, admin.id), isNull(deletedAt)));
  if (own === undefined || !permissionsOf(own).has(permission)) {
    throw new DomainError("FORBIDDEN", "Only administrators may do this");
  }
  const owners = staff.filter((one) => (one.role ?? "owner") === "owner");
  return {
    refuseLastOwner: (of) => {
      if (owners.length === 1 && owners[0]?.id === of) {
        throw new DomainError("LAST_ADMIN", "The last admin cannot be demoted");
      }
    },
  };
}

/**
 * Throws FORBIDDEN unless an admin may change the accounts of the staff: another e-mail, or a forced sign-out, would give
 * whoever may change customers a way to more.
 */
export function requireRightOverStaff(admin: Admin<never>): void {
  if (isPermitted(admin, "staff.write")) return;
  throw new DomainError("FORBIDDEN", "Only owners may change accounts of the staff");
}
