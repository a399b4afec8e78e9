import type {} from "@fastify/cookie";
import type { SignedIn } from "@shop/shared/account/account";
import type { FastifyRequest } from "fastify";
import { toSignedIn } from "../../domain/account/session.ts";
import type { StartedSession } from "../../domain/account/sign-in.ts";
import type { RequestContext } from "../context.ts";
import { rememberDevice } from "./device-cookie.ts";

/** Browsers accept a `__Host-` cookie only from the origin itself and over https. */
export function cookieName(isSecure: boolean): string {
  return isSecure ? "__Host-session" : "session";
}

function attributes(isSecure: boolean) {
  return { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure } as const;
}

/** The request's session token, if any. */
export function sessionToken(request: FastifyRequest, isSecure: boolean): string | undefined {
  return request.cookies[cookieName(isSecure)];
}

/** Sets the cookies of the session and of the device. Scripts cannot read them, and no body contains the tokens. */
export async function setSessionCookie(
  context: RequestContext,
  { account, session }: StartedSession,
): Promise<SignedIn> {
  const token = await context.tokens.sign({ userId: account.id, sessionId: session.id }, session.expiresAt);
  context.reply.setCookie(cookieName(context.isSecure), token, {
    ...attributes(context.isSecure),
    maxAge: Math.max(0, Math.floor((session.expiresAt.getTime() - Date.now()) / 1_000)),
  });
  // Whoever buys without an account has not signed in to that of the address.
  if (account.isGuest !== true) await rememberDevice(context, account.email);
  return toSignedIn(account, session);
}

/** Clears the session cookie. */
export function clearSessionCookie({ reply, isSecure }: RequestContext): void {
  reply.clearCookie(cookieName(isSecure), attributes(isSecure));
}
