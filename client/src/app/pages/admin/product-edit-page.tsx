import { useParams } from "react-router-dom";
import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { editPath, productListPath } from "../../../lib/paths.ts";

/** One product, to be changed by an administrator. */
export function ProductEditPage() {
  const { id = "" } = useParams();
  return (
    <DeskPage title="Edit product" path={editPath("product", id)} back={{ to: productListPath, label: "Products" }} />
  );
}
