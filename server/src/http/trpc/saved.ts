import { joinSavedSchema, savedProductSchema, saveProductSchema, sharedTokenSchema } from "@shop/shared/account/saved";
import { joinItems, readSaved, removeItem, saveItem } from "../../domain/saved/items.ts";
import { endSharing, readSharedList, shareList } from "../../domain/saved/share.ts";
import { publicProcedure, router, userProcedure } from "./trpc.ts";

/** What customers have saved for later. */
export const savedRouter = router({
  list: userProcedure.query(({ ctx }) => readSaved(ctx.db, ctx.user)),
  save: userProcedure.input(saveProductSchema).mutation(({ ctx, input }) => saveItem(ctx.db, ctx.user, input)),
  remove: userProcedure
    .input(savedProductSchema)
    .mutation(({ ctx, input }) => removeItem(ctx.db, ctx.user, input.productId)),
  join: userProcedure
    .input(joinSavedSchema)
    .mutation(({ ctx, input }) => joinItems(ctx.db, ctx.user, input.productIds)),
  share: userProcedure.mutation(({ ctx }) => shareList(ctx.db, ctx.user)),
  endSharing: userProcedure.mutation(({ ctx }) => endSharing(ctx.db, ctx.user)),
  /** Whoever knows the token may read the list. */
  shared: publicProcedure.input(sharedTokenSchema).query(({ ctx, input }) => readSharedList(ctx.db, input.token)),
});
