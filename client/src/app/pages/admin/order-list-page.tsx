import { DeskPage } from "../../../features/administration/desk-page.tsx";
import { orderListPath } from "../../../lib/paths.ts";

/** Orders, for administrators. */
export function OrderListPage() {
  return <DeskPage title="Orders" path={orderListPath} />;
}
