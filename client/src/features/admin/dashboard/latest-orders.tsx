import { Anchor } from "@mantine/core";
import type { Dashboard } from "@shop/shared/admin/dashboard";
import { orderListPath } from "../../../lib/admin-paths.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { OrderLine } from "../orders/order-line.tsx";
import { DividedList } from "../parts/divided-list.tsx";
import type { Answer } from "./answer.ts";
import { DashboardPanel } from "./dashboard-panel.tsx";
import { RowsSkeleton } from "./low-stock.tsx";

/** The newest orders, paid or not. */
export function LatestOrders({ home }: { home: Answer<Dashboard> }) {
  return (
    <DashboardPanel
      title="Latest orders"
      aside={
        <Anchor component={PrefetchLink} to={orderListPath}>
          All orders
        </Anchor>
      }
      answer={home}
      failure="Failed to load orders"
      skeleton={<RowsSkeleton />}
    >
      {({ latest }) =>
        latest.length === 0 ? (
          <EmptyState illustration="bag" text="No orders yet" help="Your first order will appear here." />
        ) : (
          <DividedList>
            {latest.map((order) => (
              <OrderLine key={order._id} order={order} />
            ))}
          </DividedList>
        )
      }
    </DashboardPanel>
  );
}
