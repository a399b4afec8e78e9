import { pageTermsSchema, renameSchema } from "@shop/shared/admin-catalog";
import { idInputSchema } from "@shop/shared/query";
import {
  createTerm,
  deleteTerm,
  pageTerms,
  readTerm,
  renameTerm,
  type Taxonomy,
} from "../../../domain/catalog/taxonomy.ts";
import { validateExisting } from "../../validate-existing.ts";
import { adminProcedure, router } from "../trpc.ts";

/** Brands or categories, for administrators: both are asked for in the same way. */
export function taxonomyRouter(taxonomy: Taxonomy, deleted: string) {
  return router({
    page: adminProcedure
      .input(pageTermsSchema)
      .query(({ ctx, input }) => pageTerms(ctx.db, ctx.admin, taxonomy, input)),
    byId: adminProcedure
      .input(idInputSchema)
      .query(({ ctx, input }) => readTerm(ctx.db, ctx.admin, taxonomy, input.id)),
    create: adminProcedure.mutation(({ ctx }) => createTerm(ctx.db, ctx.admin, taxonomy)),
    update: adminProcedure
      .input(idInputSchema)
      .use(({ ctx, input, next }) =>
        validateExisting(
          () => next(),
          () => readTerm(ctx.db, ctx.admin, taxonomy, input.id),
        ),
      )
      .input(renameSchema)
      .mutation(({ ctx, input: { id, ...change } }) => renameTerm(ctx.db, ctx.admin, { taxonomy, id }, change)),
    delete: adminProcedure.input(idInputSchema).mutation(async ({ ctx, input }) => {
      await deleteTerm(ctx.db, ctx.admin, taxonomy, input.id);
      return { message: deleted };
    }),
  });
}
