import {
  builtInPermissions,
  builtInRoles,
  isBuiltInRole,
  type Permission,
  permissions,
} from "@shop/shared/account/permissions";
import { type SQL, sql } from "drizzle-orm";
import { users } from "../../db/schema/accounts.ts";
import { staffRoles } from "../../db/schema/staff.ts";

/** An account's role, and the permissions that `staff_roles` has for it. */
type RoleRow = { isAdmin: boolean; role: string | null; ownPermissions: readonly Permission[] | null };

/** What an account may do in the admin. An administrator without a role is an owner; a role that is gone permits nothing. */
export function permissionsOf({ isAdmin, role, ownPermissions }: RoleRow): ReadonlySet<Permission> {
  if (!isAdmin) return new Set();
  if (role === null) return new Set(permissions);
  return new Set(isBuiltInRole(role) ? builtInPermissions[role] : (ownPermissions ?? []));
}

/** The same as a condition on `users`: whether an account is of the staff and has a permission. */
export function isStaffWith(permission: Permission): SQL {
  const withIt = builtInRoles.filter((role) => builtInPermissions[role].includes(permission));
  return sql`(${users.isAdmin} and (
    ${users.role} is null
    or ${users.role} = any(${sql.param(withIt)}::text[])
    or exists (
      select from ${staffRoles} where ${staffRoles.id} = ${users.role} and ${permission} = any(${staffRoles.permissions})
    )
  ))`;
}

/** A condition on `users`: an owner, who may do everything. */
export const isOwner: SQL = sql`(${users.isAdmin} and coalesce(${users.role}, 'owner') = 'owner')`;
