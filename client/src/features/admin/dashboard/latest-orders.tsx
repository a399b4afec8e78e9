import type { Dashboard } from "@shop/shared/dashboard";
import type { OrderRow } from "@shop/shared/order-list";
import { orderListPath, orderPath } from "../../../lib/paths.ts";
import { Day } from "../../../ui/day.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Price } from "../../../ui/price.tsx";
import { matterSummary } from "../orders/matter-summary.ts";
import type { Answer } from "./answer.ts";
import { DashboardPanel } from "./dashboard-panel.tsx";
import { RowsSkeleton } from "./low-stock.tsx";
import classes from "./rows.module.css";

/** The newest orders, paid or not. */
export function LatestOrders({ home }: { home: Answer<Dashboard> }) {
  return (
    <DashboardPanel
      title="Latest orders"
      aside={
        <PrefetchLink to={orderListPath} className={classes.all}>
          All orders
        </PrefetchLink>
      }
      answer={home}
      failure="Failed to load orders"
      skeleton={<RowsSkeleton />}
    >
      {({ latest }) =>
        latest.length === 0 ? (
          <EmptyState
            illustration="bag"
            text="No orders yet"
            help="The first one will show here as soon as it is placed."
          />
        ) : (
          <ul className={classes.rows}>
            {latest.map((order) => (
              <Row key={order._id} order={order} />
            ))}
          </ul>
        )
      }
    </DashboardPanel>
  );
}

function Row({ order }: { order: OrderRow }) {
  const ending = order._id.slice(-5);
  const { text, tone } = stateOf(order);
  return (
    <li className={classes.row}>
      <PrefetchLink to={orderPath(order._id)} className={classes.id} aria-label={`Details of order ${ending}`}>
        {ending}
      </PrefetchLink>
      <span className={classes.customer}>
        <span className={classes.who}>{order.user.name}</span>
        <span className={classes.when}>
          <Day time={order.createdAt} />
        </span>
      </span>
      <span className={classes.state} data-tone={tone}>
        {text}
      </span>
      <Price amount={order.totalPrice} className={classes.amount ?? ""} />
    </li>
  );
}

/** How far an order has come, in one word or two. */
function stateOf(order: OrderRow): { text: string; tone: "quiet" | "going" | "done" | "warning" } {
  const matters = matterSummary(order.matters);
  if (matters !== null) return { text: matters, tone: "warning" };
  if (order.isRefunded) return { text: "Refunded", tone: "quiet" };
  if (order.refundedPrice > 0) return { text: "Partly refunded", tone: "quiet" };
  if (order.deliveredAt !== null) return { text: "Delivered", tone: "done" };
  if (order.shippedAt !== null) return { text: "Shipped", tone: "going" };
  if (order.processedAt !== null) return { text: "Processed", tone: "going" };
  if (order.confirmedAt !== null) return { text: "Confirmed", tone: "going" };
  return order.paidAt === null ? { text: "Not paid", tone: "quiet" } : { text: "Paid", tone: "going" };
}
