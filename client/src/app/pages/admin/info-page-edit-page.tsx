import { isInfoSlug } from "@shop/shared/info-page";
import { pages } from "@shop/shared/pages";
import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { InfoPageEdit } from "../../../features/admin/info/info-page-edit.tsx";
import { ViewInfoPageInShop } from "../../../features/admin/view-in-shop.tsx";
import { infoPageEditPath } from "../../../lib/paths.ts";
import { NotFoundPage } from "../not-found-page.tsx";

/** The edit page of one of the shop's own pages. */
export function InfoPageEditPage() {
  const { slug = "" } = useParams();
  if (!isInfoSlug(slug)) return <NotFoundPage />;
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
