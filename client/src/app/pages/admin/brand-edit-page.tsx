import { useParams } from "react-router-dom";
import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { NameEdit } from "../../../features/administration/names/name-edit.tsx";
import { nouns } from "../../../features/administration/names/nouns.ts";
import { editPath } from "../../../lib/paths.ts";
import { useReturnTo } from "../../../ui/data-table/row-action.tsx";

/** One brand, to be changed by an administrator. */
export function BrandEditPage() {
  const { id = "" } = useParams();
  const texts = nouns.brand;
  return (
    <DeskPage
      title="Edit brand"
      path={editPath("brand", id)}
      back={{ to: useReturnTo(texts.listPath), label: texts.title }}
    >
      <NameEdit texts={texts} id={id} />
    </DeskPage>
  );
}
