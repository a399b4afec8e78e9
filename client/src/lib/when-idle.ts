/** Safari knows no idle moments; by then a screen is drawn. */
const laterMs = 200;
const longestWaitMs = 2_000;

/** Does something when the browser has nothing better to do. The returned function calls it off. */
export function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const later = setTimeout(work, laterMs);
    return () => clearTimeout(later);
  }
  const idle = window.requestIdleCallback(work, { timeout: longestWaitMs });
  return () => window.cancelIdleCallback(idle);
}
