type Box = { top: number; bottom: number; left: number; right: number };

const gapPx = 8;

/**
 * The highest position, in pixels from the top of the viewport, at which a box covers none of the others: its own, or
 * below one of them. `undefined` if there is no room at all.
 */
export function clearTop(box: Box, others: readonly Box[], viewportHeight: number): number | undefined {
  const height = box.bottom - box.top;
  const beside = others.filter(({ left, right }) => left < box.right && right > box.left);
  const isClear = (top: number) => beside.every((other) => other.bottom <= top || other.top >= top + height);
  const below = beside
    .map(({ bottom }) => bottom + gapPx)
    .filter((top) => top > box.top && top + height <= viewportHeight);
  return [box.top, ...below.toSorted((a, b) => a - b)].find(isClear);
}
