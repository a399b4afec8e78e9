import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import { DomainError } from "../../domain/errors.ts";

/** Refuses a body that is not what it says, before anything reads it. */
export class UnsupportedBody extends Error {
  readonly statusCode = 415;
}

/** Refuses a method that a path does not have. */
class UnsupportedMethod extends Error {
  readonly statusCode = 405;
}

/** Refuses a head that no client in its right mind sends. */
class BrokenHead extends Error {
  readonly statusCode = 400;
}

/** A name or an address with or without a port; libraries below build addresses from it and fail on anything else. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** How long a reader may take nothing, in milliseconds; Node may grant it a second time. */
const readerTimeoutMs = 5_000;

/** For answers to requests that are too broken for the hooks below to run. */
export const bareHeaders = {
  "content-type": "application/json; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/**
 * The library's headers, the same for every answer and therefore asked for
 * once: its own plugin works them out anew for each request.
 */
function securityHeaders(isSecure: boolean): OutgoingHttpHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      // Pages replace this with their own policy; nothing else has any business loading things.
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    // The provider's payment window must be able to talk to the page that opened it.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return response.getHeaders();
}

/**
 * What holds for every answer and every request, whatever the path: security
 * headers, JSON and nothing else as a body, an empty body where the content
 * type says JSON.
 */
export async function addSecurityHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(cookie);

  const headers = {
    ...securityHeaders(isSecure),
    "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
    // Answers are somebody's or of this moment, however their path is spelt; what may be kept says so itself.
    "cache-control": "no-store",
  };
  // Hooks that every request passes call back at once: a promise each would cost more than what they do.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    const { host } = request.headers;
    const encoding = request.headers["content-encoding"];
    if (host !== undefined && !hostPattern.test(host)) done(new BrokenHead());
    else if (encoding !== undefined && encoding !== "identity") done(new UnsupportedBody());
    else done();
  });

  // Whoever takes nothing of its answer loses the connection; the next request gets its full time again.
  app.addHook("onSend", (request, _reply, payload, done) => {
    request.raw.socket.setTimeout(readerTimeoutMs);
    done(null, payload);
  });

  // Plain text and form posts are what foreign pages can send without asking first.
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = typeof body === "string" ? body : body.toString("utf8");
    // The documented calls without a body may still say that their body is JSON.
    if (text.trim() === "") done(null, undefined);
    else parseJson(request, text, done);
  });
}

/**
 * Refuses requests that another site's page makes with our visitor's cookie.
 * Browsers say where a request comes from; programs that say nothing carry no
 * cookie that somebody else could borrow.
 */
export function refuseForeignOrigins(app: FastifyInstance, ownOrigin: string): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return done();
    const site = request.headers["sec-fetch-site"];
    const { origin } = request.headers;
    const isOurs = site === undefined ? origin === undefined || origin === ownOrigin : site === "same-origin";
    done(isOurs ? undefined : new DomainError("BAD_ORIGIN", "This request comes from another site"));
  });
}

/**
 * Refuses anything but JSON on the paths below a prefix, before a parser of
 * its own can read it, and the methods that calls are not made with.
 */
export function onlyJson(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const type = request.headers["content-type"];
    const isJson = type === undefined ? request.method === "GET" : /^application\/json\s*(;|$)/i.test(type);
    if (request.method !== "GET" && request.method !== "POST") done(new UnsupportedMethod());
    else done(isJson ? undefined : new UnsupportedBody());
  });
}
