import "../../../ui/mantine-styles.ts";
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  type EditableMail,
  editableMails,
  mailOpeningMax,
  mailSubjectMax,
  placeholdersOf,
  placeholderWords,
  type MailTexts as Texts,
} from "@shop/shared/mail-texts";
import type { MailTextsDetail, TestOutcome } from "@shop/shared/settings/settings";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { fieldErrorsOf, messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useLeaveGuard } from "../../../lib/use-leave-guard.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { EditPanel } from "../parts/edit-panel.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { LeaveDialog } from "../parts/leave-dialog.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import classes from "./mail-texts.module.css";
import { mailName } from "./mail-words.ts";

const pauseMs = 400;
const none: Texts = { subject: "", opening: "" };

/** The edit screen of the owner's words of mails. */
export function MailTexts() {
  const [kind, setKind] = useState<EditableMail>("payment received");
  const texts = trpc.admin.mailTexts.read.useQuery(undefined, cachedForEditing);
  if (texts.data === undefined) {
    if (!texts.isError) return <EditSkeleton fields={3} />;
    return (
      <ErrorAlert
        message={messageOf(texts.error, "The words could not be loaded")}
        onRetry={() => void texts.refetch()}
        isRetrying={texts.isFetching}
      />
    );
  }
  return <Editor key={kind} kind={kind} onKind={setKind} detail={texts.data} />;
}

type EditorProps = { kind: EditableMail; onKind: (kind: EditableMail) => void; detail: MailTextsDetail };

function Editor({ kind, onKind, detail }: EditorProps) {
  const saved = detail.mailTexts[kind] ?? none;
  const [texts, setTexts] = useState(saved);
  const [wanted] = useDebouncedValue(texts, pauseMs);
  const preview = trpc.admin.mailTexts.preview.useQuery(
    { kind, ...wanted },
    { placeholderData: keepPreviousData, retry: false },
  );
  const { save, isSaving } = useSave(kind, detail);
  const isDirty = texts.subject !== saved.subject || texts.opening !== saved.opening;
  const held = useLeaveGuard(isDirty && !isSaving);
  const errors = fieldErrorsOf(preview.error);
  const specified = preview.data?.specified ?? none;
  return (
    <div className={classes.columns}>
      <EditPanel bar={<SaveBar isDirty={isDirty} isSaving={isSaving} onSave={() => save(texts)} />}>
        <NativeSelect
          label="Mail"
          value={kind}
          // What was typed belongs to the mail before.
          disabled={isDirty}
          data={editableMails.map((each) => ({ value: each, label: mailName(each) }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = editableMails.find((each) => each === value);
            if (chosen !== undefined) onKind(chosen);
          }}
        />
        <TextInput
          label="Subject"
          description="The usual one when empty."
          placeholder={specified.subject}
          autoComplete="off"
          maxLength={mailSubjectMax}
          value={texts.subject}
          error={errors.subject}
          onChange={(event) => setTexts({ ...texts, subject: event.currentTarget.value })}
        />
        <Textarea
          label="Opening words"
          description="Below the greeting, in place of the usual ones. An empty line begins another paragraph."
          placeholder={specified.opening}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={mailOpeningMax}
          value={texts.opening}
          error={errors.opening}
          onChange={(event) => setTexts({ ...texts, opening: event.currentTarget.value })}
        />
        <Text fz="xs" c="dimmed">
          {placeholdersOf(kind).map((name, place) => (
            <span key={name}>
              {place > 0 && ", "}
              <code>{`{${name}}`}</code> is {placeholderWords[name]}
            </span>
          ))}
          .
        </Text>
        <Try kind={kind} texts={texts} isWrong={preview.isError} />
      </EditPanel>
      <AdminPanel title="Preview">{preview.data !== undefined && <Preview {...preview.data} />}</AdminPanel>
      <LeaveDialog held={held} />
    </div>
  );
}

function Preview({ subject, html }: { subject: string; html: string }) {
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {subject}
      </Text>
      {/* Without scripts, and without the shop's styles. */}
      <iframe className={classes.mail} title="The mail" sandbox="" srcDoc={html} />
      <Text fz="xs" c="dimmed">
        With an invented order.
      </Text>
    </Stack>
  );
}

/** Sends the words to whoever writes them, to be read where customers read them. */
function Try({ kind, texts, isWrong }: { kind: EditableMail; texts: Texts; isWrong: boolean }) {
  const oneAtATime = useOneAtATime();
  const test = trpc.admin.mailTexts.test.useMutation({
    onSuccess: (outcome: TestOutcome) =>
      outcome.isFine ? notify.success("Sent to you") : notify.error(outcome.reason),
    onError: (error) => notify.error(messageOf(error, "The mail was not sent")),
  });
  return (
    <Group>
      <Button
        variant="default"
        aria-disabled={isWrong || test.isPending || undefined}
        data-disabled={isWrong}
        onClick={() => {
          if (!isWrong) oneAtATime(() => test.mutateAsync({ kind, ...texts }));
        }}
      >
        {test.isPending ? "Sending…" : "Send it to me"}
      </Button>
    </Group>
  );
}

function useSave(kind: EditableMail, { version }: MailTextsDetail) {
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const mutation = trpc.admin.mailTexts.save.useMutation({
    onSuccess: (saved) => {
      utils.admin.mailTexts.read.setData(undefined, saved);
      void utils.admin.settings.invalidate();
      notify.success("Words saved");
    },
    onError: (error) => notify.error(messageOf(error, "The words could not be saved")),
  });
  return {
    save: (texts: Texts) => oneAtATime(() => mutation.mutateAsync({ kind, ...texts, version })),
    isSaving: mutation.isPending,
  };
}
