import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { userListPath } from "../../../lib/paths.ts";

/** Users, for administrators. */
export function UserListPage() {
  return <DeskPage title="Users" path={userListPath} />;
}
