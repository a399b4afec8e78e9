import { listProductsSchema, suggestSchema } from "@shop/shared/catalog";
import { idInputSchema } from "@shop/shared/query";
import { featuredLimit } from "@shop/shared/shop";
import { listProducts } from "../../domain/catalog/list.ts";
import { listBrands, listCategories, readBrand, readCategory } from "../../domain/catalog/read.ts";
import { suggestProducts } from "../../domain/catalog/search/suggest-products.ts";
import { listFeatured } from "../../domain/catalog/storefront.ts";
import { showProduct } from "../catalog.ts";
import { readFromReplica } from "../read-replica.ts";
import { publicProcedure, router } from "./trpc.ts";

export const catalogRouter = router({
  list: publicProcedure
    .input(listProductsSchema)
    .query(({ ctx, input }) => readFromReplica(ctx, ctx.request, (db) => listProducts(db, input, ctx.pageSize))),
  suggest: publicProcedure
    .input(suggestSchema)
    .query(({ ctx, input }) => readFromReplica(ctx, ctx.request, (db) => suggestProducts(db, input.keyword))),
  featured: publicProcedure.query(({ ctx }) =>
    readFromReplica(ctx, ctx.request, (db) => listFeatured(db, featuredLimit)),
  ),
  product: publicProcedure.input(idInputSchema).query(({ ctx, input }) => showProduct(ctx, input.id)),
  brands: publicProcedure.query(({ ctx }) => readFromReplica(ctx, ctx.request, listBrands)),
  brand: publicProcedure.input(idInputSchema).query(({ ctx, input }) => readBrand(ctx.db, input.id)),
  categories: publicProcedure.query(({ ctx }) => readFromReplica(ctx, ctx.request, listCategories)),
  category: publicProcedure.input(idInputSchema).query(({ ctx, input }) => readCategory(ctx.db, input.id)),
});
