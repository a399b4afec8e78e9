import "../../../ui/mantine-styles.ts";
import { TextInput } from "@mantine/core";
import { planLayoutSchema } from "@shop/shared/page/home-layout-edit";
import { localTimeIn } from "@shop/shared/time-zone";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useShop } from "../../../ui/shop-identity.ts";

type PlanFormProps = {
  /** When it is planned to begin. */
  startsAt: string | null;
  isOpen: boolean;
  onClose: () => void;
  onPlan: (at: string) => Promise<void>;
};

/** Asks when a layout of Home is to be shown to customers. */
export function PlanForm({ startsAt, isOpen, onClose, onPlan }: PlanFormProps) {
  const { timeZone = "UTC" } = useShop();
  return (
    <FormDialog
      title="When should customers see it?"
      initialValues={{ at: startsAt === null ? "" : localTimeIn(timeZone, new Date(startsAt)) }}
      schema={planLayoutSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={({ at }) => onPlan(at)}
      saveLabel="Plan"
      failed="Nothing was planned. Please try again."
    >
      {(form) => (
        <TextInput
          type="datetime-local"
          label="From"
          description={`In the time zone ${timeZone}. It stays until another one is published.`}
          required
          data-autofocus
          {...form.getInputProps("at")}
        />
      )}
    </FormDialog>
  );
}
