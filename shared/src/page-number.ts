/** A page number from outside. Whatever is not a positive integer means the first page. */
export function toPageNumber(value: unknown): number {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^[1-9]\d{0,8}$/.test(text)) return 1;
  return Number(text);
}
