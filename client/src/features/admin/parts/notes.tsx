import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { messageLength, type OrderNote } from "@shop/shared/order/order-message";
import { type FormEvent, useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { DividedList } from "./divided-list.tsx";

type NoteListProps = {
  notes: readonly OrderNote[];
  /** Absent where the role may not remove notes. */
  onRemove?: (id: string) => void;
};

/** Notes of administrators, oldest first. */
export function NoteList({ notes, onRemove }: NoteListProps) {
  const { ask, dialog } = useConfirm();
  async function askToRemove({ _id, text }: OrderNote, remove: (id: string) => void): Promise<void> {
    const about = text.length <= 120 ? text : `${text.slice(0, 119)}…`;
    if (await ask({ question: "Remove this note?", about, yes: "Remove", isDanger: true })) remove(_id);
  }
  if (notes.length === 0) return <Text c="dimmed">No notes yet. Customers never see them.</Text>;
  return (
    <>
      <DividedList isOrdered>
        {notes.map((note) => (
          <Group component="li" key={note._id} align="flex-start" justify="space-between" wrap="nowrap" py="xs">
            <Stack gap={2} miw={0}>
              <Text style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>{note.text}</Text>
              <Text fz="xs" lh="xs" c="dimmed">
                {note.by}, <Minute time={note.createdAt} />
              </Text>
            </Stack>
            {onRemove !== undefined && (
              <Button
                variant="default"
                flex="none"
                aria-label={`Remove the note of ${note.by}: ${note.text.slice(0, 40)}`}
                onClick={() => void askToRemove(note, onRemove)}
              >
                Remove
              </Button>
            )}
          </Group>
        ))}
      </DividedList>
      {dialog}
    </>
  );
}

type NoteFormProps = {
  /** Rejects if the note was not added. */
  onAdd: (text: string) => Promise<unknown>;
  isAdding: boolean;
  error: unknown;
};

/** Adds a note. What was typed stays until it is added. */
export function NoteForm({ onAdd, isAdding, error }: NoteFormProps) {
  const oneAtATime = useOneAtATime();
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() === "") field.current?.focus();
    else oneAtATime(() => onAdd(text).then(() => setText("")));
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="sm" align="flex-start">
        <Textarea
          ref={field}
          w="100%"
          label="Add a note"
          description="For administrators only."
          rows={2}
          maxLength={messageLength}
          error={isMissing ? "Note is required" : undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setMissing(false);
          }}
        />
        {error !== null && <ErrorAlert message={messageOf(error, "The note was not added. Please try again.")} />}
        <Button type="submit" variant="default" aria-disabled={isAdding || undefined}>
          {isAdding ? "Adding…" : "Add note"}
        </Button>
      </Stack>
    </form>
  );
}
