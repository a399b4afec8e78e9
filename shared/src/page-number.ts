/** A page number from outside. Whatever is not a positive integer means the first page. */
export function toPageNumber(value: unknown): number {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^[1-9]\d{0,8}$/.test(text)) return 1;
  return Number(text);
}

/** How many rows a list of the desk may show at once. */
export const deskPageSizes = [10, 25, 50, 100] as const;
export type DeskPageSize = (typeof deskPageSizes)[number];
export const defaultDeskPageSize: DeskPageSize = 25;

/** A page size from outside. Whatever is not on offer means the default. */
export function toDeskPageSize(value: unknown): DeskPageSize {
  return deskPageSizes.find((size) => String(size) === String(value)) ?? defaultDeskPageSize;
}
