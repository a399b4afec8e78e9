import {
  mergeTermSchema,
  orderMenuSchema,
  pageTermsSchema,
  updateCategorySchema,
  updateTermSchema,
} from "@shop/shared/catalog/admin-catalog";
import { idInputSchema } from "@shop/shared/query";
import { deleteTerm } from "../../../domain/catalog/delete-term.ts";
import { mergeTerms, readMerges } from "../../../domain/catalog/merge-terms.ts";
import { orderMenu, readMenuOrder } from "../../../domain/catalog/order-menu.ts";
import { createTerm, pageTerms, readTerm, type Taxonomy } from "../../../domain/catalog/taxonomy.ts";
import { updateTerm } from "../../../domain/catalog/update-term.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const changeSchemas = { brand: updateTermSchema, category: updateCategorySchema };

/** The admin's brands or categories. */
export function taxonomyRouter(taxonomy: Taxonomy, deleted: string) {
  return router({
    page: adminProcedure("products.read")
      .input(pageTermsSchema)
      .query(({ ctx, input }) => pageTerms(ctx.db, ctx.admin, taxonomy, input)),
    byId: adminProcedure("products.read")
      .input(idInputSchema)
      .query(({ ctx, input }) => readTerm(ctx.db, ctx.admin, taxonomy, input.id)),
    create: adminProcedure("products.write").mutation(({ ctx }) => createTerm(ctx.db, ctx.admin, taxonomy)),
    update: adminProcedure("products.write")
      .input(idInputSchema)
      .use(existing(({ ctx, input }) => readTerm(ctx.db, ctx.admin, taxonomy, input.id)))
      .input(changeSchemas[taxonomy])
      .mutation(({ ctx, input: { id, ...change } }) => updateTerm(ctx.db, ctx.admin, { taxonomy, id }, change)),
    merge: adminProcedure("products.write")
      .input(idInputSchema)
      .use(existing(({ ctx, input }) => readTerm(ctx.db, ctx.admin, taxonomy, input.id)))
      .input(mergeTermSchema)
      .mutation(({ ctx, input: { id, into } }) => mergeTerms(ctx.db, ctx.admin, { taxonomy, id }, into)),
    merges: adminProcedure("products.read").query(({ ctx }) => readMerges(ctx.db, ctx.admin, taxonomy)),
    menuOrder: adminProcedure("products.read").query(({ ctx }) => readMenuOrder(ctx.db, ctx.admin, taxonomy)),
    orderMenu: adminProcedure("products.write")
      .input(orderMenuSchema)
      .mutation(({ ctx, input }) => orderMenu(ctx.db, ctx.admin, taxonomy, input.ids)),
    delete: adminProcedure("products.write")
      .input(idInputSchema)
      .mutation(async ({ ctx, input }) => {
        await deleteTerm(ctx.db, ctx.admin, taxonomy, input.id);
        return { message: deleted };
      }),
  });
}
