import { Button, Stack } from "@mantine/core";
import { schemaResolver, type UseFormReturnType, useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { useUntilDone } from "../../../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf } from "../../../lib/request-failure.ts";
import { focusFirstError, validateLeftField } from "../../../lib/validate-on-blur.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";

type EntryFormProps<Values extends Record<string, unknown>> = {
  title: string;
  initialValues: Values;
  schema: z.ZodType<unknown, Values>;
  isOpen: boolean;
  onClose: () => void;
  /** Saves the values; rejects with the server's refusal. */
  onSave: (values: Values) => Promise<unknown>;
  saveLabel: string;
  /** The fields. */
  children: (form: UseFormReturnType<Values>) => ReactNode;
};

/** A dialog with a form that adds or changes one entry. It stays open until the entry is saved. */
export function EntryForm<Values extends Record<string, unknown>>({
  title,
  initialValues,
  schema,
  isOpen,
  onClose,
  onSave,
  saveLabel,
  children,
}: EntryFormProps<Values>) {
  const untilDone = useUntilDone();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useForm<Values>({
    initialValues,
    touchTrigger: "change",
    enhanceGetInputProps: validateLeftField,
    validate: schemaResolver(schema, { sync: true }),
  });

  async function send(values: Values): Promise<boolean> {
    setFailure(null);
    setSending(true);
    try {
      await onSave(values);
      return true;
    } catch (error) {
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      focusFirstError(form, errors);
      setFailure(messageOf(error, "Nothing was saved. Please try again."));
      return false;
    } finally {
      setSending(false);
    }
  }
  const close = () => {
    if (!isSending) onClose();
  };

  return (
    <Dialog title={title} hasCloseButton isOpen={isOpen} onClose={close}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => untilDone(() => send(values)),
          (errors) => focusFirstError(form, errors),
        )}
      >
        <Stack gap="md">
          {children(form)}
          {failure !== null && <ErrorAlert message={failure} />}
          <DialogButtons>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" aria-disabled={isSending || undefined}>
              {isSending ? "Saving…" : saveLabel}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
