import "../../../ui/mantine-styles.ts";
import { TextInput } from "@mantine/core";
import { localTimeIn } from "@shop/shared/time-zone";
import { atLocalTimeSchema } from "@shop/shared/time-zone-schema";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useShop } from "../../../ui/shop-identity.ts";

type TimeFormProps = {
  title: string;
  /** What happens at the time. */
  help: string;
  label: string;
  saveLabel: string;
  /** The time that was chosen before. */
  time: string | null;
  isOpen: boolean;
  onClose: () => void;
  onSave: (at: string) => Promise<void>;
};

/** Asks for a time in the shop's time zone. */
export function TimeForm({ title, help, label, saveLabel, time, isOpen, onClose, onSave }: TimeFormProps) {
  const { timeZone = "UTC" } = useShop();
  return (
    <FormDialog
      title={title}
      initialValues={{ at: time === null ? "" : localTimeIn(timeZone, new Date(time)) }}
      schema={atLocalTimeSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={({ at }) => onSave(at)}
      saveLabel={saveLabel}
      failed="Nothing was changed. Please try again."
    >
      {(form) => (
        <TextInput
          type="datetime-local"
          label={label}
          description={`In the time zone ${timeZone}. ${help}`}
          required
          data-autofocus
          {...form.getInputProps("at")}
        />
      )}
    </FormDialog>
  );
}
