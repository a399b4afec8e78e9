import { addOldAddressesSchema, pageOldAddressesSchema, saveOldAddressSchema } from "@shop/shared/catalog/old-address";
import {
  pageEmptySearchesSchema,
  pageRedirectsSchema,
  pageSynonymsSchema,
  saveRedirectSchema,
  saveSynonymsSchema,
} from "@shop/shared/catalog/search-settings";
import { idInputSchema } from "@shop/shared/query";
import { pageEmptySearches } from "../../../domain/catalog/empty-searches.ts";
import {
  addOldAddresses,
  createOldAddress,
  deleteOldAddress,
  pageOldAddresses,
  readOldAddress,
  updateOldAddress,
} from "../../../domain/catalog/old-addresses.ts";
import {
  createRedirect,
  deleteRedirect,
  pageRedirects,
  readRedirect,
  updateRedirect,
} from "../../../domain/catalog/search-redirects.ts";
import {
  createSynonyms,
  deleteSynonyms,
  pageSynonyms,
  readSynonyms,
  updateSynonyms,
} from "../../../domain/catalog/synonyms.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const synonymsRouter = router({
  page: adminProcedure("products.read")
    .input(pageSynonymsSchema)
    .query(({ ctx, input }) => pageSynonyms(ctx.db, ctx.admin, input)),
  create: adminProcedure("products.write")
    .input(saveSynonymsSchema)
    .mutation(({ ctx, input }) => createSynonyms(ctx.db, ctx.admin, input)),
  update: adminProcedure("products.write")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => readSynonyms(ctx.db, ctx.admin, input.id)))
    .input(saveSynonymsSchema)
    .mutation(({ ctx, input: { id, ...change } }) => updateSynonyms(ctx.db, ctx.admin, id, change)),
  delete: adminProcedure("products.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteSynonyms(ctx.db, ctx.admin, input.id);
      return { message: "Synonyms deleted" };
    }),
});

const redirectsRouter = router({
  page: adminProcedure("products.read")
    .input(pageRedirectsSchema)
    .query(({ ctx, input }) => pageRedirects(ctx.db, ctx.admin, input)),
  create: adminProcedure("products.write")
    .input(saveRedirectSchema)
    .mutation(({ ctx, input }) => createRedirect(ctx.db, ctx.admin, input)),
  update: adminProcedure("products.write")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => readRedirect(ctx.db, ctx.admin, input.id)))
    .input(saveRedirectSchema)
    .mutation(({ ctx, input: { id, ...change } }) => updateRedirect(ctx.db, ctx.admin, id, change)),
  delete: adminProcedure("products.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteRedirect(ctx.db, ctx.admin, input.id);
      return { message: "Redirect deleted" };
    }),
});

const oldAddressesRouter = router({
  page: adminProcedure("products.read")
    .input(pageOldAddressesSchema)
    .query(({ ctx, input }) => pageOldAddresses(ctx.db, ctx.admin, input)),
  create: adminProcedure("products.write")
    .input(saveOldAddressSchema)
    .mutation(({ ctx, input }) => createOldAddress(ctx.db, ctx.admin, input)),
  addMany: adminProcedure("products.write")
    .input(addOldAddressesSchema)
    .mutation(({ ctx, input }) => addOldAddresses(ctx.db, ctx.admin, input.lines)),
  update: adminProcedure("products.write")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => readOldAddress(ctx.db, ctx.admin, input.id)))
    .input(saveOldAddressSchema)
    .mutation(({ ctx, input: { id, ...change } }) => updateOldAddress(ctx.db, ctx.admin, id, change)),
  delete: adminProcedure("products.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteOldAddress(ctx.db, ctx.admin, input.id);
      return { message: "Old address deleted" };
    }),
});

/** What admins set for the search, and what was searched for without a result. */
export const searchRouter = router({
  empty: adminProcedure("insights.read")
    .input(pageEmptySearchesSchema)
    .query(({ ctx, input }) => pageEmptySearches(ctx.db, ctx.admin, input)),
  synonyms: synonymsRouter,
  redirects: redirectsRouter,
  oldAddresses: oldAddressesRouter,
});
