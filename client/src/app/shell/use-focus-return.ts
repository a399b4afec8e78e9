import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Time for a screen to render the link that had the focus. */
const timeoutMs = 5_000;

/**
 * Records the followed link of each history entry and focuses it again when
 * Back or Forward returns there. Without a recorded link the heading gets the focus.
 */
export function useFocusReturn(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const followed = useRef(new Map<string, string>());
  const previousKey = useRef(key);

  useEffect(() => {
    function recordLink(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest("#main a[href]") : null;
      const href = link?.getAttribute("href");
      if (href != null) followed.current.set(key, href);
    }
    document.addEventListener("click", recordLink, { capture: true });
    return () => document.removeEventListener("click", recordLink, { capture: true });
  }, [key]);

  useEffect(() => {
    const hasMoved = previousKey.current !== key;
    previousKey.current = key;
    if (!hasMoved || type !== "POP") return;
    const href = followed.current.get(key);
    return focusWhenPresent(href === undefined ? "h1" : `#main a[href="${CSS.escape(href)}"]`);
  }, [key, type]);
}

/** Focuses the first match once it is in the document. User input or the time-out cancels it. */
function focusWhenPresent(selector: string): () => void {
  const observer = new MutationObserver(tryFocus);
  const timer = setTimeout(stop, timeoutMs);
  const inputEvents = ["keydown", "pointerdown", "wheel"] as const;

  function tryFocus(): void {
    const element = document.querySelector<HTMLElement>(selector);
    if (element === null) return;
    element.focus({ preventScroll: true });
    stop();
  }
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of inputEvents) window.removeEventListener(type, stop);
  }

  observer.observe(document.body, { childList: true, subtree: true });
  for (const type of inputEvents) window.addEventListener(type, stop, { passive: true });
  tryFocus();
  return stop;
}
