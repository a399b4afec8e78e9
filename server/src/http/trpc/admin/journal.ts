import {
  articleSchema,
  createArticleSchema,
  publishArticleSchema,
  saveArticleSchema,
} from "@shop/shared/page/journal-edit";
import { pageNumberSchema } from "@shop/shared/query";
import { z } from "zod";
import {
  createArticle,
  deleteArticle,
  listAllArticles,
  publishArticle,
  readArticleDetail,
  saveArticle,
  unpublishArticle,
} from "../../../domain/journal/write.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const pageSchema = z.object({ pageNumber: pageNumberSchema });

const articleProcedure = adminProcedure("content.write")
  .input(articleSchema.pick({ id: true }))
  .use(existing(({ ctx, input }) => readArticleDetail(ctx.db, ctx.admin, input.id)));

/** The articles of the journal, as owners write them. */
export const journalRouter = router({
  list: adminProcedure("content.write")
    .input(pageSchema)
    .query(({ ctx, input }) => listAllArticles(ctx.db, ctx.admin, input.pageNumber)),
  byId: adminProcedure("content.write")
    .input(articleSchema.pick({ id: true }))
    .query(({ ctx, input }) => readArticleDetail(ctx.db, ctx.admin, input.id)),
  create: adminProcedure("content.write")
    .input(createArticleSchema)
    .mutation(({ ctx, input }) => createArticle(ctx.db, ctx.admin, input)),
  save: articleProcedure.input(saveArticleSchema).mutation(({ ctx, input }) => saveArticle(ctx.db, ctx.admin, input)),
  publish: articleProcedure
    .input(publishArticleSchema)
    .mutation(({ ctx, input }) => publishArticle({ db: ctx.db, timeZone: ctx.seller.timeZone }, ctx.admin, input)),
  unpublish: adminProcedure("content.write")
    .input(articleSchema)
    .mutation(({ ctx, input }) => unpublishArticle(ctx.db, ctx.admin, input)),
  delete: adminProcedure("content.write")
    .input(articleSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteArticle(ctx.db, ctx.admin, input);
      return { message: "Article deleted" };
    }),
});
