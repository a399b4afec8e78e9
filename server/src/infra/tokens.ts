import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";

const algorithm = "HS256";
const hmac = { name: "HMAC", hash: "SHA-256" };
const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });
/** How many tokens a process knows to be its own. */
const knownTokens = 2_000;

export type TokenClaims = { userId: string; sessionId: string };

export type Tokens = {
  /** A signed token for a session, valid until a time. */
  sign: (claims: TokenClaims, expiresAt: Date) => Promise<string>;
  /** What a token says, or `null` when it is not ours, altered, expired or incomplete. */
  verify: (token: string) => Promise<TokenClaims | null>;
};

/** Signs and checks session tokens with one secret, for one shop. */
export function openTokens(secret: string, origin: string): Tokens {
  // Ready for use: from anything else, the library makes a key anew for every token.
  const made = crypto.subtle.importKey("raw", Buffer.from(secret), hmac, false, ["sign", "verify"]);
  const audience = "shop-session";
  // A signature stays right until the token expires, and checking it costs a tenth of an order. Whether the session
  // still lives is asked of the database every time.
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
