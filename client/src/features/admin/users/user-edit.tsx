import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch, TextInput } from "@mantine/core";
import { type AccountDetail, updateUserSchema } from "@shop/shared/account/account";
import { cachedForEditing } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorAlert } from "../../../ui/error-alert.tsx";
import { EditFrame } from "../parts/edit-frame.tsx";
import { EditSkeleton } from "../parts/edit-skeleton.tsx";
import { type Saved, useEditForm } from "../parts/use-edit-form.ts";
import { SignOutUser } from "./sign-out-user.tsx";

type UserEditProps = {
  id: string;
  /** Whether it is the signed-in account. */
  isSelf: boolean;
  /** Asks who it is where a save was refused for that, saves again afterwards, and says whether it was. */
  lifts: (error: unknown, again: () => void) => boolean;
  /** Called after every save, also of the signed-in account. */
  onSaved: (account: AccountDetail) => void;
};

/** The edit screen of an account. */
export function UserEdit({ id, isSelf, lifts, onSaved }: UserEditProps) {
  const user = trpc.admin.users.byId.useQuery({ id }, cachedForEditing);
  if (user.data !== undefined) {
    return (
      <>
        <UserForm key={id} user={user.data} isSelf={isSelf} lifts={lifts} onSaved={onSaved} />
        <SignOutUser id={id} name={user.data.name} />
      </>
    );
  }
  if (!user.isError) return <EditSkeleton fields={3} />;
  return (
    <ErrorAlert
      message={messageOf(user.error, "Failed to load user")}
      onRetry={() => void user.refetch()}
      isRetrying={user.isFetching}
    />
  );
}

type Fields = { name: string; email: string; isAdmin: boolean };

const labels = { name: "Name", email: "Email", isAdmin: "Administrator" };

function toSaved({ name, email, isAdmin, version, updatedAt }: AccountDetail): Saved<Fields> {
  return { values: { name, email, isAdmin }, version, updatedAt };
}

function UserForm({ user, isSelf, lifts, onSaved }: { user: AccountDetail } & Omit<UserEditProps, "id">) {
  const id = user._id;
  const utils = trpc.useUtils();
  const update = trpc.admin.users.update.useMutation({
    onSuccess: (saved) => {
      utils.admin.users.byId.setData({ id }, saved);
      void utils.admin.users.page.invalidate();
      onSaved(saved);
    },
  });
  const edit = useEditForm<Fields>({
    saved: toSaved(user),
    schema: updateUserSchema,
    save: async (values, { version }) => toSaved(await update.mutateAsync({ id, ...values, version })),
    lifts,
    load: async () => toSaved(await utils.admin.users.byId.fetch({ id }, { staleTime: 0 })),
    done: "User updated successfully",
    failure: "Update failed",
  });
  const { form } = edit;
  return (
    <EditFrame edit={edit} labels={labels}>
      <TextInput label="Name" autoComplete="off" required {...form.getInputProps("name")} />
      <TextInput
        label="Email"
        description={isSelf ? "You can change your own email in your profile." : undefined}
        type="email"
        autoComplete="off"
        required
        readOnly={isSelf}
        {...form.getInputProps("email")}
      />
      <Switch
        label="Administrator"
        description="Can see and change everything, including users. Another role signs the user out everywhere."
        {...form.getInputProps("isAdmin", { type: "checkbox" })}
      />
    </EditFrame>
  );
}
