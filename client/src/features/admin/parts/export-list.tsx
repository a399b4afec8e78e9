import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useSearchParams } from "react-router-dom";

type ExportListProps = {
  of: "orders" | "products" | "users";
  /** The parameters of the address that select rows; the others only arrange them. */
  narrowing: readonly string[];
};

/** Downloads what the list selects, on all of its pages, as CSV. */
export function ExportList({ of, narrowing }: ExportListProps) {
  const [params] = useSearchParams();
  const query = new URLSearchParams([...params].filter(([name]) => narrowing.includes(name))).toString();
  return (
    <Button
      component="a"
      href={`/api/${of}.csv${query === "" ? "" : `?${query}`}`}
      download
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
    >
      Export CSV
    </Button>
  );
}
