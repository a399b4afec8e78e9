import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

const algorithm = "HS256";
const hmac = { name: "HMAC", hash: "SHA-256" };
const audience = "shop-unsubscribe";
const claimsSchema = z.object({ sub: z.uuid() });

export type UnsubscribeTokens = {
  /** Signs a token for an account. */
  sign: (userId: string) => Promise<string>;
  /** The account of a token; `null` if it is foreign, altered or incomplete. */
  verify: (token: string) => Promise<string | null>;
};

/**
 * Signs and verifies the tokens of the links that end mails. A token allows nothing else, and does not expire, because
 * mails are kept for years.
 */
export function openUnsubscribeTokens(secret: string, origin: string): UnsubscribeTokens {
  const made = crypto.subtle.importKey("raw", Buffer.from(secret), hmac, false, ["sign", "verify"]);
  return {
    sign: async (userId) =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm })
        .setSubject(userId)
        .setIssuer(origin)
        .setAudience(audience)
        .sign(await made),
    verify: async (token) => {
      try {
        const options = { algorithms: [algorithm], issuer: origin, audience, requiredClaims: ["sub"] };
        const { payload } = await jwtVerify(token, await made, options);
        return claimsSchema.parse(payload).sub;
      } catch {
        return null;
      }
    },
  };
}
