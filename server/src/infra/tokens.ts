import { createSecretKey } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

const algorithm = "HS256";
const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid() });

export type TokenClaims = { userId: string; sessionId: string };

export type Tokens = {
  /** A signed token for a session, valid until a time. */
  sign: (claims: TokenClaims, expiresAt: Date) => Promise<string>;
  /** What a token says, or `null` when it is not ours, altered, expired or incomplete. */
  verify: (token: string) => Promise<TokenClaims | null>;
};

/** Signs and checks session tokens with one secret, for one shop. */
export function openTokens(secret: string, origin: string): Tokens {
  // Ready for use: from mere bytes, every token would have to make a key anew.
  const key = createSecretKey(secret, "utf8");
  const audience = "shop-session";
  return {
    sign: ({ userId, sessionId }, expiresAt) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .setIssuer(origin)
        .setAudience(audience)
        .sign(key),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer: origin,
          audience,
          requiredClaims: ["sub", "sid", "iat", "exp"],
        });
        const { sub, sid } = claimsSchema.parse(payload);
        return { userId: sub, sessionId: sid };
      } catch {
        return null;
      }
    },
  };
}
