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
import { existing } from "./existing.ts";
import { router, userProcedure } from "./trpc.ts";

const addressProcedure = userProcedure
  .input(idInputSchema)
  .use(existing(({ ctx, input }) => requireAddress(ctx.db, ctx.user, input.id)));

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
