import type { Account } from "@shop/shared/account";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useOneAtATime } from "../../../lib/one-at-a-time.ts";
import { editPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { messageOf } from "../../../lib/request-failure.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useConfirm } from "../../../ui/confirm.tsx";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { RowAction } from "../../../ui/data-table/row-action.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableFilter, TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { MailLink } from "../../../ui/mail-link.tsx";
import { notify } from "../../../ui/notify.ts";

const columns: readonly Column<Account>[] = [
  { name: "ID", value: (user) => user._id.slice(-5), isShort: true },
  { name: "NAME", value: (user) => user.name, sort: "name", isRowHeader: true },
  { name: "EMAIL", value: (user) => <MailLink email={user.email} />, sort: "email" },
  { name: "ADMIN", value: (user) => (user.isAdmin ? "Yes" : "No"), sort: "isAdmin" },
];

/** Everybody who has an account. Administrators are neither edited nor deleted from here. */
export function UserList() {
  const state = useTableState({ usualSort: "-createdAt", filters: { admin: ["yes", "no"] } });
  const users = trpc.admin.users.page.useQuery(
    { ...state.input, ...state.filters },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  const utils = trpc.useUtils();
  const { ask, dialog } = useConfirm();
  const oneAtATime = useOneAtATime();
  const deletion = trpc.admin.users.delete.useMutation({
    onSuccess: async () => {
      notify.withdrawErrors();
      notify.success("User deleted");
      await utils.admin.users.invalidate();
    },
    onError: async (error) => {
      notify.error(messageOf(error, "Delete failed"));
      await utils.admin.users.invalidate();
    },
  });

  async function deleteUser({ _id, name }: Account) {
    const isSure = await ask({
      question: "Delete this user?",
      about: name,
      consequence: "The account and its sessions end at once. Orders and reviews stay.",
      yes: "Delete",
      isDanger: true,
    });
    if (isSure) oneAtATime(() => deletion.mutateAsync({ id: _id }));
  }

  return (
    <>
      <TableTools searchLabel="Search users" columns={columns} state={state}>
        <TableFilter
          label="Role"
          value={state.filters.admin}
          onChange={(value) => state.setFilter("admin", value)}
          all="Everybody"
          options={[
            { value: "yes", label: "Administrators" },
            { value: "no", label: "Customers" },
          ]}
        />
      </TableTools>
      <DataTable
        of="users"
        columns={columns}
        list={users}
        state={state}
        keyOf={(user) => user._id}
        nameOf={(user) => user.name}
        failure="Failed to load users"
        empty={{ text: "No users found." }}
        actions={(user) =>
          !user.isAdmin && (
            <>
              <RowAction
                label={`Edit ${user.name}`}
                icon={<IconPencil size={20} aria-hidden="true" />}
                to={editPath("user", user._id)}
              />
              <RowAction
                label={`Delete ${user.name}`}
                icon={<IconTrash size={20} aria-hidden="true" />}
                onPress={() => void deleteUser(user)}
                isBusy={deletion.isPending && deletion.variables.id === user._id}
                isDanger
              />
            </>
          )
        }
      />
      {dialog}
    </>
  );
}
