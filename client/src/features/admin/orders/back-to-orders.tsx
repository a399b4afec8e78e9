import { orderListPath } from "../../../lib/admin-paths.ts";
import { useReturnTo } from "../../../ui/data-table/use-return-to.ts";
import { BackLink } from "../parts/back-link.tsx";

/** The link to the order list with the search, filters and page it had. */
export function BackToOrders() {
  return <BackLink to={useReturnTo(orderListPath)} label="Orders" />;
}
