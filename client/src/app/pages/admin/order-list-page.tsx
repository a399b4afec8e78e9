import { pages } from "@shop/shared/pages";
import { AdminPage } from "../../../features/admin/admin-page.tsx";
import { ExportOrders } from "../../../features/admin/orders/export-orders.tsx";
import { OrderList } from "../../../features/admin/orders/order-list.tsx";
import { orderListPath } from "../../../lib/paths.ts";

/** The list of orders. */
export function OrderListPage() {
  return (
    <AdminPage title={pages.orderList.title} path={orderListPath} actions={<ExportOrders />}>
      <OrderList />
    </AdminPage>
  );
}
