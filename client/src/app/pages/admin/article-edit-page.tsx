import { pages, pathOf } from "@shop/shared/page/pages";
import { isId } from "@shop/shared/query";
import { useParams } from "react-router-dom";
import { ArticleEdit, ViewArticle } from "../../../features/admin/journal/article-edit.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { NotFoundPage } from "../not-found-page.tsx";

/** The edit page of an article. */
export function ArticleEditPage() {
  const { id = "" } = useParams();
  if (!isId(id)) return <NotFoundPage />;
  return (
    <AdminPage
      title={pages.articleEdit.title}
      path={pathOf("articleEdit", { id })}
      actions={<ViewArticle id={id} />}
      back={{ to: pages.articleList.path, label: pages.articleList.title }}
    >
      <ArticleEdit key={id} id={id} />
    </AdminPage>
  );
}
