import {
  accountDetailSchema,
  accountSchema,
  linkTokenSchema,
  reauthenticateSchema,
  registerSchema,
  requestResetSchema,
  resetPasswordSchema,
  signedInSchema,
  signInSchema,
  updateProfileSchema,
  updateUserSchema,
} from "@shop/shared/account/account";
import { ownDataSchema } from "@shop/shared/account/own-data";
import { signatureRequestSchema, signatureSchema } from "@shop/shared/account/passkey";
import { listRangeSchema } from "@shop/shared/query";
import { z } from "zod";
import { messageAnswer, sessionCookieAnswer } from "./answers.ts";
import { type Answer, documented } from "./documented.ts";
import {
  exampleAccount,
  exampleAccountDetail,
  exampleOwnData,
  exampleSignature,
  exampleSignatureRequest,
  exampleSignedIn,
} from "./examples.ts";

const tag = "Accounts";
const { name, email } = exampleAccount;
const password = "correct horse battery";

const signedIn = (description: string): Answer => ({
  description,
  schema: signedInSchema,
  example: exampleSignedIn,
  headers: sessionCookieAnswer,
});

/** Operations of accounts and sessions. */
export const accountDocs = {
  signIn: documented({
    id: "signIn",
    tag,
    who: "anyone",
    summary: "Sign in",
    description:
      "A wrong password and an unknown e-mail are refused alike. Failed tries are counted and limited. An administrator " +
      "with a second factor is refused without `code`, once the password is right.",
    body: { schema: signInSchema, example: { email, password } },
    answers: { 200: signedIn("Signed in.") },
    refuses: ["INVALID_CREDENTIALS", "SECOND_FACTOR_REQUIRED", "RATE_LIMITED"],
  }),
  beginPasskeySignIn: documented({
    id: "beginPasskeySignIn",
    tag,
    who: "anyone",
    summary: "Begin to sign in with a passkey",
    description:
      "What a browser's `navigator.credentials.get` needs: `PublicKeyCredentialRequestOptionsJSON`. Reads no body.",
    answers: {
      200: { description: "The request.", schema: signatureRequestSchema, example: exampleSignatureRequest },
    },
    refuses: ["RATE_LIMITED"],
  }),
  signInWithPasskey: documented({
    id: "signInWithPasskey",
    tag,
    who: "anyone",
    summary: "Sign in with a passkey",
    description:
      "The body is the browser's credential, as its `toJSON` gives it. The passkey must be unlocked by its user, and " +
      "each request can be answered once. It counts as two factors.",
    body: { schema: signatureSchema, example: exampleSignature },
    answers: { 200: signedIn("Signed in.") },
    refuses: ["INVALID_CREDENTIALS", "RATE_LIMITED"],
  }),
  register: documented({
    id: "register",
    tag,
    who: "anyone",
    summary: "Register",
    description: "Makes a customer's account and signs them in. Short and common passwords are refused.",
    body: { schema: registerSchema, example: { name, email, password } },
    answers: { 201: signedIn("Registered and signed in.") },
    refuses: ["EMAIL_TAKEN", "RATE_LIMITED"],
  }),
  signOut: documented({
    id: "signOut",
    tag,
    who: "anyone",
    summary: "Sign out",
    description: "Ends the caller's session; harmless without one. Reads no body.",
    answers: {
      200: { ...messageAnswer("Logged out successfully"), headers: { "Set-Cookie": "Takes the session back." } },
    },
  }),
  requestReset: documented({
    id: "requestPasswordReset",
    tag,
    who: "anyone",
    summary: "Request a code for a new password",
    description:
      "Sends a code of eight digits to the account's confirmed address. It is valid for ten minutes, five tries and one " +
      "use, and ends older ones. Known and unknown addresses get the same answer in the same time.",
    body: { schema: requestResetSchema, example: { email } },
    answers: { 200: messageAnswer("If there is an account for this address, we have sent it a code.") },
    refuses: ["RATE_LIMITED"],
  }),
  resetPassword: documented({
    id: "resetPassword",
    tag,
    who: "anyone",
    summary: "Set a new password with a code",
    description: "Ends all sessions of the account, and does not sign in. A weak password leaves the code valid.",
    body: { schema: resetPasswordSchema, example: { email, code: "12345678", password } },
    answers: { 200: messageAnswer("Password changed") },
    refuses: ["INVALID_CODE", "RATE_LIMITED"],
  }),
  confirmEmail: documented({
    id: "confirmEmail",
    tag,
    who: "anyone",
    summary: "Confirm an e-mail",
    description: "With the token of the mail to a new address, which works for seven days. Harmless when repeated.",
    body: { schema: linkTokenSchema, example: { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl" } },
    answers: { 200: messageAnswer("E-mail confirmed") },
    refuses: ["INVALID_LINK"],
  }),
  restoreEmail: documented({
    id: "restoreEmail",
    tag,
    who: "anyone",
    summary: "Undo a change of an e-mail",
    description:
      "With the token of the mail to the address before, which works for seven days: the account has that address again, " +
      "all its sessions end, and it needs a new password. Harmless when repeated.",
    body: { schema: linkTokenSchema, example: { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl" } },
    answers: {
      200: {
        description: "Done.",
        schema: z.object({ message: z.string(), email: z.string() }),
        example: { message: "E-mail restored", email },
      },
    },
    refuses: ["INVALID_LINK", "EMAIL_TAKEN"],
  }),
  profile: documented({
    id: "readProfile",
    tag,
    who: "customer",
    summary: "Read one's own account",
    description: "The account that the session belongs to, and when the session ends.",
    answers: { 200: { description: "The account.", schema: signedInSchema, example: exampleSignedIn } },
  }),
  updateProfile: documented({
    id: "updateProfile",
    tag,
    who: "customer",
    summary: "Change one's own account",
    description:
      "A password that is absent or empty stays as it is; a new one ends the caller's other sessions. A new password or " +
      "e-mail requires that the caller has typed the password or used a passkey in the last ten minutes, by signing in or " +
      "by `POST /api/users/reauth`. A new e-mail is there at once; until it is confirmed by the link in a mail to it, all " +
      "other mails go to the address before.",
    body: { schema: updateProfileSchema, example: { name, email } },
    answers: { 200: signedIn("The account as it is now.") },
    refuses: ["REAUTH_REQUIRED", "EMAIL_TAKEN", "RATE_LIMITED"],
  }),
  data: documented({
    id: "downloadOwnData",
    tag,
    who: "customer",
    summary: "Download one's own data",
    description:
      "Everything that the shop stores about the caller, as a file: account, sessions, orders with their payments, " +
      "reviews, mails, and what administrators changed. Without secrets and without the data of others. Requires the " +
      "password as a change of it does. Downloads are limited.",
    answers: {
      200: {
        description: "The data. Amounts are in cents.",
        schema: ownDataSchema,
        example: exampleOwnData,
        headers: { "Content-Disposition": "Names the file." },
      },
    },
    refuses: ["REAUTH_REQUIRED", "RATE_LIMITED"],
  }),
  deleteOwn: documented({
    id: "deleteOwnAccount",
    tag,
    who: "customer",
    summary: "Delete one's own account",
    description:
      "Ends all sessions, frees the e-mail and takes the name off reviews; orders stay as they were placed. Requires the " +
      "password as a change of it does. Administrators cannot be deleted. Reads no body.",
    answers: { 200: { ...messageAnswer("Account deleted"), headers: { "Set-Cookie": "Takes the session back." } } },
    refuses: ["FORBIDDEN", "REAUTH_REQUIRED"],
  }),
  reauthenticate: documented({
    id: "reauthenticate",
    tag,
    who: "customer",
    summary: "Confirm one's own password",
    description:
      "For ten minutes, the caller's session may then change password and e-mail, download all data and delete the account. Wrong tries are limited.",
    body: { schema: reauthenticateSchema, example: { password } },
    answers: { 200: messageAnswer("Password confirmed") },
    refuses: ["INVALID_CREDENTIALS", "RATE_LIMITED"],
  }),
  list: documented({
    id: "listUsers",
    tag,
    who: "admin",
    summary: "List accounts",
    description: "Newest first, all of them or a range.",
    query: listRangeSchema,
    answers: { 200: { description: "The accounts.", schema: z.array(accountSchema), example: [exampleAccount] } },
    refuses: ["NOT_FOUND"],
  }),
  read: documented({
    id: "readUser",
    tag,
    who: "admin",
    summary: "Read an account",
    description: "With the version that a change starts from. A deleted account is not found.",
    answers: { 200: { description: "The account.", schema: accountDetailSchema, example: exampleAccountDetail } },
  }),
  update: documented({
    id: "updateUser",
    tag,
    who: "admin",
    summary: "Change an account",
    description:
      "Another e-mail or role needs a sign-in, a password or a passkey of the last ten minutes, and a session with the second factor if the caller has one. Another role ends the account's sessions and revokes its API keys; all administrators hear of a new one by mail. One's own e-mail is changed by the profile. The last administrator keeps the role.",
    body: { schema: updateUserSchema, example: { name, email, isAdmin: false }, ignored: ["userId"] },
    answers: {
      200: { description: "The account as it is now.", schema: accountDetailSchema, example: exampleAccountDetail },
    },
    refuses: ["EMAIL_TAKEN", "LAST_ADMIN", "STALE", "REAUTH_REQUIRED", "SECOND_FACTOR_REQUIRED"],
  }),
  delete: documented({
    id: "deleteUser",
    tag,
    who: "admin",
    summary: "Delete an account",
    description:
      "Ends its sessions, frees its e-mail and takes its name off reviews; its orders stay. Administrators cannot be deleted.",
    answers: { 200: messageAnswer("User deleted") },
  }),
};
