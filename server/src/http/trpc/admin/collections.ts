import { collectionRuleSchema, saveCollectionSchema } from "@shop/shared/catalog/collection";
import { idInputSchema } from "@shop/shared/query";
import { listAllCollections, readCollectionDetail } from "../../../domain/catalog/collection/read-collections.ts";
import {
  createCollection,
  deleteCollection,
  saveCollection,
} from "../../../domain/catalog/collection/save-collection.ts";
import { productSearch } from "../../../domain/catalog/search/product-search.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

/** How many products of a rule are shown before it is saved. */
const shownOfRule = 6;

/** The admin's collections. */
export const collectionsRouter = router({
  list: adminProcedure("products.read").query(({ ctx }) => listAllCollections(ctx.db, ctx.admin)),
  byId: adminProcedure("products.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => readCollectionDetail(ctx.db, ctx.admin, input.id)),
  create: adminProcedure("products.write").mutation(({ ctx }) => createCollection(ctx.db, ctx.admin)),
  /** What a rule finds now. */
  preview: adminProcedure("products.read")
    .input(collectionRuleSchema)
    .query(async ({ ctx, input }) => {
      const { total, hasMore, products } = await productSearch.findByRule(ctx.db, input, shownOfRule);
      return { total, hasMore, products };
    }),
  update: adminProcedure("products.write")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => readCollectionDetail(ctx.db, ctx.admin, input.id)))
    .input(saveCollectionSchema)
    .mutation(({ ctx, input: { id, ...input } }) => saveCollection(ctx.db, ctx.admin, id, input)),
  delete: adminProcedure("products.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteCollection(ctx.db, ctx.admin, input.id);
      return { message: "Collection deleted" };
    }),
});
