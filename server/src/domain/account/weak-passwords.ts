import { passwordWeakness } from "@shop/shared/account/account";
import { DomainError } from "../base/errors.ts";

/** `min` is the least number of characters; `names` are the account's and the shop's own names. */
export type PasswordRules = { min: number; names: readonly string[] };

/**
 * Throws VALIDATION for a new password that is too short, too long, one of the 3,000 most common, or
 * one of the names.
 */
export async function refuseWeakPassword(password: string, { min, names }: PasswordRules): Promise<void> {
  const plain = password.toLowerCase();
  const { commonPasswords } = await import("./common-passwords.ts");
  const isGuessed = commonPasswords.has(plain) || names.some((name) => isNamedAfter(plain, name));
  const weakness = passwordWeakness(password, min) ?? (isGuessed ? "This password is too easy to guess" : null);
  if (weakness === null) return;
  throw new DomainError("VALIDATION", weakness, { errors: [{ path: "password", message: weakness }] });
}

/** Whether a password is a name, however it is spaced, with at most a few characters around it. */
function isNamedAfter(password: string, name: string): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}@]/gu, "");
  const [own, other] = [letters(password), letters(name)];
  return other.length >= 4 && own.includes(other) && own.length - other.length <= 3;
}
