import "../../../ui/mantine-styles.ts";
import { NativeSelect, TextInput } from "@mantine/core";
import type { StaffRole } from "@shop/shared/account/permissions";
import { inviteStaffSchema } from "@shop/shared/account/staff";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";

type InvitationFormProps = {
  roles: readonly StaffRole[];
  isOpen: boolean;
  asksFor: (error: unknown, act: () => void) => boolean;
  onClose: () => void;
  onSent: () => void;
};

type Values = { name: string; email: string; role: string };

const failed = "The invitation was not sent. Please try again.";

/** Asks whom to invite, and to what. */
export function InvitationForm({ roles, isOpen, asksFor, onClose, onSent }: InvitationFormProps) {
  const invite = trpc.admin.staff.invite.useMutation();
  const save = async (values: Values) => {
    const input = inviteStaffSchema.parse(values);
    try {
      notify.success((await invite.mutateAsync(input)).message);
      onSent();
    } catch (error) {
      // The form stays as it is until the password was entered, or the question was closed.
      asksFor(error, () => void save(values).catch((again: unknown) => notify.error(messageOf(again, failed))));
      throw error;
    }
  };
  const initialValues: Values = { name: "", email: "", role: "orders" };
  return (
    <FormDialog
      title="Invite somebody to the staff"
      initialValues={initialValues}
      schema={inviteStaffSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={save}
      saveLabel="Send the invitation"
      failed={failed}
    >
      {(form) => (
        <>
          <TextInput label="Name" autoComplete="off" required data-autofocus {...form.getInputProps("name")} />
          <TextInput
            label="Email"
            description="They get a mail, and choose a password if they have no account yet."
            inputWrapperOrder={["label", "input", "description", "error"]}
            type="email"
            autoComplete="off"
            required
            {...form.getInputProps("email")}
          />
          <NativeSelect
            label="Role"
            data={roles.map(({ _id, name }) => ({ value: _id, label: name }))}
            {...form.getInputProps("role")}
          />
        </>
      )}
    </FormDialog>
  );
}
