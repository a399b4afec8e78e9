import { type RefObject, useEffect } from "react";
import { type Location, useLocation, useNavigationType } from "react-router-dom";

/** Focus target after a navigation: the page heading, the paginated list, or no change. */
export type FocusTarget = "heading" | "list" | "stay";

/** Location state of pagination links. */
export const toList = { focus: "list" } as const;

/** Location state of navigations that keep the focus, such as a changed filter. */
export const toStay = { focus: "stay" } as const;

/** The same for one that takes the place of the present entry, so that it is still known whether the visit began there. */
export function toStayOn({ key, state }: Pick<Location, "key" | "state">) {
  return { ...toStay, isLanding: isLanding({ key, state }) };
}

/** Whether the visit to the shop began with this entry of the history. */
export function isLanding({ key, state }: Pick<Location, "key" | "state">): boolean {
  return (
    key === "default" ||
    (typeof state === "object" && state !== null && "isLanding" in state && state.isLanding === true)
  );
}

function targetOf(state: unknown): FocusTarget {
  const focus = typeof state === "object" && state !== null && "focus" in state ? state.focus : undefined;
  return focus === "list" || focus === "stay" ? focus : "heading";
}

/**
 * Focuses an element after each navigation with this target. The first load,
 * Back and Forward are excluded, because there the position is restored.
 */
export function useNavigationFocus(ref: RefObject<HTMLElement | null>, target: FocusTarget): void {
  const { pathname, state } = useLocation();
  const type = useNavigationType();
  const requested = type === "POP" ? undefined : targetOf(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path moves the focus, a new query does not
  useEffect(() => {
    if (requested !== target || isTyping()) return;
    ref.current?.focus({ preventScroll: true });
    if (target === "list") ref.current?.scrollIntoView({ block: "start" });
  }, [pathname, requested]);
}

/** Whether the user has typed into a field while the screen was loading. */
function isTyping(): boolean {
  const active = document.activeElement;
  return (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) && active.value !== "";
}
