import { askProductsSchema } from "@shop/shared/catalog/ask-products";
import { termInputSchema } from "@shop/shared/catalog/browse";
import { type ProductPage, type ProductSummary, productIdsSchema, suggestSchema } from "@shop/shared/catalog/catalog";
import { type FoundProducts, productQuerySchema } from "@shop/shared/catalog/product-query";
import { productSlugSchema } from "@shop/shared/catalog/product-slug";
import { homeInputSchema } from "@shop/shared/page/home-layout-edit";
import { idInputSchema } from "@shop/shared/query";
import { featuredLimit } from "@shop/shared/shop";
import { findListed } from "../../domain/catalog/facet-choices.ts";
import { listProducts } from "../../domain/catalog/list.ts";
import { readEntrances, readMenu } from "../../domain/catalog/menu.ts";
import { readProductOfSlug } from "../../domain/catalog/product-slugs.ts";
import { listBrands, listCategories, readBrand, readCategory } from "../../domain/catalog/read.ts";
import { listByIds, listRecommended } from "../../domain/catalog/recommendations.ts";
import { productSearch } from "../../domain/catalog/search/product-search.ts";
import { listFeatured } from "../../domain/catalog/storefront.ts";
import { readTermPage } from "../../domain/catalog/term-page.ts";
import { readHome } from "../../domain/home/shown-blocks.ts";
import { tagsOf } from "../cache/catalog-tags.ts";
import { readPublic } from "../cache/read-public.ts";
import { showProductPage } from "../catalog.ts";
import { publicProcedure, router } from "./trpc.ts";

export const catalogRouter = router({
  /** Reads the keyword as a question: what it says of price, size and the like becomes filters. */
  list: publicProcedure.input(askProductsSchema).query(({ ctx, input }) =>
    readPublic(
      ctx,
      (page: ProductPage) => tagsOf["catalog.list"](page, input.keyword),
      (db) => listProducts(db, { ...input, isQuestion: true }, ctx.settings.current.pageSize),
    ),
  ),
  find: publicProcedure.input(productQuerySchema).query(({ ctx, input }) =>
    readPublic(
      ctx,
      (found: FoundProducts) => tagsOf["catalog.find"](found, input),
      (db) => findListed(db, input, ctx.settings.current.pageSize),
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
  /** The parts of Home in their order. */
  home: publicProcedure
    .input(homeInputSchema)
    .query(({ ctx, input }) => readPublic(ctx, tagsOf["catalog.home"], (db) => readHome(db, input.isFirstPage))),
  product: publicProcedure.input(idInputSchema).query(({ ctx, input }) => showProductPage(ctx, input.id)),
  productOfSlug: publicProcedure
    .input(productSlugSchema)
    .query(({ ctx, input }) =>
      readPublic(ctx, tagsOf["catalog.productOfSlug"], (db) => readProductOfSlug(db, input.slug)),
    ),
  recommended: publicProcedure.input(idInputSchema).query(({ ctx, input }) =>
    readPublic(
      ctx,
      (products: ProductSummary[]) => tagsOf["catalog.recommended"](products, input.id),
      (db) => listRecommended(db, input.id),
    ),
  ),
  byIds: publicProcedure
    .input(productIdsSchema)
    .query(({ ctx, input }) => readPublic(ctx, tagsOf["catalog.byIds"], (db) => listByIds(db, input))),
  menu: publicProcedure.query(({ ctx }) => readPublic(ctx, tagsOf["catalog.menu"], readMenu)),
  entrances: publicProcedure.query(({ ctx }) => readPublic(ctx, tagsOf["catalog.entrances"], readEntrances)),
  term: publicProcedure.input(termInputSchema).query(({ ctx, input }) =>
    readPublic(
      ctx,
      () => tagsOf["catalog.term"](input.kind),
      (db) => readTermPage(db, input),
    ),
  ),
  brands: publicProcedure.query(({ ctx }) => readPublic(ctx, tagsOf["catalog.brands"], listBrands)),
  brand: publicProcedure.input(idInputSchema).query(({ ctx, input }) => readBrand(ctx.db, input.id)),
  categories: publicProcedure.query(({ ctx }) => readPublic(ctx, tagsOf["catalog.categories"], listCategories)),
  category: publicProcedure.input(idInputSchema).query(({ ctx, input }) => readCategory(ctx.db, input.id)),
});
