import { createHmac } from "node:crypto";
import { deriveKey } from "./sealed-text.ts";

/** Makes what the browser of a guest keeps, by the password that was given. Another password ends it. */
export function openGuestTokens(secret: string): (password: string) => string {
  const key = deriveKey(secret, "shop guests");
  return (password) => createHmac("sha256", key).update(password).digest("base64url");
}
