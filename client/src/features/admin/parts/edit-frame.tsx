import { Button, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { type ReactNode, useRef } from "react";
import { useLeaveGuard } from "../../../lib/use-leave-guard.ts";
import { Timestamp } from "../../../ui/timestamp.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { EditPanel } from "./edit-panel.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import type { EditForm, FieldValue } from "./use-edit-form.ts";

type EditFrameProps<Values extends Record<string, FieldValue>> = {
  edit: EditForm<Values>;
  /** The labels of the fields, for the dialog about a conflicting edit. */
  labels: Record<keyof Values & string, string>;
  /** The fields. */
  children: ReactNode;
  saveLabel?: string;
  /** Whether it can be saved without a change, for instance because it was never saved. */
  isUnsaved?: boolean;
  /** Beside another column, which limits its width. */
  isWide?: boolean;
};

/**
 * The form of an edit screen: one column of fields above a sticky Save button. Ctrl+S and Cmd+S save as well. Shows when
 * the record was last saved and asks before unsaved changes are lost.
 */
export function EditFrame<Values extends Record<string, FieldValue>>({
  edit,
  labels,
  children,
  saveLabel = "Save",
  isUnsaved = false,
  isWide = false,
}: EditFrameProps<Values>) {
  const { isDirty, isSaving } = edit;
  const form = useRef<HTMLFormElement>(null);
  const held = useLeaveGuard(isDirty);
  const canSave = isDirty || isUnsaved;
  useHotkeys([["mod+S", () => canSave && form.current?.requestSubmit()]], []);

  return (
    <>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) edit.submit();
        }}
      >
        <EditPanel
          isWide={isWide}
          bar={
            <>
              <Text role="status" c={isDirty ? "var(--shop-warning)" : "dimmed"}>
                {isSaving ? "Saving…" : isDirty ? "Unsaved changes" : savedWords(edit.savedAt)}
              </Text>
              <Button
                type="submit"
                miw={120}
                // Not `disabled`, so that the focus stays on the button after a save.
                data-disabled={!canSave}
                aria-disabled={!canSave || isSaving || undefined}
                aria-keyshortcuts="Control+S Meta+S"
              >
                {isSaving ? "Saving…" : saveLabel}
              </Button>
            </>
          }
        >
          {children}
        </EditPanel>
      </form>
      <LeaveDialog held={held} />
      {edit.theirs !== undefined && <ConflictDialog edit={edit} theirs={edit.theirs} labels={labels} />}
    </>
  );
}

/** A record that was never saved has no time. */
function savedWords(savedAt: string): ReactNode {
  return savedAt === "" ? "Not saved yet" : <SavedAt time={savedAt} />;
}

/** The time of the last save, with the day unless it is today. */
function SavedAt({ time }: { time: string }) {
  const at = new Date(time);
  const isToday = at.toDateString() === new Date().toDateString();
  const text = at.toLocaleString(
    "en-US",
    isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" },
  );
  return (
    <>
      Last saved <Timestamp time={time}>{isToday ? `at ${text}` : text}</Timestamp>
    </>
  );
}
