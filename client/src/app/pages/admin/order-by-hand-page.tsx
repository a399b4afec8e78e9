import { pages } from "@shop/shared/page/pages";
import { OrderByHand } from "../../../features/admin/orders/by-hand/order-by-hand.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { orderListPath } from "../../../lib/paths.ts";

/** An order that an administrator enters. */
export function OrderByHandPage() {
  const { title, path } = pages.orderByHand;
  return (
    <AdminPage title={title} path={path} back={{ to: orderListPath, label: "Orders" }}>
      <OrderByHand />
    </AdminPage>
  );
}
