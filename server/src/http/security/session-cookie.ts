import type {} from "@fastify/cookie";
import type { SignedIn } from "@shop/shared/account";
import type { FastifyRequest } from "fastify";
import { toSignedIn } from "../../domain/account/session.ts";
import type { Entered } from "../../domain/account/sign-in.ts";
import type { RequestContext } from "../context.ts";

/** Browsers keep a `__Host-` cookie from being set by anything but this very origin over https. */
export function cookieName(isSecure: boolean): string {
  return isSecure ? "__Host-session" : "session";
}

function attributes(isSecure: boolean) {
  return { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure } as const;
}

/** The token that a request carries, if any. */
export function sessionToken(request: FastifyRequest, isSecure: boolean): string | undefined {
  return request.cookies[cookieName(isSecure)];
}

/** Hands a session to the browser in a cookie that scripts cannot read; the token appears nowhere else. */
export async function handSession(context: RequestContext, { account, session }: Entered): Promise<SignedIn> {
  const token = await context.tokens.sign({ userId: account.id, sessionId: session.id }, session.expiresAt);
  context.reply.setCookie(cookieName(context.isSecure), token, {
    ...attributes(context.isSecure),
    maxAge: Math.max(0, Math.floor((session.expiresAt.getTime() - Date.now()) / 1_000)),
  });
  return toSignedIn(account, session);
}

/** Takes the session cookie back. */
export function takeSession({ reply, isSecure }: RequestContext): void {
  reply.clearCookie(cookieName(isSecure), attributes(isSecure));
}
