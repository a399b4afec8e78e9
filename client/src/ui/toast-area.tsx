import "@mantine/core/styles/Notification.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/notifications/styles.layer.css";
import { Notifications } from "@mantine/notifications";
import { toastMs } from "@shop/shared/shop";
import classes from "./toast-area.module.css";

const maxToasts = 5;

/** Toasts at the top right, newest first. Hover and focus pause their time-out. */
export function ToastArea() {
  return (
    <Notifications
      position="top-right"
      autoClose={toastMs}
      limit={maxToasts}
      pauseResetOnHover="notification"
      withinPortal={false}
      containerWidth="min(24rem, calc(100vw - 2rem))"
      classNames={{ root: classes.area ?? "", notification: classes.toast ?? "" }}
    />
  );
}
