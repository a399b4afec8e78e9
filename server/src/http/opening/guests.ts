import { timingSafeEqual } from "node:crypto";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";

/** A guest with the password has not to type it again for a month; in seconds. */
const maxAge = 2_592_000;

function cookieName({ isSecure }: Services): string {
  return isSecure ? "__Host-guest" : "guest";
}

/** Whether the request comes from a guest who has given the password that holds now. */
export function isAdmittedGuest(services: Services, request: FastifyRequest): boolean {
  const { guestPassword } = services.settings.values;
  const token = request.cookies[cookieName(services)];
  return guestPassword !== "" && token !== undefined && isEqual(token, services.guestToken(guestPassword));
}

/** Lets a guest in who gives the right password. Returns whether it was right. */
export function admitGuest(services: Services, reply: FastifyReply, password: string): boolean {
  const { guestPassword } = services.settings.values;
  if (guestPassword === "" || !isEqual(password, guestPassword)) return false;
  reply.setCookie(cookieName(services), services.guestToken(guestPassword), {
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure: services.isSecure,
    maxAge,
  });
  return true;
}

function isEqual(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
