import { pages } from "@shop/shared/page/pages";
import { useSearchParams } from "react-router-dom";
import { DraftList } from "../../../features/admin/orders/by-hand/draft-list.tsx";
import { OpenedDraft } from "../../../features/admin/orders/by-hand/opened-draft.tsx";
import { OrderByHand } from "../../../features/admin/orders/by-hand/order-by-hand.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { orderListPath } from "../../../lib/admin-paths.ts";

/** An order that an administrator enters. */
export function NewOrderPage() {
  const { title, path } = pages.newOrder;
  const draft = useSearchParams()[0].get("draft");
  return (
    <AdminPage title={title} path={path} back={{ to: orderListPath, label: "Orders" }}>
      {draft === null ? (
        <>
          <DraftList />
          <OrderByHand />
        </>
      ) : (
        <OpenedDraft key={draft} id={draft} />
      )}
    </AdminPage>
  );
}
