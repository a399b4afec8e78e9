import { z } from "zod";
import { toDeskPageSize } from "./page-number.ts";
import { keywordSchema, pageNumberSchema } from "./query.ts";

/** By which of a list's keys it is sorted, and which way. */
export type DeskSort<Key extends string> = { by: Key; isDescending: boolean };

/** A sort from outside: a key, with "-" before it for the other way round. Whatever is not on offer means the given one. */
export function toDeskSort<Key extends string>(
  value: unknown,
  keys: readonly Key[],
  fallback: DeskSort<Key>,
): DeskSort<Key> {
  if (typeof value !== "string") return fallback;
  const isDescending = value.startsWith("-");
  const by = keys.find((key) => key === (isDescending ? value.slice(1) : value));
  return by === undefined ? fallback : { by, isDescending };
}

/**
 * What every list of the desk is asked by: words to search for, a sort by one
 * of the list's own keys ("-" before it turns it round), the page and its size.
 * Lists add their filters with `extend`. A page, size or sort that is not on
 * offer means the usual one, because addresses are edited by hand.
 */
export function deskListSchema<Key extends string>(keys: readonly Key[], usual: DeskSort<NoInfer<Key>>) {
  return z.object({
    search: keywordSchema.default(""),
    sort: z
      .unknown()
      .optional()
      .transform((value) => toDeskSort(value, keys, usual)),
    pageNumber: pageNumberSchema.default(1),
    pageSize: z.unknown().optional().transform(toDeskPageSize),
  });
}

/** One page of a list of the desk, with how many rows and pages there are. */
export type DeskPage<Row> = { rows: Row[]; page: number; pages: number; total: number };

/** Puts a page together from its rows and their total. */
export function toDeskPage<Row>(
  rows: Row[],
  total: number,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): DeskPage<Row> {
  return { rows, page: pageNumber, pages: Math.ceil(total / pageSize), total };
}
