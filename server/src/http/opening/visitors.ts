import { timingSafeEqual } from "node:crypto";
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";

/** A visitor with the password has not to type it again for a month; in seconds. */
const maxAge = 2_592_000;

function cookieName({ isSecure }: Services): string {
  return isSecure ? "__Host-visitor" : "visitor";
}

/** Whether the request comes from a visitor who has given the password that holds now. */
export function isVisitor(services: Services, request: FastifyRequest): boolean {
  const { visitorPassword } = services.settings.current;
  const token = request.cookies[cookieName(services)];
  return visitorPassword !== "" && token !== undefined && isEqual(token, services.visitorToken(visitorPassword));
}

/** Lets a visitor in who gives the right password. Returns whether it was right. */
export function admitVisitor(services: Services, reply: FastifyReply, password: string): boolean {
  const { visitorPassword } = services.settings.current;
  if (visitorPassword === "" || !isEqual(password, visitorPassword)) return false;
  reply.setCookie(cookieName(services), services.visitorToken(visitorPassword), {
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
