import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { type ReactNode, useRef } from "react";
import { useLeaveGuard } from "../../lib/use-leave-guard.ts";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import classes from "./edit-frame.module.css";
import type { EditForm } from "./use-edit-form.ts";

type EditFrameProps<Values extends Record<string, string | number | boolean>> = {
  edit: EditForm<Values>;
  /** Names of the fields, for the choice between two people's values. */
  labels: Record<keyof Values & string, string>;
  /** The fields. */
  children: ReactNode;
  /** What the Save button says. */
  saveLabel?: string;
  /** Whether it can be saved as it is: what has never been saved, for instance. */
  isUnsaved?: boolean;
};

/**
 * One column of fields above a Save button that is always in sight. Saves with
 * Ctrl+S or Cmd+S too, says when it was last saved, and does not let unsaved
 * changes go without asking.
 */
export function EditFrame<Values extends Record<string, string | number | boolean>>({
  edit,
  labels,
  children,
  saveLabel = "Save",
  isUnsaved = false,
}: EditFrameProps<Values>) {
  const { isDirty, isSaving } = edit;
  const form = useRef<HTMLFormElement>(null);
  const blocker = useLeaveGuard(isDirty);
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
        <Panel className={classes.panel}>
          <div className={classes.fields}>{children}</div>
          <div className={classes.bar}>
            <p role="status" className={classes.state} data-dirty={isDirty || undefined}>
              {isSaving ? "Saving…" : isDirty ? "Unsaved changes" : <SavedAt time={edit.savedAt} />}
            </p>
            <Button
              type="submit"
              className={classes.save ?? ""}
              // Not `disabled`: whoever has just pressed it keeps their place.
              data-disabled={!canSave}
              aria-disabled={!canSave || isSaving || undefined}
              aria-keyshortcuts="Control+S Meta+S"
            >
              {isSaving ? "Saving…" : saveLabel}
            </Button>
          </div>
        </Panel>
      </form>
      {blocker.state === "blocked" && (
        <ConfirmDialog
          question="Leave without saving?"
          consequence="Your changes on this screen will be lost."
          yes="Leave"
          no="Stay"
          isDanger
          onAnswer={(isYes) => (isYes ? blocker.proceed() : blocker.reset())}
        />
      )}
      {edit.theirs !== undefined && <ConflictDialog edit={edit} theirs={edit.theirs} labels={labels} />}
    </>
  );
}

/** When it was saved: the time today, the day and time before. */
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
