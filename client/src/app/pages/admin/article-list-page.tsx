import { pages } from "@shop/shared/page/pages";
import { ArticleList } from "../../../features/admin/journal/article-list.tsx";
import { CreateArticle } from "../../../features/admin/journal/create-article.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";

const { path, title } = pages.articleList;

/** All articles of the journal. */
export function ArticleListPage() {
  return (
    <AdminPage title={title} path={path} actions={<CreateArticle />}>
      <ArticleList />
    </AdminPage>
  );
}
