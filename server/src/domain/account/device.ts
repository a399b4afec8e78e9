import { createHash } from "node:crypto";

/** A browser that has signed in to an account before: an id, and the digest of the account's e-mail. */
export type Device = { id: string; account: string };

/** The digest by which a device names its account. */
export function deviceAccount(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}
