import { swipeThresholdPx } from "@shop/shared/shop";
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

const scaleMax = 4;
/** What a double tap, a click and the button zoom to. */
const tapScale = 2.5;
/** Two taps so close to each other in time are a double tap, in milliseconds. */
const doubleTapMs = 350;
/** How far a finger moves down to close. */
const closeDistancePx = 96;
/** A pointer that moves further is no tap. */
const tapTolerancePx = 12;

type View = { scale: number; x: number; y: number };
type Point = { x: number; y: number };
type Change = (next: (view: View) => View) => void;

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

const toggledAt = (at: Point) => (view: View) => (view.scale > 1 ? whole : scaledAt(view, tapScale, at));

/**
 * Zooming an image in its area by pinch, double tap, click or wheel, and moving it. A swipe over an image that is not
 * zoomed calls `onSwipe` with the step to the next one, and one of a finger that goes down `onSwipeDown`; `pulled` is how
 * far it is, in pixels. The area gets `area` as its ref, and the handlers.
 */
export function useZoom(onSwipe: (step: -1 | 1) => void, onSwipeDown: () => void) {
  const area = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(whole);
  const change: Change = (next) => {
    const size = area.current?.getBoundingClientRect();
    if (size !== undefined) setView((current) => within(next(current), size));
  };
  useWheel(area, setView);
  const tap = useTaps(change);
  const pointers = usePointers({
    change,
    onTap: tap,
    onSwipe: (step) => {
      if (view.scale === 1) onSwipe(step);
    },
    onSwipeDown: () => {
      if (view.scale === 1) onSwipeDown();
    },
  });
  return {
    area,
    isZoomed: view.scale > 1,
    scale: view.scale,
    /** Whether fingers or a mouse button hold the image. */
    isHeld: pointers.isHeld,
    pulled: view.scale === 1 ? pointers.pulled : 0,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    reset: () => setView(whole),
    toggle: () => change(toggledAt(whole)),
    by: (share: number) =>
      change((from) => (from.scale * share <= 1 ? whole : scaledAt(from, from.scale * share, whole))),
    move: (x: number, y: number) => change((from) => ({ ...from, x: from.x + x, y: from.y + y })),
    handlers: pointers.handlers,
  };
}

type PointerUse = {
  change: Change;
  onTap: (event: PointerEvent, at: Point) => void;
  onSwipe: (step: -1 | 1) => void;
  onSwipeDown: () => void;
};

/** One pointer moves the image, taps or swipes; two scale it. */
function usePointers({ change, onTap, onSwipe, onSwipeDown }: PointerUse) {
  const pointers = useRef(new Map<number, Point>());
  const pressed = useRef<Point & { isAlone: boolean }>(undefined);
  const [isHeld, setHeld] = useState(false);
  const [pulled, setPulled] = useState(0);

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    pointers.current.set(event.pointerId, pointOf(event));
    pressed.current = { ...pointOf(event), isAlone: pointers.current.size === 1 };
    setHeld(true);
  }

  function onPointerMove(event: PointerEvent): void {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = pointOf(event);
    const [other] = [...pointers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    pointers.current.set(event.pointerId, now);
    const moved = { x: now.x - before.x, y: now.y - before.y };
    setPulled(other === undefined ? downOf(event, pressed.current) : 0);
    if (other === undefined) {
      change((from) => ({ ...from, x: from.x + moved.x, y: from.y + moved.y }));
      return;
    }
    const share = distance(now, other) / Math.max(1, distance(before, other));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    // Two fingers that move together move the image.
    change((from) => {
      const scaled = scaledAt(from, from.scale * share, middle);
      return { ...scaled, x: scaled.x + moved.x / 2, y: scaled.y + moved.y / 2 };
    });
  }

  function onPointerUp(event: PointerEvent): void {
    const from = pressed.current;
    if (!release(event) || pointers.current.size > 0 || from?.isAlone !== true) return;
    const at = pointOf(event);
    const [dx, dy] = [at.x - from.x, at.y - from.y];
    if (Math.hypot(dx, dy) <= tapTolerancePx) onTap(event, at);
    else if (Math.abs(dx) >= swipeThresholdPx && Math.abs(dx) > Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1);
    else if (downOf(event, from) >= closeDistancePx) onSwipeDown();
  }

  function release({ pointerId }: PointerEvent): boolean {
    const isKnown = pointers.current.delete(pointerId);
    setHeld(pointers.current.size > 0);
    setPulled(0);
    return isKnown;
  }
  return { isHeld, pulled, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: release } };
}

/** How far a finger has gone down from where it was put, in pixels; 0 for other pointers and other directions. */
function downOf(event: PointerEvent, from: (Point & { isAlone: boolean }) | undefined): number {
  if (event.pointerType !== "touch" || from?.isAlone !== true) return 0;
  const at = pointOf(event);
  const down = at.y - from.y;
  return down > Math.abs(at.x - from.x) ? down : 0;
}

/** Zooms by a double tap, and by one click of a mouse as its cursor promises. */
function useTaps(change: Change) {
  const lastTap = useRef<Point & { at: number }>(undefined);
  return ({ timeStamp, pointerType }: PointerEvent, at: Point): void => {
    const before = lastTap.current;
    const isDouble =
      before !== undefined && timeStamp - before.at < doubleTapMs && distance(before, at) <= 2 * tapTolerancePx;
    lastTap.current = isDouble ? undefined : { ...at, at: timeStamp };
    // The second click of a double click does not take back the first.
    if ((pointerType === "mouse") !== isDouble) change(toggledAt(at));
  };
}

/** Zooms by the wheel, and by a pinch on a touchpad, which browsers tell as a wheel with the Ctrl key. */
function useWheel(area: RefObject<HTMLDivElement | null>, setView: Change): void {
  useEffect(() => {
    const element = area.current;
    const onWheel = (event: WheelEvent) => {
      // The browser would enlarge the page.
      event.preventDefault();
      const size = element?.getBoundingClientRect();
      if (size === undefined) return;
      const share = Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400));
      setView((from) => within(scaledAt(from, from.scale * share, pointIn(event, size)), size));
    };
    // React listens passively, so that the default could not be prevented.
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [area, setView]);
}

/** Where a pointer is, from the middle of the area. */
function pointOf(event: PointerEvent): Point {
  return pointIn(event, event.currentTarget.getBoundingClientRect());
}

function pointIn({ clientX, clientY }: { clientX: number; clientY: number }, area: DOMRect): Point {
  return { x: clientX - area.left - area.width / 2, y: clientY - area.top - area.height / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
