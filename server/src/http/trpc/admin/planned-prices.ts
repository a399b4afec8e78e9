import {
  createPlannedPriceSchema,
  removePlannedPriceSchema,
  updatePlannedPriceSchema,
} from "@shop/shared/catalog/planned-price";
import { idInputSchema } from "@shop/shared/query";
import { requireProduct } from "../../../domain/catalog/admin-products.ts";
import {
  createPlannedPrice,
  listPlannedPrices,
  removePlannedPrice,
  updatePlannedPrice,
} from "../../../domain/price/planned-prices.ts";
import type { RequestContext } from "../../context.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const depsOf = ({ db, seller }: RequestContext) => ({ db, timeZone: seller.timeZone });

const productProcedure = adminProcedure("products.write")
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireProduct(ctx.db, ctx.admin, input.id)));

/** The planned prices of a product, whose id is `id`. */
export const plannedPricesRouter = router({
  list: adminProcedure("products.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => listPlannedPrices(depsOf(ctx), ctx.admin, input.id)),
  create: productProcedure.input(createPlannedPriceSchema).mutation(async ({ ctx, input: { id, ...planned } }) => {
    await createPlannedPrice(depsOf(ctx), ctx.admin, id, planned);
    return { message: "Price planned" };
  }),
  update: productProcedure.input(updatePlannedPriceSchema).mutation(async ({ ctx, input: { id, ...planned } }) => {
    await updatePlannedPrice(depsOf(ctx), ctx.admin, id, planned);
    return { message: "Planned price saved" };
  }),
  remove: productProcedure.input(removePlannedPriceSchema).mutation(async ({ ctx, input: { id, ...planned } }) => {
    await removePlannedPrice(depsOf(ctx), ctx.admin, id, planned);
    return { message: "Planned price removed" };
  }),
});
