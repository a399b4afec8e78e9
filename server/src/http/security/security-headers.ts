import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyRequest } from "fastify";
import helmet from "helmet";
import { DomainError } from "../../domain/base/errors.ts";
import { UnsupportedMethod } from "../allowed-methods.ts";

/** A body of an unsupported type or encoding. Status 415. */
export class UnsupportedBody extends Error {
  readonly statusCode = 415;
}

/** A malformed Host header. Status 400. */
class BrokenHead extends Error {
  readonly statusCode = 400;
}

/** A host name or an IP address with an optional port. Libraries parse it as part of a URL and fail on anything else. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** Headers of answers to requests that Node or the router refuses before any hook. */
export const bareHeaders = {
  "content-type": "application/json; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** Whether customers reach the shop by https, and whether they reach all its subdomains so. */
export type TransportSecurity = { isSecure: boolean; hasHstsSubdomains: boolean };

/** Helmet's headers, computed once: its plugin computes the same ones for each request. */
function securityHeaders({ isSecure, hasHstsSubdomains }: TransportSecurity): OutgoingHttpHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      // Pages replace this with their own policy. No other answer loads anything.
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    // The provider's pop-up posts messages to its opener.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: hasHstsSubdomains } : false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (error) => {
    if (error !== undefined) throw error;
  });
  return response.getHeaders();
}

/**
 * Adds security headers to every answer, and refuses any body but JSON. An empty
 * body with a JSON content type counts as none.
 */
export async function addSecurityHeaders(app: FastifyInstance, transport: TransportSecurity): Promise<void> {
  await app.register(cookie);

  const headers = {
    ...securityHeaders(transport),
    "permissions-policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
    // Answers that caches may store override this.
    "cache-control": "no-store",
  };
  // Callbacks instead of promises, because every request runs these hooks.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    const { host } = request.headers;
    const encoding = request.headers["content-encoding"];
    if (host !== undefined && !hostPattern.test(host)) done(new BrokenHead());
    else if (encoding !== undefined && encoding !== "identity") done(new UnsupportedBody());
    else done();
  });

  // Other sites can send plain text and forms without a CORS preflight.
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = typeof body === "string" ? body : body.toString("utf8");
    // Clients may send the JSON content type with an empty body.
    if (text.trim() === "") done(null, undefined);
    else parseJson(request, text, done);
  });
}

/** Lets other sites show the images of a scope, as link previews and product feeds do. */
export function allowEmbedding(scope: FastifyInstance, images: RegExp): void {
  scope.addHook("onRequest", (request, reply, done) => {
    const [path = ""] = request.url.split("?", 1);
    if (images.test(path)) reply.header("cross-origin-resource-policy", "cross-origin");
    done();
  });
}

/**
 * Refuses cross-site requests with an unsafe method (CSRF). Browsers send Origin
 * or Sec-Fetch-Site; clients that send neither hold no cookie of another user, nor do those that bring a key.
 */
export function refuseForeignOrigins(
  app: FastifyInstance,
  ownOrigin: string,
  hasKey: (request: FastifyRequest) => boolean,
): void {
  app.addHook("onRequest", (request, _reply, done) => {
    if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return done();
    const site = request.headers["sec-fetch-site"];
    const { origin } = request.headers;
    const isOurs = site === undefined ? origin === undefined || origin === ownOrigin : site === "same-origin";
    done(isOurs || hasKey(request) ? undefined : new DomainError("BAD_ORIGIN", "This request comes from another site"));
  });
}

/** Refuses any body but JSON, and any method but GET, HEAD and POST, before a parser of the scope runs. */
export function onlyJson(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { method } = request;
    const type = request.headers["content-type"];
    const isJson = type === undefined ? method !== "POST" : /^application\/json\s*(;|$)/i.test(type);
    if (method !== "GET" && method !== "HEAD" && method !== "POST")
      done(new UnsupportedMethod(["GET", "HEAD", "POST"]));
    else done(isJson ? undefined : new UnsupportedBody());
  });
}
