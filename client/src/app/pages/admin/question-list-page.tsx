import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { QuestionList } from "../../../features/admin/questions/question-list.tsx";

/** What customers ask about products: open questions, answered ones, hidden ones, and all. */
export function QuestionListPage() {
  return (
    <AdminPage title={pages.questionList.title} path={pages.questionList.path}>
      <QuestionList />
    </AdminPage>
  );
}
