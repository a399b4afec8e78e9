import { z } from "zod";

/** How many codes an order can have. */
export const codesMax = 5;
export const codeLengthMax = 40;

/** A code as it is stored: in capital letters, without spaces. */
export function toCode(entered: string): string {
  return entered.toUpperCase().replaceAll(/\s/g, "");
}

/** Whether a text, as `toCode` gives it, can be a code: letters, digits and dashes. */
export function isCode(code: string): boolean {
  return /^[A-Z0-9][A-Z0-9-]{2,39}$/.test(code);
}

/** The codes that a customer has entered, each once. A text that can be no code is answered like one that nobody knows. */
export const discountCodesSchema = z
  .array(z.string().max(200, "A code is too long").transform(toCode))
  .max(codesMax, `An order can have at most ${codesMax} codes`)
  .transform((codes) => [...new Set(codes)].filter((code) => code !== ""));
