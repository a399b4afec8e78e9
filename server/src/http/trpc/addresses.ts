import { saveAddressSchema } from "@shop/shared/account/address";
import { idInputSchema } from "@shop/shared/query";
import {
  changeAddress,
  makeDefaultAddress,
  readAddressBook,
  removeAddress,
  requireAddress,
  saveAddress,
} from "../../domain/account/addresses.ts";
import { router, userProcedure } from "./trpc.ts";

/** 404 comes before 400. */
const addressProcedure = userProcedure.input(idInputSchema).use(async ({ ctx, input, next }) => {
  await requireAddress(ctx.db, ctx.user, input.id);
  return next();
});

/** The caller's address book. */
export const addressesRouter = router({
  list: userProcedure.query(({ ctx }) => readAddressBook(ctx.db, ctx.user)),
  save: userProcedure.input(saveAddressSchema).mutation(({ ctx, input }) => saveAddress(ctx.db, ctx.user, input)),
  change: addressProcedure
    .input(saveAddressSchema)
    .mutation(({ ctx, input: { id, ...address } }) => changeAddress(ctx.db, ctx.user, id, address)),
  makeDefault: addressProcedure.mutation(({ ctx, input }) => makeDefaultAddress(ctx.db, ctx.user, input.id)),
  remove: addressProcedure.mutation(({ ctx, input }) => removeAddress(ctx.db, ctx.user, input.id)),
});
