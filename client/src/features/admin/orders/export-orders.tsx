import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";

/** The parameters of the address that select orders; the others only arrange them. */
const narrowing = ["search", "state", "from", "to"];

/** Downloads the orders that the list selects, on all of its pages, as CSV. */
export function ExportOrders() {
  const [params] = useSearchParams();
  const meant = new URLSearchParams([...params].filter(([name]) => narrowing.includes(name)));
  const query = meant.toString();
  return (
    <Button
      component="a"
      href={`/api/orders.csv${query === "" ? "" : `?${query}`}`}
      download
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
    >
      Export CSV
    </Button>
  );
}
