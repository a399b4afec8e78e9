/** Safari has no requestIdleCallback. After this delay the screen is usually rendered. */
const fallbackDelayMs = 200;
const idleTimeoutMs = 2_000;

/** Runs `work` when the browser is idle. The returned function cancels it. */
export function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, fallbackDelayMs);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(work, { timeout: idleTimeoutMs });
  return () => window.cancelIdleCallback(idle);
}
