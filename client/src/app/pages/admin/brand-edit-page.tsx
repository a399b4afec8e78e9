import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { NameEdit } from "../../../features/admin/names/name-edit.tsx";
import { nouns } from "../../../features/admin/names/nouns.ts";
import { editPath } from "../../../lib/paths.ts";
import { useReturnTo } from "../../../ui/data-table/row-action.tsx";

/** One brand, to be changed by an administrator. */
export function BrandEditPage() {
  const { id = "" } = useParams();
  const texts = nouns.brand;
  return (
    <AdminPage
      title="Edit brand"
      path={editPath("brand", id)}
      back={{ to: useReturnTo(texts.listPath), label: texts.title }}
    >
      <NameEdit texts={texts} id={id} />
    </AdminPage>
  );
}
