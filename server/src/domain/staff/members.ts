import type { StaffInvitation, StaffMember } from "@shop/shared/account/permissions";
import type { ChangeRoleOf } from "@shop/shared/account/staff";
import { isId } from "@shop/shared/query";
import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { staffInvitations } from "../../db/schema/staff.ts";
import { isoTime } from "../../db/time.ts";
import { lockStaff } from "../account/lock-staff.ts";
import { requireFreshFactors } from "../account/reauthenticate.ts";
import { noteRoleChange } from "../account/role-change.ts";
import type { Admin } from "../base/actor.ts";
import { notFound, refuseStale } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { nameOfRole } from "./roles.ts";

const memberColumns = {
  _id: users.id,
  name: users.name,
  // Accounts that are not deleted always have an e-mail; a constraint ensures it, but the column is nullable.
  email: sql<string>`${users.email}`,
  role: sql<string>`coalesce(${users.role}, 'owner')`,
  version: users.version,
};

/** How many of the staff a list names. */
const shownMax = 500;

/** All of the staff, by name. */
export async function listMembers(db: Db, _admin: Admin<"staff.write">): Promise<StaffMember[]> {
  return db
    .select(memberColumns)
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.deletedAt)))
    .orderBy(asc(users.name), asc(users.id))
    .limit(shownMax);
}

/** The invitations that can be accepted, the newest first. */
export async function listInvitations(db: Db, _admin: Admin<"staff.write">): Promise<StaffInvitation[]> {
  return db
    .select({
      _id: staffInvitations.id,
      name: users.name,
      email: sql<string>`coalesce(${users.previousEmail}, ${users.email})`,
      role: staffInvitations.role,
      expiresAt: isoTime(staffInvitations.expiresAt),
    })
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.userId))
    .where(gt(staffInvitations.expiresAt, sql`now()`))
    .orderBy(desc(staffInvitations.createdAt))
    .limit(shownMax);
}

/**
 * Gives a member of the staff another role, which ends their sessions and keys. Throws NOT_FOUND, STALE, LAST_ADMIN if no
 * owner would be left, VALIDATION for an unknown role, and REAUTH_REQUIRED and SECOND_FACTOR_REQUIRED.
 */
export async function changeRoleOf(
  db: Db,
  admin: Admin<"staff.write">,
  id: string,
  { role, version }: ChangeRoleOf,
): Promise<StaffMember> {
  if (!isId(id)) throw notFound("User");
  await requireFreshFactors(db, admin);
  return db.transaction(async (tx) => {
    const staff = await lockStaff(tx, admin, "staff.write");
    const [before] = await tx
      .select(memberColumns)
      .from(users)
      .where(and(eq(users.id, id), eq(users.isAdmin, true), isNull(users.deletedAt)))
      .for("no key update");
    if (before === undefined) throw notFound("User");
    refuseStale(before, { version });
    if (before.role === role) return before;
    if (role !== "owner") staff.refuseLastOwner(id);
    const [from, to] = [await nameOfRole(tx, before.role).catch(() => before.role), await nameOfRole(tx, role)];
    const [after] = await tx
      .update(users)
      .set({ role, updatedAt: new Date(), version: version + 1 })
      .where(eq(users.id, id))
      .returning(memberColumns);
    if (after === undefined) throw new Error("locked account not found");
    await noteRoleChange(tx, { _id: id, name: after.name, change: "role changed" }, admin.id);
    const changes = { role: [from, to] } satisfies Record<string, [string, string]>;
    await recordAct(tx, admin, { act: "updated", entity: "user", entityId: id, subject: after.name, changes });
    return after;
  });
}
