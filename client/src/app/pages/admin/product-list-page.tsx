import { toPageNumber } from "@shop/shared/page/page-number";
import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { ProductActions } from "../../../features/admin/products/product-actions.tsx";
import { ProductList } from "../../../features/admin/products/product-list.tsx";
import { productListPagePath } from "../../../lib/admin-paths.ts";

/** The list of products. */
export function ProductListPage() {
  const pageNumber = toPageNumber(useParams().pageNumber);
  return (
    <AdminPage title={pages.productList.title} path={productListPagePath(pageNumber)} actions={<ProductActions />}>
      <ProductList />
    </AdminPage>
  );
}
