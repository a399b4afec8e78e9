import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";

/** What narrows the list down; everything else in its address says only how it is shown. */
const narrowing = ["search", "state", "from", "to"];

/** Saves the orders that the list means, on all of its pages, as a file for spreadsheets. */
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
