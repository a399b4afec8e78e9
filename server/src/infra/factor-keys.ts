import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Protects what second factors are checked with. `owner` is the account; nothing of one account serves another. */
export type FactorKeys = {
  encrypt: (text: string, owner: string) => string;
  /** `null` for what was encrypted with another secret or for another account, and for what was altered. */
  decrypt: (sealed: string, owner: string) => string | null;
  /** A keyed hash of a code. */
  hash: (code: string, owner: string) => string;
};

/** Derives the keys from one secret; a new secret makes everything stored with the old one useless. */
export function openFactorKeys(secret: string): FactorKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  const [secretsKey, codesKey] = [derive("shop authenticator secrets"), derive("shop recovery codes")];
  return {
    encrypt: (text, owner) => {
      const nonce = randomBytes(nonceBytes);
      const encrypting = createCipheriv(cipher, secretsKey, nonce).setAAD(Buffer.from(owner));
      const content = Buffer.concat([encrypting.update(text, "utf8"), encrypting.final()]);
      return Buffer.concat([nonce, encrypting.getAuthTag(), content]).toString("base64url");
    },
    decrypt: (sealed, owner) => {
      const bytes = Buffer.from(sealed, "base64url");
      const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
      try {
        const decrypting = createDecipheriv(cipher, secretsKey, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(rest.subarray(0, tagBytes));
        return Buffer.concat([decrypting.update(rest.subarray(tagBytes)), decrypting.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
    hash: (code, owner) => createHmac("sha256", codesKey).update(`${owner}\n${code}`).digest("base64url"),
  };
}
