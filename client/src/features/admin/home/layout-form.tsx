import "../../../ui/mantine-styles.ts";
import { TextInput } from "@mantine/core";
import { layoutNameLength, layoutNameSchema } from "@shop/shared/page/home-layout-edit";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";

type LayoutFormProps = {
  from: string | null;
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onCreated: (id: string) => void;
};

/** Asks for the name of a new draft. */
export function LayoutForm({ from, name, isOpen, onClose, onCreated }: LayoutFormProps) {
  const utils = trpc.useUtils();
  const create = trpc.admin.home.create.useMutation({ onSuccess: () => utils.admin.home.list.invalidate() });
  return (
    <FormDialog
      title="New draft of Home"
      initialValues={{ name }}
      schema={layoutNameSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={async (values) => {
        const { _id } = await create.mutateAsync({ ...layoutNameSchema.parse(values), from });
        onClose();
        onCreated(_id);
      }}
      saveLabel="Create"
      failed="The draft was not created. Please try again."
    >
      {(form) => (
        <TextInput
          label="Name"
          description="For you alone, such as “Winter sale”. Customers see nothing until you publish it."
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          maxLength={layoutNameLength}
          required
          data-autofocus
          {...form.getInputProps("name")}
        />
      )}
    </FormDialog>
  );
}
