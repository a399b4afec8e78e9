import { pages } from "@shop/shared/page/pages";
import { useParams } from "react-router-dom";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { TermEdit } from "../../../features/admin/taxonomy/term-edit.tsx";
import { taxonomies } from "../../../features/admin/taxonomy/texts.ts";
import { ViewTermInShop } from "../../../features/admin/taxonomy/view-term-in-shop.tsx";
import { editPath } from "../../../lib/admin-paths.ts";
import { useReturnTo } from "../../../ui/data-table/use-return-to.ts";

/** The edit page of a category. */
export function CategoryEditPage() {
  const { id = "" } = useParams();
  const texts = taxonomies.category;
  return (
    <AdminPage
      title={pages.categoryEdit.title}
      path={editPath("category", id)}
      actions={<ViewTermInShop texts={texts} id={id} />}
      back={{ to: useReturnTo(texts.listPath), label: texts.title }}
    >
      <TermEdit texts={texts} id={id} />
    </AdminPage>
  );
}
