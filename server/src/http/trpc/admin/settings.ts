import { restoreSettingsSchema, saveSettingsSchema } from "@shop/shared/settings/settings";
import { DomainError } from "../../../domain/base/errors.ts";
import { sendTestMail } from "../../../domain/mail/send-test.ts";
import { tryProvider } from "../../../domain/payment/try-provider.ts";
import { listSettingsVersions, readSettings, restoreSettings, saveSettings } from "../../../domain/settings/save.ts";
import type { RequestContext } from "../../context.ts";
import { adminProcedure, router } from "../trpc.ts";

/** What the owner decides about the shop. */
export const settingsRouter = router({
  read: adminProcedure.query(({ ctx }) => readSettings(ctx, ctx.admin)),
  versions: adminProcedure.query(({ ctx }) => listSettingsVersions(ctx, ctx.admin)),
  save: adminProcedure.input(saveSettingsSchema).mutation(async ({ ctx, input }) => {
    if (input.values.paymentMode === "live") await refuseDemoAccounts(ctx);
    return saveSettings(ctx, ctx.admin, input);
  }),
  restore: adminProcedure
    .input(restoreSettingsSchema)
    .mutation(({ ctx, input }) => restoreSettings(ctx, ctx.admin, input)),
  testMail: adminProcedure.mutation(({ ctx }) => sendTestMail(ctx, ctx.admin)),
  testPayments: adminProcedure.mutation(({ ctx }) => tryProvider(ctx, ctx.admin)),
});

/** Nobody may sign in to a shop that takes real money with a password that is public. */
async function refuseDemoAccounts({ db }: RequestContext): Promise<void> {
  // Imported here, because shops that are no demo never need it.
  const { findDemoAccounts } = await import("../../../demo/find-demo-accounts.ts");
  const [email] = await findDemoAccounts(db);
  if (email === undefined) return;
  const message = `The demo account ${email} has a password that is public. Delete it, or change its password, first.`;
  throw new DomainError("VALIDATION", message, { errors: [{ path: "paymentMode", message }] });
}
