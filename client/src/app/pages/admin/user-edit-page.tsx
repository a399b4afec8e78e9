import { Anchor } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { useConfirmedIdentity } from "../../../features/account/use-confirmed-identity.tsx";
import { useSession, useStartSession } from "../../../features/account/use-session.ts";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { UserEdit } from "../../../features/admin/users/user-edit.tsx";
import { customerPath, editPath, userListPath } from "../../../lib/admin-paths.ts";
import { useReturnTo } from "../../../ui/data-table/use-return-to.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

/** The edit page of an account. A change of the signed-in account applies to the session. */
export function UserEditPage() {
  const { id = "" } = useParams();
  const session = useSession();
  const startSession = useStartSession();
  const identity = useConfirmedIdentity("to change an email or a role");
  const self = session.kind === "signed-in" ? session.user : undefined;
  return (
    <AdminPage
      title={pages.userEdit.title}
      path={editPath("user", id)}
      back={{ to: useReturnTo(userListPath), label: "Users" }}
      actions={
        <Anchor component={PrefetchLink} to={customerPath(id)} py={10}>
          Orders and messages
        </Anchor>
      }
    >
      <UserEdit
        id={id}
        isSelf={self?._id === id}
        lifts={identity.asksFor}
        onSaved={({ _id, name, email, isAdmin }) => {
          if (self?._id === _id) startSession({ ...self, name, email, isAdmin });
        }}
      />
      {identity.dialog}
    </AdminPage>
  );
}
