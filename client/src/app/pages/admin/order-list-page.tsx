import { Button, Group } from "@mantine/core";
import { pages } from "@shop/shared/page/pages";
import { BankStatementButton } from "../../../features/admin/orders/bank-statement-button.tsx";
import { ExportOrders } from "../../../features/admin/orders/export-orders.tsx";
import { OrderList } from "../../../features/admin/orders/order-list.tsx";
import { AdminPage } from "../../../features/admin/parts/admin-page.tsx";
import { Permitted } from "../../../features/admin/parts/permitted.tsx";
import { withdrawalListPath } from "../../../features/admin/parts/withdrawal-paths.ts";
import { orderListPath } from "../../../lib/admin-paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { useShop } from "../../../ui/shop-identity.ts";

/** The list of orders. */
export function OrderListPage() {
  return (
    <AdminPage title={pages.orderList.title} path={orderListPath} actions={<OrderListActions />}>
      <OrderList />
    </AdminPage>
  );
}

function OrderListActions() {
  const { returnsDays } = useShop();
  return (
    <Group gap="sm">
      {returnsDays !== undefined && (
        // On phones the menu leads there.
        <Button
          display={{ base: "none", sm: "inline-block" }}
          component={PrefetchLink}
          to={withdrawalListPath}
          variant="default"
        >
          Withdrawals
        </Button>
      )}
      <Permitted to="orders.fulfil">
        <Button component={PrefetchLink} to={pages.newOrder.path} variant="default">
          New order
        </Button>
      </Permitted>
      <BankStatementButton />
      <ExportOrders />
    </Group>
  );
}
