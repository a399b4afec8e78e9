import { registerSchema, signedInSchema, signInSchema } from "@shop/shared/account/account";
import { signatureRequestSchema, signatureSchema } from "@shop/shared/account/passkey";
import { beginPasskeySignIn } from "../../domain/account/sign-in-with-passkey.ts";
import { createAccount, signOutOfDevice, startSession, startSessionByPasskey } from "../account.ts";
import { messageAnswer, sessionCookieAnswer } from "../openapi/answers.ts";
import type { Answer } from "../openapi/documented.ts";
import {
  exampleAccount,
  exampleSignature,
  exampleSignatureRequest,
  exampleSignedIn,
  examplePassword as password,
} from "../openapi/examples.ts";
import { endpoint } from "./endpoint.ts";

const tag = "Accounts";
const { name, email } = exampleAccount;

/** The answer of whatever signs in. */
export const signedInAnswer = (description: string): Answer => ({
  description,
  schema: signedInSchema,
  example: exampleSignedIn,
  headers: sessionCookieAnswer,
});

const passkeyEndpoints = [
  endpoint({
    method: "POST",
    path: "/api/users/auth/passkey/options",
    caller: "anyone",
    id: "beginPasskeySignIn",
    tag,
    summary: "Begin to sign in with a passkey",
    description:
      "What a browser's `navigator.credentials.get` needs: `PublicKeyCredentialRequestOptionsJSON`. Reads no body.",
    input: {},
    answers: {
      200: { description: "The request.", schema: signatureRequestSchema, example: exampleSignatureRequest },
    },
    refuses: ["RATE_LIMITED"],
    run: ({ context }) => beginPasskeySignIn(context, context),
  }),
  endpoint({
    method: "POST",
    path: "/api/users/auth/passkey",
    caller: "anyone",
    id: "signInWithPasskey",
    tag,
    summary: "Sign in with a passkey",
    description:
      "The body is the browser's credential, as its `toJSON` gives it. The passkey must be unlocked by its user, and " +
      "each request can be answered once. It counts as two factors.",
    input: { body: signatureSchema },
    body: { example: exampleSignature },
    answers: { 200: signedInAnswer("Signed in.") },
    refuses: ["INVALID_CREDENTIALS", "RATE_LIMITED"],
    run: ({ context, body }) => startSessionByPasskey(context, body),
  }),
];

/** Signing in and out, and registering. */
export const signInEndpoints = [
  endpoint({
    method: "POST",
    path: "/api/users/auth",
    caller: "anyone",
    id: "signIn",
    tag,
    summary: "Sign in",
    description:
      "A wrong password and an unknown e-mail are refused alike. Failed tries are counted and limited. An administrator " +
      "with a second factor is refused without `code`, once the password is right.",
    input: { body: signInSchema },
    body: { example: { email, password } },
    answers: { 200: signedInAnswer("Signed in.") },
    refuses: ["INVALID_CREDENTIALS", "SECOND_FACTOR_REQUIRED", "RATE_LIMITED"],
    run: ({ context, body }) => startSession(context, body),
  }),
  ...passkeyEndpoints,
  endpoint({
    method: "POST",
    path: "/api/users",
    caller: "anyone",
    id: "register",
    tag,
    summary: "Register",
    description: "Makes a customer's account and signs them in. Short and common passwords are refused.",
    input: { body: registerSchema },
    body: { example: { name, email, password } },
    answers: { 201: signedInAnswer("Registered and signed in.") },
    refuses: ["EMAIL_TAKEN", "RATE_LIMITED"],
    run: ({ context, body }) => createAccount(context, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/users/logout",
    caller: "anyone",
    id: "signOut",
    tag,
    summary: "Sign out",
    description: "Ends the caller's session; harmless without one. Reads no body.",
    input: {},
    answers: {
      200: { ...messageAnswer("Logged out successfully"), headers: { "Set-Cookie": "Takes the session back." } },
    },
    run: ({ context }) => signOutOfDevice(context),
  }),
];
