import { homePath } from "../../../lib/paths.ts";
import { cachedBriefly } from "../../../lib/query-client.ts";
import { trpc } from "../../../lib/trpc.ts";
import { AdminPage } from "../admin-page.tsx";
import classes from "./dashboard.module.css";
import { LatestOrders } from "./latest-orders.tsx";
import { LowStock } from "./low-stock.tsx";
import { NeedsAction } from "./needs-action.tsx";
import { SalesOverview } from "./sales-overview.tsx";
import { Sections } from "./sections.tsx";

/** What administrators see in place of the shop: what waits for them first, how the shop does after it. */
export function Dashboard() {
  const waiting = trpc.admin.orders.waiting.useQuery(undefined, cachedBriefly);
  const home = trpc.admin.dashboard.home.useQuery(undefined, cachedBriefly);
  // The lists come first: the sales are asked for when these have been answered.
  const areListsHere = !waiting.isPending && !home.isPending;
  return (
    <AdminPage title="Home" path={homePath}>
      <NeedsAction waiting={waiting} />
      <Sections />
      <div className={classes.lists}>
        <LowStock home={home} />
        <LatestOrders home={home} />
      </div>
      <SalesOverview isReady={areListsHere} />
    </AdminPage>
  );
}
