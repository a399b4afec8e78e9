import { pageProductsSchema, updateProductSchema } from "@shop/shared/admin-catalog";
import { idInputSchema } from "@shop/shared/query";
import { saveSiblingsSchema } from "@shop/shared/siblings";
import { pageProducts, readProductDetail, requireProduct } from "../../../domain/catalog/admin-products.ts";
import { createProduct } from "../../../domain/catalog/create-product.ts";
import { deleteProduct } from "../../../domain/catalog/delete-product.ts";
import { listUsedAttributes } from "../../../domain/catalog/product-parts.ts";
import { readSiblings, saveSiblings } from "../../../domain/catalog/siblings.ts";
import { updateProduct } from "../../../domain/catalog/update-product.ts";
import { validateExisting } from "../../validate-existing.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The admin's products. */
export const productsRouter = router({
  page: adminProcedure.input(pageProductsSchema).query(({ ctx, input }) => pageProducts(ctx.db, ctx.admin, input)),
  byId: adminProcedure.input(idInputSchema).query(({ ctx, input }) => readProductDetail(ctx.db, ctx.admin, input.id)),
  usedAttributes: adminProcedure.query(({ ctx }) => listUsedAttributes(ctx.db, ctx.admin)),
  siblings: adminProcedure.input(idInputSchema).query(({ ctx, input }) => readSiblings(ctx.db, ctx.admin, input.id)),
  saveSiblings: adminProcedure
    .input(idInputSchema)
    .use(({ ctx, input, next }) =>
      validateExisting(
        () => next(),
        () => requireProduct(ctx.db, ctx.admin, input.id),
      ),
    )
    .input(saveSiblingsSchema)
    .mutation(({ ctx, input }) => saveSiblings(ctx.db, ctx.admin, input)),
  create: adminProcedure.mutation(({ ctx }) => createProduct(ctx.db, ctx.admin)),
  update: adminProcedure
    .input(idInputSchema)
    .use(({ ctx, input, next }) =>
      validateExisting(
        () => next(),
        () => requireProduct(ctx.db, ctx.admin, input.id),
      ),
    )
    .input(updateProductSchema)
    .mutation(({ ctx, input: { id, ...change } }) => updateProduct(ctx.db, ctx.admin, id, change)),
  delete: adminProcedure.input(idInputSchema).mutation(async ({ ctx, input }) => {
    await deleteProduct(ctx.db, ctx.admin, input.id);
    return { message: "Product deleted" };
  }),
});
