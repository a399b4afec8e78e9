import { type RefObject, useEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Where focus goes after a navigation: to the page's heading, or to a list that turned its page; or it stays. */
export type FocusTarget = "heading" | "list" | "stay";

/** Location state of a link that turns the page of a list. */
export const toList = { focus: "list" } as const;

/** Location state of a change that people make without leaving what they are at. */
export const toStay = { focus: "stay" } as const;

function targetOf(state: unknown): FocusTarget {
  const focus = typeof state === "object" && state !== null && "focus" in state ? state.focus : undefined;
  return focus === "list" || focus === "stay" ? focus : "heading";
}

/**
 * Gives an element the focus after each navigation that is meant for it. The
 * first load, Back and Forward are left alone: there the browser's place counts.
 */
export function useNavigationFocus(ref: RefObject<HTMLElement | null>, target: FocusTarget): void {
  const { pathname, state } = useLocation();
  const type = useNavigationType();
  const wanted = type === "POP" ? undefined : targetOf(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what asks for focus, a new query is not
  useEffect(() => {
    if (wanted !== target || isTyping()) return;
    ref.current?.focus({ preventScroll: true });
    if (target === "list") ref.current?.scrollIntoView({ block: "start" });
  }, [pathname, wanted]);
}

/** Whether somebody has begun to type while the screen was still coming. */
function isTyping(): boolean {
  const active = document.activeElement;
  return (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) && active.value !== "";
}
