import type { Staff } from "@shop/shared/account/permissions";
import { changeRoleOfSchema, createRoleSchema, inviteStaffSchema, updateRoleSchema } from "@shop/shared/account/staff";
import { idInputSchema } from "@shop/shared/query";
import { inviteStaff, revokeInvitation } from "../../../domain/staff/invitations.ts";
import { changeRoleOf, listInvitations, listMembers } from "../../../domain/staff/members.ts";
import { createRole, deleteRole, listRoles, readOwnRole, updateRole } from "../../../domain/staff/roles.ts";
import { adminProcedure, router } from "../trpc.ts";

/** Who works in the shop, and what each may do. */
export const staffRouter = router({
  mine: adminProcedure().query(({ ctx }) => readOwnRole(ctx.db, ctx.admin)),
  all: adminProcedure("staff.write").query(async ({ ctx: { db, admin } }): Promise<Staff> => {
    const [members, invitations, roles] = await Promise.all([
      listMembers(db, admin),
      listInvitations(db, admin),
      listRoles(db, admin),
    ]);
    return { members, invitations, roles };
  }),
  invite: adminProcedure("staff.write")
    .input(inviteStaffSchema)
    .mutation(async ({ ctx, input }) => {
      await inviteStaff(ctx, ctx.admin, input);
      return { message: "Invitation sent" };
    }),
  revoke: adminProcedure("staff.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await revokeInvitation(ctx.db, ctx.admin, input.id);
      return { message: "Invitation taken back" };
    }),
  changeRole: adminProcedure("staff.write")
    .input(idInputSchema.extend(changeRoleOfSchema.shape))
    .mutation(({ ctx, input: { id, ...change } }) => changeRoleOf(ctx.db, ctx.admin, id, change)),
  createRole: adminProcedure("staff.write")
    .input(createRoleSchema)
    .mutation(({ ctx, input }) => createRole(ctx.db, ctx.admin, input)),
  updateRole: adminProcedure("staff.write")
    .input(idInputSchema.extend(updateRoleSchema.shape))
    .mutation(({ ctx, input: { id, ...role } }) => updateRole(ctx.db, ctx.admin, id, role)),
  deleteRole: adminProcedure("staff.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteRole(ctx.db, ctx.admin, input.id);
      return { message: "Role deleted" };
    }),
});
