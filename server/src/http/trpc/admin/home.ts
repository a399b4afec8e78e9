import {
  createLayoutSchema,
  layoutSchema,
  previewHomeSchema,
  publishLayoutSchema,
  saveLayoutSchema,
} from "@shop/shared/page/home-layout-edit";
import {
  createLayout,
  deleteLayout,
  listLayouts,
  publishLayout,
  readLayout,
  saveLayout,
  unplanLayout,
} from "../../../domain/home/layouts.ts";
import { previewHome } from "../../../domain/home/shown-blocks.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

const layoutProcedure = adminProcedure("content.write")
  .input(layoutSchema.pick({ id: true }))
  .use(existing(({ ctx, input }) => readLayout(ctx.db, ctx.admin, input.id)));

/** The layouts of Home. */
export const homeRouter = router({
  list: adminProcedure("content.write").query(({ ctx }) => listLayouts(ctx.db, ctx.admin)),
  byId: adminProcedure("content.write")
    .input(layoutSchema.pick({ id: true }))
    .query(({ ctx, input }) => readLayout(ctx.db, ctx.admin, input.id)),
  /** How customers would see Home. A mutation, because the texts can be too long for an address. */
  preview: adminProcedure("content.write")
    .input(previewHomeSchema)
    .mutation(({ ctx, input }) => previewHome(ctx.db, ctx.admin, input.blocks)),
  create: adminProcedure("content.write")
    .input(createLayoutSchema)
    .mutation(({ ctx, input }) => createLayout(ctx.db, ctx.admin, input)),
  save: layoutProcedure.input(saveLayoutSchema).mutation(({ ctx, input }) => saveLayout(ctx.db, ctx.admin, input)),
  publish: layoutProcedure
    .input(publishLayoutSchema)
    .mutation(({ ctx, input }) => publishLayout({ db: ctx.db, timeZone: ctx.seller.timeZone }, ctx.admin, input)),
  unplan: adminProcedure("content.write")
    .input(layoutSchema)
    .mutation(({ ctx, input }) => unplanLayout(ctx.db, ctx.admin, input)),
  delete: adminProcedure("content.write")
    .input(layoutSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteLayout(ctx.db, ctx.admin, input);
      return { message: "Layout deleted" };
    }),
});
