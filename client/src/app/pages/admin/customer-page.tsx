import { Anchor } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { CustomerView } from "../../../features/admin/users/customer-view.tsx";
import { customerPath, editPath, userListPath } from "../../../lib/admin-paths.ts";
import { useReturnTo } from "../../../ui/data-table/use-return-to.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";

/** Everything about a person on one page. */
export function CustomerPage() {
  const { id = "" } = useParams();
  return (
    <AdminPage
      title={pages.customer.title}
      path={customerPath(id)}
      back={{ to: useReturnTo(userListPath), label: "Users" }}
      actions={
        <Anchor component={PrefetchLink} to={editPath("user", id)} py={10}>
          Edit user
        </Anchor>
      }
    >
      <CustomerView key={id} id={id} />
    </AdminPage>
  );
}
