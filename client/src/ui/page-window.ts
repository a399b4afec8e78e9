/** Number of pages from which numbers are left out. */
const shortenFrom = 10;

/** The page numbers to show, with a gap where numbers are left out. */
export function pageWindow(page: number, pages: number): (number | "gap")[] {
  if (pages < shortenFrom) return Array.from({ length: pages }, (_, index) => index + 1);
  const middle = Math.min(Math.max(page, 4), pages - 3);
  // Near an end the window grows, so that the number of items stays constant.
  const around =
    middle === 4
      ? [2, 3, 4, 5]
      : middle === pages - 3
        ? [-4, -3, -2, -1].map((n) => pages + n)
        : [middle - 1, middle, middle + 1];
  const first = around[0] ?? 2;
  const last = around.at(-1) ?? pages - 1;
  return [1, ...(first > 2 ? ["gap" as const] : []), ...around, ...(last < pages - 1 ? ["gap" as const] : []), pages];
}
