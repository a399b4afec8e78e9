import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";

const algorithm = "HS256";
const hmac = { name: "HMAC", hash: "SHA-256" };
const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });
/** The size of the cache of verified tokens. */
const knownTokens = 2_000;

export type TokenClaims = { userId: string; sessionId: string };

export type Tokens = {
  /** Signs a token for a session that expires at a time. */
  sign: (claims: TokenClaims, expiresAt: Date) => Promise<string>;
  /** The content of a token; `null` if it is foreign, altered, expired or incomplete. */
  verify: (token: string) => Promise<TokenClaims | null>;
};

/** Signs and verifies session tokens with one secret, for one origin. */
export function openTokens(secret: string, origin: string): Tokens {
  // An imported key: from a plain secret, the library would import a key for every token.
  const made = crypto.subtle.importKey("raw", Buffer.from(secret), hmac, false, ["sign", "verify"]);
  const audience = "shop-session";
  // Verifying a signature costs a tenth of an order, and its result holds until the token expires. Whether the
  // session still exists is checked in the database on every request.
  const known = new LRUCache<string, TokenClaims>({ max: knownTokens });
  return {
    sign: async ({ userId, sessionId }, expiresAt) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .setIssuer(origin)
        .setAudience(audience)
        .sign(await made),
    verify: async (token) => {
      const seen = known.get(token);
      if (seen !== undefined) return seen;
      try {
        const { payload } = await jwtVerify(token, await made, {
          algorithms: [algorithm],
          issuer: origin,
          audience,
          requiredClaims: ["sub", "sid", "iat", "exp"],
        });
        const { sub, sid, exp } = claimsSchema.parse(payload);
        const claims = { userId: sub, sessionId: sid };
        known.set(token, claims, { ttl: Math.max(1, exp * 1_000 - Date.now()) });
        return claims;
      } catch {
        return null;
      }
    },
  };
}
