import { notifications, notificationsStore } from "@mantine/notifications";

type Outcome = "success" | "error";

let sequence = 0;

function show(outcome: Outcome, message: string): void {
  sequence += 1;
  const id = `${outcome}: ${message}`;
  // A repeated message replaces the earlier one and restarts its time-out.
  notifications.hide(id);
  notifications.show({
    id,
    message,
    // Mantine shows the oldest first. An increasing priority reverses the order.
    priority: sequence,
    role: outcome === "success" ? "status" : "alert",
    "data-outcome": outcome,
    closeButtonProps: { "aria-label": "Close message" },
  });
  // Drops messages beyond the limit, which Mantine would otherwise queue and show later.
  notifications.cleanQueue();
}

/** Toasts for the result of an action, newest first. */
export const notify = {
  success: (message: string) => show("success", message),
  error: (message: string) => show("error", message),
  /** Removes error toasts, for a retry that has succeeded. */
  withdrawErrors: () =>
    notifications.updateState(notificationsStore, (all) =>
      all.filter((notification) => notification["data-outcome"] !== "error"),
    ),
};
