import { articleInputSchema } from "@shop/shared/page/journal-edit";
import { pageNumberSchema } from "@shop/shared/query";
import { z } from "zod";
import { listArticles, readArticle } from "../../domain/journal/read.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { readPublic } from "../cache/read-public.ts";
import { publicProcedure, router } from "./trpc.ts";

const pageSchema = z.object({ pageNumber: pageNumberSchema });

/** The articles of the journal that customers can read. */
export const journalRouter = router({
  list: publicProcedure
    .input(pageSchema)
    .query(({ ctx, input }) => readPublic(ctx, tagsOf["journal.list"], (db) => listArticles(db, input.pageNumber))),
  article: publicProcedure
    .input(articleInputSchema)
    .query(({ ctx, input }) => readPublic(ctx, tagsOf["journal.article"], (db) => readArticle(db, input.slug))),
});
