import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { ExportOrders } from "../../../features/administration/orders/export-orders.tsx";
import { OrderList } from "../../../features/administration/orders/order-list.tsx";
import { orderListPath } from "../../../lib/paths.ts";

/** All orders, for administrators. */
export function OrderListPage() {
  return (
    <DeskPage title="Orders" path={orderListPath} actions={<ExportOrders />}>
      <OrderList />
    </DeskPage>
  );
}
