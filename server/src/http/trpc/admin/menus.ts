import { saveMenusSchema } from "@shop/shared/settings/settings";
import { readMenus, saveMenus } from "../../../domain/settings/save.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The owner's links in the header and the footer. */
export const menusRouter = router({
  read: adminProcedure("content.write").query(({ ctx }) => readMenus(ctx, ctx.admin)),
  save: adminProcedure("content.write")
    .input(saveMenusSchema)
    .mutation(({ ctx, input }) => saveMenus(ctx, ctx.admin, input)),
});
