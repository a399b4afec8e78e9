import { idInputSchema } from "@shop/shared/query";
import {
  listFailedMails,
  listOrderMails,
  sendFailedMailsAgain,
  sendMailAgain,
} from "../../../domain/mail/admin-mails.ts";
import { requireOrder } from "../../../domain/order/read.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The mails that the shop writes, as admins see them. */
export const mailsRouter = router({
  ofOrder: adminProcedure("messages.write")
    .input(idInputSchema)
    .query(async ({ ctx, input }) => {
      await requireOrder(ctx.db, ctx.admin, input.id);
      return listOrderMails(ctx.db, ctx.admin, input.id);
    }),
  failed: adminProcedure("messages.write").query(({ ctx }) => listFailedMails(ctx.db, ctx.admin)),
  sendAgain: adminProcedure("messages.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await sendMailAgain(ctx.db, ctx.admin, input.id);
      return { message: "The mail is on its way" };
    }),
  sendAllAgain: adminProcedure("messages.write").mutation(async ({ ctx }) => ({
    count: await sendFailedMailsAgain(ctx.largeActs, ctx.admin),
  })),
});
