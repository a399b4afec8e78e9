import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { CreateName } from "../../../features/administration/names/create-name.tsx";
import { NameList } from "../../../features/administration/names/name-list.tsx";
import { nouns } from "../../../features/administration/names/nouns.ts";

/** Categories, for administrators. */
export function CategoryListPage() {
  const texts = nouns.category;
  return (
    <DeskPage title={texts.title} path={texts.listPath} actions={<CreateName texts={texts} />}>
      <NameList texts={texts} />
    </DeskPage>
  );
}
