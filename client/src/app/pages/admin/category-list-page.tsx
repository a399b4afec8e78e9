import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { categoryListPath } from "../../../lib/paths.ts";

/** Categories, for administrators. */
export function CategoryListPage() {
  return <DeskPage title="Categories" path={categoryListPath} />;
}
