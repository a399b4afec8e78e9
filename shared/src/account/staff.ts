import { z } from "zod";
import { storedVersionSchema } from "../query.ts";
import { emailSchema, lineSchema } from "./account.ts";
import { builtInRoles, permissions, withImplied } from "./permissions.ts";

/** The roles that owners make themselves. */
export const ownRolesMax = 50;

export const permissionsSchema = z
  .array(z.enum(permissions, { error: "Choose from the list" }))
  .max(permissions.length, "Choose each once")
  .min(1, "Choose what the role may do")
  .transform(withImplied);

const roleName = lineSchema("Name", 40);

export const createRoleSchema = z.object({ name: roleName, permissions: permissionsSchema });
export type CreateRole = z.output<typeof createRoleSchema>;

export const updateRoleSchema = createRoleSchema.extend({ version: storedVersionSchema });
export type UpdateRole = z.output<typeof updateRoleSchema>;

/** The id of a role: a built-in one by its name, or one of the owner's. */
const roleId = z.union([z.enum(builtInRoles), z.uuid()], { error: "Choose a role" });

export const inviteStaffSchema = z.object({ name: lineSchema("Name", 100), email: emailSchema, role: roleId });
export type InviteStaff = z.output<typeof inviteStaffSchema>;

export const changeRoleOfSchema = z.object({ role: roleId, version: storedVersionSchema });
export type ChangeRoleOf = z.output<typeof changeRoleOfSchema>;

/** How long an invitation can be accepted, in days. */
export const invitationDays = 7;
