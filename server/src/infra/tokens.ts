import { LRUCache } from "lru-cache";
import { z } from "zod";
import { type CacheCounters, newCacheCounters } from "./cache-counters.ts";
import { openSignedTokens } from "./signed-tokens.ts";

const audience = "shop-session";
const claims = z.object({ sub: z.uuid(), sid: z.uuid(), iat: z.number(), exp: z.number() });
/** The size of the cache of verified tokens. */
const knownTokens = 2_000;

export type TokenClaims = { userId: string; sessionId: string };

export type Tokens = {
  /** Signs a token for a session that expires at a time. */
  sign: (claims: TokenClaims, expiresAt: Date) => Promise<string>;
  /** How often a token was verified before. */
  cache: Readonly<CacheCounters>;
  /** The content of a token; `null` if it is foreign, altered, expired or incomplete. */
  verify: (token: string) => Promise<TokenClaims | null>;
};

/** Signs and verifies session tokens with one secret, for one origin. */
export function openTokens(secret: string, origin: string): Tokens {
  const tokens = openSignedTokens(secret, origin, { audience, claims });
  // Verifying a signature costs a tenth of an order, and its result holds until the token expires. Whether the
  // session still exists is checked in the database on every request.
  const cache = newCacheCounters();
  const known = new LRUCache<string, TokenClaims>({ max: knownTokens });
  return {
    cache,
    sign: ({ userId, sessionId }, expiresAt) =>
      tokens.sign({ sub: userId, sid: sessionId, iat: Math.floor(Date.now() / 1_000) }, expiresAt),
    verify: async (token) => {
      const seen = known.get(token);
      cache[seen === undefined ? "miss" : "hit"] += 1;
      if (seen !== undefined) return seen;
      const found = await tokens.verify(token);
      if (found === null) return null;
      const { sub: userId, sid: sessionId, exp } = found;
      known.set(token, { userId, sessionId }, { ttl: Math.max(1, exp * 1_000 - Date.now()) });
      return { userId, sessionId };
    },
  };
}
