import { linkTokenSchema, requestResetSchema, resetPasswordSchema } from "@shop/shared/account/account";
import { z } from "zod";
import { confirm, requestReset, reset, resetRequested, restore } from "../account.ts";
import { messageAnswer } from "../openapi/answers.ts";
import { exampleAccount, examplePassword as password } from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Accounts";
const { email } = exampleAccount;
const exampleToken = { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl" };

/** By which the owner of a mailbox gets back in, without a session. */
export const recoveryEndpoints = [
  endpoint({
    method: "POST",
    path: "/api/users/password-reset",
    caller: "anyone",
    id: "requestPasswordReset",
    tag,
    summary: "Request a code for a new password",
    description:
      "Sends a code of eight digits to the account's confirmed address. It is valid for ten minutes, five tries and one " +
      "use, and ends older ones. Known and unknown addresses get the same answer in the same time.",
    input: { body: requestResetSchema },
    body: { example: { email } },
    answers: { 200: messageAnswer(resetRequested) },
    refuses: ["RATE_LIMITED"],
    run: ({ context, body }) => requestReset(context, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/users/password-reset/confirm",
    caller: "anyone",
    id: "resetPassword",
    tag,
    summary: "Set a new password with a code",
    description: "Ends all sessions of the account, and does not sign in. A weak password leaves the code valid.",
    input: { body: resetPasswordSchema },
    body: { example: { email, code: "12345678", password } },
    answers: { 200: messageAnswer("Password changed") },
    refuses: ["INVALID_CODE", "RATE_LIMITED"],
    run: ({ context, body }) => reset(context, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/users/email/confirm",
    caller: "anyone",
    id: "confirmEmail",
    tag,
    summary: "Confirm an e-mail",
    description: "With the token of the mail to a new address, which works for seven days. Harmless when repeated.",
    input: { body: linkTokenSchema },
    body: { example: exampleToken },
    answers: { 200: messageAnswer("E-mail confirmed") },
    refuses: ["INVALID_LINK"],
    run: ({ context, body }) => confirm(context, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/users/email/restore",
    caller: "anyone",
    id: "restoreEmail",
    tag,
    summary: "Undo a change of an e-mail",
    description:
      "With the token of the mail to the address before, which works for seven days: the account has that address again, " +
      "all its sessions end, and it needs a new password. Harmless when repeated.",
    input: { body: linkTokenSchema },
    body: { example: exampleToken },
    answers: {
      200: {
        description: "Done.",
        schema: z.object({ message: z.string(), email: z.string() }),
        example: { message: "E-mail restored", email },
      },
    },
    refuses: ["INVALID_LINK", "EMAIL_TAKEN"],
    run: ({ context, body }) => restore(context, body),
  }),
];
