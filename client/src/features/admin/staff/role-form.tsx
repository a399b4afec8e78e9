import "../../../ui/mantine-styles.ts";
import { TextInput } from "@mantine/core";
import type { Permission, StaffRole } from "@shop/shared/account/permissions";
import { createRoleSchema } from "@shop/shared/account/staff";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notify } from "../../../ui/notify.ts";
import { PermissionChoice } from "../parts/permission-choice.tsx";

type RoleFormProps = {
  /** The role to change; a new one without it. */
  role: StaffRole | null;
  isOpen: boolean;
  asksFor: (error: unknown, act: () => void) => boolean;
  onClose: () => void;
  onSaved: () => void;
};

type Values = { name: string; permissions: Permission[] };

const failed = "The role was not saved. Please try again.";

/** Makes a role, or changes what it permits. */
export function RoleForm({ role, isOpen, asksFor, onClose, onSaved }: RoleFormProps) {
  const create = trpc.admin.staff.createRole.useMutation();
  const update = trpc.admin.staff.updateRole.useMutation();
  const save = async (values: Values) => {
    const input = createRoleSchema.parse(values);
    try {
      if (role === null) await create.mutateAsync(input);
      else await update.mutateAsync({ id: role._id, ...input, version: role.version });
      notify.success("Role saved");
      onSaved();
    } catch (error) {
      // The form stays as it is until the password was entered, or the question was closed.
      asksFor(error, () => void save(values).catch((again: unknown) => notify.error(messageOf(again, failed))));
      throw error;
    }
  };
  const initialValues: Values = { name: role?.name ?? "", permissions: role?.permissions ?? [] };
  return (
    <FormDialog
      title={role === null ? "New role" : "Change the role"}
      initialValues={initialValues}
      schema={createRoleSchema}
      isOpen={isOpen}
      onClose={onClose}
      onSave={save}
      saveLabel="Save"
      failed={failed}
      size="lg"
    >
      {(form) => (
        <>
          <TextInput
            label="Name"
            autoComplete="off"
            maxLength={40}
            required
            data-autofocus
            {...form.getInputProps("name")}
          />
          <PermissionChoice label="It may" {...form.getInputProps("permissions")} />
        </>
      )}
    </FormDialog>
  );
}
