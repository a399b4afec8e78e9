import { notifications, notificationsStore } from "@mantine/notifications";

type Outcome = "success" | "error";

let shown = 0;

function show(outcome: Outcome, message: string): void {
  shown += 1;
  const id = `${outcome}: ${message}`;
  // The same text again takes the old one's place and begins its time anew.
  notifications.hide(id);
  notifications.show({
    id,
    message,
    // The library puts the oldest first; a growing priority turns that round.
    priority: shown,
    role: outcome === "success" ? "status" : "alert",
    "data-outcome": outcome,
    closeButtonProps: { "aria-label": "Close message" },
  });
  // What no longer fits is old news: it must not come back when there is room again.
  notifications.cleanQueue();
}

/** Tells people how an action ended. The newest message stands on top. */
export const notify = {
  success: (message: string) => show("success", message),
  error: (message: string) => show("error", message),
  /** Takes failures back that no longer matter, because the next try has succeeded. */
  withdrawErrors: () =>
    notifications.updateState(notificationsStore, (all) =>
      all.filter((notification) => notification["data-outcome"] !== "error"),
    ),
};
