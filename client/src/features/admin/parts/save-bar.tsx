import { Button, Text } from "@mantine/core";

type SaveBarProps = { isDirty: boolean; isSaving: boolean; onSave: () => void };

/** What an `EditPanel` without a form has in its bar: whether there is something to save, and the button that does it. */
export function SaveBar({ isDirty, isSaving, onSave }: SaveBarProps) {
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
        onClick={() => {
          if (isDirty && !isSaving) onSave();
        }}
      >
        {isSaving ? "Saving…" : "Save"}
      </Button>
    </>
  );
}
