import { pages, pathOf } from "@shop/shared/page/pages";
import { isId } from "@shop/shared/query";
import { useParams } from "react-router-dom";
import { LayoutEdit } from "../../../features/admin/home/layout-edit.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { HomeBlocks } from "../home-blocks.tsx";
import { NotFoundPage } from "../not-found-page.tsx";

/** The edit page of a layout of Home. */
export function HomeEditPage() {
  const { id = "" } = useParams();
  if (!isId(id)) return <NotFoundPage />;
  const { title } = pages.homeLayout;
  return (
    <AdminPage
      title={title}
      path={pathOf("homeLayout", { id })}
      back={{ to: pages.homeLayoutList.path, label: pages.homeLayoutList.title }}
    >
      <LayoutEdit key={id} id={id} render={(blocks) => <HomeBlocks blocks={blocks} />} />
    </AdminPage>
  );
}
