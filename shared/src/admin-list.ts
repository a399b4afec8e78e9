import { z } from "zod";
import { toAdminPageSize } from "./page-number.ts";
import { keywordSchema, pageNumberSchema } from "./query.ts";

/** By which of a list's keys it is sorted, and which way. */
export type AdminSort<Key extends string> = { by: Key; isDescending: boolean };

/** A sort from outside: a key, with "-" before it for the other way round. Whatever is not on offer means the given one. */
export function toAdminSort<Key extends string>(
  value: unknown,
  keys: readonly Key[],
  fallback: AdminSort<Key>,
): AdminSort<Key> {
  if (typeof value !== "string") return fallback;
  const isDescending = value.startsWith("-");
  const by = keys.find((key) => key === (isDescending ? value.slice(1) : value));
  return by === undefined ? fallback : { by, isDescending };
}

/**
 * What every list of the admin is asked by: words to search for, a sort by one
 * of the list's own keys ("-" before it turns it round), the page and its size.
 * Lists add their filters with `extend`. A page, size or sort that is not on
 * offer means the usual one, because addresses are edited by hand.
 */
export function adminListSchema<Key extends string>(keys: readonly Key[], usual: AdminSort<NoInfer<Key>>) {
  return z.object({
    search: keywordSchema.default(""),
    sort: z
      .unknown()
      .optional()
      .transform((value) => toAdminSort(value, keys, usual)),
    pageNumber: pageNumberSchema.default(1),
    pageSize: z.unknown().optional().transform(toAdminPageSize),
  });
}

/** One page of a list of the admin, with how many rows and pages there are. */
export type AdminPage<Row> = { rows: Row[]; page: number; pages: number; total: number };

/** Puts a page together from its rows and their total. */
export function toAdminPage<Row>(
  rows: Row[],
  total: number,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): AdminPage<Row> {
  return { rows, page: pageNumber, pages: Math.ceil(total / pageSize), total };
}
