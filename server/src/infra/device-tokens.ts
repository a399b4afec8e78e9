import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

const algorithm = "HS256";
const hmac = { name: "HMAC", hash: "SHA-256" };
const audience = "shop-device";
const claimsSchema = z.object({ sub: z.string(), jti: z.uuid() });

const lifetime = "365 days";

export type DeviceTokens = {
  sign: (device: { id: string; account: string }) => Promise<string>;
  /** The content of a token; `null` if it is foreign, altered, expired or incomplete. */
  verify: (token: string) => Promise<{ id: string; account: string } | null>;
};

/** Signs and verifies the tokens of devices that have signed in before. A token grants no access. */
export function openDeviceTokens(secret: string, origin: string): DeviceTokens {
  const made = crypto.subtle.importKey("raw", Buffer.from(secret), hmac, false, ["sign", "verify"]);
  return {
    sign: async ({ id, account }) =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm })
        .setSubject(account)
        .setJti(id)
        .setExpirationTime(lifetime)
        .setIssuer(origin)
        .setAudience(audience)
        .sign(await made),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, await made, {
          algorithms: [algorithm],
          issuer: origin,
          audience,
          requiredClaims: ["sub", "jti", "exp"],
        });
        const { sub, jti } = claimsSchema.parse(payload);
        return { id: jti, account: sub };
      } catch {
        return null;
      }
    },
  };
}
