import { pages } from "@shop/shared/page/pages";
import { CollectionList } from "../../../features/admin/collections/collection-list.tsx";
import { CreateCollection } from "../../../features/admin/collections/create-collection.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { Permitted } from "../../../features/admin/parts/permitted.tsx";
import { collectionListPath } from "../../../lib/admin-paths.ts";

/** The list of collections. */
export function CollectionListPage() {
  return (
    <AdminPage
      title={pages.collectionList.title}
      path={collectionListPath}
      actions={
        <Permitted to="products.write">
          <CreateCollection />
        </Permitted>
      }
    >
      <CollectionList />
    </AdminPage>
  );
}
