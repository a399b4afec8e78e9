import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { CreateName } from "../../../features/admin/names/create-name.tsx";
import { NameList } from "../../../features/admin/names/name-list.tsx";
import { nouns } from "../../../features/admin/names/nouns.ts";

/** Categories, for administrators. */
export function CategoryListPage() {
  const texts = nouns.category;
  return (
    <AdminPage title={texts.title} path={texts.listPath} actions={<CreateName texts={texts} />}>
      <NameList texts={texts} />
    </AdminPage>
  );
}
