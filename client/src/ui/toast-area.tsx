import "@mantine/core/styles/Notification.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/notifications/styles.layer.css";
import { Notifications, useNotifications } from "@mantine/notifications";
import { toastMs } from "@shop/shared/shop";
import { type RefObject, useEffect, useRef } from "react";
import { clearTop } from "./clear-top.ts";
import classes from "./toast-area.module.css";

const maxToasts = 5;

/** What toasts cover only where there is no other place: from what a user may press next to all that can be pressed. */
const neverCovered = "main :is(h1, [data-next-action], [type=submit]):not([inert], [inert] *)";
const rarelyCovered = "main :is(h1, h2, button, [data-next-action], .mantine-Button-root):not([inert], [inert] *)";

/** Toasts at the top right, newest first. Hover and focus pause their time-out. They give way to headings and buttons. */
export function ToastArea() {
  const { notifications } = useNotifications();
  const area = useRef<HTMLDivElement>(null);
  useGiveWay(area, notifications.length);
  return (
    <div ref={area}>
      <Notifications
        position="top-right"
        autoClose={toastMs}
        limit={maxToasts}
        pauseResetOnHover="notification"
        withinPortal={false}
        containerWidth="min(24rem, calc(100vw - 2rem))"
        classNames={{ root: classes.area ?? "", notification: classes.toast ?? "" }}
      />
    </div>
  );
}

/** Keeps the toasts clear of the page's headings and buttons, while there are any toasts. */
function useGiveWay(area: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    const toasts = area.current?.querySelector<HTMLElement>("[data-position=top-right]");
    if (count === 0 || toasts == null) return;
    const place = () => placeClear(toasts);
    const observer = new ResizeObserver(place);
    observer.observe(toasts);
    observer.observe(document.body);
    window.addEventListener("scroll", place, { passive: true });
    window.addEventListener("resize", place);
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", place);
      window.removeEventListener("resize", place);
    };
  }, [area, count]);
}

/** Moves the toasts to their place, or below what they would cover there. */
function placeClear(toasts: HTMLElement): void {
  toasts.style.removeProperty("top");
  const shown = toasts.getBoundingClientRect();
  const boxesOf = (found: string) => [...document.querySelectorAll(found)].map((each) => each.getBoundingClientRect());
  const top =
    clearTop(shown, boxesOf(rarelyCovered), window.innerHeight) ??
    clearTop(shown, boxesOf(neverCovered), window.innerHeight) ??
    shown.top;
  if (top !== shown.top) toasts.style.top = `${top}px`;
}
