import { swipeThresholdPx } from "@shop/shared/shop";
import { type PointerEvent, useRef, useState, type WheelEvent } from "react";

const scaleMax = 4;
/** What a double tap zooms to. */
const tapScale = 2.5;
/** Two taps so close to each other in time are a double tap, in milliseconds. */
const doubleTapMs = 350;
/** A pointer that moves further is no tap. */
const tapTolerancePx = 12;

type View = { scale: number; x: number; y: number };
type Point = { x: number; y: number };

const whole: View = { scale: 1, x: 0, y: 0 };

/** A view with another scale in which one point, measured from the middle, stays where it is. */
function scaledAt({ scale, x, y }: View, wanted: number, at: Point): View {
  const next = Math.min(scaleMax, Math.max(1, wanted));
  const share = next / scale;
  return { scale: next, x: at.x - (at.x - x) * share, y: at.y - (at.y - y) * share };
}

/** Keeps the enlarged image over the middle of its area. */
function within({ scale, x, y }: View, { width, height }: { width: number; height: number }): View {
  const limit = (value: number, size: number) => {
    const most = ((scale - 1) * size) / 2;
    return Math.min(most, Math.max(-most, value));
  };
  return { scale, x: limit(x, width), y: limit(y, height) };
}

/**
 * Zooming an image in its area by pinch, double tap or wheel, and moving it. A swipe over an image that is not zoomed
 * calls `onSwipe` with the step to the next one. The handlers belong on the area.
 */
export function useZoom(onSwipe: (step: -1 | 1) => void) {
  const [view, setView] = useState(whole);
  const pointers = useRef(new Map<number, Point>());
  const pressed = useRef<Point & { isAlone: boolean }>(undefined);
  const lastTap = useRef<Point & { at: number }>(undefined);

  function change({ currentTarget }: { currentTarget: Element }, next: (view: View) => View): void {
    const size = currentTarget.getBoundingClientRect();
    setView((current) => within(next(current), size));
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    pointers.current.set(event.pointerId, pointOf(event));
    pressed.current = { ...pointOf(event), isAlone: pointers.current.size === 1 };
  }

  function onPointerMove(event: PointerEvent): void {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOf(event);
    const [other] = [...pointers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    pointers.current.set(event.pointerId, now);
    const moved = { x: now.x - before.x, y: now.y - before.y };
    if (other === undefined) {
      change(event, (from) => ({ ...from, x: from.x + moved.x, y: from.y + moved.y }));
      return;
    }
    const share = distance(now, other) / Math.max(1, distance(before, other));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    // Two fingers that move together move the image.
    change(event, (from) => {
      const scaled = scaledAt(from, from.scale * share, middle);
      return { ...scaled, x: scaled.x + moved.x / 2, y: scaled.y + moved.y / 2 };
    });
  }

  function onPointerUp(event: PointerEvent): void {
    const from = pressed.current;
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0 || from?.isAlone !== true) return;
    const at = pointOf(event);
    const [dx, dy] = [at.x - from.x, at.y - from.y];
    if (Math.hypot(dx, dy) <= tapTolerancePx) tap(event, at);
    else if (view.scale === 1 && Math.abs(dx) >= swipeThresholdPx && Math.abs(dx) > Math.abs(dy))
      onSwipe(dx < 0 ? 1 : -1);
  }

  function tap(event: PointerEvent, at: Point): void {
    const before = lastTap.current;
    const isDouble =
      before !== undefined && event.timeStamp - before.at < doubleTapMs && distance(before, at) <= 2 * tapTolerancePx;
    lastTap.current = isDouble ? undefined : { ...at, at: event.timeStamp };
    if (isDouble) change(event, (current) => (current.scale > 1 ? whole : scaledAt(current, tapScale, at)));
  }

  return {
    isZoomed: view.scale > 1,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    reset: () => setView(whole),
    by: (share: number) =>
      setView((from) => (from.scale * share <= 1 ? whole : scaledAt(from, from.scale * share, whole))),
    handlers: {
      ...{ onPointerDown, onPointerMove, onPointerUp },
      onPointerCancel: ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId),
      onWheel: (event: WheelEvent) =>
        change(event, (from) => scaledAt(from, from.scale * Math.exp(-event.deltaY / 400), pointOf(event))),
    },
  };
}

/** Where a pointer is, from the middle of the area. */
function pointOf({ clientX, clientY, currentTarget }: PointerEvent | WheelEvent): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
