import { useParams } from "react-router-dom";
import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { ProductEdit } from "../../../features/administration/products/product-edit.tsx";
import { ViewInShop } from "../../../features/administration/products/view-in-shop.tsx";
import { editPath, productListPath } from "../../../lib/paths.ts";
import { useReturnTo } from "../../../ui/data-table/row-action.tsx";

/** One product, to be changed by an administrator. */
export function ProductEditPage() {
  const { id = "" } = useParams();
  return (
    <DeskPage
      title="Edit product"
      path={editPath("product", id)}
      back={{ to: useReturnTo(productListPath), label: "Products" }}
      actions={<ViewInShop id={id} />}
    >
      <ProductEdit id={id} />
    </DeskPage>
  );
}
