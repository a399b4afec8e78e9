import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { ImportList } from "../../../features/admin/imports/import-list.tsx";
import { ImportView } from "../../../features/admin/imports/import-view.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { importListPath, importPath, productListPath } from "../../../lib/admin-paths.ts";

/** The imports of products, or the one of the address. */
export function ImportPage() {
  const { id } = useParams();
  if (id === undefined) {
    return (
      <AdminPage title={pages.importList.title} path={importListPath} back={{ to: productListPath, label: "Products" }}>
        <ImportList />
      </AdminPage>
    );
  }
  return (
    <AdminPage title={pages.import.title} path={importPath(id)} back={{ to: importListPath, label: "All imports" }}>
      <ImportView key={id} id={id} />
    </AdminPage>
  );
}
