import { infoPreviewSchema, infoSlugSchema, saveInfoPageSchema } from "@shop/shared/page/info-page-edit";
import { listInfoPages, previewInfoPage, readInfoPageDetail } from "../../../domain/info-page/read.ts";
import { saveInfoPage } from "../../../domain/info-page/save.ts";
import { infoFacts } from "../../info-facts.ts";
import { adminProcedure, router } from "../trpc.ts";

/** What admins write for the shop's own pages. */
export const infoPagesRouter = router({
  list: adminProcedure.query(async ({ ctx }) => listInfoPages(ctx.db, ctx.admin, await infoFacts(ctx))),
  bySlug: adminProcedure
    .input(infoSlugSchema)
    .query(async ({ ctx, input }) => readInfoPageDetail(ctx.db, ctx.admin, await infoFacts(ctx), input.slug)),
  /** How customers would see a text. A mutation, because a text can be too long for an address. */
  preview: adminProcedure.input(infoPreviewSchema).mutation(({ ctx, input }) => previewInfoPage(ctx.admin, input.text)),
  save: adminProcedure
    .input(infoSlugSchema)
    .input(saveInfoPageSchema)
    .mutation(async ({ ctx, input }) => saveInfoPage(ctx.db, ctx.admin, await infoFacts(ctx), input)),
});
