import { pages } from "@shop/shared/pages";
import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { ProductEdit } from "../../../features/admin/products/product-edit.tsx";
import { ViewProductInShop } from "../../../features/admin/view-in-shop.tsx";
import { editPath, productListPath } from "../../../lib/paths.ts";
import { useReturnTo } from "../../../ui/data-table/use-return-to.ts";

/** The edit page of a product. */
export function ProductEditPage() {
  const { id = "" } = useParams();
  return (
    <AdminPage
      title={pages.productEdit.title}
      path={editPath("product", id)}
      back={{ to: useReturnTo(productListPath), label: "Products" }}
      actions={<ViewProductInShop id={id} />}
    >
      <ProductEdit id={id} />
    </AdminPage>
  );
}
