import { toPageNumber } from "@shop/shared/page-number";
import { useParams } from "react-router-dom";
import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { CreateProduct } from "../../../features/administration/products/create-product.tsx";
import { ProductList } from "../../../features/administration/products/product-list.tsx";
import { productListPagePath } from "../../../lib/paths.ts";

/** Products, for administrators. */
export function ProductListPage() {
  const pageNumber = toPageNumber(useParams().pageNumber);
  return (
    <DeskPage title="Products" path={productListPagePath(pageNumber)} actions={<CreateProduct />}>
      <ProductList pageNumber={pageNumber} />
    </DeskPage>
  );
}
