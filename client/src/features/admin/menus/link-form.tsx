import "../../../ui/mantine-styles.ts";
import { TextInput } from "@mantine/core";
import { settingsSchema } from "@shop/shared/settings/settings";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import type { DraftLink } from "./menu-draft.ts";

type LinkFormProps = {
  /** The link to change; a new one without it. */
  link: DraftLink | null;
  isOpen: boolean;
  onClose: () => void;
  onDone: (link: { label: string; to: string }) => void;
};

const linkSchema = settingsSchema.shape.headerMenu.element;

/** Asks for the name and the address of a link. */
export function LinkForm({ link, isOpen, onClose, onDone }: LinkFormProps) {
  return (
    <FormDialog
      title={link === null ? "Add a link" : "Change the link"}
      initialValues={{ label: link?.label ?? "", to: link?.to ?? "" }}
      schema={linkSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={async (values) => onDone(linkSchema.parse(values))}
      saveLabel={link === null ? "Add" : "Done"}
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            autoComplete="off"
            maxLength={40}
            required
            data-autofocus
            {...form.getInputProps("label")}
          />
          <TextInput
            label="Address"
            description="A path of your shop, such as /products or /info/our-story, or another site with https://"
            inputWrapperOrder={["label", "input", "description", "error"]}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={300}
            required
            {...form.getInputProps("to")}
          />
        </>
      )}
    </FormDialog>
  );
}
