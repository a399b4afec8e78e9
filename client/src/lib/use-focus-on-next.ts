import { type RefObject, useEffect, useRef } from "react";

/**
 * When the focused button of a group unmounts, focuses the next enabled one, or
 * else the group. `remaining` is the number of buttons, `selector` their selector.
 */
export function useFocusOnNext(group: RefObject<HTMLElement | null>, remaining: number, selector = "button"): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    // On document, because the group may mount later. An unmounted element emits no focusin, so the flag stays set.
    const trackFocus = (event: FocusEvent) => {
      hadFocus.current = event.target instanceof Node && (group.current?.contains(event.target) ?? false);
    };
    document.addEventListener("focusin", trackFocus);
    return () => document.removeEventListener("focusin", trackFocus);
  }, [group]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button unmounts when the number decreases
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const next = group.current?.querySelector<HTMLElement>(`${selector}:not(:disabled)`);
    (next ?? group.current)?.focus();
  }, [remaining, group, selector]);
}
