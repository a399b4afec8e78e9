import { ExportList } from "../parts/export-list.tsx";

/** Downloads the orders that the list selects, on all of its pages, as CSV. */
export function ExportOrders() {
  return <ExportList of="orders" narrowing={["search", "state", "from", "to"]} />;
}
