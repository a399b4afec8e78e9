import { pageProductsSchema, productTermsSchema, updateProductSchema } from "@shop/shared/catalog/admin-catalog";
import {
  bulkEditSchema,
  editFieldSchema,
  matchingProductsSchema,
  undoBulkSchema,
} from "@shop/shared/catalog/product-editing";
import { endGroupSchema, saveGroupSchema } from "@shop/shared/catalog/product-group";
import { idInputSchema } from "@shop/shared/query";
import {
  listMatchingProducts,
  pageProducts,
  readProductDetail,
  requireProduct,
} from "../../../domain/catalog/admin-products.ts";
import { bulkEdit } from "../../../domain/catalog/bulk-edit.ts";
import { createProduct } from "../../../domain/catalog/create-product.ts";
import { deleteProduct, restoreProduct } from "../../../domain/catalog/delete-product.ts";
import { duplicateProduct } from "../../../domain/catalog/duplicate-product.ts";
import { editField } from "../../../domain/catalog/edit-field.ts";
import { duplicateGroup } from "../../../domain/catalog/product-group/duplicate-group.ts";
import { readGroup } from "../../../domain/catalog/product-group/read-group.ts";
import { endGroup, saveGroup } from "../../../domain/catalog/product-group/save-group.ts";
import { listUsedAttributes } from "../../../domain/catalog/product-parts.ts";
import { readProductRecord } from "../../../domain/catalog/product-record.ts";
import { undoBulkEdit } from "../../../domain/catalog/undo-bulk-edit.ts";
import { updateProduct } from "../../../domain/catalog/update-product.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The admin's products. */
export const productsRouter = router({
  page: adminProcedure("products.read")
    .input(pageProductsSchema)
    .query(({ ctx, input }) => pageProducts(ctx.db, ctx.admin, input)),
  byId: adminProcedure("products.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => readProductDetail(ctx.db, ctx.admin, input.id)),
  usedAttributes: adminProcedure("products.read").query(({ ctx }) => listUsedAttributes(ctx.db, ctx.admin)),
  group: adminProcedure("products.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => readGroup(ctx.db, ctx.admin, input.id)),
  saveGroup: adminProcedure("products.write")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => requireProduct(ctx.db, ctx.admin, input.id)))
    .input(saveGroupSchema)
    .mutation(({ ctx, input }) => saveGroup(ctx.db, ctx.admin, input)),
  duplicateGroup: adminProcedure("products.write")
    .input(idInputSchema)
    .mutation(({ ctx, input }) => duplicateGroup(ctx.db, ctx.admin, input.id)),
  endGroup: adminProcedure("products.write")
    .input(endGroupSchema)
    .mutation(({ ctx, input }) => endGroup(ctx.db, ctx.admin, input)),
  create: adminProcedure("products.write").mutation(({ ctx }) => createProduct(ctx.db, ctx.admin)),
  createIn: adminProcedure("products.write")
    .input(productTermsSchema)
    .mutation(({ ctx, input }) => createProduct(ctx.db, ctx.admin, input)),
  update: adminProcedure("products.write")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => requireProduct(ctx.db, ctx.admin, input.id)))
    .input(updateProductSchema)
    .mutation(({ ctx, input: { id, ...change } }) => updateProduct(ctx.db, ctx.admin, id, change)),
  editField: adminProcedure("products.write")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => requireProduct(ctx.db, ctx.admin, input.id)))
    .input(editFieldSchema)
    .mutation(({ ctx, input: { id, ...edit } }) => editField(ctx.db, ctx.admin, id, edit)),
  matching: adminProcedure("products.read")
    .input(matchingProductsSchema)
    .query(({ ctx, input }) => listMatchingProducts(ctx.largeActs, ctx.admin, input)),
  bulkEdit: adminProcedure("products.write")
    .input(bulkEditSchema)
    .mutation(({ ctx, input }) => bulkEdit(ctx.largeActs, ctx.admin, input)),
  undoBulkEdit: adminProcedure("products.write")
    .input(undoBulkSchema)
    .mutation(({ ctx, input }) => undoBulkEdit(ctx.largeActs, ctx.admin, input.key)),
  record: adminProcedure("products.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => readProductRecord(ctx.db, ctx.admin, input.id)),
  duplicate: adminProcedure("products.write")
    .input(idInputSchema)
    .mutation(({ ctx, input }) => duplicateProduct(ctx.db, ctx.admin, input.id)),
  restore: adminProcedure("products.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await restoreProduct(ctx.db, ctx.admin, input.id);
      return { message: "Product restored" };
    }),
  delete: adminProcedure("products.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteProduct(ctx.db, ctx.admin, input.id);
      return { message: "Product deleted" };
    }),
});
