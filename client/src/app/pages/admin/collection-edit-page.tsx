import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { CollectionEdit } from "../../../features/admin/collections/collection-edit.tsx";
import { ViewCollectionInShop } from "../../../features/admin/collections/view-collection-in-shop.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { collectionListPath, editPath } from "../../../lib/admin-paths.ts";
import { useReturnTo } from "../../../ui/data-table/use-return-to.ts";

/** The edit page of a collection. */
export function CollectionEditPage() {
  const { id = "" } = useParams();
  return (
    <AdminPage
      title={pages.collectionEdit.title}
      path={editPath("collection", id)}
      actions={<ViewCollectionInShop id={id} />}
      back={{ to: useReturnTo(collectionListPath), label: pages.collectionList.title }}
    >
      <CollectionEdit id={id} />
    </AdminPage>
  );
}
