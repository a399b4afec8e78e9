import { pages } from "@shop/shared/page/pages";
import { LayoutList } from "../../../features/admin/home/layout-list.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";

const { path, title } = pages.homeLayoutList;

/** The layouts of Home. */
export function HomeListPage() {
  return (
    <AdminPage title={title} path={path}>
      <LayoutList />
    </AdminPage>
  );
}
