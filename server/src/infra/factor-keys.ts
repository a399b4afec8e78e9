import { createHmac } from "node:crypto";
import { deriveKey, openSealing, type Sealing } from "./sealed-text.ts";

/** Protects what second factors are checked with. `owner` is the account; nothing of one account serves another. */
export type FactorKeys = Sealing & {
  /** A keyed hash of a code. */
  hash: (code: string, owner: string) => string;
};

/** Derives the keys from one secret; a new secret makes everything stored with the old one useless. */
export function openFactorKeys(secret: string): FactorKeys {
  const codesKey = deriveKey(secret, "shop recovery codes");
  return {
    ...openSealing(secret, "shop authenticator secrets"),
    hash: (code, owner) => createHmac("sha256", codesKey).update(`${owner}\n${code}`).digest("base64url"),
  };
}
