import { deriveKey } from "./sealed-text.ts";

/** Letters and digits that are not mistaken for others. */
const signs = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const groups = 3;
const groupLength = 4;

/**
 * The code that shows that somebody reads the server's log, such as "K7QW-2MXN-PV4C". All instances and starts with one
 * secret have the same. It is worth nothing once there is an administrator.
 */
export function setupCode(secret: string): string {
  const bytes = [...deriveKey(secret, "shop setup code")].slice(0, groups * groupLength);
  const code = bytes.map((byte) => signs.charAt(byte % signs.length)).join("");
  return (code.match(/.{4}/g) ?? []).join("-");
}
