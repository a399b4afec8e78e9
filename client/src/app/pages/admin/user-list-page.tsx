import { pages } from "@shop/shared/pages";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { UserList } from "../../../features/admin/users/user-list.tsx";
import { userListPath } from "../../../lib/paths.ts";

/** The list of accounts. */
export function UserListPage() {
  return (
    <AdminPage title={pages.userList.title} path={userListPath}>
      <UserList />
    </AdminPage>
  );
}
