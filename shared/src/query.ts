import { z } from "zod";
import { toPageNumber } from "./page/page-number.ts";
import { keywordLength } from "./shop.ts";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a string has the form of a record id. */
export function isId(value: string): boolean {
  return uuidPattern.test(value);
}

/**
 * Whether PostgreSQL and the screens can store and show a text: no control characters except line
 * breaks and tabs, and no lone surrogates.
 */
export function isStorableText(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  return value.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value);
}

/** What a field says of a text that is not storable. */
export const unstorableText = "This contains characters that cannot be stored";

/** Storable text on a single line. */
export function isStorableLine(value: string): boolean {
  return isStorableText(value) && !/[\n\r\t]/.test(value);
}

/** The number of a text of plain decimal digits, as query strings and HTML forms send it; anything else stays as it is. */
export function numberOfText(value: unknown): unknown {
  return typeof value === "string" && /^\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
}

/** An id in a path. Any string is accepted: a malformed id is answered like an unknown one. */
export const idInputSchema = z.object({ id: z.string() });

/** A search keyword; blank means none. */
export const keywordSchema = z
  .string()
  .trim()
  .max(keywordLength, `Search words can have at most ${keywordLength} characters`)
  .refine(isStorableLine, "Search words contain characters that cannot be searched")
  .meta({ description: "Search words." });

/** A page number; anything but a positive integer gives the first page. */
export const pageNumberSchema = z
  .unknown()
  .meta({ type: "integer", minimum: 1, description: "Anything but a positive integer means the first page." })
  .transform(toPageNumber);

/** A range of a list: at most `limit` rows after the row with the id `after`. */
export const listRangeSchema = z.object({
  after: z
    .string()
    .refine(isId, "after must be the id of the last item that you have")
    .optional()
    .meta({ description: "The id of the last item that the caller has. The list goes on after it." }),
  limit: z
    .preprocess(numberOfText, z.int("limit must be a whole number").min(1).max(1_000_000).optional())
    .meta({ description: "The most items to list; all without it." }),
});
export type ListRange = z.output<typeof listRangeSchema>;

/** The version that a change starts from, 0 for what was never saved: an integer of the database. */
export const storedVersionSchema = z.int().min(0).max(2_147_483_647);

/** The version that a change starts from. Without it, the change is made unconditionally. */
export const versionSchema = z
  .int()
  .positive()
  .optional()
  .meta({ description: "The version that the change starts from." });
