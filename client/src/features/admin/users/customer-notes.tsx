import type { Customer } from "@shop/shared/account/customer";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { notify } from "../../../ui/notify.ts";
import { AdminPanel } from "../parts/admin-panel.tsx";
import { NoteForm, NoteList } from "../parts/notes.tsx";
import { usePermissions } from "../parts/use-permissions.ts";

/** The notes of administrators about a customer. */
export function CustomerNotes({ customer: { _id: id, notes } }: { customer: Pick<Customer, "_id" | "notes"> }) {
  const may = usePermissions();
  const utils = trpc.useUtils();
  const onSettled = () => utils.admin.users.customer.invalidate();
  const add = trpc.admin.users.addNote.useMutation({ onSuccess: () => notify.success("Note added"), onSettled });
  const remove = trpc.admin.users.removeNote.useMutation({
    onSuccess: () => notify.success("Note removed"),
    onError: (error) => notify.error(messageOf(error, "Update failed")),
    onSettled,
  });
  const mayWrite = may("customers.write");
  return (
    <AdminPanel title="Notes">
      <NoteList notes={notes} {...(mayWrite && { onRemove: (note: string) => remove.mutate({ id: note }) })} />
      {mayWrite && (
        <NoteForm onAdd={(text) => add.mutateAsync({ id, text })} isAdding={add.isPending} error={add.error} />
      )}
    </AdminPanel>
  );
}
