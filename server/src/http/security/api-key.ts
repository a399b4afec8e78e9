import { apiKeyMark } from "@shop/shared/program/api-key";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { findApiKey } from "../../domain/api-key/find.ts";
import { ReadKey, WriteKey } from "../../domain/base/actor.ts";
import { DomainError } from "../../domain/base/errors.ts";
import { refuseWhenLimited } from "../../domain/base/rate-limit.ts";
import type { Services } from "../context.ts";
import { sessionToken } from "./session-cookie.ts";

/** The keys that requests came with. */
const admitted = new WeakMap<FastifyRequest, ReadKey<never>>();

/** The key that the request came with, after it was found to work. */
export function apiKeyOf(request: FastifyRequest): ReadKey<never> | undefined {
  return admitted.get(request);
}

/**
 * The text of the key that the request names. A browser's request can carry a token of a proxy before the shop beside its
 * session: that is no key.
 */
function keyTextOf(request: FastifyRequest, isSecure: boolean): string | undefined {
  const [scheme = "", text = ""] = (request.headers.authorization ?? "").split(" ", 2);
  if (scheme.toLowerCase() !== "bearer" || !request.url.startsWith("/api/")) return undefined;
  return text.startsWith(apiKeyMark) || sessionToken(request, isSecure) === undefined ? text : undefined;
}

/** Whether the request names an API key, valid or not. No page of another site can make a browser send one. */
export function hasApiKey(request: FastifyRequest, { isSecure }: Pick<Services, "isSecure">): boolean {
  return keyTextOf(request, isSecure) !== undefined;
}

/**
 * Looks up the keys of requests to the documented paths. Refuses those that do not work with UNAUTHENTICATED, also where
 * no key is needed, and those that ask too often with RATE_LIMITED. Elsewhere a key means nothing.
 */
export function admitApiKeys(app: FastifyInstance, services: Services): void {
  // A callback instead of a promise, because every request runs this hook.
  app.addHook("onRequest", (request, _reply, done) => {
    const text = keyTextOf(request, services.isSecure);
    if (text === undefined) return done();
    identify(services, text).then((key) => {
      admitted.set(request, key);
      done();
    }, done);
  });
}

async function identify(services: Services, text: string): Promise<ReadKey<never>> {
  const { limits, emit } = services;
  const found = await findApiKey(services, text);
  if (found === null) {
    throw new DomainError("UNAUTHENTICATED", "This API key does not work: it is wrong, or was revoked");
  }
  refuseWhenLimited(emit, "requestsPerApiKey", await limits.requestsPerApiKey.count(found.id));
  const Key = found.scope === "write" ? WriteKey : ReadKey;
  return new Key<never>(found.userId, found.id, found.permissions);
}
