import { pages } from "@shop/shared/page/pages";
import { GiftCardList } from "../../../features/admin/gift-cards/gift-card-list.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";

/** The gift cards that were sold. */
export function GiftCardListPage() {
  const { title, path } = pages.giftCardList;
  return (
    <AdminPage title={title} path={path}>
      <GiftCardList />
    </AdminPage>
  );
}
