import { accountDetailSchema, accountSchema, exportUsersSchema, updateUserSchema } from "@shop/shared/account/account";
import { toDecimalString } from "@shop/shared/money";
import { idInputSchema, listRangeSchema } from "@shop/shared/query";
import { z } from "zod";
import { exportCustomers, listUsers, readUser, updateUser } from "../../domain/account/admin-users.ts";
import { deleteUser } from "../../domain/personal-data/delete-user.ts";
import { csvAnswer, messageAnswer } from "../openapi/answers.ts";
import { exampleAccount, exampleAccountDetail } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";
import { shopifyCustomerColumns, wooCommerceCustomerColumns } from "./moving-out/customer-columns.ts";
import { type CsvColumns, type Exported, sendCsv } from "./send-csv.ts";
import { sendList } from "./send-list.ts";

const tag = "Accounts";
const path = "/api/users";
const { name, email } = exampleAccount;

const columns: CsvColumns<Exported<typeof exportCustomers>> = {
  ID: ({ _id }) => _id,
  NAME: ({ name: full }) => full,
  EMAIL: ({ email: address }) => address,
  ADMIN: ({ isAdmin }) => (isAdmin ? "yes" : "no"),
  SINCE: ({ createdAt }) => createdAt.toISOString(),
  ADDRESS: ({ address }) => address ?? "",
  CITY: ({ city }) => city ?? "",
  "POSTAL CODE": ({ postalCode }) => postalCode ?? "",
  COUNTRY: ({ country }) => country ?? "",
  MARKETING: ({ acceptsMarketing }) => (acceptsMarketing ? "yes" : "no"),
  TAGS: ({ tags }) => tags.join(", "),
  "PAID ORDERS": ({ money }) => (money === null ? "" : String(money.paidOrders)),
  SPENT: ({ money }) => (money === null ? "" : toDecimalString(money.spentCents)),
};

/** Everybody's accounts, for administrators. */
export const userEndpoints = [
  endpoint({
    method: "GET",
    path,
    caller: "admin",
    needs: ["customers.read"],
    id: "listUsers",
    tag,
    summary: "List accounts",
    description: "Newest first, all of them or a range.",
    input: { query: listRangeSchema },
    answers: { 200: { description: "The accounts.", schema: z.array(accountSchema), example: [exampleAccount] } },
    refuses: ["NOT_FOUND"],
    run: ({ services, actor, reply, query }) => sendList(reply, listUsers(services.largeActs, actor, query)),
  }),
  endpoint({
    method: "GET",
    path: `${path}.csv`,
    caller: "admin",
    needs: ["customers.read"],
    id: "exportUsers",
    tag,
    summary: "Export accounts for spreadsheets",
    description:
      "Every account that the filter means, newest first: for spreadsheets, with what each has spent if the caller may see orders, or with the default addresses as customers of Shopify or WooCommerce.",
    input: { query: exportUsersSchema },
    answers: { 200: csvAnswer("ID,NAME,EMAIL,ADMIN,SINCE…") },
    run: ({ services: { largeActs, shop }, actor, reply, query: { format, ...filter } }) => {
      if (format === "own")
        return sendCsv({ reply, shop }, { name: "users", columns }, exportCustomers(largeActs, actor, filter));
      // Customers type their names, which a spreadsheet must not run: cells are prefixed for other shops as well.
      const file =
        format === "shopify"
          ? { name: "shopify-customers", columns: shopifyCustomerColumns }
          : { name: "woocommerce-customers", columns: wooCommerceCustomerColumns };
      return sendCsv({ reply, shop }, file, exportCustomers(largeActs, actor, filter));
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/:id`,
    caller: "admin",
    needs: ["customers.read"],
    id: "readUser",
    tag,
    summary: "Read an account",
    description: "With the version that a change starts from. A deleted account is not found.",
    input: { params: idInputSchema },
    answers: { 200: { description: "The account.", schema: accountDetailSchema, example: exampleAccountDetail } },
    run: ({ services, actor, params }) => readUser(services.db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/:id`,
    caller: "admin",
    needs: ["customers.write"],
    id: "updateUser",
    tag,
    summary: "Change an account",
    description:
      "Another e-mail or role needs a sign-in, a password or a passkey of the last ten minutes, and a session with the second factor if the caller has one. Another role ends the account's sessions and revokes its API keys; all administrators hear of a new one by mail. One's own e-mail is changed by the profile. The last administrator keeps the role.",
    input: { params: idInputSchema, body: updateUserSchema },
    body: { example: { name, email, isAdmin: false }, ignored: ["userId"] },
    answers: {
      200: { description: "The account as it is now.", schema: accountDetailSchema, example: exampleAccountDetail },
    },
    refuses: ["EMAIL_TAKEN", "LAST_ADMIN", "STALE", "REAUTH_REQUIRED", "SECOND_FACTOR_REQUIRED"],
    requireExisting: ({ services, actor, id }) => readUser(services.db, actor, id),
    run: ({ services, actor, params, body }) => updateUser(services, actor, params.id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/:id`,
    caller: "admin",
    needs: ["customers.write"],
    id: "deleteUser",
    tag,
    summary: "Delete an account",
    description:
      "Ends its sessions, frees its e-mail and takes its name off reviews; its orders stay. Administrators cannot be deleted.",
    input: { params: idInputSchema },
    answers: { 200: messageAnswer("User deleted") },
    run: async ({ services, actor, params }) => {
      await deleteUser(services, actor, params.id);
      return { message: "User deleted" };
    },
  }),
];
