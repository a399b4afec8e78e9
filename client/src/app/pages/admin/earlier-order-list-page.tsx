import { pages } from "@shop/shared/page/pages";
import { EarlierOrderList } from "../../../features/admin/orders/earlier-order-list.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { orderListPath } from "../../../lib/admin-paths.ts";
import { earlierOrderListPath } from "../../../ui/earlier-order/earlier-order-paths.ts";

/** The list of the orders of the former shop. */
export function EarlierOrderListPage() {
  return (
    <AdminPage
      title={pages.earlierOrderList.title}
      path={earlierOrderListPath}
      back={{ to: orderListPath, label: "Orders" }}
    >
      <EarlierOrderList />
    </AdminPage>
  );
}
