import { pages } from "@shop/shared/page/pages";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { ReviewList } from "../../../features/admin/reviews/review-list.tsx";

/** The reviews that customers reported, those that are hidden, and all. */
export function ReviewListPage() {
  return (
    <AdminPage title={pages.reviewList.title} path={pages.reviewList.path}>
      <ReviewList />
    </AdminPage>
  );
}
