/** A page number from outside. Whatever is not a positive integer means the first page. */
export function toPageNumber(value: unknown): number {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^[1-9]\d{0,8}$/.test(text)) return 1;
  return Number(text);
}

/** How many rows a list of the admin may show at once. */
export const adminPageSizes = [10, 25, 50, 100] as const;
export type AdminPageSize = (typeof adminPageSizes)[number];
export const defaultAdminPageSize: AdminPageSize = 25;

/** A page size from outside. Whatever is not on offer means the default. */
export function toAdminPageSize(value: unknown): AdminPageSize {
  return adminPageSizes.find((size) => String(size) === String(value)) ?? defaultAdminPageSize;
}
