import { pages } from "@shop/shared/pages";
import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { TermEdit } from "../../../features/admin/taxonomy/term-edit.tsx";
import { taxonomies } from "../../../features/admin/taxonomy/texts.ts";
import { editPath } from "../../../lib/paths.ts";
import { useReturnTo } from "../../../ui/data-table/row-action.tsx";

/** One brand, to be changed by an administrator. */
export function BrandEditPage() {
  const { id = "" } = useParams();
  const texts = taxonomies.brand;
  return (
    <AdminPage
      title={pages.brandEdit.title}
      path={editPath("brand", id)}
      back={{ to: useReturnTo(texts.listPath), label: texts.title }}
    >
      <TermEdit texts={texts} id={id} />
    </AdminPage>
  );
}
