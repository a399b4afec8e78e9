import { Button, Stack, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { saveViewSchema, viewNameLength, viewParametersSchema } from "@shop/shared/order/order-view";
import { type RefObject, useState } from "react";
import { useUntilDone } from "../../../lib/one-at-a-time.ts";
import { fieldErrorsOf, messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { focusFirstError, validateLeftField } from "../../../lib/validate-on-blur.ts";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { notify } from "../../../ui/notify.ts";

type SaveViewModalProps = {
  /** The parameters of the list's address. */
  parameters: Record<string, string>;
  onClose: () => void;
  /** Takes the focus on close. */
  fallbackFocus: RefObject<HTMLElement | null>;
};

const checkName = schemaResolver(saveViewSchema.pick({ name: true }), { sync: true });

/** Asks for the name of a new view. */
export function SaveViewModal({ parameters, onClose, fallbackFocus }: SaveViewModalProps) {
  const utils = trpc.useUtils();
  const untilDone = useUntilDone();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { name: "" },
    touchTrigger: "change",
    enhanceGetInputProps: validateLeftField,
    validate: checkName,
  });
  const save = trpc.admin.orders.saveView.useMutation({
    onSuccess: async ({ name }) => {
      await utils.admin.orders.views.invalidate();
      notify.success(`View “${name}” saved`);
      onClose();
    },
  });
  async function send(name: string): Promise<boolean> {
    setFailure(null);
    try {
      await save.mutateAsync({ name, parameters: viewParametersSchema.parse(parameters) });
      return true;
    } catch (error) {
      const errors = fieldErrorsOf(error);
      form.setErrors(errors);
      focusFirstError(form, errors);
      setFailure(messageOf(error, "The view was not saved. Please try again."));
      return false;
    }
  }
  return (
    <Dialog title="Save this view" onClose={() => !save.isPending && onClose()} fallbackFocus={fallbackFocus}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          ({ name }) => untilDone(() => send(name)),
          (errors) => focusFirstError(form, errors),
        )}
      >
        <Stack gap="md">
          <TextInput
            label="Name"
            description="All administrators can use it."
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={viewNameLength}
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps("name")}
          />
          {failure !== null && <ErrorAlert message={failure} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" aria-disabled={save.isPending || undefined}>
              {save.isPending ? "Saving…" : "Save view"}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
