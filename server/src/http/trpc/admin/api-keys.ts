import { createApiKeySchema } from "@shop/shared/program/api-key";
import { idInputSchema } from "@shop/shared/query";
import { createApiKey, listApiKeys, revokeApiKey } from "../../../domain/api-key/manage.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The keys of outside programs. */
export const apiKeysRouter = router({
  list: adminProcedure("apps.write").query(({ ctx }) => listApiKeys(ctx.db, ctx.admin)),
  create: adminProcedure("apps.write")
    .input(createApiKeySchema)
    .mutation(({ ctx, input }) => createApiKey(ctx.db, ctx.admin, input)),
  revoke: adminProcedure("apps.write")
    .input(idInputSchema)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.db, ctx.admin, input.id)),
});
