import { Anchor, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { messageLength, type OrderNote } from "@shop/shared/order/order-message";
import { type FormEvent, useRef, useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { customerPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { Minute } from "../../../ui/minute.tsx";
import { notify } from "../../../ui/notify.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import print from "./screen-only.module.css";

/** What admins know about an order beyond it: the customer's other orders, and the notes. */
export function OrderBackground({ orderId }: { orderId: string }) {
  const background = trpc.admin.orders.background.useQuery({ id: orderId }, cachedBriefly);
  const customer = background.data?.customer ?? null;
  return (
    <AdminPanel
      className={print.screenOnly ?? ""}
      title="Notes"
      titleSize="lg"
      aside={
        customer !== null && (
          <Anchor component={PrefetchLink} to={customerPath(customer._id)} py={10} miw={0}>
            {customer.orders === 1 ? "First order of" : `${customer.orders.toLocaleString("en-US")} orders of`}{" "}
            {customer.name}
          </Anchor>
        )
      }
    >
      {background.data === undefined ? (
        background.isError ? (
          <ErrorAlert
            message={messageOf(background.error, "Failed to load notes")}
            onRetry={() => void background.refetch()}
            isRetrying={background.isFetching}
          />
        ) : (
          <Skeleton height="6rem" />
        )
      ) : (
        <Notes notes={background.data.notes} />
      )}
      <NoteForm orderId={orderId} />
    </AdminPanel>
  );
}

function Notes({ notes }: { notes: readonly OrderNote[] }) {
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const remove = trpc.admin.orders.removeNote.useMutation({
    onSuccess: () => notify.success("Note removed"),
    onError: (error) => notify.error(messageOf(error, "Update failed")),
    onSettled: () => utils.admin.orders.background.invalidate(),
  });
  async function onRemove({ _id, text }: OrderNote): Promise<void> {
    const about = text.length <= 120 ? text : `${text.slice(0, 119)}…`;
    if (await ask({ question: "Remove this note?", about, yes: "Remove", isDanger: true })) remove.mutate({ id: _id });
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
            <Button
              variant="default"
              flex="none"
              aria-label={`Remove the note of ${note.by}: ${note.text.slice(0, 40)}`}
              onClick={() => void onRemove(note)}
            >
              Remove
            </Button>
          </Group>
        ))}
      </DividedList>
      {dialog}
    </>
  );
}

function NoteForm({ orderId }: { orderId: string }) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const [text, setText] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const add = trpc.admin.orders.addNote.useMutation({
    onSuccess: () => {
      setText("");
      notify.success("Note added");
    },
    onSettled: () => utils.admin.orders.background.invalidate(),
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() === "") field.current?.focus();
    else oneAtATime(() => add.mutateAsync({ id: orderId, text }));
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
        {add.isError && <ErrorAlert message={messageOf(add.error, "The note was not added. Please try again.")} />}
        <Button type="submit" variant="default" aria-disabled={add.isPending || undefined}>
          {add.isPending ? "Adding…" : "Add note"}
        </Button>
      </Stack>
    </form>
  );
}
