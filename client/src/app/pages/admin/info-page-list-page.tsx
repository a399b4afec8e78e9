import { pages } from "@shop/shared/pages";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { InfoPageList } from "../../../features/admin/info/info-page-list.tsx";

/** The list of the shop's own pages. */
export function InfoPageListPage() {
  const { title, path } = pages.infoPageList;
  return (
    <AdminPage title={title} path={path}>
      <InfoPageList />
    </AdminPage>
  );
}
