import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { z } from "zod";

const algorithm = "HS256";
const hmac = { name: "HMAC", hash: "SHA-256" };

/** What tokens of one kind are for, and the claims that each must have besides issuer and audience. */
type TokenKind<Claims> = { audience: string; claims: z.ZodType<Claims> };

export type SignedTokens<Claims> = {
  /** `expiresAt` is a time, or a span such as "365 days"; a token without one does not expire. */
  sign: (claims: JWTPayload, expiresAt?: Date | string) => Promise<string>;
  /** The claims of a token; `null` if it is foreign, of another kind, altered, expired or incomplete. */
  verify: (token: string) => Promise<Claims | null>;
};

/** Signs and verifies tokens of one kind with one secret, for one origin. */
export function openSignedTokens<Claims>(
  secret: string,
  origin: string,
  { audience, claims }: TokenKind<Claims>,
): SignedTokens<Claims> {
  // An imported key: from a plain secret, the library would import a key for every token.
  const key = crypto.subtle.importKey("raw", Buffer.from(secret), hmac, false, ["sign", "verify"]);
  return {
    sign: async (payload, expiresAt) => {
      const token = new SignJWT(payload).setProtectedHeader({ alg: algorithm }).setIssuer(origin).setAudience(audience);
      if (expiresAt !== undefined) token.setExpirationTime(expiresAt);
      return token.sign(await key);
    },
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, await key, { algorithms: [algorithm], issuer: origin, audience });
        return claims.parse(payload);
      } catch {
        return null;
      }
    },
  };
}
