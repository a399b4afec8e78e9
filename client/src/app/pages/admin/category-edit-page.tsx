import { useParams } from "react-router-dom";
import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { categoryListPath, editPath } from "../../../lib/paths.ts";

/** One category, to be changed by an administrator. */
export function CategoryEditPage() {
  const { id = "" } = useParams();
  return (
    <DeskPage
      title="Edit category"
      path={editPath("category", id)}
      back={{ to: categoryListPath, label: "Categories" }}
    />
  );
}
