import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "./context.ts";
import { apiKeyOf } from "./security/api-key.ts";

const cookieName = "wrote";
/** Requests that change no product: those of accounts, whose answers set other cookies, and what is counted. */
const otherRoutes =
  /^\/(api\/users\b|trpc\/(account\.|visit\.|order\.noteSearches\b)[\w.]*(,(account|visit)\.[\w.]+)*(\?|$))/;
/** Longer than the replication lag that replicas are allowed, in seconds. */
const ownWritesSeconds = 5;

/** Whether the browser has just written, by this or another instance. Programs keep no cookies, so they always may have. */
export function hasWritten(request: FastifyRequest): boolean {
  return request.cookies[cookieName] === "1" || apiKeyOf(request) !== undefined;
}

/** Marks browsers that write with a short-lived cookie, which every instance reads. */
export function pinOwnWrites(app: FastifyInstance, { answers, isSecure }: Services): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const isWrite = request.method !== "GET" && request.method !== "HEAD" && request.method !== "OPTIONS";
    if (isWrite && reply.statusCode < 400 && !otherRoutes.test(request.url)) {
      answers.noteWrite();
      const attributes = { httpOnly: true, sameSite: "strict", path: "/", secure: isSecure } as const;
      reply.setCookie(cookieName, "1", { ...attributes, maxAge: ownWritesSeconds });
    }
    done(null, payload);
  });
}
