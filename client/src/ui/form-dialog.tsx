import { Button, Stack } from "@mantine/core";
import { schemaResolver, type UseFormReturnType, useForm } from "@mantine/form";
import { type ReactNode, type RefObject, useState } from "react";
import type { z } from "zod";
import { useUntilDone } from "../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf } from "../lib/request-failure.ts";
import { focusFirstError, validateLeftField } from "../lib/validate-on-blur.ts";
import { Dialog, DialogButtons } from "./dialog.tsx";
import { ErrorAlert } from "./error-alert.tsx";

type FormProps<Values extends Record<string, unknown>> = {
  initialValues: Values;
  schema: z.ZodType<unknown, Values>;
  /** Saves the values; rejects with the server's refusal. */
  onSave: (values: Values) => Promise<unknown>;
  saveLabel: string | ((values: Values) => string);
  savingLabel?: string;
  /** The label of the button that closes it without saving, where "Cancel" would mislead. */
  dismissLabel?: string;
  /** Says that saving failed where the server gives no reason. */
  failed?: string;
  /** The fields. */
  children: (form: UseFormReturnType<Values>) => ReactNode;
};

type FormDialogProps<Values extends Record<string, unknown>> = FormProps<Values> & {
  title: string;
  /** A dialog that is only rendered while it is open leaves this out. */
  isOpen?: boolean;
  onClose: () => void;
  /** Takes the focus on close when the element that opened the dialog is no longer in the document. */
  fallbackFocus?: RefObject<HTMLElement | null>;
  size?: string;
};

/** A dialog with a form, which stays open until what was entered is saved. It begins anew whenever it is opened. */
export function FormDialog<Values extends Record<string, unknown>>({
  title,
  isOpen = true,
  onClose,
  fallbackFocus,
  size,
  ...form
}: FormDialogProps<Values>) {
  const [isSending, setSending] = useState(false);
  const close = () => {
    if (!isSending) onClose();
  };
  return (
    <Dialog
      title={title}
      hasCloseButton
      isOpen={isOpen}
      onClose={close}
      {...(fallbackFocus === undefined ? {} : { fallbackFocus })}
      {...(size === undefined ? {} : { size })}
    >
      <DialogForm {...form} isSending={isSending} onSending={setSending} onCancel={close} />
    </Dialog>
  );
}

type DialogFormProps<Values extends Record<string, unknown>> = FormProps<Values> & {
  isSending: boolean;
  onSending: (isSending: boolean) => void;
  onCancel: () => void;
};

function DialogForm<Values extends Record<string, unknown>>({
  initialValues,
  schema,
  onSave,
  saveLabel,
  savingLabel = "Saving…",
  dismissLabel = "Cancel",
  failed = "Nothing was saved. Please try again.",
  isSending,
  onSending,
  onCancel,
  children,
}: DialogFormProps<Values>) {
  const untilDone = useUntilDone();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<Values>({
    initialValues,
    touchTrigger: "change",
    enhanceGetInputProps: validateLeftField,
    validate: schemaResolver(schema, { sync: true }),
  });

  async function send(values: Values): Promise<boolean> {
    setFailure(null);
    onSending(true);
    try {
      await onSave(values);
      return true;
    } catch (error) {
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      focusFirstError(form, errors);
      setFailure(messageOf(error, failed));
      return false;
    } finally {
      onSending(false);
    }
  }

  return (
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
          <Button variant="default" onClick={onCancel}>
            {dismissLabel}
          </Button>
          <Button type="submit" aria-disabled={isSending || undefined}>
            {isSending ? savingLabel : typeof saveLabel === "string" ? saveLabel : saveLabel(form.values)}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
