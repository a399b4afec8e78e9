import { readAuditSchema } from "@shop/shared/admin/audit-query";
import { listAdministrators, readAudit } from "../../../domain/audit/read.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The audit log. */
export const auditRouter = router({
  page: adminProcedure("audit.read")
    .input(readAuditSchema)
    .query(({ ctx, input }) => readAudit(ctx.db, ctx.admin, input)),
  administrators: adminProcedure("audit.read").query(({ ctx }) => listAdministrators(ctx.db, ctx.admin)),
});
