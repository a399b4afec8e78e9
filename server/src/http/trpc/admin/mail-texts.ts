import { saveMailTextsSchema, tryMailTextsSchema } from "@shop/shared/settings/settings";
import { previewMail, sendSampleMail } from "../../../domain/mail/send-test.ts";
import { readMailTexts, saveMailTexts } from "../../../domain/settings/save.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The owner's words of mails to customers. */
export const mailTextsRouter = router({
  read: adminProcedure("content.write").query(({ ctx }) => readMailTexts(ctx, ctx.admin)),
  preview: adminProcedure("content.write")
    .input(tryMailTextsSchema)
    .query(({ ctx, input }) => previewMail(ctx.shop, ctx.admin, input)),
  test: adminProcedure("content.write")
    .input(tryMailTextsSchema)
    .mutation(({ ctx, input }) => sendSampleMail(ctx, ctx.admin, input)),
  save: adminProcedure("content.write")
    .input(saveMailTextsSchema)
    .mutation(({ ctx, input }) => saveMailTexts(ctx, ctx.admin, input)),
});
