import { listProductsSchema, suggestSchema } from "@shop/shared/catalog";
import { idInputSchema } from "@shop/shared/query";
import { featuredLimit } from "@shop/shared/shop";
import { listFeatured, listProducts } from "../../domain/catalog/list.ts";
import { listBrands, listCategories, readBrand, readCategory } from "../../domain/catalog/read.ts";
import { suggest } from "../../domain/catalog/suggest.ts";
import { showProduct } from "../catalog.ts";
import { publicProcedure, router } from "./trpc.ts";

export const catalogRouter = router({
  list: publicProcedure.input(listProductsSchema).query(({ ctx, input }) => listProducts(ctx.db, input, ctx.pageSize)),
  suggest: publicProcedure.input(suggestSchema).query(({ ctx, input }) => suggest(ctx.db, input.keyword)),
  featured: publicProcedure.query(({ ctx }) => listFeatured(ctx.db, featuredLimit)),
  product: publicProcedure.input(idInputSchema).query(({ ctx, input }) => showProduct(ctx, input.id)),
  brands: publicProcedure.query(({ ctx }) => listBrands(ctx.db)),
  brand: publicProcedure.input(idInputSchema).query(({ ctx, input }) => readBrand(ctx.db, input.id)),
  categories: publicProcedure.query(({ ctx }) => listCategories(ctx.db)),
  category: publicProcedure.input(idInputSchema).query(({ ctx, input }) => readCategory(ctx.db, input.id)),
});
