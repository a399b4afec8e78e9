import { pages } from "@shop/shared/pages";
import { useParams } from "react-router-dom";
import { useSession, useStartSession } from "../../../features/account/use-session.ts";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { UserEdit } from "../../../features/admin/users/user-edit.tsx";
import { editPath, userListPath } from "../../../lib/paths.ts";
import { useReturnTo } from "../../../ui/data-table/row-action.tsx";

/** One account, to be edited by an administrator. Who edits their own goes on as what they made of themselves. */
export function UserEditPage() {
  const { id = "" } = useParams();
  const session = useSession();
  const startSession = useStartSession();
  const self = session.kind === "signed-in" ? session.user : undefined;
  return (
    <AdminPage
      title={pages.userEdit.title}
      path={editPath("user", id)}
      back={{ to: useReturnTo(userListPath), label: "Users" }}
    >
      <UserEdit
        id={id}
        onSaved={({ _id, name, email, isAdmin }) => {
          if (self?._id === _id) startSession({ ...self, name, email, isAdmin });
        }}
      />
    </AdminPage>
  );
}
