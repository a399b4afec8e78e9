import {
  builtInPermissions,
  builtInRoleNames,
  builtInRoles,
  isBuiltInRole,
  type OwnRole,
  type StaffRole,
} from "@shop/shared/account/permissions";
import { type CreateRole, ownRolesMax, type UpdateRole } from "@shop/shared/account/staff";
import { changesBetween } from "@shop/shared/admin/audit";
import { isId } from "@shop/shared/query";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { staffInvitations, staffRoles } from "../../db/schema/staff.ts";
import { lockStaff } from "../account/lock-staff.ts";
import { requireFreshFactors } from "../account/reauthenticate.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, notFound, refuseStale, violates } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";

type RoleRow = typeof staffRoles.$inferSelect;

/** The built-in roles and the owner's own, each with how many have it. */
export async function listRoles(db: Db, _admin: Admin<"staff.write">): Promise<StaffRole[]> {
  const [own, counts] = await Promise.all([
    db.select().from(staffRoles).orderBy(asc(staffRoles.name)).limit(ownRolesMax),
    db
      .select({ role: sql<string>`coalesce(${users.role}, 'owner')`, count: sql<number>`count(*)::int` })
      .from(users)
      .where(and(eq(users.isAdmin, true), isNull(users.deletedAt)))
      .groupBy(sql`1`),
  ]);
  const membersOf = (id: string) => counts.find(({ role }) => role === id)?.count ?? 0;
  const builtIn = builtInRoles.map((id) => ({
    _id: id,
    name: builtInRoleNames[id],
    permissions: [...builtInPermissions[id]],
    isBuiltIn: true,
    version: 0,
    members: membersOf(id),
  }));
  return [...builtIn, ...own.map((row) => toRole(row, membersOf(row.id)))];
}

function toRole({ id, name, permissions, version }: RoleRow, members: number): StaffRole {
  return { _id: id, name, permissions, isBuiltIn: false, version, members };
}

/** The role of the signed-in administrator, and what it permits. */
export async function readOwnRole(db: Db, admin: Admin<never>): Promise<OwnRole> {
  const [own] = await db
    .select({ role: users.role, name: staffRoles.name })
    .from(users)
    .leftJoin(staffRoles, eq(staffRoles.id, users.role))
    .where(eq(users.id, admin.id));
  const role = own?.role ?? "owner";
  const name = isBuiltInRole(role) ? builtInRoleNames[role] : (own?.name ?? "");
  return { name, permissions: [...admin.permissions] };
}

/** The name of a role. Throws VALIDATION if there is none with this id. */
export async function nameOfRole(db: Db, id: string): Promise<string> {
  if (isBuiltInRole(id)) return builtInRoleNames[id];
  const [role] = await db.select({ name: staffRoles.name }).from(staffRoles).where(eq(staffRoles.id, id)).for("share");
  if (role !== undefined) return role.name;
  const message = "This role is there no more. Please choose another.";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "role", message }] });
}

/** Makes a role. Throws VALIDATION when there are too many, and NAME_TAKEN. */
export async function createRole(db: Db, admin: Admin<"staff.write">, input: CreateRole): Promise<StaffRole> {
  await requireFreshFactors(db, admin);
  return db.transaction(async (tx) => {
    await lockStaff(tx, admin, "staff.write");
    if ((await tx.$count(staffRoles)) >= ownRolesMax) {
      const message = `There can be at most ${ownRolesMax} roles of your own`;
      throw new DomainError("VALIDATION", message, { errors: [{ path: "name", message }] });
    }
    const [row] = await takingName(
      input.name,
      tx
        .insert(staffRoles)
        .values({ id: uuidv7(), ...input })
        .returning(),
    );
    if (row === undefined) throw new Error("the insert returned no role");
    await recordAct(tx, admin, { act: "created", entity: "staff role", entityId: row.id, subject: row.name });
    return toRole(row, 0);
  });
}

/**
 * Changes a role, for everybody who has it, from their next request on. Throws NOT_FOUND, STALE if `version` is not the
 * current one, and NAME_TAKEN.
 */
export async function updateRole(
  db: Db,
  admin: Admin<"staff.write">,
  id: string,
  { version, ...input }: UpdateRole,
): Promise<StaffRole> {
  await requireFreshFactors(db, admin);
  return db.transaction(async (tx) => {
    await lockStaff(tx, admin, "staff.write");
    const before = await lockRole(tx, id);
    refuseStale(before, { version });
    const [after] = await takingName(
      input.name,
      tx
        .update(staffRoles)
        .set({ ...input, version: version + 1 })
        .where(eq(staffRoles.id, id))
        .returning(),
    );
    if (after === undefined) throw new Error("locked role not found");
    const changes = changesBetween(inWords(before), inWords(after), ["name", "permissions"]);
    await recordAct(tx, admin, { act: "updated", entity: "staff role", entityId: id, subject: after.name, changes });
    const members = await tx.$count(users, and(eq(users.role, id), isNull(users.deletedAt)));
    return toRole(after, members);
  });
}

const inWords = ({ name, permissions }: RoleRow) => ({ name, permissions: permissions.join(", ") });

/** Deletes a role that nobody has and nobody is invited to. Throws NOT_FOUND and IN_USE. */
export async function deleteRole(db: Db, admin: Admin<"staff.write">, id: string): Promise<void> {
  await requireFreshFactors(db, admin);
  await db.transaction(async (tx) => {
    await lockStaff(tx, admin, "staff.write");
    const role = await lockRole(tx, id);
    const [members, invited] = await Promise.all([
      tx.$count(users, and(eq(users.role, id), isNull(users.deletedAt))),
      tx.$count(staffInvitations, eq(staffInvitations.role, id)),
    ]);
    if (members + invited > 0) {
      throw new DomainError("IN_USE", "Somebody has this role, or is invited to it. Give them another one first.");
    }
    await tx.delete(staffRoles).where(eq(staffRoles.id, id));
    await recordAct(tx, admin, { act: "deleted", entity: "staff role", entityId: id, subject: role.name });
  });
}

/** A role of the owner's own, locked. Throws NOT_FOUND, also for an id that none can have. */
async function lockRole(tx: Db, id: string): Promise<RoleRow> {
  const [role] = isId(id) ? await tx.select().from(staffRoles).where(eq(staffRoles.id, id)).for("update") : [];
  if (role === undefined) throw notFound("Role");
  return role;
}

/** Runs a write that names a role; throws NAME_TAKEN if another one, or a built-in one, has the name. */
async function takingName<Result>(name: string, write: PromiseLike<Result>): Promise<Result> {
  const taken = () => {
    const message = "There is a role with this name already";
    return new DomainError("NAME_TAKEN", message, { errors: [{ path: "name", message }] });
  };
  if (Object.values(builtInRoleNames).some((other) => other.toLowerCase() === name.toLowerCase())) throw taken();
  try {
    return await write;
  } catch (error) {
    if (violates(error, "staff_roles_name_key")) throw taken();
    throw error;
  }
}
