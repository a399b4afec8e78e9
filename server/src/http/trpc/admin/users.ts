import { pageUsersSchema, updateUserSchema } from "@shop/shared/account/account";
import { changeTagsSchema } from "@shop/shared/account/customer-notes";
import { changeCreditSchema } from "@shop/shared/credit/credit-schema";
import { addNoteSchema } from "@shop/shared/order/order-message";
import { idInputSchema } from "@shop/shared/query";
import { accountsInList } from "@shop/shared/shop";
import {
  isSortedByMoney,
  listUsers,
  pageUsers,
  readUser,
  signUserOut,
  updateUser,
} from "../../../domain/account/admin-users.ts";
import { addCustomerNote, removeCustomerNote } from "../../../domain/account/customer-notes.ts";
import { changeTags, listTags } from "../../../domain/account/customer-tags.ts";
import { collect } from "../../../domain/base/batches.ts";
import { readCustomer } from "../../../domain/dashboard/customer.ts";
import { deleteUser } from "../../../domain/personal-data/delete-user.ts";
import { changeCredit } from "../../../domain/store-credit/change-credit.ts";
import { readCustomerCredit } from "../../../domain/store-credit/customer-account.ts";
import { existing } from "../existing.ts";
import { adminProcedure, router } from "../trpc.ts";

/** The admin's accounts. */
export const usersRouter = router({
  list: adminProcedure("customers.read").query(({ ctx }) =>
    collect(listUsers(ctx.db, ctx.admin, { limit: accountsInList })),
  ),
  page: adminProcedure("customers.read")
    .input(pageUsersSchema)
    .query(({ ctx, input }) => pageUsers(isSortedByMoney(input) ? ctx.largeActs : ctx.db, ctx.admin, input)),
  tags: adminProcedure("customers.read").query(({ ctx }) => listTags(ctx.db, ctx.admin)),
  changeTags: adminProcedure("customers.write")
    .input(changeTagsSchema)
    .mutation(({ ctx, input }) => changeTags(ctx.db, ctx.admin, input)),
  addNote: adminProcedure("customers.write")
    .input(idInputSchema.extend(addNoteSchema.shape))
    .mutation(({ ctx, input: { id, ...note } }) => addCustomerNote(ctx.db, ctx.admin, id, note)),
  removeNote: adminProcedure("customers.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await removeCustomerNote(ctx.db, ctx.admin, input.id);
      return { message: "Note removed" };
    }),
  byId: adminProcedure("customers.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => readUser(ctx.db, ctx.admin, input.id)),
  customer: adminProcedure("customers.read", "orders.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => readCustomer(ctx.db, ctx.admin, input.id)),
  credit: adminProcedure("customers.read")
    .input(idInputSchema)
    .query(({ ctx, input }) => readCustomerCredit(ctx.db, ctx.admin, input.id)),
  changeCredit: adminProcedure("customers.read", "orders.refund")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => readUser(ctx.db, ctx.admin, input.id)))
    .input(changeCreditSchema)
    .mutation(({ ctx, input }) => changeCredit(ctx.db, ctx.admin, input)),
  update: adminProcedure("customers.write")
    .input(idInputSchema)
    .use(existing(({ ctx, input }) => readUser(ctx.db, ctx.admin, input.id)))
    .input(updateUserSchema)
    .mutation(({ ctx, input: { id, ...change } }) => updateUser(ctx, ctx.admin, id, change)),
  signOut: adminProcedure("customers.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await signUserOut(ctx.db, ctx.admin, input.id);
      return { message: "Signed out everywhere" };
    }),
  delete: adminProcedure("customers.write")
    .input(idInputSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteUser(ctx, ctx.admin, input.id);
      return { message: "User deleted" };
    }),
});
