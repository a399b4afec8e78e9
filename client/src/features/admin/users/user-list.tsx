import { Anchor } from "@mantine/core";
import type { Account } from "@shop/shared/account/account";
import { keepPreviousData } from "@tanstack/react-query";
import { customerPath, editPath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableFilter, TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { MailLink } from "../../../ui/mail-link.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { RecordActions } from "../parts/record-actions.tsx";
import { deletionCallbacks, useDeletion } from "../parts/use-deletion.ts";

const columns: readonly Column<Account>[] = [
  { name: "ID", value: (user) => user._id.slice(-5), isShort: true, onPhones: "hidden" },
  { name: "NAME", value: (user) => <Person user={user} />, sort: "name", isRowHeader: true },
  { name: "EMAIL", value: (user) => <MailLink email={user.email} />, sort: "email" },
  { name: "ADMIN", value: (user) => (user.isAdmin ? "Yes" : "No"), sort: "isAdmin", onPhones: "named" },
];

function Person({ user }: { user: Account }) {
  return (
    <Anchor component={PrefetchLink} to={customerPath(user._id)} inherit py={10}>
      {user.name}
    </Anchor>
  );
}

/** The list of all accounts. Admins are neither edited nor deleted here. */
export function UserList() {
  const state = useTableState({ usualSort: "-createdAt", filters: { admin: ["yes", "no"] } });
  const users = trpc.admin.users.page.useQuery(
    { ...state.input, ...state.filters },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  const utils = trpc.useUtils();
  const deletion = trpc.admin.users.delete.useMutation(deletionCallbacks("User", () => utils.admin.users.invalidate()));
  const { remove, isDeleting, dialog } = useDeletion<Account>(
    deletion,
    "Delete this user?",
    () => "They are signed out everywhere and can no longer sign in. Their orders and reviews stay.",
  );

  return (
    <>
      <TableTools searchLabel="Search users" columns={columns} state={state}>
        <TableFilter
          label="Role"
          value={state.filters.admin}
          onChange={(value) => state.setFilter("admin", value)}
          all="Everyone"
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
            <Permitted to="customers.write">
              <RecordActions
                name={user.name}
                editPath={editPath("user", user._id)}
                isDeleting={isDeleting(user)}
                onDelete={() => remove(user)}
              />
            </Permitted>
          )
        }
      />
      {dialog}
    </>
  );
}
