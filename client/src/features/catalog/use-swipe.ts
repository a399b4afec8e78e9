import { swipeThresholdPx } from "@shop/shared/shop";
import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";

/** A pointer that moves further is not a click. */
const clickTolerancePx = 10;

/**
 * Calls `onSwipe` for a horizontal swipe of at least `swipeThresholdPx`. The
 * returned handlers belong on the swiped element; a drag that ends on a link
 * does not follow it.
 */
export function useSwipe(onSwipe: (direction: "left" | "right") => void) {
  const start = useRef<{ id: number; x: number; y: number }>(undefined);
  const hasMoved = useRef(false);
  const latest = useRef(onSwipe);
  latest.current = onSwipe;

  useEffect(() => {
    function end(event: globalThis.PointerEvent): void {
      const from = start.current;
      if (from === undefined || event.pointerId !== from.id) return;
      start.current = undefined;
      const dx = event.clientX - from.x;
      const dy = event.clientY - from.y;
      hasMoved.current = Math.hypot(dx, dy) > clickTolerancePx;
      if (Math.abs(dx) < swipeThresholdPx || Math.abs(dx) < Math.abs(dy)) return;
      latest.current(dx < 0 ? "left" : "right");
    }
    function cancel(): void {
      start.current = undefined;
    }
    // On window, because the pointer may be released outside the element.
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", cancel);
    return () => {
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", cancel);
    };
  }, []);

  return {
    onPointerDown: (event: PointerEvent) => {
      hasMoved.current = false;
      if (event.button === 0) start.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onClickCapture: (event: MouseEvent) => {
      if (!hasMoved.current) return;
      hasMoved.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    // Disables native dragging of images and links.
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
}
