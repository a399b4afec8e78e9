import { pages } from "@shop/shared/page/pages";
import { CreateInfoPage } from "../../../features/admin/info/create-info-page.tsx";
import { InfoPageList } from "../../../features/admin/info/info-page-list.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";

/** The list of the shop's own pages. */
export function InfoPageListPage() {
  const { title, path } = pages.infoPageList;
  return (
    <AdminPage title={title} path={path} actions={<CreateInfoPage />}>
      <InfoPageList />
    </AdminPage>
  );
}
