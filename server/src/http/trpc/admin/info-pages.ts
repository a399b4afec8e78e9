import {
  createInfoPageSchema,
  infoPreviewSchema,
  infoSlugSchema,
  saveInfoPageSchema,
} from "@shop/shared/page/info-page-edit";
import { listInfoPages, previewInfoPage, readInfoPageDetail } from "../../../domain/info-page/read.ts";
import { createInfoPage, deleteInfoPage, saveInfoPage } from "../../../domain/info-page/save.ts";
import { infoFacts } from "../../info-facts.ts";
import { adminProcedure, router } from "../trpc.ts";

/** What admins write for the shop's own pages. */
export const infoPagesRouter = router({
  list: adminProcedure("content.write").query(async ({ ctx }) =>
    listInfoPages(ctx.db, ctx.admin, await infoFacts(ctx)),
  ),
  bySlug: adminProcedure("content.write")
    .input(infoSlugSchema)
    .query(async ({ ctx, input }) => readInfoPageDetail(ctx.db, ctx.admin, await infoFacts(ctx), input.slug)),
  create: adminProcedure("content.write")
    .input(createInfoPageSchema)
    .mutation(({ ctx, input }) => createInfoPage(ctx.db, ctx.admin, input)),
  delete: adminProcedure("content.write")
    .input(infoSlugSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteInfoPage(ctx.db, ctx.admin, input.slug);
      return { message: "Page deleted" };
    }),
  /** How customers would see a text. A mutation, because a text can be too long for an address. */
  preview: adminProcedure("content.write")
    .input(infoPreviewSchema)
    .mutation(({ ctx, input }) => previewInfoPage(ctx.admin, input.text)),
  save: adminProcedure("content.write")
    .input(infoSlugSchema)
    .input(saveInfoPageSchema)
    .mutation(async ({ ctx, input }) => saveInfoPage(ctx.db, ctx.admin, await infoFacts(ctx), input)),
});
