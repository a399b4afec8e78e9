import { pages } from "@shop/shared/page/pages";
import { MenusEdit } from "../../../features/admin/menus/menus-edit.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";

const { path, title } = pages.menus;

/** The owner's links in the header and the footer. */
export function MenusPage() {
  return (
    <AdminPage title={title} path={path}>
      <MenusEdit />
    </AdminPage>
  );
}
