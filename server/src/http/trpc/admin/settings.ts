import { testPaymentsSchema } from "@shop/shared/order/payment";
import { restoreSettingsSchema, saveSettingsSchema } from "@shop/shared/settings/settings";
import { sendTestMail } from "../../../domain/mail/send-test.ts";
import { tryProvider } from "../../../domain/payment/try-provider.ts";
import { listSettingsVersions, readSettings, restoreSettings, saveSettings } from "../../../domain/settings/save.ts";
import { adminProcedure, router } from "../trpc.ts";

/** What the owner decides about the shop. */
export const settingsRouter = router({
  read: adminProcedure("settings.write").query(({ ctx }) => readSettings(ctx, ctx.admin)),
  versions: adminProcedure("settings.write").query(({ ctx }) => listSettingsVersions(ctx, ctx.admin)),
  save: adminProcedure("settings.write")
    .input(saveSettingsSchema)
    .mutation(({ ctx, input }) => saveSettings(ctx, ctx.admin, input)),
  restore: adminProcedure("settings.write")
    .input(restoreSettingsSchema)
    .mutation(({ ctx, input }) => restoreSettings(ctx, ctx.admin, input)),
  testMail: adminProcedure("settings.write").mutation(({ ctx }) => sendTestMail(ctx, ctx.admin)),
  testPayments: adminProcedure("settings.write")
    .input(testPaymentsSchema)
    .mutation(({ ctx, input }) => tryProvider(ctx, ctx.admin, input.provider)),
});
