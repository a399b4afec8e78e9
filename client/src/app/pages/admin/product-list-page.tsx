import { toPageNumber } from "@shop/shared/page-number";
import { useParams } from "react-router-dom";
import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { productListPagePath } from "../../../lib/paths.ts";

/** Products, for administrators. */
export function ProductListPage() {
  const pageNumber = toPageNumber(useParams().pageNumber);
  return <DeskPage title="Products" path={productListPagePath(pageNumber)} />;
}
