import { pageSlugPattern } from "@shop/shared/page/info-page";
import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { InfoPageEdit } from "../../../features/admin/info/info-page-edit.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { ViewInfoPageInShop } from "../../../features/admin/parts/view-in-shop.tsx";
import { infoPageEditPath } from "../../../lib/admin-paths.ts";
import { NotFoundPage } from "../not-found-page.tsx";

/** The edit page of one of the shop's own pages. */
export function InfoPageEditPage() {
  const { slug = "" } = useParams();
  if (!pageSlugPattern.test(slug)) return <NotFoundPage />;
  return (
    <AdminPage
      title={pages.infoPageEdit.title}
      path={infoPageEditPath(slug)}
      actions={<ViewInfoPageInShop slug={slug} />}
      back={{ to: pages.infoPageList.path, label: pages.infoPageList.title }}
    >
      <InfoPageEdit slug={slug} />
    </AdminPage>
  );
}
