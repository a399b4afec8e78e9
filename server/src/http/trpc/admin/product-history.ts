import type { Permission } from "@shop/shared/account/permissions";
import { readHistorySchema, undoChangeSchema } from "@shop/shared/catalog/product-history";
import { idInputSchema } from "@shop/shared/query";
import { requireProduct } from "../../../domain/catalog/admin-products.ts";
import { readProductHistory } from "../../../domain/catalog/history/read-history.ts";
import { undoChange } from "../../../domain/catalog/history/undo-change.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

function productProcedure<const Granted extends Permission>(permission: Granted) {
  return adminProcedure<Granted | "products.read">(permission, "products.read")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => requireProduct(ctx.db, ctx.admin, input.id)));
}

/** The changes of a product, whose id is `id`. */
export const productHistoryRouter = router({
  page: productProcedure("products.read")
    .input(readHistorySchema)
    .query(({ ctx, input: { id, before } }) =>
      readProductHistory({ db: ctx.db, timeZone: ctx.seller.timeZone }, ctx.admin, id, before),
    ),
  undo: productProcedure("products.write")
    .input(undoChangeSchema)
    .mutation(({ ctx, input: { id, ...change } }) => undoChange(ctx.db, ctx.admin, id, change)),
});
