import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts texts that are stored and needed again. `owner` is who it belongs to; nothing of one serves another. */
export type Sealing = {
  encrypt: (text: string, owner: string) => string;
  /** `null` for what was encrypted with another secret or for another owner, and for what was altered. */
  decrypt: (sealed: string, owner: string) => string | null;
};

/** The key of one purpose. A new secret makes everything useless that was encrypted with the old one. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

export function openSealing(secret: string, purpose: string): Sealing {
  const key = deriveKey(secret, purpose);
  return {
    encrypt: (text, owner) => {
      const nonce = randomBytes(nonceBytes);
      const encrypting = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(owner));
      const content = Buffer.concat([encrypting.update(text, "utf8"), encrypting.final()]);
      return Buffer.concat([nonce, encrypting.getAuthTag(), content]).toString("base64url");
    },
    decrypt: (sealed, owner) => {
      const bytes = Buffer.from(sealed, "base64url");
      const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)];
      try {
        const decrypting = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(rest.subarray(0, tagBytes));
        return Buffer.concat([decrypting.update(rest.subarray(tagBytes)), decrypting.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
