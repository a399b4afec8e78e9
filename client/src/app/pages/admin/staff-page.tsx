import { pages } from "@shop/shared/page/pages";
import { useConfirmedIdentity } from "../../../features/account/use-confirmed-identity.tsx";
import { useSession } from "../../../features/account/use-session.ts";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { StaffList } from "../../../features/admin/staff/staff-list.tsx";

const { path, title } = pages.staff;

/** Who works in the shop, and what each of them may do. */
export function StaffPage() {
  const session = useSession();
  const identity = useConfirmedIdentity("to change who may do what");
  return (
    <AdminPage title={title} path={path}>
      <StaffList ownId={session.kind === "signed-in" ? session.user._id : undefined} asksFor={identity.asksFor} />
      {identity.dialog}
    </AdminPage>
  );
}
