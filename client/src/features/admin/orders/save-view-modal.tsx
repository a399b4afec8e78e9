import { TextInput } from "@mantine/core";
import { saveViewSchema, viewNameLength, viewParametersSchema } from "@shop/shared/order/order-view";
import type { RefObject } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";

type SaveViewModalProps = {
  /** The parameters of the list's address. */
  parameters: Record<string, string>;
  onClose: () => void;
  /** Takes the focus on close. */
  fallbackFocus: RefObject<HTMLElement | null>;
};

const nameSchema = saveViewSchema.pick({ name: true });

/** Asks for the name of a new view. */
export function SaveViewModal({ parameters, onClose, fallbackFocus }: SaveViewModalProps) {
  const utils = trpc.useUtils();
  const save = trpc.admin.orders.saveView.useMutation({
    onSuccess: async ({ name }) => {
      await utils.admin.orders.views.invalidate();
      notify.success(`View “${name}” saved`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Save this view"
      initialValues={{ name: "" }}
      schema={nameSchema}
      onClose={onClose}
      fallbackFocus={fallbackFocus}
      onSave={({ name }) => save.mutateAsync({ name, parameters: viewParametersSchema.parse(parameters) })}
      saveLabel="Save view"
      failed="The view was not saved. Please try again."
    >
      {(form) => (
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
      )}
    </FormDialog>
  );
}
