import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { UserList } from "../../../features/administration/users/user-list.tsx";
import { userListPath } from "../../../lib/paths.ts";

/** All accounts, for administrators. */
export function UserListPage() {
  return (
    <DeskPage title="Users" path={userListPath}>
      <UserList />
    </DeskPage>
  );
}
