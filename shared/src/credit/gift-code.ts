// Screens of every customer read these, so this module must not import zod.

/** Digits and capital letters without those that are taken for others: I, L, O and U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const codeLength = 20;

/** What somebody is told who has mistyped a code. */
export const giftCodeFault = "This is no gift card code. Please check its 20 letters and digits.";

/** The code that random bytes stand for: 19 signs of 5 bits and one that finds typing errors. Takes the first 12 bytes. */
export function giftCodeOf(bytes: Uint8Array): string {
  const bits = [...bytes.subarray(0, 12)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const values = Array.from({ length: codeLength - 1 }, (_, n) => Number.parseInt(bits.slice(n * 5, n * 5 + 5), 2));
  return [...values, checkOf(values)].map((value) => alphabet.charAt(value)).join("");
}

/** A code as it is looked up: what people mistake is put right. Null for a text that can be none. */
export function toGiftCode(entered: string): string | null {
  const code = entered.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const values = [...code].map((sign) => alphabet.indexOf(sign));
  if (values.length !== codeLength || values.includes(-1)) return null;
  return checkOf(values.slice(0, -1)) === values.at(-1) ? code : null;
}

/** A code as it is read: in groups of four. */
export function giftCodeInGroups(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}

/** Odd weights modulo 32, so that one wrong sign is always found, and nearly every swapped pair. */
function checkOf(values: readonly number[]): number {
  return values.reduce((sum, value, n) => (sum + value * (2 * n + 1)) % 32, 0);
}
