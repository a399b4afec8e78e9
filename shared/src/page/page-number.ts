/** Far beyond the end of any list. */
const pageNumberMax = 999_999_999;

/** Parses a page number; anything but a positive integer gives the first page. */
export function toPageNumber(value: unknown): number {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^[1-9]\d*$/.test(text)) return 1;
  return Math.min(Number(text), pageNumberMax);
}

/** The page sizes of admin lists. */
export const adminPageSizes = [10, 25, 50, 100] as const;
export type AdminPageSize = (typeof adminPageSizes)[number];
export const defaultAdminPageSize: AdminPageSize = 25;

/** Parses a page size; unknown values give the default. */
export function toAdminPageSize(value: unknown): AdminPageSize {
  return adminPageSizes.find((size) => size === value || String(size) === value) ?? defaultAdminPageSize;
}
