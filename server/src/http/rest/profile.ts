import { Readable } from "node:stream";
import { reauthenticateSchema, signedInSchema, updateProfileSchema } from "@shop/shared/account/account";
import { ownDataSchema } from "@shop/shared/account/own-data";
import { type OwnDataParts, readOwnData } from "../../domain/personal-data/own-data.ts";
import { changeProfile, confirmPassword, deleteAccountOfCaller, showProfile } from "../account.ts";
import { messageAnswer } from "../openapi/answers.ts";
import { exampleAccount, exampleOwnData, examplePassword, exampleSignedIn } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";
import { signedInAnswer } from "./sign-in.ts";

const tag = "Accounts";
const path = "/api/users/profile";
const { name, email } = exampleAccount;

/** One JSON object, list after list, however much there is. A failure midway cuts the connection. */
async function* toJson({ head, lists }: OwnDataParts): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [list, open] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(list)}:[`;
    let separator = "\n";
    for await (const batch of open()) {
      yield separator + batch.map((row) => JSON.stringify(row)).join(",\n");
      separator = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}

/** The name of the file with somebody's data. */
function dataFileName(shopName: string): string {
  const words = shopName.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return `${words.replaceAll(/^-|-$/g, "") || "shop"}-data.json`;
}

/** The caller's account and everything that the shop stores about them. */
export const profileEndpoints = [
  endpoint({
    method: "GET",
    path,
    caller: "customer",
    id: "readProfile",
    tag,
    summary: "Read one's own account",
    description: "The account that the session belongs to, and when the session ends.",
    input: {},
    answers: { 200: { description: "The account.", schema: signedInSchema, example: exampleSignedIn } },
    run: ({ actor }) => showProfile(actor),
  }),
  endpoint({
    method: "PUT",
    path,
    caller: "member",
    id: "updateProfile",
    tag,
    summary: "Change one's own account",
    description:
      "A password that is absent or empty stays as it is; a new one ends the caller's other sessions. A new password or " +
      "e-mail requires that the caller has typed the password or used a passkey in the last ten minutes, by signing in or " +
      "by `POST /api/users/reauth`. A new e-mail is there at once; until it is confirmed by the link in a mail to it, all " +
      "other mails go to the address before.",
    input: { body: updateProfileSchema },
    body: { example: { name, email } },
    answers: { 200: signedInAnswer("The account as it is now.") },
    refuses: ["REAUTH_REQUIRED", "EMAIL_TAKEN", "RATE_LIMITED"],
    run: ({ context, actor, body }) => changeProfile(context, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/data`,
    caller: "customer",
    id: "downloadOwnData",
    tag,
    summary: "Download one's own data",
    description:
      "Everything that the shop stores about the caller, as a file: account, sessions, orders with their payments, " +
      "reviews, mails, and what administrators changed. Without secrets and without the data of others. Requires the " +
      "password as a change of it does. Downloads are limited.",
    input: {},
    answers: {
      200: {
        description: "The data. Amounts are in cents.",
        schema: ownDataSchema,
        example: exampleOwnData,
        headers: { "Content-Disposition": "Names the file." },
      },
    },
    refuses: ["REAUTH_REQUIRED", "RATE_LIMITED"],
    run: async ({ services, actor, reply }) => {
      const parts = await readOwnData({ ...services, db: services.largeActs }, actor);
      return reply
        .type("application/json; charset=utf-8")
        .header("content-disposition", `attachment; filename="${dataFileName(services.shop.name)}"`)
        .send(Readable.from(toJson(parts)));
    },
  }),
  endpoint({
    method: "DELETE",
    path,
    caller: "customer",
    id: "deleteOwnAccount",
    tag,
    summary: "Delete one's own account",
    description:
      "Ends all sessions, frees the e-mail and takes the name off reviews; orders stay as they were placed. Requires the " +
      "password as a change of it does. Administrators cannot be deleted. Reads no body.",
    input: {},
    answers: { 200: { ...messageAnswer("Account deleted"), headers: { "Set-Cookie": "Takes the session back." } } },
    refuses: ["FORBIDDEN", "REAUTH_REQUIRED"],
    run: ({ context, actor }) => deleteAccountOfCaller(context, actor),
  }),
  endpoint({
    method: "POST",
    path: "/api/users/reauth",
    caller: "member",
    id: "reauthenticate",
    tag,
    summary: "Confirm one's own password",
    description:
      "For ten minutes, the caller's session may then change password and e-mail, download all data and delete the account. Wrong tries are limited.",
    input: { body: reauthenticateSchema },
    body: { example: { password: examplePassword } },
    answers: { 200: messageAnswer("Password confirmed") },
    refuses: ["INVALID_CREDENTIALS", "RATE_LIMITED"],
    run: ({ context, actor, body }) => confirmPassword(context, actor, body),
  }),
];
