import { type RefObject, useEffect, useRef } from "react";

/**
 * When the button of a group that was pressed has done its work and is gone,
 * the next one has the focus, or else the group. `left` is how many there are;
 * `kind` tells them from other buttons of the group.
 */
export function useFocusOnNext(group: RefObject<HTMLElement | null>, left: number, kind = "button"): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    // On the document, because the group may come later. Where the focus gets lost, nothing is told: it counts as here.
    const note = (event: FocusEvent) => {
      hadFocus.current = event.target instanceof Node && (group.current?.contains(event.target) ?? false);
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [group]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one less is what takes a button away
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const next = group.current?.querySelector<HTMLElement>(`${kind}:not(:disabled)`);
    (next ?? group.current)?.focus();
  }, [left, group, kind]);
}
