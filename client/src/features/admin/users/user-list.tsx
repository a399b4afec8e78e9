import { Anchor } from "@mantine/core";
import type { CustomerRow } from "@shop/shared/account/customer";
import type { CustomerTag } from "@shop/shared/account/customer-notes";
import { keepPreviousData } from "@tanstack/react-query";
import { customerPath, editPath } from "../../../lib/admin-paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { Column } from "../../../ui/data-table/rows.ts";
import { TableFilter, TableTools } from "../../../ui/data-table/table-tools.tsx";
import { useTableState } from "../../../ui/data-table/use-table-state.ts";
import { MailLink } from "../../../ui/mail-link.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Price } from "../../../ui/price.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { RecordActions } from "../parts/record-actions.tsx";
import { TagList } from "../parts/tag-list.tsx";
import { deletionCallbacks, useDeletion } from "../parts/use-deletion.ts";
import { usePermissions } from "../parts/use-permissions.ts";

const columns: readonly Column<CustomerRow>[] = [
  { name: "ID", value: (user) => user._id.slice(-5), isShort: true, onPhones: "hidden" },
  { name: "NAME", value: (user) => <Person user={user} />, sort: "name", isRowHeader: true },
  { name: "EMAIL", value: (user) => <MailLink email={user.email} />, sort: "email" },
  { name: "ADMIN", value: (user) => (user.isAdmin ? "Yes" : "No"), sort: "isAdmin", onPhones: "named" },
  { name: "TAGS", value: ({ tags }) => tags.length > 0 && <TagList tags={tags} />, needs: "medium" },
];

/** For those who may see orders. */
const moneyColumns: readonly Column<CustomerRow>[] = [
  {
    name: "ORDERS",
    value: ({ paidOrders = 0 }) => paidOrders.toLocaleString("en-US"),
    sort: "paidOrders",
    onPhones: "named",
    isNumeric: true,
    isShort: true,
  },
  {
    name: "SPENT",
    value: ({ spent = 0 }) => <Price amount={spent} />,
    sort: "spent",
    onPhones: "named",
    isNumeric: true,
    isShort: true,
  },
];

function Person({ user }: { user: CustomerRow }) {
  return (
    <Anchor component={PrefetchLink} to={customerPath(user._id)} inherit py={10}>
      {user.name}
    </Anchor>
  );
}

/** The list of all accounts. Admins are neither edited nor deleted here. */
export function UserList() {
  const state = useTableState({ usualSort: "-createdAt", filters: { admin: ["yes", "no"], tag: "any" } });
  const may = usePermissions();
  const shown = may("orders.read") ? [...columns, ...moneyColumns] : columns;
  const tags = trpc.admin.users.tags.useQuery(undefined, cachedBriefly);
  const users = trpc.admin.users.page.useQuery(
    { ...state.input, ...state.filters },
    { ...cachedBriefly, placeholderData: keepPreviousData },
  );
  const utils = trpc.useUtils();
  const deletion = trpc.admin.users.delete.useMutation(deletionCallbacks("User", () => utils.admin.users.invalidate()));
  const { remove, isDeleting, dialog } = useDeletion<CustomerRow>(
    deletion,
    "Delete this user?",
    () => "They are signed out everywhere and can no longer sign in. Their orders and reviews stay.",
  );

  return (
    <>
      <TableTools searchLabel="Search users" columns={shown} state={state}>
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
        {(tags.data !== undefined && tags.data.length > 0) || state.filters.tag !== undefined ? (
          <TableFilter
            label="Tag"
            value={state.filters.tag}
            onChange={(value) => state.setFilter("tag", value)}
            all="All tags"
            options={tagOptions(tags.data ?? [], state.filters.tag)}
          />
        ) : null}
      </TableTools>
      <DataTable
        of="users"
        columns={shown}
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

/** The tags of the filter, with the chosen one even if no customer has it any more. */
function tagOptions(tags: readonly CustomerTag[], chosen: string | undefined) {
  const known = tags.map(({ tag }) => tag);
  const all = chosen === undefined || known.includes(chosen) ? known : [...known, chosen];
  return all.toSorted((a, b) => a.localeCompare(b)).map((tag) => ({ value: tag, label: tag }));
}
