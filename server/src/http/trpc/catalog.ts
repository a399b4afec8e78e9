import { listProductsSchema, type ProductPage, suggestSchema } from "@shop/shared/catalog";
import { idInputSchema } from "@shop/shared/query";
import { featuredLimit } from "@shop/shared/shop";
import { listProducts } from "../../domain/catalog/list.ts";
import { listBrands, listCategories, readBrand, readCategory } from "../../domain/catalog/read.ts";
import { productSearch } from "../../domain/catalog/search/product-search.ts";
import { listFeatured } from "../../domain/catalog/storefront.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { readPublic } from "../cache/read-public.ts";
import { showProduct } from "../catalog.ts";
import { publicProcedure, router } from "./trpc.ts";

export const catalogRouter = router({
  list: publicProcedure.input(listProductsSchema).query(({ ctx, input }) =>
    readPublic(
      ctx,
      (page: ProductPage) => tagsOf["catalog.list"](page, input.keyword),
      (db) => listProducts(db, input, ctx.pageSize),
    ),
  ),
  suggest: publicProcedure
    .input(suggestSchema)
    .query(({ ctx, input }) =>
      readPublic(ctx, tagsOf["catalog.suggest"], (db) => productSearch.suggestProducts(db, input.keyword)),
    ),
  featured: publicProcedure.query(({ ctx }) =>
    readPublic(ctx, tagsOf["catalog.featured"], (db) => listFeatured(db, featuredLimit)),
  ),
  product: publicProcedure.input(idInputSchema).query(({ ctx, input }) => showProduct(ctx, input.id)),
  brands: publicProcedure.query(({ ctx }) => readPublic(ctx, tagsOf["catalog.brands"], listBrands)),
  brand: publicProcedure.input(idInputSchema).query(({ ctx, input }) => readBrand(ctx.db, input.id)),
  categories: publicProcedure.query(({ ctx }) => readPublic(ctx, tagsOf["catalog.categories"], listCategories)),
  category: publicProcedure.input(idInputSchema).query(({ ctx, input }) => readCategory(ctx.db, input.id)),
});
