import { requestStockAlertSchema, stockAlertProductSchema } from "@shop/shared/catalog/stock-alert";
import {
  cancelStockAlert,
  readOwnStockAlert,
  requestStockAlert,
  requireOnSale,
} from "../../domain/stock-alert/request.ts";
import { findUser } from "../security/access.ts";
import { existing } from "./existing.ts";
import { publicProcedure, router, userProcedure } from "./trpc.ts";

/** Requests to be told when a sold-out product is back. */
export const stockAlertRouter = router({
  request: publicProcedure
    .input(stockAlertProductSchema)
    .use(existing(({ ctx, input }) => requireOnSale(ctx.db, input.productId)))
    .input(requestStockAlertSchema)
    .mutation(async ({ ctx, input: { productId, email } }) =>
      requestStockAlert(ctx, { user: await findUser(ctx), address: ctx.address }, productId, { email }),
    ),
  mine: userProcedure
    .input(stockAlertProductSchema)
    .query(({ ctx, input }) => readOwnStockAlert(ctx.db, ctx.user, input.productId)),
  cancel: userProcedure.input(stockAlertProductSchema).mutation(async ({ ctx, input }) => {
    await cancelStockAlert(ctx.db, ctx.user, input.productId);
    return { message: "We do not write to you about it" };
  }),
});
