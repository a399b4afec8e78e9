import { Button, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";

type SaveBarProps = { isDirty: boolean; isSaving: boolean; onSave: () => void };

/**
 * What an `EditPanel` without a form has in its bar: whether there is something to save, and the button that does it, as
 * Ctrl+S and Cmd+S do.
 */
export function SaveBar({ isDirty, isSaving, onSave }: SaveBarProps) {
  const save = () => {
    if (isDirty && !isSaving) onSave();
  };
  // Also from within a field.
  useHotkeys([["mod+S", save]], []);
  return (
    <>
      <Text role="status" c={isDirty ? "var(--shop-warning)" : "dimmed"}>
        {isSaving ? "Saving…" : isDirty ? "Unsaved changes" : "Nothing to save"}
      </Text>
      <Button
        miw={120}
        // Not `disabled`, so that the focus stays on the button after a save.
        data-disabled={!isDirty}
        aria-disabled={!isDirty || isSaving || undefined}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={save}
      >
        {isSaving ? "Saving…" : "Save"}
      </Button>
    </>
  );
}
