import { z } from "zod";
import { toAdminPageSize } from "../page/page-number.ts";
import { keywordSchema, pageNumberSchema } from "../query.ts";

/** The sort key and direction of a list. */
export type AdminSort<Key extends string> = { by: Key; isDescending: boolean };

/** Parses a sort parameter: a key, with a leading "-" for descending. Unknown keys give the default. */
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
 * The common input of the admin lists: search text, sort ("-" before the key for descending), page
 * and page size. Lists add filters with `extend`. Invalid values give the defaults, because URLs are
 * edited by hand.
 */
export function adminListSchema<Key extends string>(keys: readonly Key[], defaultSort: AdminSort<NoInfer<Key>>) {
  return z.object({
    search: keywordSchema.default(""),
    sort: z
      .unknown()
      .optional()
      .transform((value) => toAdminSort(value, keys, defaultSort)),
    pageNumber: pageNumberSchema.default(1),
    pageSize: z.unknown().optional().transform(toAdminPageSize),
  });
}

/** A page of an admin list, with the number of rows and pages. */
export type AdminPage<Row> = { rows: Row[]; page: number; pages: number; total: number };

/** Builds a page from its rows and their total. */
export function toAdminPage<Row>(
  rows: Row[],
  total: number,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): AdminPage<Row> {
  return { rows, page: pageNumber, pages: Math.ceil(total / pageSize), total };
}
