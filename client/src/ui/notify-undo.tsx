import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";

/** Time to read and to reach the button by keyboard. */
const undoToastMs = 12_000;
const id = "undoable";

/** A toast for what was done, with a button that takes it back. The next one replaces it. */
export function notifyUndoable(message: string, undo: () => void): void {
  notifications.hide(id);
  notifications.show({
    id,
    // Before the other messages, which count up from 1.
    priority: Number.MAX_SAFE_INTEGER,
    autoClose: undoToastMs,
    role: "status",
    "data-outcome": "success",
    closeButtonProps: { "aria-label": "Close message" },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text inherit style={{ overflowWrap: "anywhere" }}>
          {message}
        </Text>
        <Button
          variant="default"
          flex="none"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
  notifications.cleanQueue();
}
