// Carts have codes, so this module imports no zod.

/** How many codes an order can have. */
export const codesMax = 5;

/** A code as it is stored: in capital letters, without spaces. */
export function toCode(entered: string): string {
  return entered.toUpperCase().replaceAll(/\s/g, "");
}

/** Whether a text, as `toCode` gives it, can be a code: letters, digits and dashes. */
export function isCode(code: string): boolean {
  return /^[A-Z0-9][A-Z0-9-]{2,39}$/.test(code);
}
