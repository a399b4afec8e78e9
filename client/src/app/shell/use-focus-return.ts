import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** A place for the focus: of the elements that match the selector, the one at the position. */
type Place = { selector: string; position: number };

/** Time for a screen to render the link that had the focus. */
const timeoutMs = 5_000;

/**
 * Records the followed link of each history entry and focuses it again when
 * Back or Forward returns there. Without a recorded link the heading gets the focus.
 */
export function useFocusReturn(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const followed = useRef(new Map<string, Place>());
  const previousKey = useRef(key);

  useEffect(() => {
    function recordLink(event: MouseEvent): void {
      const link = event.target instanceof Element ? event.target.closest("#main a[href]") : null;
      if (link != null) followed.current.set(key, placeOf(link));
    }
    document.addEventListener("click", recordLink, { capture: true });
    return () => document.removeEventListener("click", recordLink, { capture: true });
  }, [key]);

  useEffect(() => {
    const hasMoved = previousKey.current !== key;
    previousKey.current = key;
    if (!hasMoved || type !== "POP") return;
    return focusWhenPresent(followed.current.get(key) ?? { selector: "h1", position: 0 });
  }, [key, type]);
}

/** Several links may lead to the same page: a featured product is in the list as well. */
function placeOf(link: Element): Place {
  const selector = `#main a[href="${CSS.escape(link.getAttribute("href") ?? "")}"]`;
  return { selector, position: [...document.querySelectorAll(selector)].indexOf(link) };
}

/** Focuses the element at the place once it is in the document. User input or the time-out cancels it. */
function focusWhenPresent({ selector, position }: Place): () => void {
  const observer = new MutationObserver(tryFocus);
  const timer = setTimeout(stop, timeoutMs);
  const inputEvents = ["keydown", "pointerdown", "wheel"] as const;

  function tryFocus(): void {
    const element = document.querySelectorAll<HTMLElement>(selector)[position];
    if (element === undefined) return;
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
