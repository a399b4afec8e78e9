import { pageNamesSchema, renameSchema } from "@shop/shared/admin-catalog";
import { idInputSchema } from "@shop/shared/query";
import { createName, deleteName, type Noun, pageNames, readName, renameName } from "../../../domain/catalog/names.ts";
import { adminProcedure, router } from "../trpc.ts";

/** Brands or categories, for administrators: both are asked for in the same way. */
export function namesRouter(noun: Noun, deleted: string) {
  return router({
    page: adminProcedure.input(pageNamesSchema).query(({ ctx, input }) => pageNames(ctx.db, ctx.admin, noun, input)),
    byId: adminProcedure.input(idInputSchema).query(({ ctx, input }) => readName(ctx.db, ctx.admin, noun, input.id)),
    create: adminProcedure.mutation(({ ctx }) => createName(ctx.db, ctx.admin, noun)),
    update: adminProcedure
      .input(idInputSchema)
      .use(async ({ ctx, input, next }) => {
        await readName(ctx.db, ctx.admin, noun, input.id);
        return next();
      })
      .input(renameSchema)
      .mutation(({ ctx, input: { id, ...change } }) => renameName(ctx.db, ctx.admin, noun, id, change)),
    delete: adminProcedure.input(idInputSchema).mutation(async ({ ctx, input }) => {
      await deleteName(ctx.db, ctx.admin, noun, input.id);
      return { message: deleted };
    }),
  });
}
