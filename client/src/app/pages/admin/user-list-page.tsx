import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { ExportList } from "../../../features/admin/parts/export-list.tsx";
import { UserList } from "../../../features/admin/users/user-list.tsx";
import { userListPath } from "../../../lib/admin-paths.ts";

/** The list of accounts. */
export function UserListPage() {
  return (
    <AdminPage
      title={pages.userList.title}
      path={userListPath}
      actions={<ExportList of="users" narrowing={["search", "admin", "tag"]} />}
    >
      <UserList />
    </AdminPage>
  );
}
