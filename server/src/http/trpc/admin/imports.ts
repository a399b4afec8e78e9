import { checkImportSchema, importRowsSchema, readImportSchema, undoImportSchema } from "@shop/shared/catalog/import";
import { idInputSchema } from "@shop/shared/query";
import {
  beginApply,
  beginUndo,
  checkImport,
  discardImport,
  fetchFailedAgain,
  listConflicts,
  listFailedImages,
  listImports,
  pageImportRows,
  readImport,
} from "../../../domain/import/manage.ts";
import { beginInvitations } from "../../../domain/import/records/invite.ts";
import { readFileAs } from "../../../domain/import/store-file.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const importProcedure = adminProcedure("imports.write")
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => readImport(ctx.db, ctx.admin, input.id)));

/** Files of products, customers and earlier orders that admins import. */
export const importsRouter = router({
  list: adminProcedure("imports.write").query(({ ctx }) => listImports(ctx.db, ctx.admin)),
  byId: adminProcedure("imports.write")
    .input(idInputSchema)
    .query(({ ctx, input }) => readImport(ctx.db, ctx.admin, input.id)),
  rows: importProcedure.input(importRowsSchema).query(({ ctx, input }) => pageImportRows(ctx.db, ctx.admin, input)),
  conflicts: adminProcedure("imports.write")
    .input(idInputSchema)
    .query(({ ctx, input }) => listConflicts(ctx.db, ctx.admin, input.id)),
  failedImages: adminProcedure("imports.write")
    .input(idInputSchema)
    .query(({ ctx, input }) => listFailedImages(ctx.db, ctx.admin, input.id)),
  readAs: importProcedure.input(readImportSchema).mutation(async ({ ctx, input: { id, ...layout } }) => {
    await readFileAs(ctx.db, ctx.admin, id, layout);
    return readImport(ctx.db, ctx.admin, id);
  }),
  check: importProcedure.input(checkImportSchema).mutation(async ({ ctx, input: { id, ...check } }) => {
    await checkImport(ctx.db, ctx.admin, id, check);
    return { message: "The file is being checked" };
  }),
  start: adminProcedure("imports.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await beginApply(ctx.db, ctx.admin, input.id);
      return { message: "The file is being imported" };
    }),
  undo: importProcedure.input(undoImportSchema).mutation(async ({ ctx, input }) => {
    await beginUndo(ctx.db, ctx.admin, input.id, input.overwrite);
    return { message: "The import is being undone" };
  }),
  invite: adminProcedure("imports.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await beginInvitations(ctx.db, ctx.admin, input.id);
      return { message: "The customers are being written to" };
    }),
  discard: adminProcedure("imports.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await discardImport(ctx.db, ctx.admin, input.id);
      return { message: "Import discarded" };
    }),
  fetchAgain: adminProcedure("imports.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await fetchFailedAgain(ctx.db, ctx.admin, input.id);
      return { message: "The images are fetched again" };
    }),
});
