import type { WaitingOrders } from "@shop/shared/order-filter";
import { orderListPath } from "../../../lib/paths.ts";
import { PrefetchLink } from "../../../ui/prefetch-link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Answer } from "./answer.ts";
import { DashboardPanel } from "./dashboard-panel.tsx";
import classes from "./needs-action.module.css";

/** What can wait for an administrator, in the order of an order's life; what is out of order comes last. */
const kinds: readonly { filter: keyof WaitingOrders; name: string; help: string }[] = [
  { filter: "to-confirm", name: "To confirm", help: "Paid, not confirmed" },
  { filter: "to-process", name: "To process", help: "Confirmed, not processed" },
  { filter: "to-ship", name: "To ship", help: "Processed, not shipped" },
  { filter: "to-deliver", name: "To deliver", help: "Shipped, not delivered" },
  { filter: "attention", name: "Needs attention", help: "Stock or payment to look into" },
];

/** How many orders wait for each kind of work, each number a way to those orders. */
export function NeedsAction({ waiting }: { waiting: Answer<WaitingOrders> }) {
  return (
    <DashboardPanel
      title="Needs action"
      answer={waiting}
      failure="Failed to load orders"
      skeleton={<Skeleton className={classes.coming ?? ""} />}
    >
      {(counts) => (
        <ul className={classes.kinds}>
          {kinds.map(({ filter, name, help }) => (
            <li key={filter}>
              <PrefetchLink
                to={`${orderListPath}?state=${filter}`}
                className={classes.kind}
                data-is={counts[filter] === 0 ? "none" : filter}
              >
                <span className={classes.count}>{counts[filter].toLocaleString("en-US")}</span>{" "}
                <span className={classes.words}>
                  <span className={classes.name}>{name}</span> <span className={classes.help}>{help}</span>
                </span>
              </PrefetchLink>
            </li>
          ))}
        </ul>
      )}
    </DashboardPanel>
  );
}
