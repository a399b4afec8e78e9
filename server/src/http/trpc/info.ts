import { infoPageInputSchema } from "@shop/shared/page/info-page-edit";
import { readInfoPage } from "../../domain/info-page/read.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { readPublic } from "../cache/read-public.ts";
import { infoFacts } from "../info-facts.ts";
import { publicProcedure, router } from "./trpc.ts";

/** The shop's own pages. */
export const infoRouter = router({
  page: publicProcedure
    .input(infoPageInputSchema)
    .query(({ ctx, input }) =>
      readPublic(ctx, tagsOf["info.page"], async (db) => readInfoPage(db, await infoFacts(ctx, db), input.slug)),
    ),
});
